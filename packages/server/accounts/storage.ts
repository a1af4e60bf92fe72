// The storage used by an account, and its quota.

import { ApiError, type Caller } from "@fullcast/contract";
import { sql } from "kysely";
import type { Services } from "../services.ts";

type Counter = Pick<Services, "db" | "settings">;

/**
 * Bytes of all files of an account: audio, covers, sounds, finished exports, images of feedback, recordings of guests, and received uploads that
 * are not processed yet. The same bytes count once, as they are stored once. Counted from the rows each time, so it is
 * right after every deletion.
 */
export async function storedBytes({ db }: Pick<Services, "db">, accountId: string): Promise<number> {
  const { rows } = await sql<{ readonly bytes: number }>`
    select coalesce(sum(size_bytes), 0)::bigint as bytes from (
      select sha256, size_bytes from media_assets where account_id = ${accountId}::uuid
      union
      select sha256, size_bytes from export_artifacts
        where account_id = ${accountId}::uuid and not file_removed and expires_at > now()
      union
      select g.sha256, g.size_bytes from mix_segments g join mix_previews m on m.id = g.preview_id
        where m.account_id = ${accountId}::uuid
      union
      select sha256, size_bytes from feedback_attachments where account_id = ${accountId}::uuid
      union
      select sha256, size_bytes from guest_recordings where account_id = ${accountId}::uuid
      union
      select u.received_file::text, u.size_bytes from sound_uploads u join sounds s on s.id = u.sound_id
        where s.account_id = ${accountId}::uuid and u.received_file is not null
    ) stored
  `.execute(db.q);
  return Number(rows[0]?.bytes ?? 0);
}

/** What the account stores and may store. */
export async function getStorage(services: Counter, { accountId }: Caller) {
  return {
    storage: {
      stored_bytes: await storedBytes(services, accountId),
      quota_bytes: services.settings.storageQuotaBytes,
    },
  };
}

/** Bytes that the account may still store, 0 or less when it is over its quota; null without a quota. */
export async function storageLeft(services: Counter, accountId: string): Promise<number | null> {
  const quota = services.settings.storageQuotaBytes;
  return quota === null ? null : quota - (await storedBytes(services, accountId));
}

/** @throws ApiError STORAGE_QUOTA_EXCEEDED when the account cannot store `bytes` more */
export async function requireStorage(services: Counter, accountId: string, bytes = 1): Promise<void> {
  const left = await storageLeft(services, accountId);
  if (left === null || left >= bytes) return;
  const quota = services.settings.storageQuotaBytes ?? 0;
  throw new ApiError("STORAGE_QUOTA_EXCEEDED", { stored_bytes: quota - left, quota_bytes: quota });
}
