// A request body that is not JSON: in memory, or in a file.

import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { invalidField, type Upload } from "@fullcast/contract";
import { type Receiving, readBytes, receiveBody } from "./receive-body.ts";

/** A body that is not JSON, with its bytes still to come. */
export interface RawBody {
  /** One of the row's types, in lower case and without parameters. */
  readonly contentType: string;
  /** All of it. @throws ApiError as receiveBody() */
  readonly read: () => Promise<Buffer>;
  /**
   * For bodies that are too big for memory: writes all of it to a new file, which the caller removes in any case.
   * @throws ApiError as receiveBody(); the system error when the disk fails
   */
  readonly save: (path: string) => Promise<SavedBody>;
}

export interface SavedBody {
  /** In bytes. */
  readonly size: number;
  /** Of the bytes, lowercase hex. */
  readonly sha256: string;
}

/** Whether the request has a body. */
export function hasBody(request: IncomingMessage): boolean {
  const length = request.headers["content-length"];
  return (length !== undefined && length !== "0") || request.headers["transfer-encoding"] !== undefined;
}

/** @throws ApiError INVALID_REQUEST for a type that the row does not take, or without a body */
export function rawBody(request: IncomingMessage, upload: Upload, receiving: Omit<Receiving, "limitBytes">): RawBody {
  const contentType = (request.headers["content-type"] ?? "").split(";")[0]!.trim().toLowerCase();
  if (!upload.contentTypes.includes(contentType)) {
    const message = `must be one of ${upload.contentTypes.join(", ")}`;
    throw invalidField("content-type", message, "header");
  }
  if (!hasBody(request)) throw invalidField("", "the body must hold the file");
  const limits = { ...receiving, limitBytes: upload.limitBytes };
  return {
    contentType,
    read: () => readBytes(request, limits),
    save: (path) => saveBody(request, path, limits),
  };
}

/** Writes a body to a new file that only its user can read. @throws as RawBody.save() */
export async function saveBody(request: IncomingMessage, path: string, limits: Receiving): Promise<SavedBody> {
  const hash = createHash("sha256");
  const file = await open(path, "wx", 0o600);
  try {
    const size = await receiveBody(request, limits, (chunk) => {
      hash.update(chunk);
      return file.appendFile(chunk);
    });
    return { size, sha256: hash.digest("hex") };
  } finally {
    await file.close();
  }
}
