import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { applyFades, ditherTo16Bit, fadeFactor, gainFactor, mixInto } from "./sound.ts";

test("a sound is added at its sample, times its gain, to the existing samples", () => {
  const target = Float32Array.of(1, 1, 1, 1, 1);
  mixInto(target, 2, Float32Array.of(9, 0.5, 0.25, 9), 1, 3, gainFactor(20 * Math.log10(2)));
  assert.deepEqual(
    [...target].map((sample) => Math.round(sample * 1e6) / 1e6),
    [1, 1, 2, 1.5, 1],
  );
});

test("fades are linear and multiply where they overlap", () => {
  const fades = { length: 10, fadeIn: 4, fadeOut: 4 };
  assert.deepEqual(
    Array.from({ length: 10 }, (_, i) => fadeFactor(fades, i)),
    [0, 0.25, 0.5, 0.75, 1, 1, 1, 0.75, 0.5, 0.25],
  );
  assert.equal(fadeFactor({ length: 4, fadeIn: 4, fadeOut: 4 }, 2), 0.25);
  assert.equal(fadeFactor({ length: 4, fadeIn: 0, fadeOut: 0 }, 0), 1);
});

test("fading a sound in parts equals fading it whole", () => {
  fc.assert(
    fc.property(
      fc.record({ length: fc.constant(50), fadeIn: fc.nat(60), fadeOut: fc.nat(60) }),
      fc.nat(50),
      (fades, cut) => {
        const whole = new Float32Array(50).fill(1);
        const parts = whole.slice();
        applyFades(whole, 0, 50, 0, fades);
        applyFades(parts, 0, cut, 0, fades);
        applyFades(parts, cut, 50, cut, fades);
        assert.deepEqual(parts, whole);
      },
    ),
  );
});

test("dither depends only on the position, is at most one and a half steps wide, and averages to zero", () => {
  const samples = new Float32Array(20_000).fill(0.123_456);
  const whole = ditherTo16Bit(samples, 0, samples.length, 1000);
  assert.deepEqual(ditherTo16Bit(samples, 7000, 9000, 8000), whole.slice(7000, 9000));
  const exact = Math.fround(0.123_456) * 32_768;
  assert.ok(whole.every((sample) => Math.abs(sample - exact) <= 1.5));
  const mean = whole.reduce((sum, sample) => sum + sample, 0) / whole.length;
  assert.ok(Math.abs(mean - exact) < 0.01, `mean error ${mean - exact}`);
});

test("digital silence stays silent and full scale does not wrap around", () => {
  assert.deepEqual(ditherTo16Bit(new Float32Array(4), 0, 4, 0), new Int16Array(4));
  assert.ok(ditherTo16Bit(new Float32Array(100).fill(1.5), 0, 100, 0).every((sample) => sample === 32_767));
  assert.ok(ditherTo16Bit(new Float32Array(100).fill(-1.5), 0, 100, 0).every((sample) => sample === -32_768));
});
