// The one PUT of an upload session: raw bytes, authorised by the signed URL alone, written to disk as they come.

import { rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { ApiError, LIMITS } from "@fullcast/contract";
import type { FastifyInstance } from "fastify";
import { requireStorage } from "../accounts/accounts.ts";
import { isDiskFull } from "../disk-full.ts";
import { saveBody, sendPayload } from "../http/http.ts";
import type { Services } from "../services.ts";
import { loadOpenUpload, lockUpload, type OpenUpload, type UploadRow, updateUpload } from "./store.ts";
import { isOver } from "./uploads.ts";

type Receiver = Pick<Services, "db" | "clock" | "files" | "newId" | "signer" | "settings">;

/** Bytes that the PUTs of one account may have announced and not ended in this process: two of the largest files. */
const MOST_BYTES_UNDER_WAY = 2 * LIMITS.sound_upload_bytes;

/** The PUTs under way: their uploads, and their announced bytes by account. */
interface UnderWay {
  readonly uploads: Set<string>;
  readonly accounts: Map<string, number>;
}

/** Adds `PUT /v1/sound-uploads/{token}`. It is no row of the endpoint table: its URL comes whole from other answers. */
export function addUploadRoute(app: Pick<FastifyInstance, "register">, services: Receiver): void {
  const underWay: UnderWay = { uploads: new Set(), accounts: new Map() };
  void app.register((scope, _options, done) => {
    // The body is read by receiveUpload, at the pace of the disk.
    scope.addContentTypeParser("*", (_request, _payload, parsed) => parsed(null, undefined));
    scope.put<{ Params: { token: string } }>("/v1/sound-uploads/:token", async (request, reply) => {
      const data = await receiveUpload(services, underWay, request.params.token, request.raw);
      return sendPayload(reply, { status: 200, data }, true);
    });
    done();
  });
}

/**
 * Takes exactly the announced number of bytes. A PUT that fails may be repeated.
 * @throws ApiError UPLOAD_URL_INVALID, SOUND_UPLOAD_RECEIVED, SOUND_UPLOAD_UNDER_WAY, SOUND_FILE_SIZE_MISMATCH,
 * STORAGE_FULL, STORAGE_QUOTA_EXCEEDED, RATE_LIMITED, INVALID_REQUEST
 */
async function receiveUpload(services: Receiver, underWay: UnderWay, token: string, request: IncomingMessage) {
  try {
    const upload = await openSession(services, token);
    checkAnnounced(upload, request);
    const release = enter(underWay, upload);
    try {
      await requireStorage(services, upload.account_id, upload.size_bytes);
      await keepFile(services, upload, request);
    } finally {
      release();
    }
    return { upload_id: upload.id, size_bytes: upload.size_bytes };
  } catch (error) {
    // Reads and drops what the client still sends, so that it sees the answer.
    request.resume();
    if (isDiskFull(error)) throw new ApiError("STORAGE_FULL");
    throw error;
  }
}

/** @throws ApiError SOUND_UPLOAD_UNDER_WAY, RATE_LIMITED */
function enter({ uploads, accounts }: UnderWay, { id, account_id, size_bytes }: OpenUpload): () => void {
  if (uploads.has(id)) throw new ApiError("SOUND_UPLOAD_UNDER_WAY");
  const bytes = (accounts.get(account_id) ?? 0) + size_bytes;
  if (bytes > MOST_BYTES_UNDER_WAY) throw new ApiError("RATE_LIMITED", { retry_after_seconds: 1 });
  uploads.add(id);
  accounts.set(account_id, bytes);
  return () => {
    uploads.delete(id);
    const left = (accounts.get(account_id) ?? 0) - size_bytes;
    if (left > 0) accounts.set(account_id, left);
    else accounts.delete(account_id);
  };
}

async function keepFile(services: Receiver, upload: OpenUpload, request: IncomingMessage): Promise<void> {
  const { files, newId } = services;
  const path = files.temporary(".upload");
  try {
    await saveExactly(request, path, upload.size_bytes);
    const name = newId();
    await files.keep(path, name);
    try {
      await claim(services, upload.id, name);
    } catch (error) {
      await files.drop(name);
      throw error;
    }
  } finally {
    await rm(path, { force: true });
  }
}

async function openSession(services: Receiver, token: string): Promise<OpenUpload> {
  const grant = services.signer.verify(token, "upload");
  const upload = grant === null ? undefined : await loadOpenUpload(services, grant.object);
  if (upload === undefined || isOver(upload, services.clock())) throw new ApiError("UPLOAD_URL_INVALID");
  if (upload.status !== "pending_upload" || upload.received_file !== null) throw new ApiError("SOUND_UPLOAD_RECEIVED");
  return upload;
}

function mismatch(expected: number, received: number): ApiError {
  return new ApiError("SOUND_FILE_SIZE_MISMATCH", { expected_bytes: expected, received_bytes: received });
}

function checkAnnounced(upload: UploadRow, request: IncomingMessage): void {
  const announced = request.headers["content-length"];
  if (announced !== undefined && Number(announced) !== upload.size_bytes) {
    throw mismatch(upload.size_bytes, Number(announced));
  }
}

async function saveExactly(request: IncomingMessage, path: string, size: number): Promise<void> {
  try {
    const saved = await saveBody(request, path, { limitBytes: size, budget: null });
    if (saved.size !== size) throw mismatch(size, saved.size);
  } catch (error) {
    if (error instanceof ApiError && error.code === "REQUEST_TOO_LARGE") throw mismatch(size, size + 1);
    throw error;
  }
}

async function claim(services: Receiver, uploadId: string, name: string): Promise<void> {
  await services.db.transaction(async () => {
    const upload = await lockUpload(services, uploadId);
    if (upload === undefined) throw new ApiError("UPLOAD_URL_INVALID");
    if (upload.status === "expired") throw new ApiError("UPLOAD_URL_INVALID");
    if (upload.status !== "pending_upload" || upload.received_file !== null) {
      throw new ApiError("SOUND_UPLOAD_RECEIVED");
    }
    await updateUpload(services, uploadId, { received_file: name, updated_at: services.clock() });
  });
}
