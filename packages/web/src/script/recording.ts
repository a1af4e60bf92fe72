// A recording as samples: its waveform, its level, and a part of it as a WAV file. Pure.

import { writeUnitWav } from "@fullcast/core/packaging";

/** The loudest sample of each of `parts` equal parts, 0 to 1. */
export function peaksOf(samples: Float32Array, parts: number): readonly number[] {
  const size = samples.length / parts;
  return Array.from({ length: parts }, (_, part) => {
    let peak = 0;
    const end = Math.min(samples.length, Math.ceil((part + 1) * size));
    for (let at = Math.floor(part * size); at < end; at++) peak = Math.max(peak, Math.abs(samples[at] ?? 0));
    return Math.min(1, peak);
  });
}

const QUIETEST_DB = -60;

/** The level of samples from 0 (−60 dBFS and less) to 1 (full scale), evenly in decibels. */
export function levelOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const db = 10 * Math.log10(sum / Math.max(1, samples.length) + 1e-12);
  return Math.min(1, Math.max(0, 1 - db / QUIETEST_DB));
}

/** All channels as one, by their mean. */
export function monoOf(channels: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array()] = channels;
  if (channels.length <= 1) return first;
  return first.map((_, at) => channels.reduce((sum, channel) => sum + (channel[at] ?? 0), 0) / channels.length);
}

/** Samples from `from` to `to` (exclusive) as a WAV file of 16 bits and one channel. */
export function wavOf(samples: Float32Array, rate: number, from: number, to: number): Blob {
  const part = samples.subarray(Math.max(0, from), Math.max(from, to));
  const pcm = Int16Array.from(part, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 0x7fff));
  return new Blob([writeUnitWav(pcm, rate)], { type: "audio/wav" });
}
