// A look-ahead true-peak limiter. The gain is decided once every 8 samples and interpolated between, falls over 5 ms before a
// peak along a raised cosine and recovers at 60 dB a second. Everything depends only on samples near by: the memory is
// finite, so that a stretch limited with LIMITER_WARM_UP samples before it equals the same stretch of the whole stream.

import { blockTruePeaks } from "./true-peak.ts";

/** Samples between two decided gains; stretches that shall join must start at multiples of it. */
export const LIMITER_STEP = 8;
const RECOVERY_DB_PER_SECOND = 60;
const LOOK_AHEAD_SECONDS = 0.005;

/** Steps of look-ahead. */
const lookAheadSteps = (sampleRate: number): number => Math.ceil((LOOK_AHEAD_SECONDS * sampleRate) / LIMITER_STEP);

/** How many samples before a stretch decide about it: one second, in which 60 dB of reduction are forgotten. */
export const limiterWarmUp = (sampleRate: number): number => Math.ceil(sampleRate / LIMITER_STEP) * LIMITER_STEP;

/** How many samples after a stretch decide about it. */
export const limiterLookAhead = (sampleRate: number): number => (lookAheadSteps(sampleRate) + 6) * LIMITER_STEP * 2;

export interface Limiter {
  /**
   * Limits `samples` in place so that its true peak (BS.1770 Annex 2) stays at or under `ceiling` (linear, 1 is full scale).
   * Samples before and after count as silence. A signal under the ceiling is left untouched, bit by bit.
   *
   * @returns whether anything was turned down.
   */
  limit(samples: Float32Array, ceiling: number): boolean;
}

/** A limiter keeps its working memory from call to call; nothing else. @param sampleRate Hz. */
export function createLimiter(sampleRate: number): Limiter {
  const ahead = lookAheadSteps(sampleRate);
  const recovery = 10 ** ((RECOVERY_DB_PER_SECOND * LIMITER_STEP) / sampleRate / 20);
  const kernel = raisedCosine(ahead + 1);
  let peaks = new Float32Array(0);
  let gains: [Float64Array, Float64Array, Float64Array] = [
    new Float64Array(0),
    new Float64Array(0),
    new Float64Array(0),
  ];

  function limitOnce(samples: Float32Array, ceiling: number): boolean {
    const steps = Math.ceil(samples.length / LIMITER_STEP);
    if (peaks.length < steps) {
      peaks = new Float32Array(steps);
      gains = [new Float64Array(steps + 1), new Float64Array(steps + 1), new Float64Array(steps + 1)];
    }
    if (!blockTruePeaks(samples, LIMITER_STEP, ceiling, peaks)) return false;
    const [allowed, left, right] = [
      gains[0].subarray(0, steps + 1),
      gains[1].subarray(0, steps + 1),
      gains[2].subarray(0, steps + 1),
    ];
    allowedGains(peaks, steps, ceiling, allowed);
    const held = slidingMinimum(allowed, ahead, left, right);
    for (let edge = 1; edge <= steps; edge++) {
      const recovered = Math.min(1, held[edge - 1]! * recovery);
      if (recovered < held[edge]!) held[edge] = recovered;
    }
    applySmoothed(samples, held, kernel);
    return true;
  }

  return {
    limit: (samples, ceiling) => {
      // A gain that moves within the reach of the peak filter lifts a peak between samples by some hundredths of a decibel:
      // the second pass takes that away, and its own error is of second order, under the margin.
      const target = ceiling * 0.9995;
      const limited = limitOnce(samples, target);
      if (limited) limitOnce(samples, target);
      return limited;
    },
  };
}

/**
 * Gain that every edge between two steps may have at most. The filter reaches back over eleven samples, so that a peak found
 * in a step belongs to it or to the two before.
 */
function allowedGains(peaks: Float32Array, steps: number, ceiling: number, allowed: Float64Array): void {
  allowed.fill(1);
  for (let step = 0; step < steps; step++) {
    const peak = peaks[step]!;
    if (peak <= ceiling) continue;
    const gain = ceiling / peak;
    for (let edge = Math.max(0, step - 2); edge <= Math.min(steps, step + 1); edge++) {
      if (gain < allowed[edge]!) allowed[edge] = gain;
    }
  }
}

/**
 * For every index the minimum of itself and the `ahead` values after it (van Herk's two passes: minima since and until the
 * bounds of blocks as wide as the window). The result takes the place of `values`.
 */
function slidingMinimum(values: Float64Array, ahead: number, left: Float64Array, right: Float64Array): Float64Array {
  const width = ahead + 1;
  const last = values.length - 1;
  for (let i = 0; i <= last; i++) left[i] = i % width === 0 ? values[i]! : Math.min(left[i - 1]!, values[i]!);
  for (let i = last; i >= 0; i--) {
    right[i] = i === last || (i + 1) % width === 0 ? values[i]! : Math.min(right[i + 1]!, values[i]!);
  }
  for (let i = 0; i <= last; i++) values[i] = Math.min(right[i]!, left[Math.min(last, i + ahead)]!);
  return values;
}

function raisedCosine(width: number): Float64Array {
  const kernel = new Float64Array(width);
  let sum = 0;
  for (let i = 0; i < width; i++) {
    kernel[i] = 1 - Math.cos((2 * Math.PI * (i + 1)) / (width + 1));
    sum += kernel[i]!;
  }
  return kernel.map((weight) => weight / sum);
}

/**
 * Smooths the held gains backwards over the look-ahead (each value averaged is allowed at the edge itself, hence the mean is
 * too) and multiplies the samples, step by step along a line.
 */
function applySmoothed(samples: Float32Array, held: Float64Array, kernel: Float64Array): void {
  const steps = held.length - 1;
  let unityRun = 0;
  const gainAt = (edge: number): number => {
    unityRun = held[edge] === 1 ? unityRun + 1 : 0;
    if (unityRun >= kernel.length) return 1;
    let gain = 0;
    for (let k = 0; k < kernel.length; k++) gain += kernel[k]! * (edge >= k ? held[edge - k]! : held[0]!);
    return Math.min(1, gain);
  };
  let left = gainAt(0);
  for (let step = 0; step < steps; step++) {
    const right = gainAt(step + 1);
    if (left !== 1 || right !== 1) {
      const slope = (right - left) / LIMITER_STEP;
      const start = step * LIMITER_STEP;
      const end = Math.min(samples.length, start + LIMITER_STEP);
      for (let i = start; i < end; i++) samples[i] = samples[i]! * (left + slope * (i - start));
    }
    left = right;
  }
}
