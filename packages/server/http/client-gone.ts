// The signal of a handler whose client goes away before its answer was sent, and how that differs from a fault.

import type { FastifyReply } from "fastify";

/** As in nginx; no client sees it. */
export const CLIENT_GONE_STATUS = 499;

class ClientGone extends Error {
  override readonly name = "ClientGone";
  constructor() {
    super("The client ended the request before its answer.");
  }
}

/** Aborts when the connection ends before the answer was written. */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  if (reply.raw.destroyed) gone.abort(new ClientGone());
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) gone.abort(new ClientGone());
  });
  return gone.signal;
}

/** Also for the errors of Node's own functions, which name the reason of the signal as their cause. */
export function isClientGone(error: unknown): boolean {
  return error instanceof ClientGone || (error instanceof Error && error.cause instanceof ClientGone);
}
