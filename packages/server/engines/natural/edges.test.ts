// Where the sound of a sentence begins and ends.

import assert from "node:assert/strict";
import { test } from "node:test";
import { heardPart } from "./edges.ts";

const RATE = 22_050;
/** A tone between silences, falling to nothing in `fall` seconds. */
function tone(before: number, loud: number, fall: number, after: number): Float32Array {
  const length = Math.round((before + loud + fall + after) * RATE);
  return Float32Array.from({ length }, (_, i) => {
    const seconds = i / RATE - before;
    if (seconds < 0 || seconds > loud + fall) return 0;
    const gain = seconds < loud ? 1 : 10 ** (-3 * ((seconds - loud) / fall));
    return 10_000 * gain * Math.sin(2 * Math.PI * 200 * seconds);
  });
}

test("what falls below hearing is left out, what is heard stays", () => {
  const { from, to } = heardPart(tone(0.1, 0.5, 0.15, 0.2), RATE);
  assert.ok(from / RATE > 0.08 && from / RATE <= 0.1, `${from / RATE}`);
  // 42 of the 60 dB of its fall are heard.
  assert.ok(to / RATE > 0.69 && to / RATE < 0.74, `${to / RATE}`);
});

test("a sound that is cut ends in silence, and its body is not changed", () => {
  const cut = tone(0, 0.4, 0, 0);
  const before = cut.slice();
  const { from, to } = heardPart(cut, RATE);
  assert.deepEqual([from, to], [0, cut.length]);
  assert.ok(Math.abs(cut[0]!) < 1 && Math.abs(cut.at(-1)!) < 1);
  assert.deepEqual(cut.subarray(200, cut.length - 700), before.subarray(200, before.length - 700));
});

test("silence, and nothing, stay as they are", () => {
  assert.deepEqual(heardPart(new Float32Array(500), RATE), { from: 0, to: 500 });
  assert.deepEqual(heardPart(new Float32Array(0), RATE), { from: 0, to: 0 });
});
