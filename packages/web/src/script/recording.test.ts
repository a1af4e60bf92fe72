// A recording as samples.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { levelOf, monoOf, peaksOf, wavOf } from "./recording.ts";

test("the waveform shows the loudest sample of each part", () => {
  assert.deepEqual(peaksOf(Float32Array.of(0, -0.5, 0.25, 0, 0, 1, 0, 0), 4), [0.5, 0.25, 1, 0]);
  assert.deepEqual(peaksOf(new Float32Array(), 2), [0, 0]);
});

test("the level is even in decibels", () => {
  assert.equal(levelOf(new Float32Array(64)), 0);
  assert.equal(levelOf(new Float32Array(64).fill(1)), 1);
  assert.ok(Math.abs(levelOf(new Float32Array(64).fill(10 ** (-30 / 20))) - 0.5) < 0.01);
});

test("channels become one by their mean", () => {
  assert.deepEqual([...monoOf([Float32Array.of(1, 0), Float32Array.of(0, -1)])], [0.5, -0.5]);
});

test("a part of a recording is a WAV file of exactly its samples", async () => {
  const sample = fc.float({ min: -1, max: 1, noNaN: true });
  const run = fc.asyncProperty(fc.array(sample, { maxLength: 50 }), fc.nat(50), fc.nat(50), async (all, a, b) => {
    const [from, to] = [Math.min(a, b), Math.max(a, b)];
    const bytes = new DataView(await wavOf(Float32Array.from(all), 48_000, from, to).arrayBuffer());
    const part = all.slice(from, to);
    assert.equal(bytes.byteLength, 44 + part.length * 2);
    assert.equal(bytes.getUint32(4, true), bytes.byteLength - 8);
    for (const [at, value] of part.entries()) {
      assert.ok(Math.abs(bytes.getInt16(44 + at * 2, true) / 0x7fff - value) < 1e-4);
    }
  });
  await fc.assert(run);
});
