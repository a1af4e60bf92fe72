// The states of an upload session: started, filled by one PUT, completed, processed; or expired after an hour.

import { ApiError, type Caller } from "@fullcast/contract";
import { signedUrlBase } from "../http/http.ts";
import type { Services } from "../services.ts";
import { visibleSound } from "./find-sound.ts";
import { lockUpload, neededFiles, type UploadRow, updateUpload } from "./store.ts";
import { toWireSound } from "./wire-sound.ts";

export const SOUND_QUEUE = "sounds";

/** How long a session waits for its file. */
export const SESSION_MS = 60 * 60_000;
/** A received file may wait this long for the row that names it. */
const FORGOTTEN_MS = 60 * 60_000;

export const isOver = (upload: UploadRow, now: Date) =>
  upload.status === "expired" || (upload.status === "pending_upload" && upload.expires_at <= now);

/** `upload` on the wire: where to send the file. Signed for each answer. */
export function toUploadSession({ signer, publicUrl }: Pick<Services, "signer" | "publicUrl">, upload: UploadRow) {
  const token = signer.sign({ purpose: "upload", object: upload.id, expiresAt: upload.expires_at });
  return {
    id: upload.id,
    url: `${signedUrlBase({ publicUrl })}/v1/sound-uploads/${token}`,
    method: "PUT" as const,
    headers: { "Content-Type": upload.content_type },
    expires_at: upload.expires_at.toISOString(),
  };
}

/**
 * Starts the processing of an upload's file. 202 while it is processed, 200 when it has ended.
 * @throws ApiError NOT_FOUND, SOUND_UPLOAD_INCOMPLETE, SOUND_UPLOAD_EXPIRED
 */
export async function completeUpload(
  services: Pick<Services, "db" | "clock" | "jobs">,
  caller: Caller,
  { soundId, uploadId }: { readonly soundId: string; readonly uploadId: string },
) {
  const { db, clock, jobs } = services;
  const viewer = { accountId: caller.accountId, projectId: null };
  const status = await db.transaction(async () => {
    const sound = await visibleSound(services, caller, soundId);
    const upload = await lockUpload(services, uploadId);
    if (sound.account_id !== caller.accountId || upload === undefined || upload.sound_id !== soundId) {
      throw new ApiError("NOT_FOUND", { resource: "upload" });
    }
    const now = clock();
    if (upload.status === "expired") throw new ApiError("SOUND_UPLOAD_EXPIRED");
    if (upload.status !== "pending_upload") return upload.status;
    // A file that arrived in time may be completed late.
    if (upload.received_file === null) {
      throw new ApiError(isOver(upload, now) ? "SOUND_UPLOAD_EXPIRED" : "SOUND_UPLOAD_INCOMPLETE");
    }
    await updateUpload(services, uploadId, { status: "processing", updated_at: now });
    await jobs.enqueue(SOUND_QUEUE, uploadId, {}, { party: caller.accountId });
    return "processing" as const;
  });
  const data = toWireSound(services, viewer, await visibleSound(services, caller, soundId));
  return status === "processing" ? { status: 202 as const, data } : { status: 200 as const, data };
}

/** Removes kept files that no upload needs: a process died after it kept the file and before a row named it. */
export async function dropForgottenFiles(services: Pick<Services, "db" | "files" | "clock">): Promise<number> {
  const { files, clock } = services;
  const kept = await files.keptNames();
  const needed = await neededFiles(
    services,
    kept.map(({ name }) => name),
  );
  const forgotten = kept.filter(
    ({ name, changedAt }) => !needed.has(name) && clock().getTime() - changedAt.getTime() > FORGOTTEN_MS,
  );
  for (const { name } of forgotten) await files.drop(name);
  return forgotten.length;
}
