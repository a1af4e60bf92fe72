// Samples of a clip at 44.1 kHz in one channel, any stretch of it. The resampler is started a little before the stretch at a
// point where its phase is that of the whole, so that a stretch equals the same stretch of the whole, bit by bit.

import {
  AV_CHANNEL_ORDER_NATIVE,
  AV_SAMPLE_FMT_FLT,
  AV_SAMPLE_FMT_S16,
  type ChannelLayout,
  SoftwareResampleContext,
} from "node-av";
import { RenderError } from "./render-error.ts";
import { OUTPUT_RATE } from "./timeline-plan.ts";
import type { WavSource } from "./wav-source.ts";

export const MONO: ChannelLayout = { order: AV_CHANNEL_ORDER_NATIVE, nbChannels: 1, mask: 4n };
const STEREO: ChannelLayout = { order: AV_CHANNEL_ORDER_NATIVE, nbChannels: 2, mask: 3n };

/** Input samples before and after a stretch that the resampler's filter may look at, with room to spare. */
const FILTER_REACH = 256;

export interface ClipReader extends Disposable {
  /** Output samples that the source has. */
  lengthOf(source: WavSource): number;
  /** Output samples [from, to) of the source; zeros outside of it. */
  read(source: WavSource, from: number, to: number): Float32Array;
}

/** A reader for one thread; it keeps a resampler for every sample rate that it met. */
export function createClipReader(): ClipReader {
  const resamplers = new Map<string, SoftwareResampleContext>();

  function resamplerFor(source: WavSource): SoftwareResampleContext {
    const key = `${source.sampleRate}/${source.channels}`;
    let resampler = resamplers.get(key);
    if (resampler === undefined) {
      resampler = new SoftwareResampleContext();
      const layout = source.channels === 1 ? MONO : STEREO;
      check(
        resampler.allocSetOpts2(MONO, AV_SAMPLE_FMT_FLT, OUTPUT_RATE, layout, AV_SAMPLE_FMT_S16, source.sampleRate),
      );
      resamplers.set(key, resampler);
    }
    check(resampler.init());
    return resampler;
  }

  const lengthOf = (source: WavSource): number => Math.ceil((source.length * OUTPUT_RATE) / source.sampleRate);

  function read(source: WavSource, from: number, to: number): Float32Array {
    const result = new Float32Array(to - from);
    const first = Math.max(0, from);
    const end = Math.min(to, lengthOf(source));
    if (end <= first) return result;
    if (source.sampleRate === OUTPUT_RATE && source.channels === 1) {
      const bytes = source.read(first, end);
      for (let i = 0; i < end - first; i++) result[first - from + i] = bytes.readInt16LE(i * 2) / 32_768;
      return result;
    }
    const common = greatestCommonDivisor(source.sampleRate, OUTPUT_RATE);
    const up = OUTPUT_RATE / common;
    const down = source.sampleRate / common;
    const turn = Math.max(0, Math.floor(((first * down) / up - FILTER_REACH) / down));
    const inputFrom = turn * down;
    const inputTo = Math.min(source.length, Math.ceil((end * down) / up) + FILTER_REACH);
    const resampler = resamplerFor(source);
    const capacity = Math.ceil(((inputTo - inputFrom) * up) / down) + 2 * FILTER_REACH;
    const output = Buffer.allocUnsafeSlow(capacity * 4);
    const made = check(
      resampler.convertSync([output], capacity, [source.read(inputFrom, inputTo)], inputTo - inputFrom),
    );
    const flushed = check(resampler.convertSync([output.subarray(made * 4)], capacity - made, null, 0));
    const samples = new Float32Array(output.buffer, output.byteOffset, made + flushed);
    const skipped = first - turn * up;
    result.set(samples.subarray(skipped, Math.min(samples.length, skipped + end - first)), first - from);
    return result;
  }

  return {
    lengthOf,
    read,
    [Symbol.dispose]: () => {
      for (const resampler of resamplers.values()) resampler.free();
      resamplers.clear();
    },
  };
}

function check(code: number): number {
  if (code < 0) throw new RenderError("internal", `Resampling failed (${code}).`);
  return code;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
