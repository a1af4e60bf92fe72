// Dialogue-safe ducking: during speech, a sound is turned down until the speech is at least 9 LU louder. The loudness of
// speech is the integrated loudness of its unit after its gain. The loudness of the sound is its highest momentary loudness
// (BS.1770, 400 ms) during the speech, so that a quiet rest does not hide a burst.

import { gainFactor } from "./mix.ts";

export const SPEECH_OVER_SOUND_LU = 9;

/** Slightly more than the target, because the blocks of another meter start at other samples. */
const MARGIN_LU = 0.5;
const DOWN_SECONDS = 0.25;
const UP_SECONDS = 0.6;

/** Speech on the line; samples. */
export interface SpeechStretch {
  readonly from: number;
  readonly to: number;
  /** After its gain. */
  readonly lufs: number;
}

/** Linear factor at a sample of the sound; interpolated linearly between two points. */
export interface EnvelopePoint {
  readonly at: number;
  readonly gain: number;
}

/**
 * The envelope that turns a sound down under speech. Empty if no change is needed.
 *
 * @param speech Ascending, not overlapping.
 * @param sound.start On the line. @param sound.loudness Highest momentary LUFS, after the sound's gain, between two samples of
 * the sound; -Infinity for silence.
 */
export function duckingEnvelope(
  speech: readonly SpeechStretch[],
  sound: { readonly start: number; readonly length: number; loudness(from: number, to: number): number },
  sampleRate: number,
): readonly EnvelopePoint[] {
  const down = Math.round(DOWN_SECONDS * sampleRate);
  const up = Math.round(UP_SECONDS * sampleRate);
  const held: { from: number; to: number; gain: number }[] = [];
  for (const stretch of speech) {
    const from = stretch.from - sound.start;
    const to = stretch.to - sound.start;
    if (to <= 0 || from >= sound.length) continue;
    const excess =
      sound.loudness(Math.max(0, from), Math.min(sound.length, to)) - (stretch.lufs - SPEECH_OVER_SOUND_LU);
    if (excess + MARGIN_LU > 0) held.push({ from, to, gain: gainFactor(-(excess + MARGIN_LU)) });
  }
  const points: EnvelopePoint[] = [];
  for (const [i, { from, to, gain }] of held.entries()) {
    const before = held[i - 1];
    const after = held[i + 1];
    // Between two lines in quick succession the sound stays down; otherwise it would pump.
    const joined = before !== undefined && from - before.to < down + up;
    if (!joined) points.push({ at: from - down, gain: 1 });
    // The envelope reaches a deeper neighbour before its speech begins and leaves it after the speech ends.
    points.push({ at: joined && before.gain < gain ? before.to + Math.min(up, from - before.to) : from, gain });
    points.push({ at: to, gain });
    if (after === undefined || after.from - to >= down + up) points.push({ at: to + up, gain: 1 });
  }
  return ascending(points);
}

/** Points at the same sample (neighbours without a pause) keep their order. */
function ascending(points: readonly EnvelopePoint[]): EnvelopePoint[] {
  let last = Number.NEGATIVE_INFINITY;
  return points.map((point) => {
    last = Math.max(last, point.at);
    return { ...point, at: last };
  });
}

/** Multiplies `samples`, whose first is number `position` of the sound, by an envelope, in place. */
export function applyEnvelope(samples: Float32Array, position: number, envelope: readonly EnvelopePoint[]): void {
  if (envelope.length === 0) return;
  let next = envelope.findIndex((point) => point.at > position);
  if (next < 0) next = envelope.length;
  for (let i = 0; i < samples.length; i++) {
    const at = position + i;
    while (next < envelope.length && envelope[next]!.at <= at) next++;
    samples[i] = samples[i]! * factorBetween(envelope[next - 1], envelope[next], at);
  }
}

function factorBetween(before: EnvelopePoint | undefined, after: EnvelopePoint | undefined, at: number): number {
  if (before === undefined) return after?.gain ?? 1;
  if (after === undefined) return before.gain;
  return before.gain + ((after.gain - before.gain) * (at - before.at)) / (after.at - before.at);
}
