// Turns at engines that are not embedded: how many requests run at once and in a minute, over all processes; who is next;
// how long a request may take; and pauses for an engine that fails or asks to wait.
// Always true: an embedded engine costs nothing here; a request outside of the limits is never sent; what a person
// waits for goes before a batch; accounts take turns, and within an account its runs; a request ends within its time limit, whatever the engine does with its signal.

import { presentUrgency, type Urgency } from "../../compute/compute.ts";
import type { Database } from "../../db/db.ts";
import { faultFields, type Log } from "../../log.ts";
import { EngineError, type SpeechEngine } from "../engine.ts";
import { type EngineLimits, type TurnRows, turnRows, type Verdict } from "./turn-rows.ts";
import { createUrgentTurns } from "./urgent-turns.ts";

export { type EngineLimits, forgetDeadTurns } from "./turn-rows.ts";

/** The engine is not asked for a while: trying again at once is useless. */
export class EnginePaused extends EngineError {}

/** What the scheduler uses of an engine. */
export type ScheduledEngine = Pick<SpeechEngine, "provider" | "name" | "kind" | "concurrency" | "limits">;

export interface Turn {
  readonly accountId: string;
  /** The run, or another unit within the account that takes turns. */
  readonly group: string;
  /** UTF-16 units that are sent. */
  readonly characters: number;
}

export interface EngineScheduler {
  /**
   * Runs `work` when it is this turn's turn.
   * @throws what `work` throws; EngineError `unavailable` when the engine is paused for long or took too long, `quota` when
   * its month is used up; the signal's reason
   */
  run<T>(
    engine: ScheduledEngine,
    turn: Turn,
    work: (signal: AbortSignal) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T>;
}

/** How long a request may take. */
const PATIENCE_MS = 30_000;
const PATIENCE_PER_UNIT_MS = 100;
/** The slot of a process that died stays taken a little longer than its request can take. */
const GRACE_MS = 5_000;
/** A line waits for a shorter pause, and fails at once in a longer one: the run ends and can be resumed. */
const LONGEST_PAUSE_MS = 30_000;
/** The longest Retry-After that a line waits for. */
const LONGEST_RETRY_AFTER_MS = 120_000;
/** How often a process asks for a slot while all are taken: alone on its database, and beside others. */
const ALONE_MS = 5_000;
const SHARED_MS = 50;
/** After a fault of the database. */
const RECOVER_MS = 1_000;

interface SchedulerServices {
  readonly db: Database;
  readonly newId: () => string;
  readonly log: Log;
  /** ms that a request may take, by its characters; another one in tests. */
  readonly patience?: (characters: number) => number;
}

export function createScheduler(services: SchedulerServices): EngineScheduler {
  const { db, newId } = services;
  const rows = turnRows(db, newId());
  const patience = services.patience ?? patienceMs;
  const queues = new Map<string, EngineQueue>();
  return {
    async run(engine, turn, work, signal) {
      if (engine.kind === "embedded") return work(signal);
      signal.throwIfAborted();
      let queue = queues.get(engine.provider);
      if (queue === undefined) {
        // A timer that a transaction starts must not belong to it.
        queue = db.outside(() => createEngineQueue({ ...services, rows, patience }, engine));
        queues.set(engine.provider, queue);
      }
      return queue.run(turn, work, signal);
    },
  };
}

interface EngineQueue {
  run: <T>(turn: Turn, work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal) => Promise<T>;
}

/** A slot of the engine: the row that holds it. */
interface Slot {
  readonly id: string;
}

interface Waiting {
  readonly turn: Turn;
  readonly id: string;
  readonly urgency: Urgency;
  readonly granted: (slot: Slot) => void;
  readonly refused: (error: EngineError) => void;
}

function limitsOf(engine: ScheduledEngine): EngineLimits {
  return {
    concurrency: engine.concurrency,
    requests_per_minute: engine.limits?.requests_per_minute ?? null,
    characters_per_minute: engine.limits?.characters_per_minute ?? null,
    monthly_characters: engine.limits?.monthly_characters ?? null,
  };
}

/** The requests of this process for one engine. One query at a time asks for the next one's turn. */
function createEngineQueue(
  { db, rows, newId, log, patience }: Required<SchedulerServices> & { readonly rows: TurnRows },
  engine: ScheduledEngine,
): EngineQueue {
  const { provider, name } = engine;
  const limits = limitsOf(engine);
  const turns = createUrgentTurns<Waiting>();
  let running = 0;
  let asking = false;
  let askAgain = false;
  let timer: NodeJS.Timeout | undefined;

  const ask = (): void => {
    if (asking) {
      askAgain = true;
      return;
    }
    clearTimeout(timer);
    timer = undefined;
    if (turns.size === 0 || running >= limits.concurrency) return;
    asking = true;
    db.outside(() => void next());
  };

  async function next(): Promise<void> {
    let waitMs: number | null = null;
    try {
      while (turns.size > 0 && running < limits.concurrency && waitMs === null) {
        askAgain = false;
        const waiting = turns.peek()!;
        const { turn, id, urgency } = waiting;
        const longestMs = patience(turn.characters) + GRACE_MS;
        const answer = await rows.take(provider, limits, { id, ...turn, longestMs, urgency });
        if (answer.outcome === "granted") {
          // It may have left the queue in the meantime.
          if (!turns.start(waiting)) await free(id);
          else {
            running += 1;
            waiting.granted({ id });
          }
        } else waitMs = askAgain ? null : refusal(answer.outcome, answer.wait_ms);
      }
    } catch (error) {
      log.warn("An engine's turn could not be taken", { provider, ...faultFields(error) });
      waitMs = RECOVER_MS;
    } finally {
      asking = false;
    }
    if (waitMs !== null && turns.size > 0) timer = setTimeout(ask, waitMs).unref();
    else if (askAgain) ask();
  }

  /** How long to wait; null when those who wait were sent away. */
  function refusal(outcome: string, waitMs: number): number | null {
    const seconds = Math.ceil(waitMs / 1_000);
    if (outcome === "exhausted") {
      const message = `${name} has spoken the characters that its entry allows in a month. Raise monthly_characters, or wait for the first of the month (UTC).`;
      return sendAway(() => new EngineError("quota", message));
    }
    if (outcome === "paused" && waitMs > LONGEST_PAUSE_MS) {
      const message = `${name} failed again and again and is paused for ${seconds} s.`;
      return sendAway(() => new EnginePaused("unavailable", message, { retry_after_ms: waitMs }));
    }
    if (outcome === "retry_after" && waitMs > LONGEST_RETRY_AFTER_MS) {
      const message = `${name} asks to wait for ${seconds} s.`;
      return sendAway(() => new EnginePaused("unavailable", message, { retry_after_ms: waitMs }));
    }
    // The end of a request here asks at once; only another process frees a slot unseen.
    if (outcome === "busy") return db.kind === "embedded" ? ALONE_MS : SHARED_MS;
    return Math.max(20, waitMs);
  }

  function sendAway(error: () => EngineError): null {
    for (const waiting of turns.clear()) waiting.refused(error());
    return null;
  }

  const free = (id: string) => ended(id, { verdict: "neither", retryMs: null, spoken: 0 });

  async function ended(id: string, end: { verdict: Verdict; retryMs: number | null; spoken: number }): Promise<void> {
    try {
      await rows.end(provider, limits, { id }, end);
    } catch (error) {
      // The slot becomes free when its time is over.
      log.warn("An engine's turn could not be ended", { provider, ...faultFields(error) });
    }
  }

  const freed = () => {
    running -= 1;
    ask();
  };

  /**
   * Gives a slot to the next request of this process without asking the database, whose commits may take as long as a line.
   * Not where each start must be counted.
   */
  function handOver(slot: Slot): boolean {
    const isCounted =
      limits.requests_per_minute !== null ||
      limits.characters_per_minute !== null ||
      limits.monthly_characters !== null;
    // Beside other processes every turn goes through the database, so that they get theirs.
    const next = turns.peek();
    if (isCounted || db.kind !== "embedded" || next === undefined || !turns.start(next)) return false;
    const longestMs = patience(next.turn.characters) + GRACE_MS;
    void db
      .outside(() => rows.handOver(provider, { id: slot.id, ...next.turn, longestMs }))
      .catch((error: unknown) =>
        log.warn("An engine's turn could not be renewed", { provider, ...faultFields(error) }),
      );
    next.granted(slot);
    return true;
  }

  function place(turn: Turn, signal: AbortSignal): Promise<readonly [Waiting, Slot]> {
    const { promise, resolve, reject } = Promise.withResolvers<readonly [Waiting, Slot]>();
    const leave = () => {
      turns.leave(waiting);
      reject(signal.reason);
    };
    const settle =
      <A extends unknown[]>(action: (...values: A) => void) =>
      (...values: A) => {
        signal.removeEventListener("abort", leave);
        action(...values);
      };
    const waiting: Waiting = {
      turn,
      id: newId(),
      urgency: presentUrgency(),
      granted: settle((slot: Slot) => resolve([waiting, slot])),
      refused: settle((error: EngineError) => reject(error)),
    };
    signal.addEventListener("abort", leave, { once: true });
    turns.add(waiting, turn.accountId, turn.group, waiting.urgency);
    ask();
    return promise;
  }

  return {
    async run(turn, work, signal) {
      const [waiting, slot] = await place(turn, signal);
      let end: { verdict: Verdict; retryMs: number | null; spoken: number } = {
        verdict: "neither",
        retryMs: null,
        spoken: 0,
      };
      try {
        const result = await within(patience(turn.characters), name, work, signal);
        end = { verdict: "worked", retryMs: null, spoken: turn.characters };
        return result;
      } catch (error) {
        if (error instanceof EngineError) {
          end = {
            verdict: verdictOf(error),
            retryMs: error.retry_after_ms,
            spoken: error.charged ? turn.characters : 0,
          };
        }
        throw error;
      } finally {
        turns.end(waiting);
        const isHandedOver = end.verdict === "worked" && handOver(slot);
        const recorded = isHandedOver ? undefined : db.outside(() => ended(slot.id, end)).then(freed);
        // A caller that hears of a failure finds its pause in place.
        if (end.verdict !== "worked") await recorded;
      }
    },
  };
}

const patienceMs = (characters: number) => PATIENCE_MS + characters * PATIENCE_PER_UNIT_MS;

function verdictOf({ kind }: EngineError): Verdict {
  switch (kind) {
    case "unavailable":
    case "broken_answer":
    case "busy":
      return "failed";
    case "rate_limited":
      return "neither";
    case "quota":
    case "auth":
    case "rejected":
      // The engine is there and answers.
      return "worked";
  }
}

/** Runs `work` with a time limit, and does not wait for work that ignores its signal. */
async function within<T>(
  ms: number,
  name: string,
  work: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const controller = new AbortController();
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = (reason: unknown) => {
    controller.abort(reason);
    reject(reason);
  };
  const abort = () => stop(signal.reason);
  const tooLate = () =>
    stop(
      new EngineError("unavailable", `${name} did not answer within ${Math.round(ms / 1000)} s.`, { charged: true }),
    );
  const timer = setTimeout(tooLate, ms);
  if (signal.aborted) abort();
  else signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([work(controller.signal), stopped]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
    stopped.catch(() => undefined);
  }
}
