// Writes answers: the envelope around payloads and errors, and the headers of every JSON answer.

import { Readable } from "node:stream";
import { ApiError, type ErrorCode, invalidField, requestErrors } from "@fullcast/contract";
import type { FastifyReply } from "fastify";
import { isOvertaken, OUTAGE_CODES, outageOf, RETRY_AFTER_SECONDS } from "../outage.ts";
import { compressed } from "./compress.ts";
import { isBigJson, jsonChunks } from "./json-chunks.ts";

const JSON_HEADERS = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** `{ data, request_id }`, or the bare payload where the row states it. */
export function sendPayload(
  reply: FastifyReply,
  answer: { readonly status: number; readonly data: unknown; readonly headers?: { readonly [name: string]: string } },
  enveloped: boolean,
): FastifyReply {
  reply.code(answer.status).headers(JSON_HEADERS);
  if (answer.headers !== undefined) reply.headers(answer.headers);
  const prefix = enveloped ? '{"data":' : "";
  const suffix = enveloped ? `,"request_id":${JSON.stringify(reply.request.id)}}` : "";
  const body = isBigJson(answer.data)
    ? Readable.from(jsonChunks(prefix, answer.data, suffix))
    : prefix + JSON.stringify(answer.data) + suffix;
  return reply.send(compressed(reply, body));
}

/** `{ error: { code, message, retryable, details }, request_id }` */
export function sendError(reply: FastifyReply, error: ApiError): FastifyReply {
  const { status } = requestErrors[error.code];
  reply.code(status).headers(JSON_HEADERS);
  if (status === 401) reply.header("www-authenticate", "Bearer");
  if ((status === 429 || status === 503) && "retry_after_seconds" in error.details) {
    reply.header("retry-after", String(error.details.retry_after_seconds));
  } else if (status === 503) reply.header("retry-after", String(retryAfter(error)));
  return reply.send(errorBody(error, reply.request.id));
}

export function errorBody(error: ApiError, requestId: string): string {
  const { code, message, details } = error;
  return JSON.stringify({
    error: { code, message, retryable: requestErrors[code].retryable, details },
    request_id: requestId,
  });
}

/** Translates Fastify's own refusals. Any other error is a fault of the server. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const outage = outageOf(error);
  if (outage !== null) return new ApiError(OUTAGE_CODES[outage]);
  // The transaction was retried for too long, because it always conflicted with others.
  if (isOvertaken(error)) return new ApiError("SERVICE_UNAVAILABLE");
  const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") return invalidField("content-type", "is no media type", "header");
  if (code === "FST_ERR_CTP_INVALID_CONTENT_LENGTH") {
    return invalidField("content-length", "is not the length of the body", "header");
  }
  if (code === "FST_ERR_BAD_URL") return invalidField("", "the path cannot be decoded", "path");
  return new ApiError(FRAMEWORK_CODES[code] ?? "INTERNAL");
}

/** For a 503 whose end is not known, s. */
const SOON_SECONDS = 2;

function retryAfter(error: ApiError): number {
  const outage = outageOf(error);
  return outage === null ? SOON_SECONDS : RETRY_AFTER_SECONDS[outage];
}

const FRAMEWORK_CODES: { readonly [code: string]: ErrorCode } = {
  FST_ERR_CTP_BODY_TOO_LARGE: "REQUEST_TOO_LARGE",
};
