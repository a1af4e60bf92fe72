// Clients whose requests are counted and timed.

import { setTimeout as delay } from "node:timers/promises";
import { type Client, ClientError, createClient } from "@fullcast/contract";
import type { Answer } from "./figures.ts";

export interface Recorder {
  readonly answers: Answer[];
  /** Sends one request and counts its answer. The answer's body is read. */
  send(kind: string, url: string, init?: RequestInit): Promise<Response>;
}

/** Longer than the patience of a person; the server's own limits are shorter. */
const PATIENCE_MS = 120_000;

export function createRecorder(): Recorder {
  const answers: Answer[] = [];
  return {
    answers,
    async send(kind, url, init = {}) {
      const from = performance.now();
      const note = (status: number, code: string | null, hasRetryAfter: boolean) =>
        answers.push({ kind, ms: performance.now() - from, status, code, hasRetryAfter });
      try {
        const response = await fetch(url, { ...init, signal: init.signal ?? AbortSignal.timeout(PATIENCE_MS) });
        const bytes = await response.arrayBuffer();
        note(response.status, response.ok ? null : codeOf(bytes), response.headers.has("retry-after"));
        const { status, headers } = response;
        return new Response(NO_BODY.has(status) ? null : bytes, { status, headers });
      } catch (error) {
        note(0, error instanceof Error ? error.name : "unknown", false);
        throw error;
      }
    },
  };
}

const NO_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

function codeOf(body: ArrayBuffer): string | null {
  try {
    const { error } = JSON.parse(new TextDecoder().decode(body)) as { readonly error?: { readonly code?: string } };
    return error?.code ?? null;
  } catch {
    return null;
  }
}

/** An account, as its programs use it. */
export interface User {
  readonly headers: { readonly authorization: string };
  /** A client whose requests are counted as this kind. */
  as(kind: string): Client;
  /** A client whose requests are not counted: it prepares the run, waits for ends and follows events. */
  readonly quiet: Client;
}

export function createUser(target: () => string, apiKey: string, recorder: Recorder): User {
  const clients = new Map<string, Client>();
  const moved = (url: string) => url.replace(/^https?:\/\/[^/]+/, target());
  const newClient = (send: (url: string, init: RequestInit) => Promise<Response>) =>
    createClient({ baseUrl: "http://127.0.0.1/v1", apiKey, fetch: (url, init) => send(moved(url), init) });
  return {
    headers: { authorization: `Bearer ${apiKey}` },
    as(kind) {
      const client = clients.get(kind) ?? newClient((url, init) => recorder.send(kind, url, init));
      clients.set(kind, client);
      return client;
    },
    quiet: newClient((url, init) => fetch(url, init)),
  };
}

const POLL_MS = 100;
const ENDS_WITHIN_MS = 600_000;

/** Asks until the answer is the wanted one. A refusal that passes is asked again. */
export async function until<T>(ask: () => Promise<T>, isWanted: (answer: T) => boolean): Promise<T> {
  const last = performance.now() + ENDS_WITHIN_MS;
  for (;;) {
    try {
      const answer = await ask();
      if (isWanted(answer)) return answer;
    } catch (error) {
      if (!(error instanceof ClientError && error.retryable)) throw error;
    }
    if (performance.now() > last) throw new Error(`Nothing ended within ${ENDS_WITHIN_MS / 1000} s.`);
    await delay(POLL_MS);
  }
}
