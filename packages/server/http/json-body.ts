// The JSON body of a request: read with limits, then parsed safely.

import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { invalidField, LIMITS } from "@fullcast/contract";
import { type Receiving, readBytes } from "./receive-body.ts";

/** A key "__proto__", however it is escaped. The same test as in secure-json-parse, Fastify's own parser. */
const PROTO_KEY =
  /"(?:_|\\u005[Ff])(?:_|\\u005[Ff])(?:p|\\u0070)(?:r|\\u0072)(?:o|\\u006[Ff])(?:t|\\u0074)(?:o|\\u006[Ff])(?:_|\\u005[Ff])(?:_|\\u005[Ff])"\s*:/;

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;

/** Reads and parses. @throws ApiError INVALID_REQUEST, REQUEST_TOO_LARGE, RATE_LIMITED */
export async function readJsonBody(request: IncomingMessage, receiving: Receiving): Promise<unknown> {
  if (!JSON_TYPE.test(request.headers["content-type"] ?? "")) {
    throw invalidField("", "the body must be sent as Content-Type: application/json");
  }
  return parseJson(await readBytes(request, receiving));
}

/** @throws ApiError INVALID_REQUEST: not UTF-8, not JSON, nested too deeply, or with a key "__proto__" */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw invalidField("", "the body is not valid UTF-8");
  if (!isShallow(bytes, LIMITS.json_depth)) {
    throw invalidField("", `the body is nested more than ${LIMITS.json_depth} levels deep`);
  }
  const text = bytes.toString("utf8");
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    // The parser's own message quotes the body.
    throw invalidField("", "the body is not valid JSON");
  }
  if (PROTO_KEY.test(text)) throw invalidField("", 'the body has a key "__proto__"');
  return parsed;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Checked before parsing: the parser's stack for millions of open brackets takes hundreds of megabytes. */
function isShallow(bytes: Buffer, mostLevels: number): boolean {
  let level = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]!;
    if (byte === QUOTE) {
      index = endOfString(bytes, index);
    } else if (byte === 0x5b || byte === 0x7b) {
      if (++level > mostLevels) return false;
    } else if (byte === 0x5d || byte === 0x7d) {
      level--;
    }
  }
  return true;
}

/** The index of the quotation mark that closes the string opened at `start`; the end when none does. */
function endOfString(bytes: Buffer, start: number): number {
  for (let from = start + 1; ; ) {
    const quote = bytes.indexOf(QUOTE, from);
    if (quote === -1) return bytes.length;
    let backslashes = 0;
    while (bytes[quote - 1 - backslashes] === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return quote;
    from = quote + 1;
  }
}
