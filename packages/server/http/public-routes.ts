// Routes beside the endpoint table: public, without a key, for people and for programs that are not clients of the API. Pages may load nothing from elsewhere and run nothing but the script that is named here by hash.

import { createHash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { type ApiError, requestErrors } from "@fullcast/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendError, sendPayload, toApiError } from "./answers.ts";
import { compressed, preferredEncoding } from "./compress.ts";
import { type PageLanguage, preferredLanguage } from "./preferred-language.ts";
import { type SendableFile, sendFile } from "./send-file.ts";

/** A page's own style and script, text and hash. */
export interface Inline {
  readonly text: string;
  /** For a Content-Security-Policy. */
  readonly source: string;
}

export function inline(text: string): Inline {
  return { text, source: `'sha256-${createHash("sha256").update(text).digest("base64")}'` };
}

export type PublicAnswer =
  | {
      readonly kind: "page";
      readonly status: 200 | 404 | 503;
      /** Whole, or in pieces as they are made. */
      readonly html: string | AsyncIterable<string>;
      readonly style: Inline;
      readonly script: Inline | null;
      /** Other sites may show the page in a frame. */
      readonly framed?: true;
      /** Of a page that exists in several languages: the one that the request asked for. */
      readonly language?: PageLanguage;
      /** The page may ask for the microphone. */
      readonly microphone?: true;
    }
  /** A page that loads its parts from this server and may run them. `html` gets the nonce that its styles need. */
  | { readonly kind: "app"; readonly status: 200 | 404; readonly html: (nonce: string) => string }
  /** A file that such a page loads. */
  | { readonly kind: "part"; readonly part: Part }
  /** JSON in the envelope. */
  | { readonly kind: "data"; readonly data: unknown }
  /** Any other text, such as a feed or JSON that is written piece by piece. */
  | { readonly kind: "text"; readonly contentType: string; readonly text: string | AsyncIterable<string> }
  /** A text that programs fetch again and again: it has an ETag, and an unchanged one is answered by 304. */
  | { readonly kind: "revalidated_text"; readonly contentType: string; readonly text: string }
  | { readonly kind: "file"; readonly file: SendableFile };

/** Bytes in memory, with copies that were compressed before. */
export interface Part {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly etag: string;
  /** Its name changes whenever its bytes do. */
  readonly isForever: boolean;
  /** A service worker: it has a policy of its own, and asks this server. */
  readonly isWorker: boolean;
  readonly compressed: { readonly br?: Buffer; readonly gzip?: Buffer };
}

export interface PublicRequest {
  readonly path: string;
  /** Whether a person in a browser asks: Accept names HTML. */
  readonly wantsPage: boolean;
  /** The language for a page that exists in several. */
  readonly language: PageLanguage;
  readonly params: { readonly [name: string]: string };
  readonly query: { readonly [name: string]: unknown };
  readonly requestId: string;
}

export interface PublicRoute {
  /** From the root, parameters as ":name". */
  readonly path: string;
  /** Whether its answer may wait for sound that is being made; then it takes no place from requests that are quick. */
  readonly waits?: true;
  /** @throws ApiError, which `refused` turns into a page, or which answers as everywhere */
  readonly answer: (request: PublicRequest) => Promise<PublicAnswer>;
  /** For pages that people open: a refusal as a page. */
  readonly refused?: (error: ApiError, language: PageLanguage) => PublicAnswer;
}

const COMMON_HEADERS = {
  "cache-control": "no-store",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

const pageSecurity = (style: Inline, script: Inline | null, framed: boolean) =>
  [
    "default-src 'none'",
    `style-src ${style.source}`,
    ...(script === null
      ? []
      : [`script-src ${script.source}`, "connect-src 'self'", "worker-src 'self'", "manifest-src 'self'"]),
    // The player's stream is an object of the page.
    script === null ? "media-src 'self'" : "media-src 'self' blob:",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    framed ? "frame-ancestors *" : "frame-ancestors 'none'",
  ].join("; ");

const APP_HEADERS = {
  ...COMMON_HEADERS,
  "permissions-policy": "camera=(), geolocation=(), microphone=(self)",
  "referrer-policy": "same-origin",
};

/** Components add style elements at run time, so styles have a nonce. Scripts are files of this server. */
const appSecurity = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self' blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

export function addPublicRoutes(app: FastifyInstance, routes: readonly PublicRoute[]): void {
  for (const route of routes) {
    app.route({
      method: ["GET", "HEAD"],
      url: route.path,
      handler: async (request, reply) => {
        let answer: PublicAnswer;
        const language = preferredLanguage(request.headers["accept-language"]);
        try {
          const giveBack = route.waits ? undefined : await request.server.places.take(request.ip);
          const answering = route.answer({
            params: request.params as PublicRequest["params"],
            query: request.query as PublicRequest["query"],
            requestId: request.id,
            path: request.url.split("?", 1)[0] ?? "/",
            wantsPage: request.headers.accept?.includes("text/html") === true,
            language,
          });
          answer = await answering.finally(giveBack);
        } catch (error) {
          const refusal = toApiError(error);
          if (refusal.code === "INTERNAL") throw error;
          // "Come again" is not "it does not exist", and it states when.
          const isPassing = requestErrors[refusal.code].status === 503;
          if (route.refused === undefined || isPassing) return sendError(reply, refusal);
          answer = route.refused(refusal, language);
        }
        await send(request, reply, answer);
        return reply;
      },
    });
  }
}

async function send(request: FastifyRequest, reply: FastifyReply, answer: PublicAnswer): Promise<void> {
  if (answer.kind === "file") return sendFile(request, reply, answer.file);
  if (answer.kind === "data") {
    await sendPayload(reply, { status: 200, data: answer.data }, true);
    return;
  }
  if (answer.kind === "part") return sendPart(request, reply, answer.part);
  if (answer.kind === "app") {
    request.server.admitPage(request);
    const nonce = randomBytes(16).toString("base64url");
    reply.code(answer.status).headers(APP_HEADERS).header("content-type", "text/html; charset=utf-8");
    reply.header("content-security-policy", appSecurity(nonce));
    return sendText(request, reply, answer.html(nonce));
  }
  reply.headers(COMMON_HEADERS);
  if (answer.kind === "page") {
    request.server.admitPage(request);
    reply.code(answer.status).header("content-type", "text/html; charset=utf-8");
    if (answer.microphone === true) reply.header("permissions-policy", APP_HEADERS["permissions-policy"]);
    reply.header("content-security-policy", pageSecurity(answer.style, answer.script, answer.framed === true));
    // A cache of a browser or in between keeps one copy for each language.
    if (answer.language !== undefined) {
      reply.header("content-language", answer.language).header("vary", "accept-language");
    }
    await sendText(request, reply, answer.html);
    return;
  }
  reply.header("content-type", answer.contentType).header("content-security-policy", "default-src 'none'; sandbox");
  if (answer.kind === "revalidated_text") {
    const tag = createHash("sha256").update(answer.text).digest("base64url");
    reply.header("cache-control", "no-cache").header("etag", `"${tag}"`);
    if (isNoneMatch(request.headers["if-none-match"], tag)) {
      await reply.code(304).send();
      return;
    }
  }
  await sendText(request, reply, answer.text);
}

const FOREVER = "public, max-age=31536000, immutable";

async function sendPart(request: FastifyRequest, reply: FastifyReply, part: Part): Promise<void> {
  const encoding = preferredEncoding(request.headers["accept-encoding"]);
  const compressedBytes = encoding === null ? undefined : part.compressed[encoding];
  const tag = compressedBytes === undefined ? part.etag : `${part.etag}-${encoding}`;
  reply.headers({
    "cache-control": part.isForever ? FOREVER : "no-cache",
    "content-security-policy": part.isWorker ? "default-src 'none'; connect-src 'self'" : "default-src 'none'; sandbox",
    "content-type": part.contentType,
    "cross-origin-resource-policy": "same-origin",
    etag: `"${tag}"`,
    vary: "accept-encoding",
    "x-content-type-options": "nosniff",
  });
  if (isNoneMatch(request.headers["if-none-match"], tag)) {
    await reply.code(304).send();
    return;
  }
  if (compressedBytes !== undefined) reply.header("content-encoding", encoding);
  await reply.send(compressedBytes ?? part.bytes);
}

async function sendText(request: FastifyRequest, reply: FastifyReply, text: string | AsyncIterable<string>) {
  if (typeof text === "string") await reply.send(compressed(reply, text));
  else if (request.method === "HEAD") await reply.send();
  else await reply.send(compressed(reply, Readable.from(gathered(text))));
}

/** Whether the client has this version; weak and strong tags compare alike (RFC 9110, 13.1.2). */
const isNoneMatch = (header: string | undefined, tag: string): boolean =>
  header?.split(",").some((one) => ["*", `"${tag}"`, `W/"${tag}"`].includes(one.trim())) ?? false;

const CHUNK_UNITS = 32 * 1024;

/** Joins small pieces: each chunk that is sent has a cost. */
async function* gathered(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = "";
  for await (const piece of pieces) {
    chunk += piece;
    if (chunk.length < CHUNK_UNITS) continue;
    yield chunk;
    chunk = "";
  }
  if (chunk !== "") yield chunk;
}

/** Text for HTML and XML, also inside quotation marks. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The same for XML 1.0, which cannot state most control characters and lone surrogates: spaces take their place. */
export const xmlText = (text: string): string =>
  escapeMarkup(text.replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, " "));
