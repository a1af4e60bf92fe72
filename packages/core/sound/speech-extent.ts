// Finds the part of a recording with speech, for trimming. Voice is louder than the recording's noise for some time; shorter
// sounds (a click, a key) do not count.

import { percentile } from "./quality/frame-levels.ts";

/** Frames of 10 ms, as in frameLevels(). */
export interface SpeechExtent {
  /** The first frame that is kept. */
  readonly from: number;
  /** The frame after the last one that is kept. */
  readonly to: number;
  /** Level of the quietest half second, dBFS; at least -120. */
  readonly noise_floor_dbfs: number;
}

/** Softer than this is no voice: 20 dB below a whisper at a usual distance from a usual microphone. */
const SILENT_DBFS = -60;
const FLOOR_FRAMES = 50;
/** Voice is louder than the noise by this much. Frames of steady noise differ by less than 3 dB. */
const OVER_NOISE_DB = 8;
/** The softest sounds of speech, such as a final "f", are about this far below the loud ones. */
const SOFTEST_SPEECH_DB = 42;
/** In a noisy recording, frames within this range below the loud parts count as voice. */
const LOUD_SPEECH_DB = 12;
/** A place is voice when at least LEAST_VOICED of the WINDOW frames around it are: 70 of 120 ms. */
const WINDOW = 12;
const LEAST_VOICED = 7;
/** Room for a breath before the first word and for the decay of the last sound, in frames. */
const BEFORE_FRAMES = 20;
const AFTER_FRAMES = 30;

/**
 * The part to keep: from shortly before the first voice to shortly after the last one. A recording in which voice and noise
 * cannot be told apart is kept whole. Null when it is silent.
 *
 * @param levels dBFS of each frame
 */
export function speechExtent(levels: Float64Array): SpeechExtent | null {
  if (levels.length === 0) return null;
  const loud = loudLevel(levels);
  if (loud < SILENT_DBFS) return null;
  const floor = noiseFloor(levels);
  const least = Math.min(Math.max(floor + OVER_NOISE_DB, loud - SOFTEST_SPEECH_DB), loud - LOUD_SPEECH_DB);
  const whole = { from: 0, to: levels.length, noise_floor_dbfs: floor };
  if (least <= floor) return whole;
  const sums = new Uint32Array(levels.length + 1);
  for (let i = 0; i < levels.length; i++) sums[i + 1] = sums[i]! + (levels[i]! >= least ? 1 : 0);
  const window = Math.min(WINDOW, levels.length);
  const isVoice = (at: number) => sums[at + window]! - sums[at]! >= Math.min(LEAST_VOICED, window);
  let first = 0;
  let last = levels.length - window;
  while (first <= last && !isVoice(first)) first++;
  while (last >= first && !isVoice(last)) last--;
  if (first > last) return whole;
  // The windows reach beyond the voice.
  let end = last + window;
  while (levels[first]! < least) first++;
  while (levels[end - 1]! < least) end--;
  return {
    from: Math.max(0, first - BEFORE_FRAMES),
    to: Math.min(levels.length, end + AFTER_FRAMES),
    noise_floor_dbfs: floor,
  };
}

/** The loud parts of the loudest second: how much silence surrounds the voice does not matter. */
function loudLevel(levels: Float64Array): number {
  const SECOND = 100;
  let loud = -120;
  for (let from = 0; from === 0 || from + SECOND / 2 <= levels.length; from += SECOND / 2)
    loud = Math.max(loud, percentile(levels.subarray(from, from + SECOND), 0.8));
  return loud;
}

function noiseFloor(levels: Float64Array): number {
  const size = Math.min(FLOOR_FRAMES, levels.length);
  const powers = levels.map((level) => 10 ** (level / 10));
  let quietest = Number.POSITIVE_INFINITY;
  // Each sum is computed from scratch: differences of large and small powers would lose the small ones.
  for (let from = 0; from + size <= powers.length; from += 5) {
    let sum = 0;
    for (let i = from; i < from + size; i++) sum += powers[i]!;
    quietest = Math.min(quietest, sum);
  }
  return Math.max(-120, 10 * Math.log10(quietest / size));
}
