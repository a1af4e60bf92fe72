// Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html): a stream that stays open until the
// client goes away, its key is revoked, the server stops, or the events end.

import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

/** An event; or an id alone, from which a client that lost its connection can continue. */
export type ServerEvent =
  | { readonly id: string; readonly event: string; readonly data: unknown }
  | { readonly id: string };

export interface EventStreamOptions {
  /** Ends the source of the events; aborted here when the client is gone. */
  readonly ending: AbortController;
  /** Called every second. */
  readonly isStillAllowed: () => Promise<boolean>;
  /** How long a stream may be silent: proxies close those that are. */
  readonly heartbeatMs: number;
}

const CHECK_MS = 1_000;
/** How long a client waits before it reconnects. */
const RETRY_MS = 1_000;

const EVENT_STREAM_HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  // nginx would wait for a full buffer.
  "x-accel-buffering": "no",
};

/** Sends until `events` ends. Waits for a slow client: at most a few events are in memory. */
export async function sendEvents(
  reply: FastifyReply,
  events: AsyncIterable<ServerEvent>,
  { ending, isStillAllowed, heartbeatMs }: EventStreamOptions,
): Promise<void> {
  const checks = setInterval(() => {
    isStillAllowed()
      .then((allowed) => allowed || ending.abort())
      .catch(() => ending.abort());
  }, CHECK_MS);
  checks.unref();
  reply.raw.once("close", () => ending.abort());
  if (reply.raw.destroyed) ending.abort();
  ending.signal.addEventListener("abort", () => clearInterval(checks), { once: true });
  await reply
    .code(200)
    .headers(EVENT_STREAM_HEADERS)
    .send(Readable.from(messages(events, ending, heartbeatMs)));
}

async function* messages(events: AsyncIterable<ServerEvent>, ending: AbortController, heartbeatMs: number) {
  const iterator = events[Symbol.asyncIterator]();
  let timer: NodeJS.Timeout | undefined;
  try {
    yield `retry: ${RETRY_MS}\n\n`;
    let next = iterator.next();
    for (;;) {
      const silence = new Promise<null>((resolve) => {
        timer = setTimeout(resolve, heartbeatMs, null);
      });
      const got = await Promise.race([next, silence]);
      clearTimeout(timer);
      if (got === null) {
        yield ": still here\n\n";
        continue;
      }
      if (got.done) return;
      yield message(got.value);
      next = iterator.next();
    }
  } finally {
    clearTimeout(timer);
    ending.abort();
  }
}

/** JSON has no line breaks of its own, so the data is one line. */
function message(event: ServerEvent): string {
  if (!("event" in event)) return `id: ${event.id}\n\n`;
  return `id: ${event.id}\nevent: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`;
}
