// Decodes the sound file in a speech provider's answer. A WAV file of 16-bit PCM needs no decoder and is read here. The
// limited process that decodes uploaded sounds decodes every other format.

import { randomUUID } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readWav } from "@fullcast/core/audio-files";
import { decodeSoundFile, SoundFileError } from "./decode-sound-file.ts";

/** The longest answer of one request: 212 MB of samples at 44.1 kHz in two channels. */
const LONGEST_MS = 20 * 60_000;
const MOST_BYTES = 256 * 1024 * 1024;

export interface DecodedSpeech {
  /** Mono. */
  readonly pcm: Int16Array;
  readonly sample_rate: number;
}

/**
 * @param options.longestMs Audio beyond this length is refused before memory is spent on it.
 * @returns the samples, or a sentence that states why the file is not usable speech.
 * @throws the signal's reason, or a SoundFileError for a fault of this machine.
 */
export async function decodeSpeech(
  bytes: Uint8Array,
  options: { readonly signal?: AbortSignal | undefined; readonly longestMs?: number } = {},
): Promise<DecodedSpeech | { readonly fault: string }> {
  const longestMs = Math.min(LONGEST_MS, options.longestMs ?? LONGEST_MS);
  const plain = readWav(bytes);
  if (plain === "truncated") return { fault: "The answer is a WAV file that ends too early." };
  if (plain === null) return decodeInProcess(bytes, longestMs, options.signal);
  if ((plain.pcm.length / plain.channels / plain.sample_rate) * 1000 > longestMs) return tooLong(longestMs);
  return { pcm: asMono(plain), sample_rate: plain.sample_rate };
}

const tooLong = (longestMs: number) => ({
  fault: `The answer is longer than ${Math.round(longestMs / 1000)} s of audio.`,
});

async function decodeInProcess(
  bytes: Uint8Array,
  longestMs: number,
  signal: AbortSignal | undefined,
): Promise<DecodedSpeech | { readonly fault: string }> {
  const name = join(tmpdir(), `fullcast-speech-${randomUUID()}`);
  const [input_path, output_path] = [`${name}.in`, `${name}.wav`];
  try {
    await writeFile(input_path, bytes, { mode: 0o600, flag: "wx" });
    await decodeSoundFile(
      { input_path, output_path, min_duration_ms: 1, max_duration_ms: longestMs, max_output_bytes: MOST_BYTES },
      signal === undefined ? {} : { signal },
    );
    const decoded = readWav(await readFile(output_path));
    if (decoded === null || decoded === "truncated")
      throw new SoundFileError("internal", "The decoder is not as expected.");
    return { pcm: asMono(decoded), sample_rate: decoded.sample_rate };
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof SoundFileError)) throw error;
    if (error.fault === "too_long") return tooLong(longestMs);
    if (error.fault === "internal" || error.fault === "disk_full" || error.fault === "aborted") throw error;
    return { fault: `The answer is no usable audio: ${error.message}` };
  } finally {
    await Promise.all([input_path, output_path].map((path) => rm(path, { force: true })));
  }
}

function asMono({ pcm, channels }: { readonly pcm: Int16Array; readonly channels: 1 | 2 }): Int16Array {
  if (channels === 1) return pcm;
  const mono = new Int16Array(pcm.length / 2);
  for (let i = 0; i < mono.length; i++) mono[i] = Math.round((pcm[2 * i]! + pcm[2 * i + 1]!) / 2);
  return mono;
}
