// Converts samples of the line (44.1 kHz) to the rate of a codec and back. Opus has 48 kHz only.

import { OPUS_PRE_SKIP } from "@fullcast/core/audio-files";
import { AV_SAMPLE_FMT_FLT } from "node-av/constants";
import { SoftwareResampleContext } from "node-av/lib";
import { MONO } from "./clip-reader.ts";
import { RenderError } from "./render-error.ts";
import { OUTPUT_RATE } from "./timeline-plan.ts";

/** Results are valid until the next call with the same rate, which reuses their memory. */
export interface CodecRates extends Disposable {
  /** The first sample of the result and of `line` are at the same time. */
  toCodec(line: Float32Array, rate: number): Float32Array;
  /** Without the delay of a codec that has another rate than the line. */
  toLine(decoded: Float32Array, rate: number): Float32Array;
}

export function createCodecRates(): CodecRates {
  const converters = new Map<string, Converter>();
  const convert = (samples: Float32Array, from: number, to: number): Float32Array => {
    const key = `${from}/${to}`;
    const known = converters.get(key) ?? createConverter(from, to);
    converters.set(key, known);
    return known.convert(samples);
  };
  return {
    toCodec: (line, rate) => (rate === OUTPUT_RATE ? line : convert(line, OUTPUT_RATE, rate)),
    toLine: (decoded, rate) =>
      rate === OUTPUT_RATE ? decoded : convert(decoded.subarray(OPUS_PRE_SKIP), rate, OUTPUT_RATE),
    [Symbol.dispose]: () => {
      for (const converter of converters.values()) converter.free();
      converters.clear();
    },
  };
}

interface Converter {
  convert(samples: Float32Array): Float32Array;
  free(): void;
}

/** Output samples beyond the ratio of the rates, for the resampler's filter. */
const MARGIN = 256;

function createConverter(from: number, to: number): Converter {
  const context = new SoftwareResampleContext();
  check(context.allocSetOpts2(MONO, AV_SAMPLE_FMT_FLT, to, MONO, AV_SAMPLE_FMT_FLT, from));
  let memory = new Float32Array(0);
  return {
    convert: (samples) => {
      // This empties the filter and resets its phase.
      check(context.init());
      const length = Math.ceil((samples.length * to) / from);
      if (memory.length < length + MARGIN) memory = new Float32Array(length + MARGIN);
      const output = Buffer.from(memory.buffer);
      const input = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
      const made = check(context.convertSync([output], length + MARGIN, [input], samples.length));
      const flushed = check(context.convertSync([output.subarray(made * 4)], length + MARGIN - made, null, 0));
      memory.fill(0, made + flushed, length);
      return memory.subarray(0, length);
    },
    free: () => context.free(),
  };
}

function check(code: number): number {
  if (code < 0) throw new RenderError("internal", `Resampling failed (${code}).`);
  return code;
}
