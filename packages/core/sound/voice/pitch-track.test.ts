// The pitch tracker on sounds whose pitch is known.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { PITCH_STEP_SECONDS, pitchTrack } from "./pitch-track.ts";
import { hiss, vowel } from "./synthetic-speech.ts";

const sampleRate = 16_000;
const range = { sampleRate, lowest: 60, highest: 350 };

test("the pitch of a gliding vowel is found within 2 % in 95 % of the frames", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 75, max: 300, noNaN: true }),
      fc.double({ min: -0.25, max: 0.25, noNaN: true }),
      fc.integer({ min: 300, max: 800 }),
      fc.integer({ min: 1000, max: 2400 }),
      (hz, glide, first, second) => {
        const pitch = (seconds: number) => hz * (1 + glide * (seconds - 0.3));
        const { hz: found } = pitchTrack(vowel({ sampleRate, seconds: 0.6, pitch, formants: [first, second] }), range);
        const inside = [...found.entries()].slice(12, -12);
        const right = inside.filter(([i, each]) => Math.abs(each / pitch(i * PITCH_STEP_SECONDS) - 1) < 0.02);
        assert.ok(right.length >= inside.length * 0.95, `${right.length} of ${inside.length} frames at ${hz} Hz`);
      },
    ),
    { numRuns: 60, interruptAfterTimeLimit: 8000 },
  );
});

test("hiss and silence are not voiced", () => {
  const noise = pitchTrack(hiss(16_000), range).hz;
  assert.ok(noise.filter((hz) => hz > 0).length < noise.length * 0.1);
  assert.ok(pitchTrack(new Float32Array(8000), range).hz.every((hz) => hz === 0));
});

test("sounds of any length have a track", () => {
  for (const length of [0, 1, 5, 79, 81, 400]) assert.ok(pitchTrack(hiss(length), range).hz.length >= 1);
});
