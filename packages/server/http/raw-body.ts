// The body of a request as bytes: read with a limit.

import type { IncomingMessage } from "node:http";
import { ApiError, type Issue, invalidField, type Upload } from "@fullcast/contract";

/** A body that is no JSON, with its bytes still to come. */
export interface RawBody {
  /** One of the types that the row takes, in lower case and without parameters. */
  readonly contentType: string;
  /** All of it. @throws ApiError REQUEST_TOO_LARGE above the row's limit, or INVALID_REQUEST when it ends early */
  readonly read: () => Promise<Buffer>;
  /** For what is too big for memory: the caller counts, and stops at the row's limit. */
  readonly stream: IncomingMessage;
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
    const issues: Issue[] = [{ path: "content-type", message, in: "header" }];
    throw new ApiError("INVALID_REQUEST", { issues });
  }
  if (!hasBody(request)) throw invalidField("", "the body must hold the file");
  return { contentType, read: () => readBytes(request, upload.limitBytes), stream: request };
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
