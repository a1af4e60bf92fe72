// Another person out of a recorded voice: pitch, melody, pace and the length of the vocal tract are changed each by
// itself, by cutting speech into grains of two periods and laying them anew (pitch-synchronous overlap and add).
// What always holds: the same samples and wishes give the same result; with no change asked the words stay where they are.

import { pitchMarks } from "./pitch-marks.ts";
import { PITCH_STEP_SECONDS, pitchTrack } from "./pitch-track.ts";

export interface Respeaking {
  readonly sampleRate: number;
  /** Rate of the result. */
  readonly outputRate: number;
  /** Search range of the source's pitch, Hz. */
  readonly lowest: number;
  readonly highest: number;
  /** The source voice's usual pitch in Hz, over many sentences: a sentence that lies higher stays higher. */
  readonly sourcePitch: number;
  /** The usual pitch of the result in Hz. */
  readonly pitch: number;
  /** Factor on the melody's movement in semitones around the usual pitch; 1 keeps it, 0 makes it flat. */
  readonly melody: number;
  /** Semitones added at a time (seconds in the source); none when absent. */
  readonly contour?: (seconds: number) => number;
  /** Factor on the frequencies of the formants; above 1 is a shorter vocal tract. */
  readonly formants: number;
  /** Factor on the duration. */
  readonly duration: number;
  /** Irregularity of the periods as a part of them (0 to 0.1); a rough voice has 0.03. */
  readonly roughness?: number;
}

export function respeak(samples: Float32Array, wishes: Respeaking): Float32Array {
  const { sampleRate, outputRate, formants, duration } = wishes;
  const track = pitchTrack(samples, wishes);
  const marks = pitchMarks(samples, sampleRate, track);
  const scale = outputRate / sampleRate;
  const out = new Float32Array(Math.ceil(samples.length * duration * scale));
  const weight = new Float32Array(out.length);
  const random = randomSource(samples.length);
  /** Source samples for one sample of a grain in the result. */
  const stride = formants / scale;
  let place = 0;
  let mark = 0;
  let lastUsed = -1;
  while (place < out.length && marks.at.length > 0) {
    const source = place / (duration * scale);
    while (mark + 1 < marks.at.length && Math.abs(marks.at[mark + 1]! - source) <= Math.abs(marks.at[mark]! - source))
      mark++;
    const period = marks.period[mark]!;
    if (marks.voiced[mark] === 1) {
      const frame = Math.min(track.hz.length - 1, Math.round(marks.at[mark]! / (PITCH_STEP_SECONDS * sampleRate)));
      const hz = track.hz[frame]! > 0 ? track.hz[frame]! : sampleRate / period;
      const added = wishes.contour === undefined ? 1 : 2 ** (wishes.contour(marks.at[mark]! / sampleRate) / 12);
      const wanted = wishes.pitch * (hz / wishes.sourcePitch) ** wishes.melody * added;
      layGrain(samples, marks.at[mark]!, period, stride, out, weight, place, false);
      const irregular = wishes.roughness === undefined ? 1 : 1 + wishes.roughness * (2 * random() - 1);
      place += (outputRate / wanted) * irregular;
    } else {
      // A grain of noise that is used twice is turned round: repeated noise would hum.
      layGrain(samples, marks.at[mark]!, period, 1 / scale, out, weight, place, mark === lastUsed);
      place += period * scale;
    }
    lastUsed = mark;
  }
  for (let i = 0; i < out.length; i++) if (weight[i]! > 1) out[i] = out[i]! / weight[i]!;
  return out;
}

/** Lays two periods around a mark, windowed, into the result. */
function layGrain(
  samples: Float32Array,
  mark: number,
  period: number,
  stride: number,
  out: Float32Array,
  weight: Float32Array,
  place: number,
  reversed: boolean,
): void {
  const half = period / stride;
  const first = Math.max(0, Math.ceil(place - half));
  const last = Math.min(out.length - 1, Math.floor(place + half));
  const direction = reversed ? -stride : stride;
  for (let i = first; i <= last; i++) {
    const offset = i - place;
    const window = 0.5 + 0.5 * Math.cos((Math.PI * offset) / half);
    out[i] = out[i]! + window * sampleAt(samples, mark + offset * direction);
    weight[i] = weight[i]! + window;
  }
}

/** A sample between samples: four-point cubic interpolation (Catmull-Rom). */
function sampleAt(samples: Float32Array, position: number): number {
  const i = Math.floor(position);
  if (i < 1 || i + 2 >= samples.length) return samples[Math.round(position)] ?? 0;
  const t = position - i;
  const [a, b, c, d] = [samples[i - 1]!, samples[i]!, samples[i + 1]!, samples[i + 2]!];
  return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
}

/** Numbers in [0, 1) that depend on the seed alone (xorshift32, Marsaglia 2003). */
function randomSource(seed: number): () => number {
  let state = (seed ^ 0x9e3779b9) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
