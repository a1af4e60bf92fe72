// Sounds and uploads as the wire shows them.

import type { Sound } from "@fullcast/contract";
import { failures, LIMITS } from "@fullcast/contract";
import type { Services } from "../services.ts";
import type { SeenSound, UploadRow, Viewer } from "./store.ts";

type Clock = Pick<Services, "clock">;
type WireError = { readonly code: string | null; readonly message: string };

/** A sound is ready as soon as it has a revision; else its latest upload decides. */
export function soundStatus({ clock }: Clock, row: SeenSound): Sound["status"] {
  if (row.current_revision_id !== null) return "ready";
  if (row.upload_status === "processing") return "processing";
  const waits = row.upload_status === "pending_upload" && !isPast(clock(), row.upload_expires_at);
  return waits ? "uploading" : "failed";
}

const isPast = (now: Date, time: Date | null) => time === null || time <= now;

const timedOut: WireError = { code: "SOUND_UPLOAD_TIMED_OUT", message: failures.SOUND_UPLOAD_TIMED_OUT.sentence };

export function toWireSound(services: Clock, viewer: Viewer, row: SeenSound): Sound {
  const status = soundStatus(services, row);
  const owned = row.account_id === viewer.accountId;
  const owner = row.owner_display_name;
  const shared = !owned && row.share_id !== null && row.share_status !== null;
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    tags: row.tags,
    status,
    is_public: row.is_public,
    owner_display_name: owner.length >= 1 && owner.length <= 200 ? owner : null,
    is_owned_by_user: owned,
    is_shared_with_user: shared && row.share_status !== "declined",
    is_in_project: row.is_in_project,
    can_edit: owned,
    can_delete: owned,
    can_share: owned,
    incoming_share: shared ? { id: row.share_id!, status: row.share_status! } : null,
    metadata_version: row.metadata_version,
    current_revision:
      row.current_revision_id === null
        ? null
        : {
            id: row.current_revision_id,
            revision_number: row.revision_number!,
            duration_ms: row.duration_ms!,
            mime_type: row.content_type!,
            file_size_bytes: Math.min(Number(row.size_bytes), LIMITS.sound_revision_bytes),
            created_at: row.revision_created_at!.toISOString(),
          },
    error: status === "failed" ? errorOf(row) : null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function errorOf(row: { readonly error_code: string | null; readonly error_message: string | null }): WireError {
  return row.error_message === null ? timedOut : { code: row.error_code, message: row.error_message };
}

/** `latest` of the upload status. */
export function toWireUpload({ clock }: Clock, row: UploadRow) {
  const expired = row.status === "expired" || (row.status === "pending_upload" && isPast(clock(), row.expires_at));
  const status = expired ? "expired" : row.status;
  return {
    id: row.id,
    revision_number: row.revision_number,
    is_replacement: row.is_replacement,
    status,
    completed_revision_id: row.completed_revision_id,
    error: status === "failed" || status === "expired" ? errorOf(row) : null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  };
}
