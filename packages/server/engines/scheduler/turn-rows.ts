// The SQL of an engine's turns (migration 0028): one function starts a request if the engine may take it, one ends it.

import type { Urgency } from "../../compute/compute.ts";
import type { Database } from "../../db/db.ts";

export interface EngineLimits {
  /** Requests at once. */
  readonly concurrency: number;
  /** Requests that start in any 60 s; null: no limit. */
  readonly requests_per_minute: number | null;
  readonly characters_per_minute: number | null;
  /** A cap on spending: characters in a month (UTC). */
  readonly monthly_characters: number | null;
}

export interface TurnRequest {
  readonly id: string;
  readonly accountId: string;
  readonly characters: number;
  /** Its slot is free after this time, whatever became of the process. */
  readonly longestMs: number;
}

/** `granted`, or why not; `wait_ms` is when to ask again. */
export interface TurnAnswer {
  readonly outcome: "granted" | "paused" | "retry_after" | "busy" | "turn" | "rate" | "exhausted";
  readonly wait_ms: number;
}

export type Verdict = "worked" | "failed" | "neither";

export interface TurnRows {
  take(
    provider: string,
    limits: EngineLimits,
    request: TurnRequest & { readonly urgency: Urgency },
  ): Promise<TurnAnswer>;
  /** @param retryMs what the provider asks to wait; @param spoken characters that count for the month */
  /** The slot goes to the next request of this process, and the one before worked. */
  handOver(provider: string, request: TurnRequest): Promise<void>;
  end(
    provider: string,
    limits: EngineLimits,
    request: Pick<TurnRequest, "id">,
    ended: { readonly verdict: Verdict; readonly retryMs: number | null; readonly spoken: number },
  ): Promise<void>;
}

/** The holder under which waiters are noted that a person waits for, beside the one of their process. */
const URGENT = "00000000-0000-0000-0000-000000000000";
/** Of five free slots one may go to what is less urgent: it never stands still. */
const URGENT_SHARE = 0.8;
/** The process of the urgent request asks within this time. */
const YIELD_MS = 60;

/**
 * A process whose batch fills an engine asks for each slot when it becomes free. Without this note, a preview in another process
 * would meet no free slot for as long as the batch lasts.
 */
async function noteUrgent(db: Database, provider: string, accountId: string, { outcome }: TurnAnswer): Promise<void> {
  if (outcome === "granted") {
    await db.execute("delete from engine_waiters where provider = $1 and holder = $2 and account_id = $3", [
      ...[provider, URGENT, accountId],
    ]);
  } else if (outcome === "busy" || outcome === "turn") {
    await db.execute(
      `insert into engine_waiters values ($1, $2, $3, clock_timestamp())
       on conflict (provider, holder, account_id) do update set seen_at = excluded.seen_at`,
      [provider, URGENT, accountId],
    );
  }
}

/** Whether a person waits in any process. The parameters are the provider and the holder. */
const isUrgentWaiting = (provider: string, holder: string) =>
  `exists (select 1 from engine_waiters
     where provider = ${provider} and holder = ${holder} and seen_at > clock_timestamp() - interval '1 second')`;

/** @param holder the id of this process */
export function turnRows(db: Database, holder: string): TurnRows {
  /** One process alone knows all that wait. */
  const isShared = () => db.kind !== "embedded";
  return {
    async take(provider, limits, { id, accountId, characters, longestMs, urgency }) {
      // One query, because each takes a way to the database and back. A function that returns a set is called in a select list for
      // the rows that "where" has left.
      const yields = urgency > 0 && isShared() && Math.random() < URGENT_SHARE;
      const { rows } = await db.execute(
        `select (turn).outcome, (turn).wait_ms from (
           select take_engine_turn($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as turn
           where not ($11 and ${isUrgentWaiting("$1", "$12")})
         ) asked`,
        [
          ...[provider, id, holder, accountId, characters, Math.ceil(longestMs)],
          ...[limits.concurrency, limits.requests_per_minute, limits.characters_per_minute, limits.monthly_characters],
          ...[yields, URGENT],
        ],
      );
      const answer = (rows[0] as TurnAnswer | undefined) ?? { outcome: "turn", wait_ms: YIELD_MS };
      if (urgency === 0 && isShared()) await noteUrgent(db, provider, accountId, answer);
      return answer;
    },
    async handOver(provider, { id, accountId, characters, longestMs }) {
      await db.execute(
        `update engine_requests set account_id = $2, characters = $3,
           ends_at = clock_timestamp() + make_interval(secs => $4) where id = $1`,
        [id, accountId, characters, longestMs / 1_000],
      );
      await db.execute(
        `update engine_states set failures = 0, pause_ms = 0, paused_until = null where provider = $1 and failures > 0`,
        [provider],
      );
    },
    async end(provider, limits, { id }, { verdict, retryMs, spoken }) {
      const hasRate = limits.requests_per_minute !== null || limits.characters_per_minute !== null;
      await db.execute("select end_engine_turn($1, $2, $3, $4, $5, $6)", [
        provider,
        id,
        verdict,
        retryMs === null ? null : Math.ceil(retryMs),
        spoken,
        hasRate,
      ]);
    },
  };
}

/** Frees the slots of a process that died. Call it at the start, and only where no other process can have any. */
export async function forgetDeadTurns(db: Database): Promise<void> {
  await db.execute("update engine_requests set done = true where not done", []);
  await db.execute("delete from engine_waiters", []);
}
