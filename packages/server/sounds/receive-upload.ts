// The one PUT of an upload session: raw bytes, authorised by the signed URL alone, written to disk as they come.

import { open, rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { ApiError, invalidField } from "@fullcast/contract";
import type { FastifyInstance } from "fastify";
import { isDiskFull } from "../disk-full.ts";
import { sendPayload } from "../http/http.ts";
import type { Services } from "../services.ts";
import { loadUpload, lockUpload, type UploadRow, updateUpload } from "./store.ts";
import { isOver } from "./uploads.ts";

type Receiver = Pick<Services, "db" | "clock" | "files" | "newId" | "signer">;

/** Adds `PUT /v1/sound-uploads/{token}`. It is no row of the endpoint table: its URL comes whole from other answers. */
export function addUploadRoute(app: Pick<FastifyInstance, "register">, services: Receiver): void {
  void app.register((scope, _options, done) => {
    // The body is read by receiveUpload, at the pace of the disk.
    scope.addContentTypeParser("*", (_request, _payload, parsed) => parsed(null, undefined));
    scope.put<{ Params: { token: string } }>("/v1/sound-uploads/:token", async (request, reply) => {
      const data = await receiveUpload(services, request.params.token, request.raw);
      return sendPayload(reply, { status: 200, data }, true);
    });
    done();
  });
}

/**
 * Takes exactly the announced number of bytes. Of several PUTs of one session one wins; a PUT that fails may be repeated.
 * @throws ApiError UPLOAD_URL_INVALID, SOUND_UPLOAD_RECEIVED, SOUND_FILE_SIZE_MISMATCH, STORAGE_FULL, INVALID_REQUEST
 */
export async function receiveUpload(services: Receiver, token: string, request: IncomingMessage) {
  const { files, newId } = services;
  try {
    const upload = await openSession(services, token);
    checkAnnounced(upload, request);
    const path = files.temporary(".upload");
    try {
      await writeExactly(request, path, upload.size_bytes);
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
    return { upload_id: upload.id, size_bytes: upload.size_bytes };
  } catch (error) {
    // What the client still sends is thrown away, so that it gets to see the answer.
    request.resume();
    if (isDiskFull(error)) throw new ApiError("STORAGE_FULL");
    throw error;
  }
}

async function openSession(services: Receiver, token: string): Promise<UploadRow> {
  const grant = services.signer.verify(token, "upload");
  const upload = grant === null ? undefined : await loadUpload(services, grant.object);
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

async function writeExactly(request: IncomingMessage, path: string, size: number): Promise<void> {
  const file = await open(path, "wx");
  let received = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      received += chunk.length;
      if (received > size) break;
      await file.appendFile(chunk);
    }
  } catch (error) {
    if (isDiskFull(error)) throw new ApiError("STORAGE_FULL");
    if (request.destroyed) throw invalidField("", "the body ended early");
    throw error;
  } finally {
    await file.close();
  }
  if (received !== size) throw mismatch(size, received);
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
