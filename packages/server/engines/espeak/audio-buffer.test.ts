import assert from "node:assert/strict";
import { test } from "node:test";
import { audioBuffer } from "./audio-buffer.ts";

test("what goes in comes out, over the borders of pieces", () => {
  const buffer = audioBuffer();
  const all = Int16Array.from({ length: 700_000 }, (_, i) => (i < 1000 || i > 650_000 ? 0 : (i % 199) - 99));
  for (let at = 0; at < all.length; at += 2206) buffer.append(all.subarray(at, at + 2206));
  assert.equal(buffer.length, all.length);
  for (const [start, end] of [
    [0, 700_000],
    [262_140, 262_150],
    [5, 5],
    [524_288, 700_000],
  ] as const) {
    assert.deepEqual(buffer.slice(start, end), all.slice(start, end));
  }
  assert.equal(
    buffer.firstAt(99),
    all.findIndex((sample) => Math.abs(sample) >= 99),
  );
  assert.equal(buffer.lastAt(99), all.findLastIndex((sample) => Math.abs(sample) >= 99) + 1);
  assert.equal(buffer.firstAt(100), -1);
  assert.equal(buffer.lastAt(100), -1);
  buffer.clear();
  assert.equal(buffer.length, 0);
  assert.equal(buffer.firstAt(1), -1);
  buffer.append(all.subarray(2000, 2010));
  assert.deepEqual(buffer.slice(0, 10), all.slice(2000, 2010));
});
