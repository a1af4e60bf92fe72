// The body of a request as bytes: read with a limit.

import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { ApiError, invalidField, type Upload } from "@fullcast/contract";

/** A body that is no JSON, with its bytes still to come. */
export interface RawBody {
  /** One of the types that the row takes, in lower case and without parameters. */
  readonly contentType: string;
  /** All of it. @throws ApiError REQUEST_TOO_LARGE above the row's limit, or INVALID_REQUEST when it ends early */
  readonly read: () => Promise<Buffer>;
  /**
   * For what is too big for memory: writes all of it to a new file, which the caller removes in any case. Rejects with a
   * system error when the disk does. @throws ApiError as read() does
   */
  readonly save: (path: string) => Promise<SavedBody>;
}

export interface SavedBody {
  /** In bytes. */
  readonly size: number;
  /** Of the bytes, lowercase hex. */
  readonly sha256: string;
}

/** Whether a body is being sent at all. */
export function hasBody(request: IncomingMessage): boolean {
  const length = request.headers["content-length"];
  return (length !== undefined && length !== "0") || request.headers["transfer-encoding"] !== undefined;
}

/** @throws ApiError INVALID_REQUEST for a type that the row does not take, or without a body */
export function rawBody(request: IncomingMessage, upload: Upload): RawBody {
  const contentType = (request.headers["content-type"] ?? "").split(";")[0]!.trim().toLowerCase();
  if (!upload.contentTypes.includes(contentType)) {
    const message = `must be one of ${upload.contentTypes.join(", ")}`;
    throw invalidField("content-type", message, "header");
  }
  if (!hasBody(request)) throw invalidField("", "the body must hold the file");
  const { limitBytes } = upload;
  return {
    contentType,
    read: () => readBytes(request, limitBytes),
    save: (path) => saveBytes(request, path, limitBytes),
  };
}

function tooLarge(limitBytes: number): ApiError {
  return new ApiError("REQUEST_TOO_LARGE", { limit_bytes: limitBytes });
}

function endedEarly(): ApiError {
  return invalidField("", "the body ended early");
}

/**
 * All bytes of a body. An oversize body is not kept, and read on only to be thrown away, so that the client, which may
 * still be sending, gets to see the answer.
 * @throws ApiError REQUEST_TOO_LARGE, or INVALID_REQUEST when it ends early
 */
export async function readBytes(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  if (Number(request.headers["content-length"]) > limitBytes) throw tooLarge(limitBytes);
  return new Promise((resolve, reject) => {
    // Gone while its key was looked up: its events are past.
    if (request.destroyed) {
      reject(endedEarly());
      return;
    }
    let length = 0;
    const chunks: Buffer[] = [];
    const stop = () => request.off("data", onData).off("end", onEnd).off("error", onError).off("close", onClose);
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limitBytes) {
        chunks.push(chunk);
        return;
      }
      stop();
      request.resume();
      reject(tooLarge(limitBytes));
    };
    const onEnd = () => {
      stop();
      resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length));
    };
    const onError = () => {
      stop();
      reject(endedEarly());
    };
    const onClose = onError;
    request.on("data", onData).on("end", onEnd).on("error", onError).on("close", onClose);
  });
}

async function saveBytes(request: IncomingMessage, path: string, limitBytes: number): Promise<SavedBody> {
  if (Number(request.headers["content-length"]) > limitBytes) throw tooLarge(limitBytes);
  const hash = createHash("sha256");
  let size = 0;
  const file = await open(path, "wx", 0o600);
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limitBytes) throw tooLarge(limitBytes);
      hash.update(chunk);
      await file.appendFile(chunk);
    }
  } catch (error) {
    // As in readBytes: what still comes is thrown away.
    request.resume();
    if (error instanceof ApiError || !request.destroyed) throw error;
    throw endedEarly();
  } finally {
    await file.close();
  }
  if (!request.complete) throw endedEarly();
  return { size, sha256: hash.digest("hex") };
}
