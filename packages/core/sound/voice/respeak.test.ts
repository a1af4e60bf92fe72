// Other people out of one voice: each property is changed by itself, and measured.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { pitchTrack } from "./pitch-track.ts";
import { type Respeaking, respeak } from "./respeak.ts";
import { hiss, powerAt, vowel } from "./synthetic-speech.ts";
import { whispered } from "./whisper.ts";

const sampleRate = 16_000;
const SAME: Respeaking = {
  sampleRate,
  outputRate: sampleRate,
  lowest: 60,
  highest: 350,
  sourcePitch: 120,
  pitch: 120,
  melody: 1,
  formants: 1,
  duration: 1,
};
const FORMANTS = [600, 1500];
const ah = vowel({ sampleRate, seconds: 0.8, pitch: (s) => 120 * (1 + 0.2 * Math.sin(5 * s)), formants: FORMANTS });

function pitches(sound: Float32Array, rate = sampleRate): number[] {
  const { hz } = pitchTrack(sound, { sampleRate: rate, lowest: 40, highest: 500 });
  return [...hz.slice(12, -12)].filter((each) => each > 0);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** The strongest frequency between two, in Hz. */
function strongest(sound: Float32Array, from: number, to: number): number {
  let best = from;
  // A pitch of one hertz would show every frequency; the vowel's own harmonics lie 120 Hz apart and hide the peak. So the
  // sound is whispered first: its spectrum is then even.
  const even = whispered(sound, sampleRate);
  const power = (hz: number) =>
    [-60, -40, -20, 0, 20, 40, 60].reduce((sum, away) => sum + powerAt(even, sampleRate, hz + away), 0);
  for (let hz = from; hz <= to; hz += 10) if (power(hz) > power(best)) best = hz;
  return best;
}

test("the pitch becomes what is wanted, for pitch factors of a half to two", () => {
  fc.assert(
    fc.property(fc.double({ min: 0.5, max: 2, noNaN: true }), (factor) => {
      const said = respeak(ah, { ...SAME, pitch: 120 * factor });
      const ratio = median(pitches(said)) / median(pitches(ah));
      assert.ok(Math.abs(ratio / factor - 1) < 0.03, `${ratio} for ${factor}`);
      assert.equal(said.length, ah.length);
    }),
    { numRuns: 25 },
  );
});

test("the melody flattens and widens, and a contour adds to it", () => {
  const spread = (sound: Float32Array) => {
    const sorted = pitches(sound).toSorted((a, b) => a - b);
    return 12 * Math.log2(sorted[Math.floor(sorted.length * 0.95)]! / sorted[Math.floor(sorted.length * 0.05)]!);
  };
  const usual = spread(ah);
  assert.ok(spread(respeak(ah, { ...SAME, melody: 0 })) < 0.3);
  assert.ok(Math.abs(spread(respeak(ah, { ...SAME, melody: 2 })) - 2 * usual) < usual * 0.25);
  const risen = respeak(ah, { ...SAME, melody: 0, contour: (seconds) => (seconds < 0.4 ? 0 : 4) });
  assert.ok(Math.abs(spread(risen) - 4) < 0.5);
});

test("the formants move and the pitch stays", () => {
  for (const factor of [0.8, 0.9, 1.1, 1.2]) {
    const said = respeak(ah, { ...SAME, formants: factor });
    assert.ok(Math.abs(median(pitches(said)) / median(pitches(ah)) - 1) < 0.02);
    const [from, to] = [1500 * factor - 250, 1500 * factor + 250];
    assert.ok(Math.abs(strongest(said, from, to) / (1500 * factor) - 1) < 0.08, `${strongest(said, from, to)}`);
  }
});

test("the duration and the rate of the result change, and the pitch stays", () => {
  const slow = respeak(ah, { ...SAME, duration: 1.5 });
  assert.equal(slow.length, Math.ceil(ah.length * 1.5));
  assert.ok(Math.abs(median(pitches(slow)) / median(pitches(ah)) - 1) < 0.02);
  const finer = respeak(ah, { ...SAME, outputRate: 22_050 });
  assert.ok(Math.abs(median(pitches(finer, 22_050)) / median(pitches(ah)) - 1) < 0.02);
});

test("the level stays within 3 dB, without a sample beyond full scale, and nothing depends on what came before", () => {
  const level = (sound: Float32Array) => 10 * Math.log10(sound.reduce((sum, x) => sum + x * x, 0) / sound.length);
  for (const wishes of [
    {},
    { pitch: 80 },
    { pitch: 200 },
    { formants: 0.85 },
    { formants: 1.2 },
    { roughness: 0.05 },
  ]) {
    const said = respeak(ah, { ...SAME, ...wishes });
    assert.ok(Math.abs(level(said) - level(ah)) < 3, `${JSON.stringify(wishes)}: ${level(said) - level(ah)} dB`);
    assert.ok(said.every((sample) => Math.abs(sample) <= 1));
    assert.deepEqual(respeak(ah, { ...SAME, ...wishes }), said);
  }
});

test("hiss stays hiss, and sounds of any length pass", () => {
  const said = respeak(hiss(8000), { ...SAME, pitch: 200, formants: 1.2, duration: 2 });
  assert.ok(pitches(said).length < 40);
  for (const length of [0, 1, 2, 50, 200]) {
    assert.equal(respeak(hiss(length), SAME).length, length);
    assert.equal(whispered(hiss(length), sampleRate).length, length);
  }
});

test("a whisper has the level and the resonances of the voice, and no pitch", () => {
  const soft = whispered(ah, sampleRate);
  assert.ok(pitches(soft).length < pitches(ah).length * 0.2);
  assert.ok(Math.abs(strongest(ah, 1300, 1700) - 1500) < 120);
  const energy = (sound: Float32Array) => sound.reduce((sum, x) => sum + x * x, 0);
  assert.ok(Math.abs(10 * Math.log10(energy(soft) / energy(ah))) < 2);
});
