// Decodes a recording and keeps the part with the voice, in limited processes.

import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { TakeFacts } from "@fullcast/core/sound";
import { type ProcessLimits, runLimited } from "../compute/compute.ts";
import { decodeSoundFile, SoundFileError } from "./decode-sound-file.ts";
import { freeLeftoverFragments } from "./leftover-fragments.ts";

/** A decoded file at 44.1 kHz. */
export interface TrimJob {
  readonly channels: 1 | 2;
  /** Of one channel. */
  readonly samples: number;
}

/** 16-bit PCM in WAV, one channel. */
export interface TrimmedRecording {
  readonly samples: number;
  readonly sample_rate: number;
  readonly size_bytes: number;
  readonly sha256: string;
  readonly integrated_lufs: number;
  readonly sample_peak_dbfs: number;
  /** Level of the quietest half second before trimming, dBFS. */
  readonly noise_floor_dbfs: number;
  readonly facts: TakeFacts;
}

export type TrimAnswer =
  | { readonly kind: "trimmed"; readonly recording: TrimmedRecording }
  | { readonly kind: "silent" | "disk_full" | "internal" };

const HEADER_BYTES = 44;
const SAMPLES_PER_MS = 44.1;
const PROGRAM = fileURLToPath(new URL("./trim-recording-process.ts", import.meta.url));
/** 30 minutes are 159 MB of samples, held in memory once. */
const LIMITS: Omit<ProcessLimits, "fileBytes"> = {
  memoryKib: 1_280 * 1024,
  heapMib: 192,
  cpuSeconds: 120,
  wallSeconds: 600,
  answerBytes: 64 * 1024,
};

export interface RecordingLimits {
  readonly min_duration_ms: number;
  readonly max_duration_ms: number;
}

/**
 * Writes the part of the file with the voice to `outputPath`, which must not exist. The input is a received file, and is
 * changed where a browser left a fault in it. @returns null for a silent recording.
 * @throws SoundFileError
 */
export async function trimRecording(
  inputPath: string,
  outputPath: string,
  limits: RecordingLimits,
  signal: AbortSignal,
): Promise<TrimmedRecording | null> {
  const decodedPath = `${outputPath}.decoded`;
  try {
    await freeLeftoverFragments(inputPath);
    const most = HEADER_BYTES + 4 * Math.ceil((limits.max_duration_ms + 1_000) * SAMPLES_PER_MS);
    const decoded = await decodeSoundFile(
      { input_path: inputPath, output_path: decodedPath, ...limits, max_output_bytes: most },
      { signal },
    );
    const job: TrimJob = {
      channels: decoded.channels,
      samples: (decoded.size_bytes - HEADER_BYTES) / (2 * decoded.channels),
    };
    const end = await runLimited<TrimAnswer>(PROGRAM, job, {
      limits: { ...LIMITS, fileBytes: decoded.size_bytes },
      input: decodedPath,
      output: outputPath,
      signal,
    });
    signal.throwIfAborted();
    if (end.kind !== "answered") throw new SoundFileError("internal", "The recording could not be trimmed.");
    const { answer } = end;
    if (answer.kind === "trimmed") return answer.recording;
    if (answer.kind === "silent") return null;
    throw new SoundFileError(answer.kind, "The recording could not be stored.");
  } finally {
    await rm(decodedPath, { force: true });
  }
}
