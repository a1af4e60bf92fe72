// A completed upload: a limited process decodes and checks it and writes the samples to a new file, which becomes a
// revision. The row says `processing` until one transaction settles it, so after a crash it is processed again.

import { rm } from "node:fs/promises";
import { type FailureCode, failures, LIMITS } from "@fullcast/contract";
import { storageLeft } from "../accounts/accounts.ts";
import { type DecodedSound, decodeSoundFile, SoundFileError, type SoundFileFault } from "../codec/decode-sound-file.ts";
import { isDiskFull } from "../disk-full.ts";
import { faultFields } from "../log.ts";
import { addAsset } from "../media/media.ts";
import type { Services } from "../services.ts";
import { isKept, KEPT_DAYS, keptUntil } from "./failed-uploads.ts";
import {
  accountOfSound,
  insertRevision,
  loadUpload,
  lockSound,
  lockUpload,
  nextRevisionNumber,
  type UploadRow,
  updateSound,
  updateUpload,
} from "./store.ts";
import { isOver, SOUND_QUEUE } from "./uploads.ts";

type Processor = Pick<Services, "db" | "files" | "clock" | "newId" | "jobs" | "log" | "settings">;

/** Codes for faults of the file itself; other faults are not final. */
const CODES: Record<Exclude<SoundFileFault, "disk_full" | "aborted" | "internal">, FailureCode> = {
  unreadable: "SOUND_FILE_UNREADABLE",
  no_audio: "SOUND_FILE_NO_AUDIO",
  codec_unsupported: "SOUND_CODEC_UNSUPPORTED",
  channels_unsupported: "SOUND_CHANNELS_UNSUPPORTED",
  rate_unsupported: "SOUND_RATE_UNSUPPORTED",
  samples_invalid: "SOUND_SAMPLES_INVALID",
  truncated: "SOUND_FILE_TRUNCATED",
  damaged: "SOUND_FILE_DAMAGED",
  too_short: "SOUND_TOO_SHORT",
  too_long: "SOUND_TOO_LONG",
  limits: "SOUND_LIMITS_EXCEEDED",
};

/** Advances one upload, whatever its state. Safe to be called again at any time. */
export async function processUpload(services: Processor, uploadId: string, stopping: AbortSignal): Promise<void> {
  const { clock, files, jobs } = services;
  const upload = await loadUpload(services, uploadId);
  if (upload === undefined) return;
  if (upload.status === "pending_upload") {
    if (isOver(upload, clock())) return expire(services, uploadId);
    const left = (upload.expires_at.getTime() - clock().getTime()) / 1_000;
    return jobs.enqueue(SOUND_QUEUE, uploadId, {}, { delaySeconds: Math.ceil(left) + 1 });
  }
  if (isKept(upload)) return dropKept(services, uploadId);
  if (upload.status !== "processing" || upload.received_file === null) return;
  const output = files.temporary(".wav");
  let failed: { readonly code: FailureCode; readonly message: string };
  try {
    await using received = await files.localKept(upload.received_file);
    const sound = await decodeSoundFile(
      {
        input_path: received.path,
        output_path: output,
        min_duration_ms: LIMITS.sound_duration_ms.min,
        max_duration_ms: LIMITS.sound_duration_ms.max,
        max_output_bytes: LIMITS.sound_revision_bytes,
      },
      { signal: stopping },
    );
    if (await fits(services, upload, sound)) {
      const stored = await files.adopt(output, sound.sha256);
      return await settle(services, uploadId, { ...sound, size_bytes: stored.size });
    }
    const code = "SOUND_STORAGE_QUOTA_EXCEEDED";
    failed = { code, message: failures[code].sentence };
  } catch (error) {
    if (!(error instanceof SoundFileError) || !Object.hasOwn(CODES, error.fault)) throw error;
    failed = { code: CODES[error.fault as keyof typeof CODES], message: error.message };
  } finally {
    await rm(output, { force: true });
  }
  // Not before its partial file is gone.
  await fail(services, uploadId, failed.code, failed.message);
}

/**
 * Ends an upload as failed after its last attempt, for a reason that is not the file's. The file is kept for a while: an
 * administrator can have it processed again.
 */
export async function giveUpUpload(services: Processor, uploadId: string, error: unknown): Promise<void> {
  const full = isDiskFull(error) || (error instanceof SoundFileError && error.fault === "disk_full");
  const code = full ? "SOUND_STORAGE_FULL" : "SOUND_PROCESSING_FAILED";
  services.log.error("a sound could not be processed", { upload_id: uploadId, ...faultFields(error) });
  const { db, clock, jobs } = services;
  await db.transaction(async () => {
    const upload = await lockUpload(services, uploadId);
    if (upload?.status !== "processing") return;
    const failed = { status: "failed", error_code: code, error_message: failures[code].sentence } as const;
    await updateUpload(services, uploadId, { ...failed, updated_at: clock() });
    await jobs.enqueue(SOUND_QUEUE, uploadId, {}, { delaySeconds: KEPT_DAYS * 24 * 3_600 });
  });
}

/** Drops the file of a failed upload when it was kept long enough. */
async function dropKept(services: Processor, uploadId: string): Promise<void> {
  const { db, clock, jobs } = services;
  await db.transaction(async () => {
    const upload = await lockUpload(services, uploadId);
    if (upload === undefined || !isKept(upload)) return;
    const leftMs = keptUntil(upload).getTime() - clock().getTime();
    if (leftMs > 0) await jobs.enqueue(SOUND_QUEUE, uploadId, {}, { delaySeconds: Math.ceil(leftMs / 1_000) });
    else await end(services, upload, { status: "failed" });
  });
}

/** Whether the account may store the decoded sound, which can be hundreds of times as large as the uploaded file. */
async function fits(services: Processor, upload: UploadRow, sound: DecodedSound): Promise<boolean> {
  const accountId = await accountOfSound(services, upload.sound_id);
  const left = accountId === undefined ? null : await storageLeft(services, accountId);
  // The received file still counts; it goes when the upload ends.
  return left === null || left + upload.size_bytes >= sound.size_bytes;
}

async function settle(services: Processor, uploadId: string, sound: DecodedSound): Promise<void> {
  const { db, clock, newId } = services;
  await db.transaction(async () => {
    const upload = await lockUpload(services, uploadId);
    if (upload?.status !== "processing") return;
    const owner = await lockSound(services, upload.sound_id);
    if (owner === undefined) return;
    const at = clock();
    const assetId = await addAsset(services, {
      accountId: owner.account_id,
      sha256: sound.sha256,
      contentType: "audio/wav",
      sizeBytes: sound.size_bytes,
    });
    const revisionId = newId();
    await insertRevision(services, {
      id: revisionId,
      sound_id: upload.sound_id,
      revision_number: await nextRevisionNumber(services, upload.sound_id),
      asset_id: assetId,
      duration_ms: sound.duration_ms,
      integrated_lufs: sound.integrated_lufs,
      sample_peak_dbfs: sound.sample_peak_dbfs,
      created_at: at,
    });
    await updateSound(services, upload.sound_id, { current_revision_id: revisionId, updated_at: at });
    await end(services, upload, { status: "ready", completed_revision_id: revisionId });
  });
}

async function fail(services: Processor, uploadId: string, code: FailureCode, message: string): Promise<void> {
  await services.db.transaction(async () => {
    const upload = await lockUpload(services, uploadId);
    if (upload?.status !== "processing") return;
    await end(services, upload, { status: "failed", error_code: code, error_message: message });
  });
}

async function expire(services: Processor, uploadId: string): Promise<void> {
  await services.db.transaction(async () => {
    const upload = await lockUpload(services, uploadId);
    if (upload?.status === "pending_upload") await end(services, upload, { status: "expired" });
  });
}

/** Ends an upload for good; its received file goes after the commit. */
async function end(
  services: Processor,
  upload: { readonly id: string; readonly received_file: string | null },
  change: Parameters<typeof updateUpload>[2],
): Promise<void> {
  const { db, clock, files, log } = services;
  await updateUpload(services, upload.id, { ...change, received_file: null, updated_at: clock() });
  const name = upload.received_file;
  if (name === null) return;
  db.afterCommit(() => {
    files.drop(name).catch((error: unknown) => log.warn("an uploaded file is still there", faultFields(error)));
  });
}
