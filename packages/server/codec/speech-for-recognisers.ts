// The form that recognisers of speech take: mono WAV of 16 bits at 16 kHz.

import { readWav, writeUnitWav } from "@fullcast/core/audio-files";
import { AV_SAMPLE_FMT_S16 } from "node-av/constants";
import { SoftwareResampleContext } from "node-av/lib";
import { MONO } from "./clip-reader.ts";
import { RenderError } from "./render-error.ts";

const RATE = 16_000;

/** @throws RenderError `input` for a file that is not a take: mono WAV of 16 bits */
export function speechForRecognisers(wav: Uint8Array): Uint8Array<ArrayBuffer> {
  const source = readWav(wav);
  if (source === null || source === "truncated" || source.channels !== 1)
    throw new RenderError("input", "The audio of a take is no mono WAV file of 16 bits.");
  if (source.sample_rate === RATE) return writeUnitWav(source.pcm, RATE);
  const { pcm, sample_rate } = source;
  const resampler = new SoftwareResampleContext();
  try {
    check(resampler.allocSetOpts2(MONO, AV_SAMPLE_FMT_S16, RATE, MONO, AV_SAMPLE_FMT_S16, sample_rate));
    check(resampler.init());
    const capacity = Math.ceil((pcm.length * RATE) / sample_rate) + 1_024;
    const output = Buffer.alloc(capacity * 2);
    const input = Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength);
    const made = check(resampler.convertSync([output], capacity, [input], pcm.length));
    const flushed = check(resampler.convertSync([output.subarray(made * 2)], capacity - made, null, 0));
    const bytes = Uint8Array.from(output.subarray(0, (made + flushed) * 2));
    return writeUnitWav(new Int16Array(bytes.buffer), RATE);
  } finally {
    resampler.free();
  }
}

function check(code: number): number {
  if (code < 0) throw new RenderError("internal", `Resampling failed (${code}).`);
  return code;
}
