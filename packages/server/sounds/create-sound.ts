// New sounds, and new files of sounds: both begin an upload session.

import { ApiError, type Caller } from "@fullcast/contract";
import { requireStorage } from "../accounts/accounts.ts";
import { canonicalRequest, once } from "../db/once.ts";
import type { Services } from "../services.ts";
import { isKept } from "./failed-uploads.ts";
import { noSound, ownSound, visibleSound } from "./find-sound.ts";
import {
  insertSound,
  insertUpload,
  latestUploadRow,
  loadUpload,
  nextRevisionNumber,
  type SoundRow,
  updateUpload,
} from "./store.ts";
import { SESSION_MS, SOUND_QUEUE, toUploadSession } from "./uploads.ts";
import { toWireSound } from "./wire-sound.ts";

type Creator = Pick<Services, "db" | "clock" | "newId" | "jobs" | "signer" | "publicUrl" | "files" | "settings">;

export interface UploadFile {
  readonly filename: string;
  readonly content_type: string;
  readonly size_bytes: number;
}

export interface CreateSoundBody {
  readonly schema_version: string;
  readonly client_mutation_id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly is_public: boolean;
  readonly rights_acknowledgment_version: string;
  readonly file: UploadFile;
}

/**
 * A new sound with a session for its file. 200 with the same sound and upload when the request is repeated.
 * @throws ApiError IDEMPOTENCY_CONFLICT, STORAGE_QUOTA_EXCEEDED
 */
export async function createSound(services: Creator, caller: Caller, body: CreateSoundBody) {
  const { result, replayed } = await once(
    services,
    {
      accountId: caller.accountId,
      key: body.client_mutation_id,
      operation: "createSound",
      request: canonicalRequest({ ...body }),
    },
    async () => {
      await requireStorage(services, caller.accountId, body.file.size_bytes);
      const soundId = services.newId();
      const { name, description, tags } = body;
      const sound = { id: soundId, accountId: caller.accountId, name, description, tags, isPublic: body.is_public };
      await insertSound(services, { ...sound, at: services.clock() });
      return { soundId, uploadId: await beginUpload(services, { id: soundId, current_revision_id: null }, body.file) };
    },
  );
  return created(services, caller, result, replayed);
}

export interface CreateUploadBody {
  readonly schema_version: string;
  readonly client_mutation_id: string;
  readonly rights_acknowledgment_version: string;
  readonly file: UploadFile;
}

/**
 * A session for another file of an own sound; one that still waits for its file is over then.
 * @throws ApiError NOT_FOUND, SOUND_UPLOAD_IN_PROGRESS while a file is being processed, STORAGE_QUOTA_EXCEEDED
 */
export async function createSoundUpload(services: Creator, caller: Caller, soundId: string, body: CreateUploadBody) {
  const { result, replayed } = await once(
    services,
    {
      accountId: caller.accountId,
      key: body.client_mutation_id,
      operation: "createSoundUpload",
      request: canonicalRequest({ ...body }, { soundId }),
    },
    async () => {
      const sound = await ownSound(services, caller, soundId);
      await requireStorage(services, caller.accountId, body.file.size_bytes);
      return { soundId, uploadId: await beginUpload(services, sound, body.file) };
    },
  );
  return created(services, caller, result, replayed);
}

/** Runs in the caller's transaction. */
async function beginUpload(
  services: Creator,
  sound: Pick<SoundRow, "id" | "current_revision_id">,
  file: UploadFile,
): Promise<string> {
  const { db, clock, newId, jobs, files } = services;
  const latest = await latestUploadRow(services, sound.id);
  if (latest?.status === "processing") throw new ApiError("SOUND_UPLOAD_IN_PROGRESS");
  const at = clock();
  if (latest !== undefined && (latest.status === "pending_upload" || isKept(latest))) {
    const status = latest.status === "failed" ? "failed" : "expired";
    await updateUpload(services, latest.id, { status, received_file: null, updated_at: at });
    const arrived = latest.received_file;
    if (arrived !== null) db.afterCommit(() => void files.drop(arrived).catch(() => undefined));
  }
  const id = newId();
  await insertUpload(services, {
    id,
    sound_id: sound.id,
    attempt: (latest?.attempt ?? 0) + 1,
    revision_number: await nextRevisionNumber(services, sound.id),
    is_replacement: sound.current_revision_id !== null,
    content_type: file.content_type,
    size_bytes: file.size_bytes,
    status: "pending_upload",
    received_file: null,
    completed_revision_id: null,
    error_code: null,
    error_message: null,
    created_at: at,
    updated_at: at,
    expires_at: new Date(at.getTime() + SESSION_MS),
  });
  await jobs.enqueue(SOUND_QUEUE, id, {}, { delaySeconds: SESSION_MS / 1_000 + 1 });
  return id;
}

async function created(
  services: Creator,
  caller: Caller,
  { soundId, uploadId }: { readonly soundId: string; readonly uploadId: string },
  replayed: boolean,
) {
  const sound = await visibleSound(services, caller, soundId);
  const upload = await loadUpload(services, uploadId);
  if (upload === undefined) throw noSound();
  const data = {
    schema_version: "studio-sound-upload-1" as const,
    sound: toWireSound(services, { accountId: caller.accountId, projectId: null }, sound),
    upload: toUploadSession(services, upload),
  };
  return replayed ? { status: 200 as const, data } : { status: 201 as const, data };
}
