// A person's recording of a line becomes a take of it.

import { rm } from "node:fs/promises";
import { ApiError, type Caller, LIMITS, RECORDING_FAULTS } from "@fullcast/contract";
import type { IntentParts } from "@fullcast/core/media";
import { endsRepeating, msPerUnit, spokenUnits, takeFindings, USUAL_RATE } from "@fullcast/core/sound";
import { requireStorage } from "../accounts/accounts.ts";
import { SoundFileError } from "../codec/decode-sound-file.ts";
import { type TrimmedRecording, trimRecording } from "../codec/trim-recording.ts";
import { createFairQueue } from "../compute/compute.ts";
import { committedBefore, type OnceRequest, once } from "../db/once.ts";
import { isDiskFull } from "../disk-full.ts";
import type { StoredBlock } from "../documents/documents.ts";
import { sha256 } from "../hash.ts";
import type { RawBody } from "../http/http.ts";
import { addTake, lockBlock, markObjects, takesOfBlock } from "../media/media.ts";
import type { Services } from "../services.ts";
import { findBlock, type TakePath, wireTake } from "./list-takes.ts";

type Recorder = Pick<Services, "db" | "files" | "signer" | "publicUrl" | "clock" | "newId" | "settings">;

/** One recording of an account at a time, two altogether. */
const turns = createFairQueue({ atOnce: 2 });
/** Noise that is closer to the voice than this is heard in the pauses. */
const LEAST_DISTANCE_DB = 35;

/**
 * Trims the recording and stores it as a take, which plays at once unless the line is locked.
 * @param signal Ends the decoding when the client has gone.
 * @throws ApiError NOT_FOUND, BLOCK_NOT_SPOKEN, RECORDING_UNREADABLE, IDEMPOTENCY_CONFLICT, STORAGE_FULL,
 * STORAGE_QUOTA_EXCEEDED, and what the body's own reading throws
 */
export async function recordTake(
  services: Recorder,
  caller: Caller,
  path: TakePath,
  { key, upload }: { readonly key: string | null; readonly upload: RawBody },
  signal: AbortSignal,
) {
  await findSpoken(services, caller, path);
  await requireStorage(services, caller.accountId);
  const received = services.files.temporary(".recording");
  const trimmed = services.files.temporary(".wav");
  try {
    const body = await upload.save(received);
    const request: OnceRequest = {
      accountId: caller.accountId,
      key: `recording:${key ?? services.newId()}`,
      operation: "recordTake",
      request: { ...path, sha256: body.sha256 },
    };
    const before = await committedBefore<{ id: string }>(services, request);
    const id =
      before?.id ??
      (await turns.run(
        caller.accountId,
        async () => {
          const recording = await usable(received, trimmed, signal);
          await requireStorage(services, caller.accountId, recording.size_bytes);
          await services.files.adopt(trimmed, recording.sha256);
          return storeRecording(services, caller, path, recording, request);
        },
        signal,
      ));
    const stored = await findBlock(services, caller, path);
    const take = (await takesOfBlock(services, path.sectionId, stored)).takes.find((one) => one.id === id);
    if (take === undefined) throw new ApiError("NOT_FOUND", { resource: "take" });
    return { take: wireTake(services, stored, take) };
  } catch (error) {
    if (isDiskFull(error) || (error instanceof SoundFileError && error.fault === "disk_full"))
      throw new ApiError("STORAGE_FULL");
    throw error;
  } finally {
    await Promise.all([received, trimmed].map((file) => rm(file, { force: true })));
  }
}

/** @throws ApiError NOT_FOUND, BLOCK_NOT_SPOKEN */
async function findSpoken(services: Pick<Services, "db">, caller: Caller, path: TakePath): Promise<StoredBlock> {
  const stored = await findBlock(services, caller, path);
  const { id, kind } = stored.block;
  if (kind !== "speech" && kind !== "narration") throw new ApiError("BLOCK_NOT_SPOKEN", { block_id: id, kind });
  return stored;
}

async function usable(received: string, trimmed: string, signal: AbortSignal): Promise<TrimmedRecording> {
  const { min, max } = LIMITS.recording_duration_ms;
  const limits = { min_duration_ms: min, max_duration_ms: max };
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
      await findSpoken(services, caller, path);
      await lockBlock(services, path);
      const stored = await findSpoken(services, caller, path);
      const id = await addTake(services, stored, {
        ...path,
        blockVersion: stored.block.block_version,
        // Its own: a recording plays because a person chose it, never because of the line's intent.
        intentHash: sha256(`fullcast-recording-1 ${services.newId()}`),
        intentParts: { ...(stored.intent_parts as object), voice: null, generation_profile: null } as IntentParts,
        accountId: caller.accountId,
        sha256: recording.sha256,
        contentType: "audio/wav",
        sizeBytes: recording.size_bytes,
        source: "recording",
        provider: "recording",
        model: null,
        voiceId: null,
        seed: null,
        durationMs: Math.max(1, Math.round((recording.samples * 1_000) / recording.sample_rate)),
        integratedLufs: recording.integrated_lufs,
        samplePeakDbfs: recording.sample_peak_dbfs,
        words_json: null,
        warnings: warningsOf(recording, stored),
      });
      return { id };
    });
    return result.id;
  } catch (error) {
    // An object that no row names goes again.
    await services.db.transaction(() => markObjects(services, services.newId(), [recording.sha256]));
    throw error;
  }
}

function warningsOf({ facts, noise_floor_dbfs }: TrimmedRecording, { block }: StoredBlock): readonly string[] {
  const text = block.content.type === "text" ? block.content.text : "";
  const found = takeFindings(facts, {
    units: spokenUnits(text),
    repeats: endsRepeating(text),
    silences_ms: 0,
    rate: 1,
    ms_per_unit: msPerUnit(USUAL_RATE),
  }).map(({ message }) => message);
  const distance = facts.loud_dbfs - noise_floor_dbfs;
  if (distance >= LEAST_DISTANCE_DB) return found;
  const noise = `The noise of the room is only ${Math.round(distance)} dB below the voice (${Math.round(noise_floor_dbfs)} dBFS); it may be heard.`;
  return [...found, noise];
}
