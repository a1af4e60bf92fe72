// Decodes files to samples with node-av (FFmpeg), and finds a range of one recording in another.

import { Decoder, Demuxer } from "node-av/api";
import { AV_CHANNEL_ORDER_NATIVE, AV_SAMPLE_FMT_FLT, AV_SAMPLE_FMT_FLTP, AV_SAMPLE_FMT_S16 } from "node-av/constants";
import { SoftwareResampleContext } from "node-av/lib";

const RATE = 44_100;

/** All samples of a mono file at 44.1 kHz as a player would play them (encoder delay and padding removed). */
export async function decodeFile(path: string): Promise<Float32Array> {
  await using demuxer = await Demuxer.open(path);
  const stream = demuxer.audio();
  if (stream === undefined) throw new Error("The file has no sound.");
  using decoder = await Decoder.create(stream);
  const parts: Float32Array[] = [];
  let rate = RATE;
  for await (const frame of decoder.frames(demuxer.packets(stream.index))) {
    if (frame === null) continue;
    const bytes = frame.data![0]!;
    rate = frame.sampleRate;
    const count = frame.nbSamples;
    if (frame.format === AV_SAMPLE_FMT_S16) {
      parts.push(Float32Array.from({ length: count }, (_, i) => bytes.readInt16LE(i * 2) / 32_768));
    } else if (frame.format === AV_SAMPLE_FMT_FLTP || frame.format === AV_SAMPLE_FMT_FLT) {
      parts.push(Float32Array.from({ length: count }, (_, i) => bytes.readFloatLE(i * 4)));
    } else throw new Error("The file's samples have an unexpected form.");
    frame.free();
  }
  const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return rate === RATE ? whole : resampled(whole, rate);
}

function resampled(samples: Float32Array, rate: number): Float32Array {
  using context = new SoftwareResampleContext();
  const mono = { order: AV_CHANNEL_ORDER_NATIVE, nbChannels: 1, mask: 4n } as const;
  context.allocSetOpts2(mono, AV_SAMPLE_FMT_FLT, RATE, mono, AV_SAMPLE_FMT_FLT, rate);
  context.init();
  const length = Math.round((samples.length * RATE) / rate);
  const output = Buffer.alloc((length + 256) * 4);
  const input = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
  const made = context.convertSync([output], length + 256, [input], samples.length);
  context.convertSync([output.subarray(made * 4)], length + 256 - made, null, 0);
  return new Float32Array(output.buffer, output.byteOffset, length);
}

/** By how many samples `other` is late against `reference` around a position (cross-correlation, ± `reach`). */
export function offsetAt(
  reference: Float32Array,
  other: Float32Array,
  from: number,
  length: number,
  reach = 40,
): number {
  let best = 0;
  let highest = -Infinity;
  for (let shift = -reach; shift <= reach; shift++) {
    let sum = 0;
    for (let i = from; i < from + length; i++) sum += (reference[i] ?? 0) * (other[i + shift] ?? 0);
    if (sum > highest) {
      highest = sum;
      best = shift;
    }
  }
  return best;
}

/** Signal to noise of `other` against `reference` over a range, dB. */
export function likeness(reference: Float32Array, other: Float32Array, from: number, to: number): number {
  let signal = 0;
  let noise = 0;
  for (let i = from; i < to; i++) {
    signal += reference[i]! ** 2;
    noise += (reference[i]! - other[i]!) ** 2;
  }
  return 10 * Math.log10(signal / noise);
}
