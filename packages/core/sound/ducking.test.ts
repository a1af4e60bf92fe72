import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { applyEnvelope, decibels, duckingEnvelope, SPEECH_OVER_SOUND_LU, type SpeechStretch } from "./sound.ts";

const RATE = 1000;
const LENGTH = 20_000;

const factors = (speech: readonly SpeechStretch[], start: number, lufs: number): Float32Array => {
  const envelope = duckingEnvelope(speech, { start, length: LENGTH, loudness: () => lufs }, RATE);
  const samples = new Float32Array(LENGTH).fill(1);
  applyEnvelope(samples, 0, envelope);
  return samples;
};

test("a sound far enough below the speech is not changed", () => {
  assert.ok(factors([{ from: 0, to: LENGTH, lufs: -18 }], 0, -28).every((factor) => factor === 1));
});

test("the gain falls before the speech begins and rises after it has ended", () => {
  const gains = factors([{ from: 5000, to: 9000, lufs: -18 }], 0, -18);
  assert.equal(gains[4000], 1);
  assert.ok(gains[4900]! < 1 && gains[4900]! > gains[5000]!);
  assert.equal(gains[5000], gains[8999]);
  assert.ok(gains[9300]! > gains[9000]! && gains[9300]! < 1);
  assert.equal(gains[9700], 1);
});

test("between two close lines the gain stays down", () => {
  const gains = factors(
    [
      { from: 2000, to: 4000, lufs: -18 },
      { from: 4400, to: 6000, lufs: -18 },
    ],
    0,
    -18,
  );
  assert.ok(gains.subarray(2000, 6000).every((gain) => gain === gains[2000]));
});

test("during all speech the sound is at least 9 LU lower and never turned up, at any position", () => {
  const stretches = fc
    .array(
      fc.tuple(
        fc.integer({ min: 0, max: 1500 }),
        fc.integer({ min: 1, max: 4000 }),
        fc.integer({ min: -40, max: -10 }),
      ),
      {
        minLength: 1,
        maxLength: 8,
      },
    )
    .map((all) => {
      let at = 0;
      return all.map(([pause, length, lufs]): SpeechStretch => {
        const from = at + pause;
        at = from + length;
        return { from, to: at, lufs };
      });
    });
  fc.assert(
    fc.property(
      stretches,
      fc.integer({ min: 0, max: 5000 }),
      fc.integer({ min: -50, max: -5 }),
      (speech, start, lufs) => {
        const gains = factors(speech, start, lufs);
        for (const stretch of speech) {
          for (let at = Math.max(0, stretch.from - start); at < Math.min(LENGTH, stretch.to - start); at++) {
            const level = lufs + decibels(gains[at]!);
            assert.ok(level <= stretch.lufs - SPEECH_OVER_SOUND_LU + 1e-4, `${level} under ${stretch.lufs}`);
          }
        }
        assert.ok(gains.every((gain) => gain > 0 && gain <= 1));
        const envelope = duckingEnvelope(speech, { start, length: LENGTH, loudness: () => lufs }, RATE);
        const part = new Float32Array(1000).fill(1);
        applyEnvelope(part, 7000, envelope);
        assert.deepEqual(part, gains.subarray(7000, 8000));
      },
    ),
    { numRuns: 60 },
  );
});
