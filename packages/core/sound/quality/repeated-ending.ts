// Finds an ending that is heard twice. A synthesiser that misses the end of its text speaks the last words again. The
// envelopes of the last part and the part before it are compared first; if they agree, their sounds are compared.

import { frameSamples } from "./frame-levels.ts";

/** Frames of 10 ms. */
const SHORTEST = 50;
const LONGEST = 400;
/** Mean difference of two envelopes, dB, up to which the sounds are compared. Two renditions of one word have about 2. */
const ENVELOPE_DB = 3;
/** Differences above this count as this: one late plosive does not hide an agreement. */
const MOST_DB = 15;
/**
 * Mean distance of the sounds of two stretches. The same word again has less; different words of one voice have twice as
 * much.
 */
const SOUND_DISTANCE = 0.2;

/** The share of the time between the two endings that is compared. A pause may lie between them. */
const COMPARED = 0.85;

/** Frames from an ending to its repetition; 0 without one. `levels` range from frame `first` to the last active frame. */
export function repeatedEnding(
  pcm: Int16Array,
  sampleRate: number,
  { levels, first }: { readonly levels: Float64Array; readonly first: number },
): number {
  const end = levels.length;
  let best = 0;
  let bestDistance = SOUND_DISTANCE;
  for (let lag = Math.min(LONGEST, end >> 1); lag >= SHORTEST; lag--) {
    const length = Math.round(lag * COMPARED);
    if (envelopeDistance(levels, lag, length, 8) > 2 * ENVELOPE_DB) continue;
    if (envelopeDistance(levels, lag, length, 1) > ENVELOPE_DB) continue;
    const distance = soundDistance(pcm, sampleRate, { at: first + end - length, lag, length });
    if (distance >= bestDistance) continue;
    best = lag;
    bestDistance = distance;
  }
  return best;
}

/** Mean difference in dB of the last `length` levels and those `lag` earlier, looked at every `step` frames. */
function envelopeDistance(levels: Float64Array, lag: number, length: number, step: number): number {
  const end = levels.length;
  let sum = 0;
  let count = 0;
  for (let i = 1; i <= length; i += step, count++) {
    const difference = Math.abs(levels[end - i]! - levels[end - lag - i]!);
    sum += Math.min(difference, MOST_DB);
  }
  return sum / count;
}

interface Stretch {
  /** Frames. */
  readonly at: number;
  readonly lag: number;
  readonly length: number;
}

/** Mean distance of the shapes of sound of a stretch and what is `lag` frames earlier; 0 for equal sounds. */
function soundDistance(pcm: Int16Array, sampleRate: number, { at, lag, length }: Stretch): number {
  const size = frameSamples(sampleRate);
  let sum = 0;
  for (let i = 0; i < length; i += 2) {
    const later = shapeOf(pcm, (at + i) * size, 2 * size);
    const earlier = shapeOf(pcm, (at - lag + i) * size, 2 * size);
    for (let k = 0; k < later.length; k++) sum += Math.abs(later[k]! - earlier[k]!);
  }
  return sum / Math.ceil(length / 2);
}

/**
 * Autocorrelation of the differences between samples at a few short lags: a coarse form of the spectrum above the pitch,
 * which does not depend on level. Vowels, fricatives and nasals differ in it.
 */
function shapeOf(pcm: Int16Array, from: number, count: number): readonly number[] {
  const to = Math.min(pcm.length, from + count) - LAGS.at(-1)!;
  const sums = LAGS.map(() => 0);
  let energy = 1;
  for (let i = from + 1; i < to; i++) {
    const step = pcm[i]! - pcm[i - 1]!;
    energy += step * step;
    for (let k = 0; k < LAGS.length; k++) sums[k]! += step * (pcm[i + LAGS[k]!]! - pcm[i + LAGS[k]! - 1]!);
  }
  return sums.map((sum) => sum / energy);
}

const LAGS = [1, 3, 6, 10];
