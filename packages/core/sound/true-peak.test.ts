import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { clipTruePeak, TRUE_PEAK_MEMORY, truePeakAbove } from "./sound.ts";

const sine = (divisor: number, phaseDegrees: number, level: number): Float32Array => {
  // Faded in and out, because a sine that starts abruptly has higher peaks at its start.
  const length = 4800;
  return Float32Array.from({ length }, (_, i) => {
    const fade = Math.min(1, i / 1000, (length - 1 - i) / 1000);
    return fade * level * Math.sin((2 * Math.PI * i) / divisor + (phaseDegrees * Math.PI) / 180);
  });
};

test("EBU Tech 3341, cases 15 to 19: sines whose peaks lie between the samples, +0.2 / -0.4 dB", () => {
  for (const [divisor, phase, level] of [
    [4, 0, 0.5],
    [4, 45, 0.5],
    [6, 60, 0.5],
    [8, 67.5, 0.5],
    [4, 45, 1.41],
  ] as const) {
    const error = 20 * Math.log10(clipTruePeak(sine(divisor, phase, level)) / level);
    assert.ok(error <= 0.2 && error >= -0.4, `fs/${divisor} at ${phase}°: ${error} dB`);
  }
});

test("it is never under the sample peak, and scales with the signal", () => {
  fc.assert(
    fc.property(fc.float32Array({ maxLength: 300, min: -1, max: 1, noNaN: true }), (samples) => {
      const peak = clipTruePeak(samples);
      assert.ok(peak >= samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0));
      assert.ok(Math.abs(clipTruePeak(samples.map((sample) => sample / 2)) - peak / 2) < 1e-6);
    }),
    { numRuns: 50 },
  );
});

test("a running maximum finds the highest of all parts", () => {
  const samples = new Float32Array(5000);
  samples.set(sine(4, 45, 0.3).subarray(0, 2000), 100);
  samples.set(sine(6, 60, 0.7).subarray(0, 2000), 2500);
  let running = 0;
  for (let from = TRUE_PEAK_MEMORY; from < samples.length; from += 777) {
    running = truePeakAbove(samples, from, Math.min(samples.length, from + 777), running);
  }
  assert.equal(running, clipTruePeak(samples));
});
