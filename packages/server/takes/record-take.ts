// A person's recording of a line becomes a take of it.

import { rm } from "node:fs/promises";
import { ApiError, type Caller, LIMITS, RECORDING_FAULTS } from "@fullcast/contract";
import type { IntentParts } from "@fullcast/core/media";
import { recordingFindings } from "@fullcast/core/sound";
import { requireStorage } from "../accounts/accounts.ts";
import { SoundFileError } from "../codec/decode-sound-file.ts";
import { type RecordingLimits, type TrimmedRecording, trimRecording } from "../codec/trim-recording.ts";
import { createFairQueue } from "../compute/compute.ts";
import { committedBefore, type OnceRequest, once } from "../db/once.ts";
import { isDiskFull } from "../disk-full.ts";
import { findSection, type SectionRow, type StoredBlock } from "../documents/documents.ts";
import { sha256 } from "../hash.ts";
import type { RawBody } from "../http/http.ts";
import { addTake, type FurtherTake, lockBlock, markObjects, takesOfBlock } from "../media/media.ts";
import type { Services } from "../services.ts";
import { findBlock, type TakePath, wireTake } from "./list-takes.ts";
import { recordingChoice } from "./recording-choice.ts";

type Recorder = Pick<Services, "db" | "files" | "signer" | "publicUrl" | "clock" | "newId" | "settings">;

/** One recording of a sender at a time, two altogether. */
const turns = createFairQueue({ atOnce: 2 });

/** A received file that is not decoded yet. */
export interface ReceivedRecording {
  /** Of the bytes as they were sent. */
  readonly sha256: string;
  /**
   * Decodes and trims the file in a process with limits, and stores its object. The caller writes a row that names the object,
   * or marks it. @throws ApiError RECORDING_UNREADABLE, STORAGE_QUOTA_EXCEEDED
   */
  readonly trim: () => Promise<TrimmedRecording>;
}

/**
 * Receives a recording for an account and gives it to `work`.
 * @param turn Uploads with the same value are decoded one after the other.
 * @param signal Ends the decoding when the client has gone.
 * @throws ApiError STORAGE_FULL, STORAGE_QUOTA_EXCEEDED, what the body's own reading throws, and whatever `work` throws
 */
export async function receiveRecording<T>(
  services: Pick<Services, "db" | "files" | "settings">,
  {
    accountId,
    turn,
    upload,
    limits,
  }: {
    readonly accountId: string;
    readonly turn: string;
    readonly upload: RawBody;
    readonly limits: RecordingLimits;
  },
  signal: AbortSignal,
  work: (received: ReceivedRecording) => Promise<T>,
): Promise<T> {
  await requireStorage(services, accountId);
  const received = services.files.temporary(".recording");
  const trimmed = services.files.temporary(".wav");
  try {
    const body = await upload.save(received);
    const trim = () =>
      turns.run(
        turn,
        async () => {
          const recording = await usable(received, trimmed, limits, signal);
          await requireStorage(services, accountId, recording.size_bytes);
          await services.files.adopt(trimmed, recording.sha256);
          return recording;
        },
        signal,
      );
    return await work({ sha256: body.sha256, trim });
  } catch (error) {
    if (isDiskFull(error) || (error instanceof SoundFileError && error.fault === "disk_full"))
      throw new ApiError("STORAGE_FULL");
    throw error;
  } finally {
    await Promise.all([received, trimmed].map((file) => rm(file, { force: true })));
  }
}

/**
 * Trims the recording and stores it as a take, which plays at once unless the line is locked.
 * @throws ApiError NOT_FOUND, BLOCK_NOT_SPOKEN, RECORDING_UNREADABLE, IDEMPOTENCY_CONFLICT, and what receiveRecording() throws
 */
export async function recordTake(
  services: Recorder,
  caller: Caller,
  path: TakePath,
  { key, upload }: { readonly key: string | null; readonly upload: RawBody },
  signal: AbortSignal,
) {
  const { accountId } = caller;
  await findSpoken(services, caller, path);
  const { min, max } = LIMITS.recording_duration_ms;
  const limits = { min_duration_ms: min, max_duration_ms: max };
  const id = await receiveRecording(
    services,
    { accountId, turn: accountId, upload, limits },
    signal,
    async (received) => {
      const request: OnceRequest = {
        accountId,
        key: `recording:${key ?? services.newId()}`,
        operation: "recordTake",
        request: { ...path, sha256: received.sha256 },
      };
      const before = await committedBefore<{ id: string }>(services, request);
      return before?.id ?? (await storeRecording(services, caller, path, await received.trim(), request));
    },
  );
  const stored = await findBlock(services, caller, path);
  const take = (await takesOfBlock(services, path.sectionId, stored)).takes.find((one) => one.id === id);
  if (take === undefined) throw new ApiError("NOT_FOUND", { resource: "take" });
  return { take: wireTake(services, stored, take) };
}

/** @throws ApiError NOT_FOUND, BLOCK_NOT_SPOKEN */
async function findSpoken(services: Pick<Services, "db">, caller: Caller, path: TakePath): Promise<StoredBlock> {
  const stored = await findBlock(services, caller, path);
  const { id, kind } = stored.block;
  if (kind !== "speech" && kind !== "narration") throw new ApiError("BLOCK_NOT_SPOKEN", { block_id: id, kind });
  return stored;
}

async function usable(
  received: string,
  trimmed: string,
  limits: RecordingLimits,
  signal: AbortSignal,
): Promise<TrimmedRecording> {
  const unreadable = (reason: string, explanation: string) =>
    new ApiError("RECORDING_UNREADABLE", { reason, explanation });
  try {
    const recording = await trimRecording(received, trimmed, limits, signal);
    if (recording !== null) return recording;
  } catch (error) {
    const faults: readonly string[] = RECORDING_FAULTS;
    if (!(error instanceof SoundFileError) || !faults.includes(error.fault)) throw error;
    throw unreadable(error.fault, error.message);
  }
  throw unreadable("silent", "The recording is silent. Check that the microphone is on and close enough.");
}

async function storeRecording(
  services: Recorder,
  caller: Caller,
  path: TakePath,
  recording: TrimmedRecording,
  request: OnceRequest,
): Promise<string> {
  try {
    const { result } = await once(services, request, async () => {
      const section = await findSection(services, caller, path.sectionId);
      await lockBlock(services, path);
      const stored = await findSpoken(services, caller, path);
      const { block } = stored;
      const text = block.content.type === "text" ? block.content.text : "";
      const kept = {
        ...keptRecording(recording),
        block_version: block.block_version,
        intent_parts: stored.intent_parts,
        warnings: recordingFindings(recording, text).map(({ message }) => message),
      };
      return { id: await addRecording(services, section, stored, kept) };
    });
    return result.id;
  } catch (error) {
    // An object that no row names goes again.
    await services.db.transaction(() => markObjects(services, services.newId(), [recording.sha256]));
    throw error;
  }
}

export interface KeptRecording {
  readonly sha256: string;
  readonly size_bytes: number;
  readonly duration_ms: number;
  readonly integrated_lufs: number;
  readonly sample_peak_dbfs: number;
}

export const keptRecording = (recording: TrimmedRecording): KeptRecording => ({
  sha256: recording.sha256,
  size_bytes: recording.size_bytes,
  duration_ms: Math.max(1, Math.round((recording.samples * 1_000) / recording.sample_rate)),
  integrated_lufs: recording.integrated_lufs,
  sample_peak_dbfs: recording.sample_peak_dbfs,
});

/**
 * Makes a stored recording a take, which plays unless the line is locked. Runs in the caller's transaction, which holds the
 * block. @returns the id of the take
 */
export async function addRecording(
  services: Pick<Services, "db" | "clock" | "newId">,
  section: SectionRow,
  stored: StoredBlock,
  recording: KeptRecording & {
    /** Of the line when it was recorded. */
    readonly block_version: number;
    readonly intent_parts: unknown;
    readonly warnings: readonly string[];
  },
): Promise<string> {
  const take: FurtherTake = {
    sectionId: section.id,
    blockId: stored.block.id,
    blockVersion: recording.block_version,
    // Its own: a recording plays because a person chose it, never because of the line's intent.
    intentHash: sha256(`fullcast-recording-1 ${services.newId()}`),
    intentParts: { ...(recording.intent_parts as object), voice: null, generation_profile: null } as IntentParts,
    accountId: section.account_id,
    sha256: recording.sha256,
    contentType: RECORDING_TYPE,
    sizeBytes: recording.size_bytes,
    source: "recording",
    provider: "recording",
    model: null,
    voiceId: null,
    seed: null,
    durationMs: recording.duration_ms,
    integratedLufs: recording.integrated_lufs,
    samplePeakDbfs: recording.sample_peak_dbfs,
    words_json: null,
    warnings: recording.warnings,
  };
  const edit = { section, stored, actorSessionId: null, summary: "Recorded a take" } as const;
  return recordingChoice(services, edit, () => addTake(services, stored, take));
}

/** Of every stored recording. */
export const RECORDING_TYPE = "audio/wav";
