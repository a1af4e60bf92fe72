// Uploads whose processing failed for a reason that lies with the installation. Their file is kept, so that it can be processed
// again without another upload.

import type { Services } from "../services.ts";
import {
  failedUploadCount,
  failedUploadRows,
  latestUploadRow,
  lockUpload,
  type UploadRow,
  updateUpload,
} from "./store.ts";
import { SOUND_QUEUE } from "./uploads.ts";

/** Failed uploads keep their file this long. */
export const KEPT_DAYS = 30;

export interface FailedUpload {
  readonly id: string;
  readonly account_id: string;
  readonly error_code: string | null;
  readonly failed_at: Date;
}

/** The newest ones; with `uploadId` only that one, if its file is still there. */
export async function failedUploads(
  services: Pick<Services, "db">,
  which: { readonly limit: number; readonly uploadId?: string },
): Promise<readonly FailedUpload[]> {
  return failedUploadRows(services, which);
}

export const countFailedUploads = (services: Pick<Services, "db">): Promise<number> => failedUploadCount(services);

/** Processes the kept file again. Null when no such upload is among the failed ones. */
export async function retryFailedUpload(
  services: Pick<Services, "db" | "clock" | "jobs">,
  uploadId: string,
): Promise<FailedUpload | null> {
  const { db, clock, jobs } = services;
  return db.transaction(async () => {
    const upload = await lockUpload(services, uploadId);
    if (upload === undefined || !isKept(upload)) return null;
    const [failed] = await failedUploads(services, { limit: 1, uploadId });
    const latest = await latestUploadRow(services, upload.sound_id);
    if (failed === undefined || latest?.id !== uploadId) return null;
    const again = { status: "processing", error_code: null, error_message: null, updated_at: clock() } as const;
    await updateUpload(services, uploadId, again);
    await jobs.enqueue(SOUND_QUEUE, uploadId, {}, { party: failed.account_id });
    return failed;
  });
}

/** Whether an upload failed and its file is still there. */
export const isKept = (upload: Pick<UploadRow, "status" | "received_file">) =>
  upload.status === "failed" && upload.received_file !== null;

/** When the file of a failed upload is dropped. */
export const keptUntil = (upload: Pick<UploadRow, "updated_at">) =>
  new Date(upload.updated_at.getTime() + KEPT_DAYS * 24 * 3_600_000);
