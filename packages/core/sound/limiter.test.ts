import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { clipTruePeak, createLimiter, LIMITER_STEP, limiterLookAhead, limiterWarmUp } from "./sound.ts";

const RATE = 8000;

interface Burst {
  readonly at: number;
  readonly length: number;
  readonly level: number;
  readonly shape: "sine" | "square" | "noise" | "click";
  readonly period: number;
}

const LENGTH = 6000;
const anyBurst: fc.Arbitrary<Burst> = fc.record({
  at: fc.integer({ min: 0, max: LENGTH - 1 }),
  length: fc.integer({ min: 1, max: 2000 }),
  level: fc.double({ min: 0.01, max: 12, noNaN: true }),
  shape: fc.constantFrom("sine", "square", "noise", "click"),
  period: fc.double({ min: 2, max: 400, noNaN: true }),
});

function signal(bursts: readonly Burst[], length = LENGTH): Float32Array {
  const samples = new Float32Array(length);
  let state = 7;
  for (const { at, length: burst, level, shape, period } of bursts) {
    for (let i = at; i < Math.min(length, at + (shape === "click" ? 1 : burst)); i++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
      const phase = (2 * Math.PI * (i - at)) / period;
      const wave = { sine: Math.sin(phase), square: Math.sign(Math.sin(phase)), noise: state / 2 ** 31, click: 1 }[
        shape
      ];
      samples[i] = samples[i]! + level * wave;
    }
  }
  return samples;
}

test("the true peak never exceeds the ceiling", () => {
  const limiter = createLimiter(RATE);
  fc.assert(
    fc.property(
      fc.array(anyBurst, { minLength: 1, maxLength: 5 }),
      fc.double({ min: 0.25, max: 0.99, noNaN: true }),
      (bursts, ceiling) => {
        const samples = signal(bursts);
        limiter.limit(samples, ceiling);
        const peak = clipTruePeak(samples);
        assert.ok(peak <= ceiling, `${20 * Math.log10(peak / ceiling)} dB over`);
      },
    ),
    { numRuns: 80 },
  );
});

test("a signal under the ceiling stays as it is, bit by bit", () => {
  const samples = signal([{ at: 100, length: 2000, level: 0.5, shape: "sine", period: 33 }]);
  const before = samples.slice();
  assert.deepEqual(createLimiter(RATE).limit(samples, 0.9), []);
  assert.deepEqual(samples, before);
});

test("before the look-ahead and after the recovery a peak leaves no trace", () => {
  const quiet: Burst = { at: 0, length: 24_000, level: 0.3, shape: "sine", period: 50 };
  const peak: Burst = { at: 12_000, length: 1, level: 1.5, shape: "click", period: 1 };
  const limited = signal([quiet, peak], 24_000);
  const plain = signal([quiet], 24_000);
  createLimiter(RATE).limit(limited, 0.9);
  assert.ok(limited[12_000]! <= 0.9);
  // 5 ms are 40 samples; two steps more for interpolation. 6 dB at 60 dB a second recover in a tenth of a second.
  assert.deepEqual(limited.subarray(0, 12_000 - 72), plain.subarray(0, 12_000 - 72));
  assert.deepEqual(limited.subarray(12_000 + 1000), plain.subarray(12_000 + 1000));
  assert.notDeepEqual(limited.subarray(11_980, 11_990), plain.subarray(11_980, 11_990), "it falls before the peak");
});

test("a range with the warm-up before and the look-ahead after equals the same range of the whole", () => {
  const limiter = createLimiter(RATE);
  const length = 24_000;
  fc.assert(
    fc.property(
      fc.array(anyBurst, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: limiterWarmUp(RATE) / LIMITER_STEP, max: 2400 }),
      (bursts, step) => {
        const spread = bursts.map((burst, i) => ({ ...burst, at: burst.at + ((i * 5003) % (length - LENGTH)) }));
        const whole = signal(spread, length);
        const from = step * LIMITER_STEP;
        const to = Math.min(length, from + 3000);
        const start = from - limiterWarmUp(RATE);
        const part = whole.slice(start, to + limiterLookAhead(RATE));
        limiter.limit(whole, 0.8);
        limiter.limit(part, 0.8);
        assert.deepEqual(part.subarray(from - start, to - start), whole.subarray(from, to));
      },
    ),
    { numRuns: 25 },
  );
});

test("a range that is lowered keeps its own ceiling, all of it the first one, and far from it nothing moves", () => {
  const limiter = createLimiter(RATE);
  const anyDip = fc.record({
    from: fc.integer({ min: 0, max: LENGTH - 200 }),
    length: fc.integer({ min: 24, max: 200 }),
    ceiling: fc.double({ min: 0.2, max: 0.7, noNaN: true }),
  });
  fc.assert(
    fc.property(
      fc.array(anyBurst, { minLength: 1, maxLength: 5 }),
      fc.array(anyDip, { maxLength: 4 }),
      (bursts, some) => {
        const samples = signal(bursts, 4 * LENGTH);
        limiter.limit(samples, 0.8);
        const before = samples.slice();
        const dips = some.map(({ from, length, ceiling }) => ({ from, to: from + length, ceiling }));
        limiter.lower(samples, 0.8, dips);
        assert.ok(clipTruePeak(samples) <= 0.8);
        for (const { from, to, ceiling } of dips) {
          const inside = samples.subarray(Math.ceil(from / LIMITER_STEP) * LIMITER_STEP, to);
          assert.ok(inside.every((sample) => Math.abs(sample) <= ceiling));
        }
        const beyond = LENGTH + 2 * RATE;
        assert.deepEqual(samples.subarray(beyond), before.subarray(beyond));
      },
    ),
    { numRuns: 60 },
  );
});
