// Images that belong to feedback.

import { ApiError, type Caller, type FeedbackAttachment } from "@fullcast/contract";
import { requireStorage } from "../accounts/accounts.ts";
import { checkImage } from "../codec/codec.ts";
import { isDiskFull } from "../disk-full.ts";
import type { RawBody } from "../http/http.ts";
import { markObjects } from "../media/media.ts";
import type { Services } from "../services.ts";
import { type AttachmentRow, deleteFeedbackOf, deleteStray, insertAttachment } from "./store.ts";

const STRAY_AFTER_MS = 24 * 3_600_000;

export const toWireAttachment = (row: AttachmentRow): FeedbackAttachment => ({
  attachment_id: row.id,
  content_type: row.content_type as FeedbackAttachment["content_type"],
  size_bytes: row.size_bytes,
});

/** @throws ApiError IMAGE_UNREADABLE when the bytes are not an image of the given type; STORAGE_FULL, STORAGE_QUOTA_EXCEEDED */
export async function uploadAttachment(
  services: Pick<Services, "db" | "files" | "clock" | "newId" | "settings">,
  caller: Caller,
  upload: RawBody,
): Promise<FeedbackAttachment> {
  await requireStorage(services, caller.accountId);
  const bytes = await upload.read();
  await requireStorage(services, caller.accountId, bytes.length);
  const fault = await checkImage(
    services.files,
    caller,
    bytes,
    upload.contentType as FeedbackAttachment["content_type"],
  );
  if (fault !== null) throw new ApiError("IMAGE_UNREADABLE", { reason: fault });
  const stored = await storeBytes(services, bytes);
  const row: AttachmentRow = {
    id: services.newId(),
    account_id: caller.accountId,
    feedback_id: null,
    position: null,
    sha256: stored.sha256,
    content_type: upload.contentType,
    size_bytes: stored.size,
    created_at: services.clock(),
  };
  await insertAttachment(services, row);
  return toWireAttachment(row);
}

async function storeBytes({ files }: Pick<Services, "files">, bytes: Buffer) {
  try {
    return await files.put(bytes);
  } catch (error) {
    if (isDiskFull(error)) throw new ApiError("STORAGE_FULL");
    throw error;
  }
}

/** Deletes images that no feedback used within a day, and marks their files for removal. */
export async function forgetStrayAttachments(services: Pick<Services, "db" | "clock" | "newId">): Promise<void> {
  const before = new Date(services.clock().getTime() - STRAY_AFTER_MS);
  await services.db.transaction(async () => {
    await markObjects(services, services.newId(), await deleteStray(services, before));
  });
}

/** Removes all feedback of an account with its images. Runs in the caller's transaction. */
export async function removeFeedbackOf(services: Pick<Services, "db" | "clock">, accountId: string): Promise<void> {
  await markObjects(services, accountId, await deleteFeedbackOf(services, accountId));
}
