import assert from "node:assert/strict";
import { test } from "node:test";
import { distance, features, measureVoice } from "./voice-acoustics.ts";

const RATE = 22_050;

/** Harmonics of a gliding pitch through a fall of `tilt` dB per octave. */
function tone(hz: number, glide: number, tilt: number): Int16Array {
  const pcm = new Int16Array(RATE);
  let phase = 0;
  for (let i = 0; i < pcm.length; i++) {
    phase += (2 * Math.PI * hz * 2 ** (glide * (i / pcm.length - 0.5))) / RATE;
    let sum = 0;
    for (let harmonic = 1; harmonic <= 20; harmonic++)
      sum += Math.sin(phase * harmonic) * 10 ** ((-tilt * Math.log2(harmonic)) / 20);
    pcm[i] = Math.round(4000 * sum);
  }
  return pcm;
}

test("pitch and melody are measured within a twentieth of a semitone and half a semitone", () => {
  for (const hz of [70, 110, 220, 380]) {
    const measure = measureVoice(tone(hz, 4 / 12, 12), RATE);
    assert.ok(Math.abs(12 * Math.log2(measure.pitchHz / hz)) < 0.1, `${measure.pitchHz} Hz for ${hz}`);
    assert.ok(Math.abs(measure.melodySemitones - 3.2) < 0.5, `${measure.melodySemitones}`);
  }
});

test("noise has no pitch", () => {
  let seed = 1;
  const noise = Int16Array.from({ length: RATE }, () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return (seed % 8000) - 4000;
  });
  assert.equal(measureVoice(noise, RATE).pitchHz, 0);
});

test("a duller sound of the same pitch is far away, the same sound is not", () => {
  const at = (tilt: number) => features(measureVoice(tone(150, 0.2, tilt), RATE), 3.5);
  assert.equal(distance(at(9), at(9)), 0);
  assert.ok(distance(at(9), at(15)) > 1);
});
