// A recording as samples: its waveform, its level, and a part of it as a WAV file. Pure.

/** The loudest sample of each of so many equal parts, 0 to 1. */
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

const HEAD_BYTES = 44;

/** Samples from `from` to `to` (exclusive) as a WAV file of 16 bits and one channel. */
export function wavOf(samples: Float32Array, rate: number, from: number, to: number): Blob {
  const part = samples.subarray(Math.max(0, from), Math.max(from, to));
  const view = new DataView(new ArrayBuffer(HEAD_BYTES + part.length * 2));
  const write = (at: number, letters: string) => {
    for (let i = 0; i < letters.length; i++) view.setUint8(at + i, letters.charCodeAt(i));
  };
  write(0, "RIFF");
  view.setUint32(4, HEAD_BYTES - 8 + part.length * 2, true);
  write(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  write(36, "data");
  view.setUint32(40, part.length * 2, true);
  for (const [at, sample] of part.entries()) {
    view.setInt16(HEAD_BYTES + at * 2, Math.round(Math.max(-1, Math.min(1, sample)) * 0x7fff), true);
  }
  return new Blob([view], { type: "audio/wav" });
}
