// Encodes speech for a client, in a limited child process.

import { rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type ProcessLimits, runLimited } from "../compute/compute.ts";
import type { EncodeSpeechAnswer, EncodeSpeechJob, SpeechFormat, SpeechPart } from "./encode-speech-job.ts";
import { RenderError } from "./render-error.ts";

export { SPEECH_FORMATS, type SpeechFormat } from "./encode-speech-job.ts";

const PROGRAM = fileURLToPath(new URL("./encode-speech-process.ts", import.meta.url));
const MEBIBYTE = 1024 * 1024;
/** 4,096 units spoken at a quarter of the pace last about 20 minutes: 106 MB as WAV, some seconds of a slow processor. */
const LIMITS: ProcessLimits = {
  memoryKib: 2 * 1024 * 1024,
  heapMib: 512,
  cpuSeconds: 300,
  wallSeconds: 600,
  fileBytes: 512 * MEBIBYTE,
  answerBytes: 64 * 1024,
};

/** Samples with their tempo and the silence after them. */
export interface SpokenPart extends Omit<SpeechPart, "samples"> {
  /** Mono; empty for silence only. */
  readonly pcm: Int16Array;
}

export interface SpeechToEncode {
  readonly format: SpeechFormat;
  readonly tempo: number;
  readonly parts: readonly SpokenPart[];
  /** A path of a file that does not exist, in the folder of temporary files. */
  readonly inputPath: string;
  readonly outputPath: string;
}

/**
 * Writes mono audio of the parts to `outputPath`: 44.1 kHz; `opus` 48 kHz in Ogg; `pcm` 24 kHz, 16-bit little-endian samples
 * without a header. When the promise rejects, no file is left.
 * @returns the size of the file, bytes
 * @throws RenderError `disk_full`, `killed` or `internal`
 */
export async function encodeSpeech({ format, tempo, parts, inputPath, outputPath }: SpeechToEncode): Promise<number> {
  try {
    const bytes = parts.map(({ pcm }) => Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength));
    await writeFile(inputPath, bytes, { mode: 0o600, flag: "wx" });
    const job: EncodeSpeechJob = {
      format,
      tempo,
      parts: parts.map(({ pcm, ...part }) => ({ ...part, samples: pcm.length })),
      output_path: outputPath,
    };
    const end = await runLimited<EncodeSpeechAnswer>(PROGRAM, job, { limits: LIMITS, input: inputPath, trusted: true });
    if (end.kind === "unstarted") throw new RenderError("internal", "The encoding process could not be started.");
    if (end.kind !== "answered") throw new RenderError("killed", "The encoding process ended before it was done.");
    if ("fault" in end.answer) throw new RenderError(end.answer.fault, "The speech could not be encoded.");
    return end.answer.size_bytes;
  } catch (error) {
    await rm(outputPath, { force: true });
    throw error;
  } finally {
    await rm(inputPath, { force: true });
  }
}
