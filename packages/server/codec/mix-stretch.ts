// The finished sound of any stretch of the line: clips read, resampled, levelled, faded, added up and limited. A stretch
// equals the same stretch of every other cut of the line.

import { applyFades, LIMITER_STEP, limit, limiterLookAhead, limiterWarmUp, mixInto } from "@fullcast/core/sound";
import type { ClipReader } from "./clip-reader.ts";
import { RenderError } from "./render-error.ts";
import { type Clip, OUTPUT_RATE } from "./timeline-plan.ts";
import { openWav } from "./wav-source.ts";

const WARM_UP = limiterWarmUp(OUTPUT_RATE);
const LOOK_AHEAD = limiterLookAhead(OUTPUT_RATE);

/** The stretch of the line whose clips a mix of [from, to) needs. */
export const neededRange = (from: number, to: number) => ({ from: from - WARM_UP, to: to + LOOK_AHEAD });

/** How much an asset may differ from its unit's duration in whole milliseconds, however that was rounded. */
const ROUNDING_SAMPLES = Math.ceil((OUTPUT_RATE * 1.5) / 1000);

/**
 * Samples [from, to) of the line; silence before 0.
 *
 * @param from A multiple of LIMITER_STEP. @param ceiling Linear true peak. @param clips All within neededRange(from, to).
 */
export function mixStretch(
  reader: ClipReader,
  clips: readonly Clip[],
  from: number,
  to: number,
  ceiling: number,
): Float32Array {
  if (from % LIMITER_STEP !== 0) throw new RangeError("A stretch starts at a limiter step.");
  const range = neededRange(from, to);
  const line = new Float32Array(range.to - range.from);
  for (const clip of clips) addClip(line, range.from, clip, reader);
  limit(line, OUTPUT_RATE, ceiling);
  return line.subarray(from - range.from, to - range.from);
}

function addClip(line: Float32Array, lineFrom: number, clip: Clip, reader: ClipReader): void {
  using source = openWav(clip.path, clip.assetId);
  const own = reader.lengthOf(source);
  if (clip.exact && Math.abs(own - (clip.length - OUTPUT_RATE / 1000)) > ROUNDING_SAMPLES) {
    throw new RenderError("input", "The audio of an asset is not as long as the timeline says.", clip.assetId);
  }
  const length = Math.min(own, clip.length);
  const from = Math.max(0, lineFrom - clip.start);
  const to = Math.min(length, lineFrom + line.length - clip.start);
  if (to <= from) return;
  const samples = reader.read(source, from, to);
  applyFades(samples, 0, samples.length, from, { length, fadeIn: clip.fadeIn, fadeOut: clip.fadeOut });
  mixInto(line, clip.start + from - lineFrom, samples, 0, samples.length, clip.gain);
}
