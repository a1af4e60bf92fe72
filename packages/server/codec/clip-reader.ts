// Reads any range of a clip as mono samples at 44.1 kHz. The resampler starts a little before the range, at a point where
// its phase is the same as for the whole clip. A range therefore equals the same range of the whole clip, bit by bit.

import { AV_CHANNEL_ORDER_NATIVE, AV_SAMPLE_FMT_FLT, AV_SAMPLE_FMT_S16 } from "node-av/constants";
import { type ChannelLayout, SoftwareResampleContext } from "node-av/lib";
import { RenderError } from "./render-error.ts";
import { OUTPUT_RATE } from "./timeline-plan.ts";
import type { WavSource } from "./wav-source.ts";

export const MONO: ChannelLayout = { order: AV_CHANNEL_ORDER_NATIVE, nbChannels: 1, mask: 4n };
const STEREO: ChannelLayout = { order: AV_CHANNEL_ORDER_NATIVE, nbChannels: 2, mask: 3n };

/** Input samples before and after a range that the resampler's filter reads, with some margin. */
const FILTER_REACH = 256;

/** The longest part that is read at once. 2 s fit in a processor's cache. */
const PART_SAMPLES = 2 * OUTPUT_RATE;

export interface ClipReader extends Disposable {
  /** The length of the source in output samples. */
  lengthOf(source: WavSource): number;
  /**
   * Passes the output samples [from, to), which the source must have, to the callback in parts. `samples` is valid during the
   * call only, and the callback may change it. Its first sample is number `at` of the clip.
   */
  readInParts(source: WavSource, from: number, to: number, onPart: (samples: Float32Array, at: number) => void): void;
}

/** A reader for one thread. It keeps one resampler per sample rate. */
export function createClipReader(): ClipReader {
  const resamplers = new Map<string, SoftwareResampleContext>();
  let memory = new Float32Array(0);
  let inputMemory = Buffer.alloc(0);
  const inputOf = (source: WavSource, from: number, to: number): Buffer => {
    const bytes = (to - from) * 2 * source.channels;
    if (inputMemory.length < bytes) inputMemory = Buffer.allocUnsafeSlow(bytes);
    const input = inputMemory.subarray(0, bytes);
    source.read(input, from);
    return input;
  };
  const floats = (count: number): Float32Array => {
    if (memory.length < count) memory = new Float32Array(count);
    return memory.subarray(0, count);
  };

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

  function plainPart(source: WavSource, from: number, to: number): Float32Array {
    const pcm = samplesIn(inputOf(source, from, to));
    const part = floats(to - from);
    for (let i = 0; i < part.length; i++) part[i] = pcm[i]! / 32_768;
    return part;
  }

  function resampledPart(source: WavSource, from: number, to: number): Float32Array {
    const common = greatestCommonDivisor(source.sampleRate, OUTPUT_RATE);
    const up = OUTPUT_RATE / common;
    const down = source.sampleRate / common;
    const turn = Math.max(0, Math.floor(((from * down) / up - FILTER_REACH) / down));
    const inputFrom = turn * down;
    const inputTo = Math.min(source.length, Math.ceil((to * down) / up) + FILTER_REACH);
    const resampler = resamplerFor(source);
    const capacity = Math.ceil(((inputTo - inputFrom) * up) / down) + 2 * FILTER_REACH;
    const part = floats(capacity);
    const output = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    const input = inputOf(source, inputFrom, inputTo);
    const made = check(resampler.convertSync([output], capacity, [input], inputTo - inputFrom));
    const flushed = check(resampler.convertSync([output.subarray(made * 4)], capacity - made, null, 0));
    const skipped = from - turn * up;
    part.fill(0, made + flushed);
    return part.subarray(skipped, skipped + to - from);
  }

  function readInParts(
    source: WavSource,
    from: number,
    to: number,
    onPart: (samples: Float32Array, at: number) => void,
  ): void {
    const isPlain = source.sampleRate === OUTPUT_RATE && source.channels === 1;
    for (let at = from; at < to; at += PART_SAMPLES) {
      const end = Math.min(to, at + PART_SAMPLES);
      onPart(isPlain ? plainPart(source, at, end) : resampledPart(source, at, end), at);
    }
  }

  return {
    lengthOf,
    readInParts,
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

const samplesIn = (bytes: Buffer): Int16Array => new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
