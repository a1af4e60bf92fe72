// Where the glottis closes: one mark in each period of voiced speech, regular marks elsewhere. Grains cut around these
// marks can be laid at other distances without a seam (Moulines & Charpentier, "Pitch-synchronous waveform processing
// techniques", Speech Communication 9, 1990).

import { PITCH_STEP_SECONDS, type PitchTrack } from "./pitch-track.ts";

/** Distance of marks where speech is not voiced. */
const UNVOICED_SECONDS = 0.005;
/** How far from the expected place a mark is looked for, as a part of the period. */
const SEARCH = 0.25;

export interface PitchMarks {
  /** Sample positions, ascending. */
  readonly at: Float64Array;
  /** Length of the period around each mark, in samples. */
  readonly period: Float64Array;
  /** 1 where the mark belongs to voiced speech. */
  readonly voiced: Uint8Array;
}

export function pitchMarks(samples: Float32Array, sampleRate: number, track: PitchTrack): PitchMarks {
  const step = PITCH_STEP_SECONDS * sampleRate;
  const sign = polarity(samples);
  const at: number[] = [];
  const period: number[] = [];
  const voiced: number[] = [];
  const unvoicedStep = UNVOICED_SECONDS * sampleRate;
  const periodAt = (position: number) => {
    const frame = Math.min(track.hz.length - 1, Math.max(0, Math.round(position / step)));
    const hz = track.hz[frame]!;
    return hz === 0 ? 0 : sampleRate / hz;
  };
  let position = 0;
  while (position < samples.length) {
    const length = periodAt(position);
    if (length === 0) {
      at.push(position);
      period.push(unvoicedStep);
      voiced.push(0);
      position += unvoicedStep;
      continue;
    }
    const last = at.length - 1;
    const follows = last >= 0 && voiced[last] === 1;
    // The first mark of a voiced stretch may lie anywhere in its first period; the others one period after the last.
    const [from, to] = follows
      ? [at[last]! + length * (1 - SEARCH), at[last]! + length * (1 + SEARCH)]
      : [position, position + length];
    const mark = follows
      ? peak(samples, sign, from, to, at[last]! + length, length)
      : peak(samples, sign, from, to, null, length);
    at.push(mark);
    period.push(follows ? mark - at[last]! : length);
    voiced.push(1);
    position = mark + length * 0.6;
    if (periodAt(mark + length) !== 0) position = mark + length * (1 - SEARCH);
  }
  return { at: Float64Array.from(at), period: Float64Array.from(period), voiced: Uint8Array.from(voiced) };
}

/** 1 or -1: the side to which the pulses of this voice point. */
function polarity(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample * sample;
  return sum >= 0 ? 1 : -1;
}

/** The highest sample in [from, to), with a preference for what lies near `expected`. */
function peak(
  samples: Float32Array,
  sign: number,
  from: number,
  to: number,
  expected: number | null,
  length: number,
): number {
  let best = Number.NEGATIVE_INFINITY;
  let place = expected ?? from;
  for (let i = Math.max(0, Math.ceil(from)); i < Math.min(samples.length, to); i++) {
    const distance = expected === null ? 0 : (i - expected) / (SEARCH * length);
    const value = sign * samples[i]! * (1 - 0.35 * distance * distance);
    if (value > best) {
      best = value;
      place = i;
    }
  }
  return place;
}
