// A look-ahead true-peak limiter. The gain is decided once every 8 samples and interpolated between, falls over 5 ms before a
// peak along a raised cosine and recovers at 60 dB a second. Everything depends only on samples near by: the memory is
// finite, so that a stretch limited with LIMITER_WARM_UP samples before it equals the same stretch of the whole stream.

import { blockPeaks, blocksOver, endsOver, PEAK_BLOCK } from "./true-peak.ts";

/** Samples between two decided gains; stretches that shall join must start at multiples of it. */
export const LIMITER_STEP = PEAK_BLOCK;
const RECOVERY_DB_PER_SECOND = 60;
const LOOK_AHEAD_SECONDS = 0.005;
const MARGIN = 0.9995;

/** Steps of look-ahead. */
const lookAheadSteps = (sampleRate: number): number => Math.ceil((LOOK_AHEAD_SECONDS * sampleRate) / LIMITER_STEP);

/** How many samples before a stretch decide about it: one second, in which 60 dB of reduction are forgotten. */
export const limiterWarmUp = (sampleRate: number): number => Math.ceil(sampleRate / LIMITER_STEP) * LIMITER_STEP;

/** How many samples after a stretch decide about it. */
export const limiterLookAhead = (sampleRate: number): number => (lookAheadSteps(sampleRate) + 9) * LIMITER_STEP * 2;

/** Part of a signal, in samples, with a ceiling of its own. */
export interface Dip {
  readonly from: number;
  readonly to: number;
  /** Linear, under the ceiling of the whole. */
  readonly ceiling: number;
}

export interface Limiter {
  /**
   * Limits `samples` in place so that its true peak (BS.1770 Annex 2) stays at or under `ceiling` (linear, 1 is full scale),
   * and within each of `dips` under the dip's. Samples before and after count as silence. A signal under the ceiling is left
   * untouched, bit by bit.
   *
   * @returns whether anything was turned down.
   */
  limit(samples: Float32Array, ceiling: number, dips?: readonly Dip[]): boolean;
}

/** A limiter keeps its working memory from call to call; nothing else. @param sampleRate Hz. */
export function createLimiter(sampleRate: number): Limiter {
  const ahead = lookAheadSteps(sampleRate);
  const recovery = 10 ** ((RECOVERY_DB_PER_SECOND * LIMITER_STEP) / sampleRate / 20);
  const kernel = raisedCosine(ahead + 1);
  let levels = new Float32Array(0);
  let held = new Float64Array(0);

  /** The steps that are turned down and how far, in order, made into a gain at every edge between two steps. */
  function holdGains(samples: Float32Array, steps: number, ceiling: number, dips: readonly Dip[]): readonly number[] {
    const starts: number[] = [];
    held.fill(1, 0, steps + 1);
    let over = ceiling;
    // A peak found in a step lies in it or in the two before (the filter's middle is twelve samples back). Its gain is
    // held at every edge from which it is seen coming, so that the mean over the look-ahead is allowed too.
    const turnDown = (step: number, peak: number): void => {
      const gain = over / peak;
      const first = Math.max(0, step - 2 - ahead);
      starts.push(first);
      for (let edge = first; edge <= Math.min(steps, step + 1); edge++) if (gain < held[edge]!) held[edge] = gain;
    };
    blocksOver(samples, 0, steps, ceiling, levels, turnDown);
    endsOver(samples, ceiling, turnDown);
    for (const dip of dips) {
      over = dip.ceiling;
      const from = Math.max(0, Math.floor(dip.from / LIMITER_STEP));
      const to = Math.min(steps, Math.ceil(dip.to / LIMITER_STEP));
      blocksOver(samples, from, to, dip.ceiling, levels, turnDown);
    }
    return starts.sort((a, b) => a - b);
  }

  function limitOnce(samples: Float32Array, ceiling: number, dips: readonly Dip[]): boolean {
    const steps = Math.ceil(samples.length / LIMITER_STEP);
    const starts = holdGains(samples, steps, ceiling, dips);
    applyGains(samples, held.subarray(0, steps + 1), starts, kernel, recovery);
    return starts.length > 0;
  }

  return {
    limit: (samples, ceiling, dips = []) => {
      const steps = Math.ceil(samples.length / LIMITER_STEP);
      if (levels.length < steps) {
        levels = new Float32Array(steps);
        held = new Float64Array(steps + 1);
      }
      blockPeaks(samples, 0, steps, levels);
      // A gain that moves within the reach of the peak filter lifts a peak between samples by some hundredths of a decibel:
      // the second pass takes that away, and its own error is of second order, under the margin. The levels of the first
      // pass still hold: nothing was turned up.
      const targets = dips.map((dip) => ({ ...dip, ceiling: dip.ceiling * MARGIN }));
      const limited = limitOnce(samples, ceiling * MARGIN, targets);
      if (limited) limitOnce(samples, ceiling * MARGIN, targets);
      return limited;
    },
  };
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
 * hence the mean is too) and multiplies the samples, step by step along a line. Goes only where something is turned down.
 *
 * @param starts First edges that are turned down, ascending.
 */
function applyGains(
  samples: Float32Array,
  held: Float64Array,
  starts: readonly number[],
  kernel: Float64Array,
  recovery: number,
): void {
  const steps = held.length - 1;
  let done = -1;
  for (const start of starts) {
    if (start <= done) continue;
    let left = 1;
    let unityRun = 0;
    let edge = start;
    for (; edge <= steps && unityRun < kernel.length; edge++) {
      const recovered = edge === 0 ? 1 : held[edge - 1]! * recovery;
      if (recovered < held[edge]!) held[edge] = recovered;
      unityRun = held[edge] === 1 ? unityRun + 1 : 0;
      const right = smoothed(held, edge, kernel);
      if (edge > 0 && (left !== 1 || right !== 1)) ramp(samples, (edge - 1) * LIMITER_STEP, left, right);
      left = right;
    }
    done = edge - 1;
  }
}

function smoothed(held: Float64Array, edge: number, kernel: Float64Array): number {
  let gain = 0;
  for (let k = 0; k < kernel.length; k++) gain += kernel[k]! * (edge >= k ? held[edge - k]! : held[0]!);
  return Math.min(1, gain);
}

function ramp(samples: Float32Array, start: number, left: number, right: number): void {
  const slope = (right - left) / LIMITER_STEP;
  const end = Math.min(samples.length, start + LIMITER_STEP);
  for (let i = start; i < end; i++) samples[i] = samples[i]! * (left + slope * (i - start));
}
