// The one reader of request bodies: a limit for the size, for the bytes that one key has under way, and for slowness.
// Always true: a refused body is not kept; what the client still sends is read and dropped for a short while, so that
// it sees the answer, then the connection ends.

import type { IncomingMessage } from "node:http";
import { ApiError, invalidField } from "@fullcast/contract";

/** Bytes that the unfinished bodies of one key may have sent together. */
const MOST_BYTES_UNDER_WAY = 64 * 1024 * 1024;
/** A body may be silent for this long; after this time it must have arrived at this average rate. */
const LONGEST_SILENCE_MS = 30_000;
const SLOWEST_BYTES_PER_SECOND = 16 * 1024;
/** How long a refused client may continue to send. */
const DROPPING_MS = 5_000;

export interface BodyLimits {
  readonly mostBytesUnderWay?: number;
  readonly longestSilenceMs?: number;
}

/** Counts the bytes of unfinished bodies by key. */
export interface BodyBudgets {
  of(key: string): BodyBudget;
  readonly longestSilenceMs: number;
}

export interface BodyBudget {
  /** False when the bytes are too many; then they do not count. */
  add(bytes: number): boolean;
  giveBack(bytes: number): void;
}

export function createBodyBudgets({
  mostBytesUnderWay = MOST_BYTES_UNDER_WAY,
  longestSilenceMs = LONGEST_SILENCE_MS,
}: BodyLimits = {}): BodyBudgets {
  const underWay = new Map<string, number>();
  return {
    longestSilenceMs,
    of: (key) => ({
      add(bytes) {
        const next = (underWay.get(key) ?? 0) + bytes;
        if (next > mostBytesUnderWay) return false;
        underWay.set(key, next);
        return true;
      },
      giveBack(bytes) {
        const next = (underWay.get(key) ?? 0) - bytes;
        if (next > 0) underWay.set(key, next);
        else underWay.delete(key);
      },
    }),
  };
}

export interface Receiving {
  readonly limitBytes: number;
  /** Null: not counted. */
  readonly budget: BodyBudget | null;
  readonly longestSilenceMs?: number;
}

/**
 * Passes every chunk of a body to `take` and waits for it. Resolves with the number of bytes when all have arrived.
 * @throws ApiError REQUEST_TOO_LARGE, RATE_LIMITED when the key has too much under way, INVALID_REQUEST when the body ends
 * early or comes too slowly; whatever `take` throws
 */
export function receiveBody(
  request: IncomingMessage,
  { limitBytes, budget, longestSilenceMs = LONGEST_SILENCE_MS }: Receiving,
  take: (chunk: Buffer) => Promise<unknown> | undefined,
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const began = performance.now();
  let received = 0;
  let taking: Promise<unknown> | undefined;
  let isTaking = false;
  let isOver = false;

  const end = () => {
    isOver = true;
    clearTimeout(silence);
    budget?.giveBack(received);
    request.off("data", onData).off("end", onEnd).off("error", onLost).off("close", onLost);
  };
  const refuse = (error: unknown) => {
    if (isOver) return;
    end();
    request.resume();
    if (!request.complete) setTimeout(() => request.destroy(), DROPPING_MS).unref();
    reject(error);
  };
  // While `take` works, nothing is read: that is no silence of the client.
  const silence: NodeJS.Timeout = setTimeout(() => {
    if (isTaking) silence.refresh();
    else refuse(tooSlow());
  }, longestSilenceMs);
  silence.unref();

  const onData = (chunk: Buffer) => {
    if (received + chunk.length > limitBytes) return refuse(tooLarge(limitBytes));
    if (budget?.add(chunk.length) === false) return refuse(new ApiError("RATE_LIMITED", { retry_after_seconds: 1 }));
    received += chunk.length;
    const ms = performance.now() - began;
    if (ms > longestSilenceMs && (received * 1_000) / ms < SLOWEST_BYTES_PER_SECOND) return refuse(tooSlow());
    silence.refresh();
    taking = take(chunk);
    if (taking === undefined) return;
    isTaking = true;
    request.pause();
    taking.then(() => {
      isTaking = false;
      if (!isOver) request.resume();
    }, refuse);
  };
  const onEnd = () => {
    if (isOver) return;
    end();
    Promise.resolve(taking).then(() => resolve(received), reject);
  };
  const onLost = () => refuse(endedEarly());

  if (Number(request.headers["content-length"]) > limitBytes) refuse(tooLarge(limitBytes));
  // A client that went away while its key was looked up: its events are past.
  else if (request.destroyed) refuse(endedEarly());
  else request.on("data", onData).on("end", onEnd).on("error", onLost).on("close", onLost);
  return promise;
}

/** All bytes of a body in memory. @throws ApiError as receiveBody() */
export async function readBytes(request: IncomingMessage, receiving: Receiving): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const length = await receiveBody(request, receiving, (chunk) => {
    chunks.push(chunk);
    return undefined;
  });
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length);
}

const tooLarge = (limitBytes: number) => new ApiError("REQUEST_TOO_LARGE", { limit_bytes: limitBytes });
const endedEarly = () => invalidField("", "the body ended early");
const tooSlow = () => invalidField("", "the body arrived too slowly");
