import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { analyse, createLoudnessMeter } from "./sound.ts";

/** A 1 kHz sine whose parts have a level (dBFS of the peak) and a duration. */
function tone(sampleRate: number, ...parts: readonly (readonly [dbfs: number, seconds: number])[]): Float32Array {
  const samples = new Float32Array(parts.reduce((sum, [, seconds]) => sum + Math.round(seconds * sampleRate), 0));
  let at = 0;
  for (const [dbfs, seconds] of parts) {
    const end = at + Math.round(seconds * sampleRate);
    const level = 10 ** (dbfs / 20);
    for (; at < end; at++) samples[at] = level * Math.sin((2 * Math.PI * 1000 * at) / sampleRate);
  }
  return samples;
}

function loudness(samples: Float32Array, sampleRate: number): number {
  const meter = createLoudnessMeter(sampleRate);
  meter.add(samples);
  return meter.integrated();
}

const near = (actual: number, expected: number, within: number): void =>
  assert.ok(Math.abs(actual - expected) <= within, `${actual} is not within ${within} of ${expected}`);

// EBU Tech 3341 gives its signals in both channels of a stereo pair; one channel alone has half the power.
const ONE_CHANNEL = 10 * Math.log10(0.5);

test("EBU Tech 3341, cases 1 and 2: a 1 kHz tone at -23 and at -33 dBFS", () => {
  for (const sampleRate of [44_100, 48_000]) {
    near(loudness(tone(sampleRate, [-23, 3]), sampleRate), -23 + ONE_CHANNEL, 0.1);
    near(loudness(tone(sampleRate, [-33, 3]), sampleRate), -33 + ONE_CHANNEL, 0.1);
  }
});

test("EBU Tech 3341, cases 3 to 5: quiet parts are gated", () => {
  const rate = 8000;
  const reference = loudness(tone(rate, [-23, 3]), rate);
  near(loudness(tone(rate, [-36, 10], [-23, 60], [-36, 10]), rate), reference, 0.1);
  near(loudness(tone(rate, [-72, 10], [-36, 10], [-23, 60], [-36, 10], [-72, 10]), rate), reference, 0.1);
  near(loudness(tone(rate, [-26, 20], [-20, 20.1], [-26, 20]), rate), reference, 0.1);
});

test("a clip shorter than one 400 ms block counts as one block", () => {
  near(loudness(tone(44_100, [-23, 0.2]), 44_100), -23 + ONE_CHANNEL, 0.3);
  near(loudness(tone(44_100, [-23, 0.05]), 44_100), -23 + ONE_CHANNEL, 0.8);
});

test("silence, and sound under -70 LUFS, has no loudness", () => {
  assert.equal(loudness(new Float32Array(44_100), 44_100), -Infinity);
  assert.equal(loudness(new Float32Array(0), 44_100), -Infinity);
  assert.equal(loudness(tone(44_100, [-75, 2]), 44_100), -Infinity);
});

test("a stream in pieces measures as in one", () => {
  const samples = tone(8000, [-20, 0.7], [-40, 0.6], [-26, 0.8]);
  const whole = loudness(samples, 8000);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: samples.length }), { maxLength: 8 }), (cuts) => {
      const meter = createLoudnessMeter(8000);
      const bounds = [0, ...cuts.toSorted((a, b) => a - b), samples.length];
      for (let i = 1; i < bounds.length; i++) meter.add(samples, bounds[i - 1]!, bounds[i]!);
      near(meter.integrated(), whole, 1e-9);
    }),
    { numRuns: 30 },
  );
});

test("a unit's analysis is finite and within the schema's bounds for any samples", () => {
  const anyPcm = fc.int16Array({ maxLength: 3000 });
  fc.assert(
    fc.property(anyPcm, fc.constantFrom(8000, 22_050, 24_000, 44_100, 192_000), (pcm, sampleRate) => {
      const { integrated_lufs, sample_peak_dbfs } = analyse(pcm, sampleRate);
      assert.ok(integrated_lufs >= -120 && integrated_lufs <= 12);
      assert.ok(sample_peak_dbfs >= -200 && sample_peak_dbfs <= 12);
      assert.ok(!Object.is(sample_peak_dbfs, -0));
    }),
    { numRuns: 60 },
  );
  assert.deepEqual(analyse(new Int16Array(0), 22_050), { integrated_lufs: -120, sample_peak_dbfs: -200 });
  assert.deepEqual(analyse(Int16Array.of(-32_768), 22_050).sample_peak_dbfs, 0);
});
