// A look-ahead true-peak limiter. It computes the gain every 8 samples and interpolates in between. The gain falls over 5 ms
// before a peak along a raised cosine and recovers at 60 dB a second. It depends only on nearby samples: a segment limited
// with LIMITER_WARM_UP samples before it equals the same segment of the whole stream.

import { blockPeak, blocksNear, endPeaks, PEAK_BLOCK, TRUE_PEAK_MEMORY } from "./true-peak.ts";

/** Samples between two computed gains; segments that will be joined must start at multiples of it. */
export const LIMITER_STEP = PEAK_BLOCK;
const RECOVERY_DB_PER_SECOND = 60;
const LOOK_AHEAD_SECONDS = 0.005;
const MARGIN = 0.9995;

/** Steps of look-ahead. */
const lookAheadSteps = (sampleRate: number): number => Math.ceil((LOOK_AHEAD_SECONDS * sampleRate) / LIMITER_STEP);

/** Samples before a segment that influence it: one second, in which 60 dB of reduction recover. */
export const limiterWarmUp = (sampleRate: number): number => Math.ceil(sampleRate / LIMITER_STEP) * LIMITER_STEP;

/** Samples after a segment that influence it. */
export const limiterLookAhead = (sampleRate: number): number => (lookAheadSteps(sampleRate) + 9) * LIMITER_STEP * 2;

/** Part of a signal, in samples, with its own ceiling. */
export interface Dip {
  readonly from: number;
  readonly to: number;
  /** Linear, under the ceiling of the whole. */
  readonly ceiling: number;
}

export interface Limiter {
  /**
   * Limits `samples` in place so that its true peak (BS.1770 Annex 2) stays at or under `ceiling` (linear, 1 is full scale).
   * Samples before and after count as silence. A signal under the ceiling is left untouched, bit by bit.
   *
   * @returns the blocks of LIMITER_STEP samples that could have had a true peak over the ceiling before, or had a sample over
   * `watched`; ascending.
   */
  limit(samples: Float32Array, ceiling: number, watched?: number): readonly number[];
  /** Turns down samples that keep `ceiling`, so that each of `dips` keeps its own ceiling. Checks nothing else. */
  lower(samples: Float32Array, ceiling: number, dips: readonly Dip[]): void;
}

/** A limiter keeps its working memory from call to call; nothing else. @param sampleRate Hz. */
export function createLimiter(sampleRate: number): Limiter {
  const ahead = lookAheadSteps(sampleRate);
  const recovery = 10 ** ((RECOVERY_DB_PER_SECOND * LIMITER_STEP) / sampleRate / 20);
  const kernel = raisedCosine(ahead + 1);
  /** A gain for every edge between two steps; all are 1 between two calls. */
  let held = new Float64Array(0);

  /** Turns down the peaks over the ceiling in each segment; returns the segments that changed. */
  function pass(
    samples: Float32Array,
    stretches: readonly Dip[],
    watched = Infinity,
    near: number[] = [],
  ): readonly Stretch[] {
    const steps = Math.ceil(samples.length / LIMITER_STEP);
    if (held.length < steps + 1) held = new Float64Array(steps + 1).fill(1);
    const starts: number[] = [];
    for (const { from, to, ceiling } of stretches) {
      // A peak found in a step is in that step or in the two steps before (the filter's centre is twelve samples back). Its
      // gain is held at every edge of the look-ahead, so that the mean over the look-ahead keeps the ceiling as well.
      const turnDown = (step: number, peak: number): void => {
        if (peak <= ceiling) return;
        const gain = ceiling / peak;
        const first = Math.max(0, step - 2 - ahead);
        starts.push(first);
        for (let edge = first; edge <= Math.min(steps, step + 1); edge++) if (gain < held[edge]!) held[edge] = gain;
      };
      const [first, last] = [Math.max(0, Math.floor(from / LIMITER_STEP)), Math.ceil(to / LIMITER_STEP)];
      const see = (step: number, bound: number): void => {
        near.push(step);
        if (bound > ceiling) turnDown(step, blockPeak(samples, step));
      };
      blocksNear(samples, first, Math.min(steps, last), ceiling, see, watched);
      if (from <= 0 || to >= samples.length) endPeaks(samples, turnDown);
    }
    starts.sort((a, b) => a - b);
    return applyGains(samples, held.subarray(0, steps + 1), starts, kernel, recovery);
  }

  // A gain that changes within the length of the peak filter raises a peak between samples by some hundredths of a decibel.
  // A second pass over the changed segments removes that. Its own error is of second order, below the margin.
  return {
    limit: (samples, ceiling, watched) => {
      const near: number[] = [];
      const changed = pass(samples, [{ from: 0, to: Infinity, ceiling: ceiling * MARGIN }], watched, near);
      pass(samples, keeping(changed, ceiling));
      return near;
    },
    lower: (samples, ceiling, dips) => {
      const targets = dips.map((dip) => ({ ...dip, ceiling: dip.ceiling * MARGIN }));
      const changed = pass(samples, targets);
      if (changed.length > 0) pass(samples, [...keeping(changed, ceiling), ...targets]);
    },
  };
}

const keeping = (stretches: readonly Stretch[], ceiling: number): Dip[] =>
  stretches.map((stretch) => ({ ...stretch, ceiling: ceiling * MARGIN }));

/** In samples. */
interface Stretch {
  readonly from: number;
  readonly to: number;
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
 * Lets the held gains recover, smooths them backwards over the look-ahead (each value averaged is allowed at the edge itself,
 * hence the mean is too) and multiplies the samples, step by step along a line. Goes only where something is turned down, and
 * leaves all gains at 1.
 *
 * @param starts First edges that are turned down, ascending.
 * @returns where peaks may have changed.
 */
function applyGains(
  samples: Float32Array,
  held: Float64Array,
  starts: readonly number[],
  kernel: Float64Array,
  recovery: number,
): readonly Stretch[] {
  const steps = held.length - 1;
  const changed: Stretch[] = [];
  // While every gain under the kernel recovers from the one before, their mean is the last one times this.
  const recovering = kernel.reduce((sum, weight, k) => sum + weight * recovery ** -k, 0);
  let done = -1;
  for (const start of starts) {
    if (start <= done) continue;
    let left = 1;
    let unityRun = 0;
    let recoveryRun = 0;
    let edge = start;
    for (; edge <= steps && unityRun < kernel.length; edge++) {
      const recovered = edge === 0 ? 1 : held[edge - 1]! * recovery;
      const isRecovering = recovered < held[edge]!;
      if (isRecovering) held[edge] = recovered;
      recoveryRun = isRecovering ? recoveryRun + 1 : 0;
      unityRun = held[edge] === 1 ? unityRun + 1 : 0;
      const right = recoveryRun >= kernel.length ? held[edge]! * recovering : smoothed(held, edge, kernel);
      if (edge > 0 && (left !== 1 || right !== 1)) ramp(samples, (edge - 1) * LIMITER_STEP, left, right);
      left = right;
    }
    done = edge - 1;
    changed.push({ from: (start - 1) * LIMITER_STEP, to: edge * LIMITER_STEP + TRUE_PEAK_MEMORY });
    held.fill(1, start, edge);
  }
  return changed;
}

function smoothed(held: Float64Array, edge: number, kernel: Float64Array): number {
  let gain = 0;
  const inside = Math.min(kernel.length, edge + 1);
  for (let k = 0; k < inside; k++) gain += kernel[k]! * held[edge - k]!;
  for (let k = inside; k < kernel.length; k++) gain += kernel[k]! * held[0]!;
  return Math.min(1, gain);
}

function ramp(samples: Float32Array, start: number, left: number, right: number): void {
  const slope = (right - left) / LIMITER_STEP;
  const end = Math.min(samples.length, start + LIMITER_STEP);
  for (let i = start; i < end; i++) samples[i] = samples[i]! * (left + slope * (i - start));
}
