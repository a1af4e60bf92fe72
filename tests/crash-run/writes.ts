// What the harness sends, and what became of it. A write is repeated with the same id until the service answers it, as a
// client does; the answer is remembered and compared at the end.

import { setTimeout as delay } from "node:timers/promises";
import { ClientError } from "@fullcast/contract";

export interface Write {
  readonly kind: string;
  /** The mutation id or Idempotency-Key; null for a request without one, which is not repeated at the end. */
  readonly key: string | null;
  /** Of the account that wrote. */
  readonly accountId: string;
  /** Sends the same request again. Returns what its answer states, without what may change later. */
  readonly send: () => Promise<string>;
  attempts: number;
  /** What it made was deleted since: its repetition may find nothing. */
  isDeleted: boolean;
  outcome: Outcome;
}

export type Outcome =
  | { readonly kind: "open" }
  | { readonly kind: "acknowledged"; readonly answer: string }
  | { readonly kind: "refused"; readonly code: string };

/** Another request or a run was faster. These are answers to a correct request of one of several clients. */
const EXPECTED_REFUSALS: ReadonlySet<string> = new Set(["VERSION_CONFLICT", "SOUND_UPLOAD_IN_PROGRESS"]);
/** A service that is restarted answers within this time, also on a busy machine. */
const ANSWER_WITHIN_MS = 180_000;
const PAUSE_MS = 100;

export interface Findings {
  add(what: string): void;
}

/** Sends a write until it is answered. Returns false when it was refused. */
export async function perform(write: Write, findings: Findings): Promise<boolean> {
  const until = performance.now() + ANSWER_WITHIN_MS;
  for (;;) {
    write.attempts += 1;
    try {
      write.outcome = { kind: "acknowledged", answer: await write.send() };
      return true;
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      if (!isPassing(error)) {
        write.outcome = { kind: "refused", code: error.code };
        if (!EXPECTED_REFUSALS.has(error.code)) {
          findings.add(`${nameOf(write)} was refused: ${error.status} ${error.code} ${error.message}`);
        }
        return false;
      }
      if (performance.now() > until) {
        findings.add(`${nameOf(write)} was not answered within ${ANSWER_WITHIN_MS / 1000} s: ${error.code}`);
        return false;
      }
      await delay(PAUSE_MS);
    }
  }
}

/** A fault of a service that is stopped, starts, or waits for its database or storage. */
export function isPassing(error: unknown): boolean {
  return (
    error instanceof ClientError && (error.status === 0 || error.status === 503 || error.code === "UNREADABLE_ANSWER")
  );
}

/** Repeats a read during restarts. */
export async function answered<T>(ask: () => Promise<T>): Promise<T> {
  const until = performance.now() + ANSWER_WITHIN_MS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isPassing(error) || performance.now() > until) throw error;
      await delay(PAUSE_MS);
    }
  }
}

export function nameOf({ kind, key, accountId }: Write): string {
  return `${kind} ${key ?? `of account ${accountId}`}`;
}
