// One request to a speech service over HTTP, with an answer of limited size and errors in the terms of an engine.
// Always true: a key is sent to no other host; no message holds a key, a text or the body of an answer.

import { traceHeaders } from "../../tracing.ts";
import { EngineError } from "../engine.ts";

export interface ServiceRequest {
  readonly method: "GET" | "POST" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON; a form as multipart/form-data. */
  readonly body?: unknown;
  readonly mostBytes: number;
}

export interface ServiceAnswer {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
  readonly header: (name: string) => string | null;
}

const MOST_REDIRECTS = 3;
const REFUSAL_BYTES = 64 * 1024;
/** What Node names a certificate that it does not accept. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/;

/** @throws EngineError; the signal's reason */
export async function askService(
  name: string,
  request: ServiceRequest,
  signal: AbortSignal | undefined,
): Promise<ServiceAnswer> {
  try {
    const answer = await follow(name, request, signal);
    if (!answer.ok)
      throw refusalOf(name, answer, await readAtMost(answer, REFUSAL_BYTES).catch(() => new Uint8Array()));
    const length = Number(answer.headers.get("content-length") ?? 0);
    if (length > request.mostBytes) {
      await answer.body?.cancel();
      throw tooLarge(name, request.mostBytes);
    }
    const bytes = await readAtMost(answer, request.mostBytes);
    if (bytes === null) throw tooLarge(name, request.mostBytes);
    return {
      bytes,
      contentType: (answer.headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase(),
      header: (header) => answer.headers.get(header),
    };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof EngineError) throw error;
    throw new EngineError("unavailable", connectionFault(name, error));
  }
}

const tooLarge = (name: string, most: number) =>
  new EngineError("broken_answer", `${name} answered with more than ${Math.round(most / 1_048_576)} MiB.`, {
    charged: true,
  });

/** Follows redirects within the host of the request. */
async function follow(name: string, request: ServiceRequest, signal: AbortSignal | undefined): Promise<Response> {
  let url = new URL(request.url);
  for (let redirects = 0; ; redirects++) {
    const answer = await fetch(url.href, {
      method: request.method,
      headers: { ...request.headers, ...traceHeaders() },
      redirect: "manual",
      ...(request.body === undefined
        ? {}
        : { body: request.body instanceof FormData ? request.body : JSON.stringify(request.body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    const location = answer.headers.get("location");
    if (answer.status < 300 || answer.status > 399 || location === null) return answer;
    await answer.body?.cancel();
    const next = URL.parse(location, url.href);
    if (next === null || next.origin !== url.origin) {
      throw new EngineError(
        "unavailable",
        `${name} redirects to another address, which is not followed. Correct base_url.`,
      );
    }
    if (redirects === MOST_REDIRECTS) throw new EngineError("unavailable", `${name} redirects in a circle.`);
    url = next;
  }
}

/** Null when there is more. */
async function readAtMost(answer: Response, most: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of answer.body ?? []) {
    length += part.length;
    // Leaving the loop ends the connection.
    if (length > most) return null;
    parts.push(part);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

const QUOTA = /quota|insufficient_(?:quota|funds|credits)|credit balance|billing_hard_limit|payment_required/i;
/** ElevenLabs answers 400 with one of these states when the account has no room for another voice. */
const VOICE_LIMIT = /voice_limit_reached|voice_add_edit_limit|max_voice_add_edits/i;

function refusalOf(name: string, answer: Response, body: Uint8Array | null): EngineError {
  const { status } = answer;
  const words = new TextDecoder().decode(body ?? new Uint8Array());
  const wait = { retry_after_ms: retryAfterMs(answer.headers.get("retry-after")) };
  if (
    status === 402 ||
    (status < 500 && VOICE_LIMIT.test(words)) ||
    ([401, 403, 429].includes(status) && QUOTA.test(words))
  ) {
    return new EngineError("quota", `The account at ${name} is used up. Restore access, then resume.`);
  }
  if (status === 401 || status === 403) {
    const advice = "Correct the key of its entry, restart the server, then resume.";
    return new EngineError("auth", `${name} refuses the key (status ${status}). ${advice}`);
  }
  if (status === 429) return new EngineError("rate_limited", `${name} takes no more requests now (status 429).`, wait);
  if (status === 503 || status === 529)
    return new EngineError("busy", `${name} has no capacity now (status ${status}).`, wait);
  if (status >= 500 || status === 408 || status === 425) {
    return new EngineError("unavailable", `${name} failed (status ${status}).`, wait);
  }
  const advice = status === 404 || status === 405 ? " Check base_url and the model of its entry first." : "";
  return new EngineError("rejected", `${name} refuses this request (status ${status}).${advice}`, { status });
}

/** Seconds, or a date (RFC 9110, 10.2.3). */
export function retryAfterMs(value: string | null): number | null {
  if (value === null) return null;
  const text = value.trim();
  if (/^\d+(?:\.\d+)?$/.test(text)) return Math.min(Number(text) * 1_000, 31_536_000_000);
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - Date.now());
}

function connectionFault(name: string, error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  if (CERTIFICATE.test(code)) return `${name} shows a certificate that is not accepted (${code}).`;
  const known = /^[A-Z][A-Z0-9_]{2,40}$/.test(code) ? ` (${code})` : "";
  return `${name} cannot be reached, or broke off its answer${known}.`;
}
