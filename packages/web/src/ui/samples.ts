// A sound as samples: its waveform, its level, and a part of it as a WAV file. Pure.

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

const HEAD_BYTES = 44;

/** Samples from `from` to `to` (exclusive) of all channels, which are of one length, as a WAV file of 16 bits. */
export function wavOf(channels: readonly Float32Array[], rate: number, from: number, to: number): Blob {
  const parts = channels.map((samples) => samples.subarray(Math.max(0, from), Math.max(from, to)));
  const frames = parts[0]?.length ?? 0;
  const width = 2 * parts.length;
  const view = new DataView(new ArrayBuffer(HEAD_BYTES + frames * width));
  const write = (at: number, letters: string) => {
    for (let i = 0; i < letters.length; i++) view.setUint8(at + i, letters.charCodeAt(i));
  };
  write(0, "RIFF");
  view.setUint32(4, HEAD_BYTES - 8 + frames * width, true);
  write(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, parts.length, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * width, true);
  view.setUint16(32, width, true);
  view.setUint16(34, 16, true);
  write(36, "data");
  view.setUint32(40, frames * width, true);
  for (const [channel, part] of parts.entries()) {
    for (let at = 0; at < frames; at++) {
      const sample = Math.round(Math.max(-1, Math.min(1, part[at] ?? 0)) * 0x7fff);
      view.setInt16(HEAD_BYTES + at * width + channel * 2, sample, true);
    }
  }
  return new Blob([view], { type: "audio/wav" });
}
