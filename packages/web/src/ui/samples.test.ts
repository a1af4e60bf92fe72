// A recording as samples.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { levelOf, monoOf, peaksOf, wavOf } from "./samples.ts";

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

test("a part of a sound is a WAV file of exactly the samples of its channels", async () => {
  const sample = fc.float({ min: -1, max: 1, noNaN: true });
  const frames = fc.array(fc.tuple(sample, sample), { maxLength: 50 });
  const run = fc.asyncProperty(frames, fc.nat(50), fc.nat(50), fc.constantFrom(1, 2), async (all, a, b, count) => {
    const [from, to] = [Math.min(a, b), Math.max(a, b)];
    const channels = Array.from({ length: count }, (_, channel) =>
      Float32Array.from(all.map((frame) => frame[channel] ?? 0)),
    );
    const bytes = new DataView(await wavOf(channels, 48_000, from, to).arrayBuffer());
    const part = all.slice(from, to);
    assert.equal(bytes.byteLength, 44 + part.length * 2 * count);
    assert.equal(bytes.getUint32(4, true), bytes.byteLength - 8);
    assert.equal(bytes.getUint16(22, true), count);
    for (const [at, frame] of part.entries()) {
      for (let channel = 0; channel < count; channel++) {
        const stored = bytes.getInt16(44 + (at * count + channel) * 2, true) / 0x7fff;
        assert.ok(Math.abs(stored - (frame[channel] ?? 0)) < 1e-4);
      }
    }
  });
  await fc.assert(run);
});
