// Decodes an uploaded sound in a limited child process.

import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type ProcessLimits, runLimited } from "../compute/compute.ts";
import {
  type DecodedSound,
  type SoundFileAnswer,
  SoundFileError,
  type SoundFileJob,
  type SoundFileLimits,
} from "./sound-file-job.ts";

export type * from "./sound-file-job.ts";
export { SoundFileError } from "./sound-file-job.ts";

/** 65 minutes of the slowest codec take about a minute on a slow processor. */
const LIMITS: Omit<ProcessLimits, "fileBytes"> = {
  memoryKib: 1024 * 1024,
  heapMib: 128,
  cpuSeconds: 300,
  wallSeconds: 1_200,
  answerBytes: 64 * 1024,
};
const PROGRAM = fileURLToPath(new URL("./sound-file-process.ts", import.meta.url));

/**
 * Decodes `job.input_path` and writes the result to `job.output_path`. When the promise rejects, no file is left.
 *
 * @param options.signal Kills the process within moments; the promise rejects with `aborted`.
 * @throws SoundFileError
 */
export async function decodeSoundFile(
  job: SoundFileJob,
  options: { readonly signal?: AbortSignal; readonly limits?: Partial<ProcessLimits> } = {},
): Promise<DecodedSound> {
  const limits = { ...LIMITS, fileBytes: job.max_output_bytes, ...options.limits };
  try {
    const { input_path: input, output_path: output, ...wanted } = job;
    const end = await runLimited<SoundFileAnswer>(PROGRAM, wanted satisfies SoundFileLimits, {
      limits,
      signal: options.signal,
      input,
      output,
    });
    if (end.kind !== "answered") throw FAULTS[end.kind]();
    if (end.answer.kind === "refused") throw new SoundFileError(end.answer.fault, end.answer.message);
    return end.answer.sound;
  } catch (error) {
    await rm(job.output_path, { force: true }).catch(() => undefined);
    throw error;
  }
}

const beyondLimits = () =>
  new SoundFileError("limits", "The sound could not be decoded within the memory and the time that a file may take.");

const FAULTS = {
  aborted: () => new SoundFileError("aborted", "The decoding was aborted."),
  limits: beyondLimits,
  // A person or the system killed it. The file may be fine.
  killed: () => new SoundFileError("internal", "The decoding process was killed."),
  stopped: () => new SoundFileError("aborted", "The decoding process was stopped."),
  broken: () => new SoundFileError("damaged", "The sound cannot be decoded: the file breaks its decoder."),
  unstarted: () => new SoundFileError("internal", "The decoding process could not be started."),
};
