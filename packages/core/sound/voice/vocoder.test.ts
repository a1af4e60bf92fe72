// The vocoder on vowels whose pitch and formants are known.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { levelDb, periodicity, strongest, vowel } from "./synthetic-frames.ts";
import { type VoiceShape, vocode } from "./vocoder.ts";

const RATE = 22_050;
const PLAIN: VoiceShape = {
  outputRate: RATE,
  formants: [1, 1],
  gainDb: () => 0,
  sharpness: 0,
  breath: 0,
  roughness: 0,
  whisper: false,
};
const at = (hz: number) => vowel({ seconds: 0.4, pitch: () => hz, formants: [600, 1500] });

test("the voice has exactly the wanted pitch, whatever the formants", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 60, max: 400, noNaN: true }),
      fc.double({ min: 0.8, max: 1.25, noNaN: true }),
      (hz, formants) => {
        const frames = at(hz);
        const sound = vocode(frames, frames.hz, { ...PLAIN, formants: [formants, formants] });
        const found = periodicity(sound, RATE, 0.15, hz);
        assert.ok(Math.abs(found.hz / hz - 1) < 0.01, `${found.hz} for ${hz}`);
        assert.ok(found.strength > 0.9);
      },
    ),
    { numRuns: 25 },
  );
});

test("a gliding pitch is followed between frames", () => {
  const frames = vowel({ seconds: 0.6, pitch: (s) => 120 * 2 ** (s / 0.6), formants: [600, 1500] });
  const sound = vocode(frames, frames.hz, PLAIN);
  for (const seconds of [0.1, 0.25, 0.4]) {
    const { hz } = periodicity(sound, RATE, seconds, 120 * 2 ** (seconds / 0.6));
    // The window reaches over 40 ms and a period.
    const middle = 120 * 2 ** ((seconds + 0.024) / 0.6);
    assert.ok(Math.abs(hz / middle - 1) < 0.04, `${hz} for ${middle}`);
  }
});

test("the formants move with the length of the vocal tract, the lower and the upper one each by itself", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.85, max: 1.2, noNaN: true }),
      fc.double({ min: 0.85, max: 1.2, noNaN: true }),
      (low, high) => {
        const frames = vowel({ seconds: 1, pitch: () => 100, formants: [600, 3000] });
        const sound = vocode(frames, frames.hz, { ...PLAIN, formants: [low, high], whisper: true });
        assert.ok(Math.abs(strongest(sound, RATE, 400, 900) / (600 * low) - 1) < 0.12);
        assert.ok(Math.abs(strongest(sound, RATE, 2300, 4000) / (3000 * high) - 1) < 0.05);
      },
    ),
    { numRuns: 10 },
  );
});

test("a whisper has no pitch, and about the level of the voice", () => {
  const frames = at(120);
  const [voice, whisper] = [false, true].map((each) => vocode(frames, frames.hz, { ...PLAIN, whisper: each }));
  assert.ok(periodicity(whisper!, RATE, 0.15, 120).strength < 0.6);
  assert.ok(Math.abs(levelDb(whisper!) - levelDb(voice!)) < 2);
});

test("breath and roughness make the voice less periodic, by degrees", () => {
  const frames = at(120);
  const strength = (wishes: Partial<VoiceShape>) =>
    periodicity(vocode(frames, frames.hz, { ...PLAIN, ...wishes }), RATE, 0.15, 120).strength;
  assert.ok(strength({ breath: 0.5 }) < strength({ breath: 0.2 }) && strength({ breath: 0.2 }) < strength({}));
  assert.ok(strength({ roughness: 0.05 }) < strength({ roughness: 0.02 }));
});

test("the level does not depend on the pitch or on the sharpness", () => {
  const level = (hz: number, sharpness = 0) => levelDb(vocode(at(hz), at(hz).hz, { ...PLAIN, sharpness }));
  for (const [a, b] of [
    [level(80), level(250)],
    [level(120), level(120, 0.4)],
  ])
    assert.ok(Math.abs(a! - b!) < 1.5, `${a} and ${b} dB`);
});

test("any number of frames has a sound of its length, the same each time", () => {
  for (const count of [0, 1, 2, 37]) {
    const frames = vowel({ seconds: count * 0.005, pitch: () => 150, formants: [500], voicing: 0.5 });
    const sound = vocode(frames, frames.hz, PLAIN);
    assert.equal(sound.length, Math.round(count * 0.005 * RATE));
    assert.ok(sound.every(Number.isFinite));
    assert.deepEqual(vocode(frames, frames.hz, PLAIN), sound);
  }
});

test("between voice and silence nothing clicks: above the vowel's formants the sound stays 40 dB weaker", () => {
  const frames = vowel({ seconds: 0.5, pitch: (s) => (s < 0.25 ? 110 : 0), formants: [400] });
  for (let i = 50; i < 100; i++) frames.cepstra[i * frames.order] = -20;
  const sound = vocode(frames, frames.hz, PLAIN);
  const after = sound.subarray(Math.round(0.3 * RATE));
  assert.ok(levelDb(after) < levelDb(sound) - 60, `${levelDb(after)} dB`);
});
