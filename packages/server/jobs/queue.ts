// One queue in this process: takes due jobs up to its limit, runs them, and settles them.

import { setTimeout as delay } from "node:timers/promises";
import { withUrgency } from "../compute/compute.ts";
import type { Database } from "../db/db.ts";
import { isDiskFull } from "../disk-full.ts";
import { faultFields, type Log } from "../log.ts";
import { outageOf, RETRY_AFTER_SECONDS } from "../outage.ts";
import { traced } from "../tracing.ts";
import type { HeldJob, JobFault, JobRows } from "./job-rows.ts";

export interface Job {
  readonly key: string;
  // biome-ignore lint/suspicious/noExplicitAny: the enqueued data; the handler knows its shape.
  readonly data: any;
  /** Aborted when the process stops or when the job was taken away: end soon, by returning or by throwing. */
  readonly signal: AbortSignal;
  /** 1 for the first attempt. Interruptions by a killed or stopped process are not attempts. */
  readonly attempt: number;
  /** When this attempt throws, the job is not tried again by itself: the place to mark a run as failed. */
  readonly lastAttempt: boolean;
  /**
   * Three processes that ran the job ended abruptly, without progress in between. Perhaps the job ended them: its long
   * computations belong in a limited child process. Perhaps a person killed them: being confined is no failure.
   */
  readonly confined: boolean;
  /** Reports progress: earlier abrupt ends no longer count. Joins the caller's transaction. */
  readonly progressed: () => Promise<void>;
}

/** How an attempt at a job ended. */
export type AttemptEnd =
  | "done"
  /** It failed and is tried again. */
  | "again"
  /** The database, the store or the disk was away; it is tried again until it can be done. */
  | "waits"
  /** It failed for the last time. */
  | "failed"
  /** The process stops, or the job was given to another process. */
  | "interrupted";

/** Called after each attempt. */
export type AttemptWatcher = (queue: string, end: AttemptEnd, seconds: number) => void;

export type Handler = (job: Job) => Promise<void>;

/** Called when work waits for space on the disk. */
export type DiskFullWatcher = () => void;

export interface WorkOptions {
  readonly concurrency: number;
  /**
   * Places beyond `concurrency`, only for parties that have no running job and for jobs that a person waits for. Default 0.
   */
  readonly reserve?: number;
  /** Attempts before a failing job is kept among the failed ones. Default 8, that is over about two minutes. */
  readonly attempts?: number;
  /** The handler states the failure in its own rows at the last attempt, so the job is not kept. */
  readonly statesFailure?: boolean;
}

export interface Queue {
  /** Looks for due jobs now, or in `delayMs`. */
  look(delayMs?: number): void;
  /** Ids of the jobs that run here. */
  running(): readonly number[];
  /** Aborts those of `ids` that run here: another process holds them now. */
  abandon(ids: readonly number[]): void;
  /** The same for all jobs that run here: this process was declared dead. */
  abandonAll(): void;
  /** Takes no more jobs, aborts those that run, and waits for them. */
  stop(graceMs: number): Promise<void>;
  /** After stop: makes the jobs that still run wait for the next process. */
  giveBackRest(): Promise<void>;
}

/** The error of a transaction of a job whose process was declared dead: another process may run the job. */
export class JobTakenAway extends Error {
  override readonly name = "JobTakenAway";
  constructor() {
    super("This process did not report for too long, so that its job was given to another process.");
  }
}

interface Running {
  readonly job: HeldJob;
  readonly abort: AbortController;
}

interface Deps {
  readonly db: Database;
  readonly rows: JobRows;
  readonly log: Log;
  readonly name: string;
  readonly onDiskFull: DiskFullWatcher;
  readonly onAttempt: AttemptWatcher;
}

/** In the data of a job that was enqueued within a trace. */
export const TRACEPARENT = "traceparent";
/** Attempts at a job before it has failed for the last time. */
export const JOB_ATTEMPTS = 8;
/** After this many abrupt ends without progress a job is confined. */
const MOST_ABRUPT_ENDS = 3;
const LONGEST_DELAY_SECONDS = 60;
/** After a fault of the database itself. */
const RECOVER_MS = 1_000;
/** setTimeout's own limit; a job that is due later is looked for again then. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export function createQueue(
  { db, rows, log, name, onDiskFull, onAttempt }: Deps,
  options: WorkOptions,
  handler: Handler,
): Queue {
  const attempts = options.attempts ?? JOB_ATTEMPTS;
  /** The jobs that run here, and the end of each. A job that was taken away may run here twice: once aborted. */
  const running = new Map<Running, Promise<void>>();
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
      let moment: string;
      for (;;) {
        const room = options.concurrency - running.size;
        const reserve = options.concurrency + (options.reserve ?? 0) - running.size;
        if (stopping || Math.max(room, reserve) <= 0) return;
        const wanted = room > 0 ? room : reserve;
        const { jobs, ...taking } = await rows.take(name, wanted, { newcomers: room <= 0 });
        moment = taking.moment;
        if (stopping) {
          await Promise.all(jobs.map((job) => rows.giveBack(job, job.failures, 0)));
          return;
        }
        for (const job of jobs) start(job);
        if (jobs.length < wanted) break;
      }
      const untilNext = await rows.untilNext(name, moment);
      if (untilNext !== null) lookLater(Math.max(1, untilNext));
    } catch (error) {
      if (stopping) return;
      log.warn("Jobs could not be taken", { queue: name, error });
      if (isDiskFull(error)) onDiskFull();
      lookLater(RECOVER_MS);
    }
  }

  /** The job belongs to the trace of the request or the job that enqueued it. */
  function tracedJob(job: HeldJob, attempt: number, work: () => Promise<void>): Promise<void> {
    const attributes = () => ({ "fullcast.queue": name, "fullcast.key": job.key, "fullcast.attempt": attempt });
    const stored = (job.data as { readonly [TRACEPARENT]?: unknown } | null)?.[TRACEPARENT];
    return traced(`job ${name}`, attributes, work, typeof stored === "string" ? stored : undefined);
  }

  function start(job: HeldJob): void {
    const abort = new AbortController();
    const one = { job, abort };
    const done = run(one).finally(() => {
      running.delete(one);
      look();
    });
    running.set(one, done);
  }

  async function run({ job, abort }: Running): Promise<void> {
    const { signal } = abort;
    const attempt = job.failures + 1;
    const from = performance.now();
    const fence = rows.fence(job, () => {
      abort.abort();
      return new JobTakenAway();
    });
    let outcome: { readonly error: unknown } | null = null;
    try {
      let abruptEnds = job.abrupt_ends;
      const given: Job = {
        key: job.key,
        data: job.data,
        signal,
        attempt,
        lastAttempt: attempt >= attempts,
        confined: abruptEnds >= MOST_ABRUPT_ENDS,
        progressed: async () => {
          if (abruptEnds === 0) return;
          await rows.progressed(job);
          abruptEnds = 0;
        },
      };
      const handle = () => withUrgency(job.urgency, () => tracedJob(job, attempt, () => handler(given)));
      await (fence === null ? handle() : db.fenced(fence, handle));
    } catch (error) {
      outcome = { error };
    }
    const { end, row } = outcomeOf(job, attempt, outcome, signal);
    onAttempt(name, end, (performance.now() - from) / 1000);
    await settle(row);
  }

  /** How an attempt ended, and what happens to the row then. */
  function outcomeOf(
    job: HeldJob,
    attempt: number,
    failure: { readonly error: unknown } | null,
    signal: AbortSignal,
  ): { readonly end: AttemptEnd; readonly row: () => Promise<void> } {
    // An aborted handler may have left something undone, however it ended. The next attempt reads from its rows what.
    if (signal.aborted) return { end: "interrupted", row: () => rows.giveBack(job, job.failures, 0) };
    if (failure === null) return { end: "done", row: () => rows.finish(job) };
    const fields = { queue: name, key: job.key, attempt, error: failure.error };
    const outage = outageOf(failure.error);
    if (outage !== null) {
      // No fault of the job: it is tried again until it can be done.
      log.warn("A job waits for its surroundings", { ...fields, outage });
      if (outage === "storage_full") onDiskFull();
      return { end: "waits", row: () => rows.giveBack(job, job.failures, RETRY_AFTER_SECONDS[outage]) };
    }
    if (attempt >= attempts) {
      log.error("A job failed for the last time", fields);
      const row =
        options.statesFailure === true ? () => rows.finish(job) : () => rows.bury(job, faultOf(failure.error, attempt));
      return { end: "failed", row };
    }
    log.warn("A job failed and will be tried again", fields);
    // A random factor, so that jobs that failed together do not come back together.
    const seconds = Math.min(LONGEST_DELAY_SECONDS, 2 ** (attempt - 1)) * (0.75 + Math.random() / 2);
    return { end: "again", row: () => rows.giveBack(job, attempt, seconds) };
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
    running: () => [...running.keys()].map(({ job }) => job.id),
    abandon(ids) {
      for (const { job, abort } of running.keys()) if (ids.includes(job.id)) abort.abort();
    },
    abandonAll() {
      for (const { abort } of running.keys()) abort.abort();
    },
    async stop(graceMs) {
      stopping = true;
      if (timer !== null) clearTimeout(timer);
      for (const { abort } of running.keys()) abort.abort();
      await lastLook;
      const settled = Promise.all(running.values());
      const grace = Promise.withResolvers<void>();
      const timeout = setTimeout(grace.resolve, graceMs);
      await Promise.race([settled, grace.promise]);
      clearTimeout(timeout);
    },
    async giveBackRest() {
      // A job that cannot be given back is reclaimed when the next process starts.
      await Promise.all(
        [...running.keys()].map(({ job }) =>
          rows
            .giveBack(job, job.failures, 0)
            .catch((error: unknown) => log.warn("A job could not be given back", { queue: name, error })),
        ),
      );
    },
  };
}

/** What is kept of an error: nothing that may quote a text. */
function faultOf(error: unknown, attempts: number): JobFault {
  const { error: name, code, at } = faultFields(error);
  const text = (value: unknown) => (typeof value === "string" ? value.slice(0, 200) : null);
  return { attempts, error_name: text(name) ?? "unknown", error_code: text(code), error_place: text(at) };
}
