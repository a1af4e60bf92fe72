// Compression of long text answers (JSON, HTML, feeds) with the encoding that the client accepts. Files and event streams
// never come here. docs/decisions/2026-11-23-compressed-answers.md has the measurements and the limits of what is safe.

import { pipeline, Readable, type Transform } from "node:stream";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import type { FastifyReply } from "fastify";

/**
 * A shorter answer goes out as it is. It fits into the ten segments that TCP sends at once (RFC 6928), so compressing it
 * would save no round trip and would cost a fifth of a millisecond.
 */
export const LEAST_COMPRESSED_BYTES = 14_600;

const CHUNK_BYTES = 64 * 1024;
/** The quickest level of gzip is 3 % longer than its default on our JSON and takes two thirds of the time. */
const GZIP_LEVEL = 1;
const BROTLI_QUALITY = 3;
/** 256 KiB of window. The default of 4 MiB takes more memory for each answer and is not smaller by 1 % on our JSON. */
const BROTLI_WINDOW_BITS = 18;

type Encoding = "gzip" | "br";

/** In the order of preference: of two equally welcome ones the quicker. */
const ENCODERS: { readonly [encoding in Encoding]: () => Transform } = {
  gzip: () => createGzip({ level: GZIP_LEVEL, chunkSize: CHUNK_BYTES }),
  br: () =>
    createBrotliCompress({
      chunkSize: CHUNK_BYTES,
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
};

/**
 * The body to send: compressed if the client accepts it and the body is long, else unchanged. Sets the headers that belong
 * to the choice, so the reply must have all its other headers. Runs in the thread pool of zlib, chunk by chunk.
 */
export function compressed(reply: FastifyReply, body: string | Readable): string | Readable {
  if (typeof body === "string" && body.length < LEAST_COMPRESSED_BYTES) return body;
  const varies = reply.getHeader("vary");
  reply.header("vary", typeof varies === "string" ? `${varies}, accept-encoding` : "accept-encoding");
  const encoding = reply.request.method === "HEAD" ? null : preferredEncoding(reply.request.headers["accept-encoding"]);
  if (encoding === null) return body;
  reply.header("content-encoding", encoding);
  // The bytes differ from those of the plain answer, so a strong tag would be wrong (RFC 9110, section 8.8.1).
  const etag = reply.getHeader("etag");
  if (typeof etag === "string" && !etag.startsWith("W/")) reply.header("etag", `W/${etag}`);
  const source = typeof body === "string" ? Readable.from(slices(body)) : body;
  // A failed source destroys the encoder, which ends the answer. A client that leaves destroys both.
  return pipeline(source, ENCODERS[encoding](), () => undefined);
}

/** A string in pieces: an encoder turns each piece into bytes at once, on the main thread. */
function* slices(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(text.length, start + CHUNK_BYTES);
    // Both halves of a surrogate pair stay together.
    if (end < text.length && /[\ud800-\udbff]/.test(text[end - 1]!)) end++;
    yield text.slice(start, end);
    start = end;
  }
}

/** The encoding with the highest weight in an Accept-Encoding header (RFC 9110, section 12.5.3); null for none of ours. */
export function preferredEncoding(header: string | undefined): Encoding | null {
  if (header === undefined) return null;
  const weights = new Map<string, number>();
  for (const part of header.split(",")) {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)) || 0);
  }
  const weightOf = (encoding: string) => weights.get(encoding) ?? weights.get("*") ?? 0;
  let best: Encoding | null = null;
  for (const encoding of Object.keys(ENCODERS) as Encoding[]) {
    if (weightOf(encoding) > (best === null ? 0 : weightOf(best))) best = encoding;
  }
  return best;
}
