// Measures a take without its text: level, pauses, ends, repetitions. take-findings.ts judges the figures.
// A speaking thread measures every take, so the samples are read once and the rest works on frames of 10 ms.

import { type FrameLevels, frameLevels, percentile } from "./frame-levels.ts";
import { repeatedEnding } from "./repeated-ending.ts";

export interface TakeFacts {
  readonly duration_ms: number;
  /** Level of the loud parts: the 95th percentile of the frames, dBFS; at least -120. */
  readonly loud_dbfs: number;
  /** How much of the take is within 30 dB of its loud parts. */
  readonly active_ms: number;
  /** 90th minus 10th percentile of the frames from the first active one to the last, dB. Speech has 15 or more. */
  readonly modulation_db: number;
  /** Stretches of at least three samples at full scale. */
  readonly clipped_stretches: number;
  /** The last 10 ms against the loud parts, dB; about 0 when a sound breaks off. */
  readonly end_db: number;
  /** The largest lasting change of level between two sentences or words, dB. */
  readonly step_db: number;
  /** The length of an ending that is heard twice; 0 if there is none. */
  readonly repeated_ms: number;
}

/** Below the loud parts by more than this counts as a pause. */
const ACTIVE_DB = 30;
/** The active sound on both sides of a lasting change, in frames. */
const STEP_FRAMES = 120;
/** The softer side of a change is active sound too. */
const STEP_ACTIVE_DB = 45;

/**
 * @param pcm mono
 * @param sampleRate Hz, at least 8,000
 */
export function takeFacts(pcm: Int16Array, sampleRate: number): TakeFacts {
  const frames = frameLevels(pcm, sampleRate);
  const { levels } = frames;
  const loud = levels.length === 0 ? -120 : percentile(levels, 0.95);
  const least = Math.max(-100, loud - ACTIVE_DB);
  let active = 0;
  let first = levels.length;
  let last = -1;
  for (let i = 0; i < levels.length; i++) {
    if (levels[i]! < least) continue;
    active++;
    first = Math.min(first, i);
    last = i;
  }
  const spoken = last < first ? new Float64Array(0) : levels.subarray(first, last + 1);
  return {
    duration_ms: (pcm.length * 1_000) / sampleRate,
    loud_dbfs: loud,
    active_ms: active * frames.frame_ms,
    modulation_db: spoken.length === 0 ? 0 : percentile(spoken, 0.9) - percentile(spoken, 0.1),
    clipped_stretches: frames.clipped_stretches,
    end_db: endLevel(pcm, sampleRate) - loud,
    step_db: lastingStep(spoken, Math.max(-100, loud - STEP_ACTIVE_DB)),
    repeated_ms: repeatedMs(pcm, sampleRate, frames, first, last),
  };
}

function endLevel(pcm: Int16Array, sampleRate: number): number {
  const from = Math.max(0, pcm.length - Math.round(sampleRate / 100));
  let sum = 0;
  for (let i = from; i < pcm.length; i++) sum += pcm[i]! * pcm[i]!;
  return 10 * Math.log10(sum / Math.max(1, pcm.length - from) / 2 ** 30 + 1e-12);
}

/**
 * The largest difference between the mean levels of active sound before and after a point. It must be present in the whole take
 * and close to the point: a slowly falling voice and a single loud word are not steps.
 */
function lastingStep(levels: Float64Array, least: number): number {
  const active = levels.filter((level) => level >= least);
  if (active.length < 2 * STEP_FRAMES) return 0;
  const sums = new Float64Array(active.length + 1);
  for (let i = 0; i < active.length; i++) sums[i + 1] = sums[i]! + active[i]!;
  const mean = (from: number, to: number) => (sums[to]! - sums[from]!) / (to - from);
  let step = 0;
  for (let at = STEP_FRAMES; at + STEP_FRAMES <= active.length; at++) {
    const whole = mean(at, active.length) - mean(0, at);
    const near = mean(at, at + STEP_FRAMES) - mean(at - STEP_FRAMES, at);
    if (Math.sign(whole) === Math.sign(near)) step = Math.max(step, Math.min(Math.abs(whole), Math.abs(near)));
  }
  return step;
}

function repeatedMs(pcm: Int16Array, sampleRate: number, frames: FrameLevels, first: number, last: number): number {
  if (last < first) return 0;
  return repeatedEnding(pcm, sampleRate, { levels: frames.levels.subarray(first, last + 1), first }) * frames.frame_ms;
}
