// Bytes of a file over HTTP: whole or one range, with validators (RFC 9110, sections 8.8, 13 and 14). A file that a POST made is
// sent whole: ranges and validators belong to GET and HEAD.

import { Readable } from "node:stream";
import { ApiError } from "@fullcast/contract";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Both ends belong to the range. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface SendableFile {
  readonly size: number;
  readonly contentType: string;
  /** Same bytes, same tag: the content hash. Null for what a POST made. */
  readonly etag: string | null;
  /** Absent: kept by the client for a quarter of an hour. */
  readonly cacheControl?: string;
  readonly disposition: "inline" | "attachment";
  /** The name to save it under; any text. */
  readonly filename?: string;
  /** An address elsewhere at which a client can read the same bytes; null without one. */
  readonly address?: (headers: {
    readonly contentType: string;
    readonly disposition: string;
  }) => Promise<string | null>;
  /** The bytes of the range, of the whole file without one. Never called for HEAD or an empty answer. */
  readonly open: (range?: ByteRange) => Readable | Promise<Readable>;
}

/** Bytes of unknown length, sent as they are made. */
export interface SendableParts {
  readonly contentType: string;
  /** A client that goes away ends it with `return`. */
  readonly parts: AsyncGenerator<Uint8Array, void>;
  /** Called when the client has gone, so that work under way for the next part ends too. */
  readonly left: () => void;
}

export async function sendParts(reply: FastifyReply, { contentType, parts, left }: SendableParts): Promise<void> {
  reply.headers({
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
  });
  reply.header("content-type", contentType);
  const stream = Readable.from(parts, { objectMode: false });
  stream.once("close", left);
  await reply.send(stream);
}

/**
 * A client that can be redirected is sent to the file's other address. A player of a page is not: the page may read from this
 * server only, and Chromium asks an address for later parts that has ended by then.
 * @throws ApiError RANGE_NOT_SATISFIABLE, and whatever `open` or `address` throws; the reply has no header of the file then
 */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: SendableFile): Promise<void> {
  const etag = file.etag === null ? null : `"${file.etag}"`;
  const headers = {
    ...(etag === null ? {} : { "accept-ranges": "bytes", etag }),
    "cache-control": file.cacheControl ?? "private, max-age=900",
    "content-disposition": contentDisposition(file),
    // If a browser opens it as a page, it can do nothing.
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
  };
  if (etag !== null && matches(request.headers["if-none-match"], etag)) {
    await reply.code(304).headers(headers).send();
    return;
  }
  const range = etag === null ? null : rangeOf(request, etag, file.size);
  if (range === "unsatisfiable") {
    reply.header("content-range", `bytes */${file.size}`);
    throw new ApiError("RANGE_NOT_SATISFIABLE", { size_bytes: file.size });
  }
  if (request.method === "GET" && file.size > 0 && file.address !== undefined && !isFromPage(request)) {
    const address = await file.address({ contentType: file.contentType, disposition: contentDisposition(file) });
    if (address !== null) {
      await reply.code(302).headers({ "cache-control": "no-store", location: address }).send();
      return;
    }
  }
  const length = range === null ? file.size : range.end - range.start + 1;
  const stream = request.method === "HEAD" || length === 0 ? undefined : await file.open(range ?? undefined);
  reply.code(range === null ? 200 : 206).headers(headers);
  reply.header("content-type", file.contentType).header("content-length", length);
  if (range !== null) reply.header("content-range", `bytes ${range.start}-${range.end}/${file.size}`);
  await reply.send(stream);
}

/**
 * Whether a page or its player may have sent it. Browsers mark what they send to https:// and to this computer (Fetch Metadata). Without
 * a mark, a browser's name is enough: some programs get the file from here then, which is no fault.
 */
function isFromPage({ headers }: FastifyRequest): boolean {
  if (headers["sec-fetch-site"] !== undefined) return headers["sec-fetch-mode"] !== "navigate";
  return headers["user-agent"]?.startsWith("Mozilla/") ?? false;
}

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(",").some((candidate) => {
    const tag = candidate.trim();
    return tag === "*" || tag.replace(/^W\//, "") === etag;
  });
}

const ONE_RANGE = /^bytes=\s*([0-9]{0,15})-([0-9]{0,15})\s*$/i;

/** Null: the whole file, also for anything but a single byte range (a server may ignore those). */
function rangeOf(request: FastifyRequest, etag: string, size: number): ByteRange | null | "unsatisfiable" {
  const { range } = request.headers;
  const [, first, last] = (range === undefined ? null : ONE_RANGE.exec(range)) ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return null;
  // If-Range with a date or another tag: the client has a part of another version, so it gets the whole file.
  const ifRange = request.headers["if-range"];
  if (ifRange !== undefined && ifRange !== etag) return null;
  if (first === "") {
    const suffix = Number(last);
    return suffix === 0 || size === 0 ? "unsatisfiable" : { start: Math.max(0, size - suffix), end: size - 1 };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return null;
  return start >= size ? "unsatisfiable" : { start, end };
}

/** RFC 6266: a plain ASCII name for old readers and the true one in UTF-8. */
function contentDisposition({ disposition, filename }: SendableFile): string {
  if (filename === undefined) return disposition;
  const ascii = filename.replace(/[^\x20-\x7e]|["\\%/]/g, "_");
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${disposition}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
