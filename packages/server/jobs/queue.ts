// One queue in this process: takes due jobs up to its limit, runs them, and settles them.

import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "../db/db.ts";
import { isDiskFull } from "../disk-full.ts";
import type { Log } from "../log.ts";
import { outageOf, RETRY_AFTER_SECONDS } from "../outage.ts";
import type { HeldJob, JobRows } from "./job-rows.ts";

export interface Job {
  readonly key: string;
  // biome-ignore lint/suspicious/noExplicitAny: the enqueued data; the handler knows its shape.
  readonly data: any;
  /** Aborted when the process stops or when the job was taken away: end soon, by returning or by throwing. */
  readonly signal: AbortSignal;
  /** 1 for the first attempt. Interruptions by a killed or stopped process are not attempts. */
  readonly attempt: number;
  /** When this attempt throws, the job is dropped: the place to mark a run as failed. */
  readonly lastAttempt: boolean;
  /**
   * Three processes that ran the job ended abruptly, without progress in between. Perhaps the job ended them: its long
   * computations belong in a limited child process. Perhaps a person killed them: being confined is no failure.
   */
  readonly confined: boolean;
  /** Reports progress: earlier abrupt ends no longer count. Joins the caller's transaction. */
  readonly progressed: () => Promise<void>;
}

export type Handler = (job: Job) => Promise<void>;

/** Called when work waits for space on the disk. */
export type DiskFullWatcher = () => void;

export interface WorkOptions {
  readonly concurrency: number;
  /** Attempts before a failing job is dropped. Default 8, that is over about two minutes. */
  readonly attempts?: number;
}

export interface Queue {
  /** Looks for due jobs now, or in `delayMs`. */
  look(delayMs?: number): void;
  /** Ids of the jobs that run here. */
  running(): readonly number[];
  /** Aborts those of `ids` that run here: another process holds them now. */
  abandon(ids: readonly number[]): void;
  stop(graceMs: number): Promise<void>;
}

interface Running {
  readonly job: HeldJob;
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

interface Deps {
  readonly db: Database;
  readonly rows: JobRows;
  readonly log: Log;
  readonly name: string;
  readonly onDiskFull: DiskFullWatcher;
}

const DEFAULT_ATTEMPTS = 8;
/** After this many abrupt ends without progress a job is confined. */
const MOST_ABRUPT_ENDS = 3;
const LONGEST_DELAY_SECONDS = 60;
/** After a fault of the database itself. */
const RECOVER_MS = 1_000;
/** setTimeout's own limit; a job that is due later is looked for again then. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export function createQueue({ db, rows, log, name, onDiskFull }: Deps, options: WorkOptions, handler: Handler): Queue {
  const attempts = options.attempts ?? DEFAULT_ATTEMPTS;
  const running = new Map<number, Running>();
  let looking = false;
  let lookAgain = false;
  let lastLook: Promise<void> = Promise.resolve();
  let stopping = false;
  let timer: NodeJS.Timeout | null = null;
  let timerAt = Number.POSITIVE_INFINITY;

  function look(delayMs = 0): void {
    if (stopping) return;
    if (delayMs > 0) {
      lookLater(delayMs);
      return;
    }
    if (looking) {
      lookAgain = true;
      return;
    }
    looking = true;
    // Never inside the transaction that enqueued the job.
    lastLook = db.outside(takeAll).finally(() => {
      looking = false;
      if (lookAgain) {
        lookAgain = false;
        look();
      }
    });
  }

  function lookLater(delayMs: number): void {
    const at = performance.now() + Math.min(delayMs, LONGEST_TIMER_MS);
    if (at >= timerAt) return;
    if (timer !== null) clearTimeout(timer);
    timerAt = at;
    timer = setTimeout(
      () => {
        timer = null;
        timerAt = Number.POSITIVE_INFINITY;
        look();
      },
      Math.ceil(at - performance.now()),
    );
    timer.unref();
  }

  async function takeAll(): Promise<void> {
    try {
      for (;;) {
        const room = options.concurrency - running.size;
        if (stopping || room <= 0) return;
        const jobs = await rows.take(name, room);
        if (stopping) {
          await Promise.all(jobs.map((job) => rows.giveBack(job.id, job.failures, 0)));
          return;
        }
        for (const job of jobs) start(job);
        if (jobs.length < room) break;
      }
      const untilNext = await rows.untilNext(name);
      if (untilNext !== null) lookLater(Math.max(1, untilNext));
    } catch (error) {
      if (stopping) return;
      log.warn("Jobs could not be taken", { queue: name, error });
      if (isDiskFull(error)) onDiskFull();
      lookLater(RECOVER_MS);
    }
  }

  function start(job: HeldJob): void {
    const abort = new AbortController();
    const done = run(job, abort.signal).finally(() => {
      running.delete(job.id);
      look();
    });
    running.set(job.id, { job, abort, done });
  }

  async function run(job: HeldJob, signal: AbortSignal): Promise<void> {
    const attempt = job.failures + 1;
    let outcome: { readonly error: unknown } | null = null;
    try {
      let abruptEnds = job.abrupt_ends;
      await handler({
        key: job.key,
        data: job.data,
        signal,
        attempt,
        lastAttempt: attempt >= attempts,
        confined: abruptEnds >= MOST_ABRUPT_ENDS,
        progressed: async () => {
          if (abruptEnds === 0) return;
          await rows.progressed(job.id);
          abruptEnds = 0;
        },
      });
    } catch (error) {
      outcome = { error };
    }
    await settle(outcomeRow(job, attempt, outcome, signal));
  }

  /** What happens to the row after an attempt. */
  function outcomeRow(
    job: HeldJob,
    attempt: number,
    failure: { readonly error: unknown } | null,
    signal: AbortSignal,
  ): () => Promise<void> {
    // An aborted handler may have left something undone, however it ended. The next attempt reads from its rows what.
    if (signal.aborted) return () => rows.giveBack(job.id, job.failures, 0);
    if (failure === null) return () => rows.finish(job.id);
    const fields = { queue: name, key: job.key, attempt, error: failure.error };
    const outage = outageOf(failure.error);
    if (outage !== null) {
      // No fault of the job: it is tried again until it can be done.
      log.warn("A job waits for its surroundings", { ...fields, outage });
      if (outage === "storage_full") onDiskFull();
      return () => rows.giveBack(job.id, job.failures, RETRY_AFTER_SECONDS[outage]);
    }
    if (attempt >= attempts) {
      log.error("A job failed for the last time", fields);
      return () => rows.finish(job.id);
    }
    log.warn("A job failed and will be tried again", fields);
    // A random factor, so that jobs that failed together do not come back together.
    const seconds = Math.min(LONGEST_DELAY_SECONDS, 2 ** (attempt - 1)) * (0.75 + Math.random() / 2);
    return () => rows.giveBack(job.id, attempt, seconds);
  }

  /** A row that is not settled (disk full, server unreachable) would block its key: this tries until it succeeds. */
  async function settle(action: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await action();
      } catch (error) {
        if (stopping) return;
        log.warn("A job could not be settled", { queue: name, error });
        if (isDiskFull(error)) onDiskFull();
        await delay(RECOVER_MS);
      }
    }
  }

  return {
    look,
    running: () => [...running.keys()],
    abandon(ids) {
      for (const id of ids) running.get(id)?.abort.abort();
    },
    async stop(graceMs) {
      stopping = true;
      if (timer !== null) clearTimeout(timer);
      for (const { abort } of running.values()) abort.abort();
      await lastLook;
      const settled = Promise.all([...running.values()].map(({ done }) => done));
      const grace = Promise.withResolvers<void>();
      const timeout = setTimeout(grace.resolve, graceMs);
      await Promise.race([settled, grace.promise]);
      clearTimeout(timeout);
      // A job that cannot be given back is reclaimed when the next process starts.
      await Promise.all(
        [...running.values()].map(({ job }) =>
          rows
            .giveBack(job.id, job.failures, 0)
            .catch((error: unknown) => log.warn("A job could not be given back", { queue: name, error })),
        ),
      );
    },
  };
}
