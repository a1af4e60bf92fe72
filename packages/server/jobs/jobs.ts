// Jobs: work that continues after the request, and after a crash. A job only names what to advance. The rows of the rooms hold
// the state, and a handler reads from them what is left to do, so it can safely run again.
// Always true: at most one job of a key (in one queue) waits and at most one runs, over all processes. A job that was
// enqueued in a committed transaction runs at least once after that commit; after a rollback it never runs. A process that
// was declared dead and continues commits nothing of its jobs (see the migration of job_processes).

import type { Urgency } from "../compute/compute.ts";
import type { Database } from "../db/db.ts";
import type { Log } from "../log.ts";
import { presentTrace } from "../tracing.ts";
import { type FailedJob, type JobRows, jobRows, NEWS } from "./job-rows.ts";
import {
  type AttemptWatcher,
  createQueue,
  type DiskFullWatcher,
  type Handler,
  type Queue,
  TRACEPARENT,
  type WorkOptions,
} from "./queue.ts";

export type { FailedJob } from "./job-rows.ts";
export { type AttemptEnd, type Handler, JOB_ATTEMPTS, type Job, type WorkOptions } from "./queue.ts";

export interface EnqueueOptions {
  readonly delaySeconds?: number;
  /** Whose job it is, usually an account. The parties of a queue take turns. Default: one party for all. */
  readonly party?: string;
  /** Default 1. */
  readonly urgency?: Urgency;
}

export interface Jobs extends AsyncDisposable {
  /**
   * Joins the current transaction. While a job of this key waits, a new one only makes it due earlier, and `data` stays that of
   * the first. While a job of this key runs, one more may wait.
   */
  enqueue(
    queue: string,
    key: string,
    data: { readonly [name: string]: unknown },
    options?: EnqueueOptions,
  ): Promise<void>;
  /**
   * Calls `handler` for each due job, at most `concurrency` at once in this process and never twice at once for one key.
   * A handler that throws is called again after a growing delay; after the last attempt the job is logged and kept among the
   * failed jobs, unless its handler states the failure itself.
   * A job whose process died runs again: on the embedded database as soon as the next process starts, on a server
   * when its process has not reported for half a minute, or for some seconds after its connection ended. That does not count
   * as an attempt; see Job.confined.
   */
  work(queue: string, options: WorkOptions, handler: Handler): Promise<void>;
  /** The newest failed jobs. */
  failed(limit: number): Promise<readonly FailedJob[]>;
  /** How many failed jobs each queue has. */
  failedCounts(): Promise<ReadonlyMap<string, number>>;
  /** Enqueues a failed job again, with the attempts of a new one. Null when there is no failed job with this id. */
  retryFailed(id: string): Promise<FailedJob | null>;
  /**
   * Takes no more jobs, aborts the signals of running jobs and waits up to `graceMs` for them. Jobs that still run are
   * returned to the queue for the next process. Resolves at once when called again.
   */
  stop(graceMs: number): Promise<void>;
}

/** How often a process looks for jobs of other processes while it cannot hear of them. */
const DEAF_POLL_MS = 1_000;
/** How often it looks although it hears of them. */
const POLLS_BETWEEN = 20;
/** After this time without a report from a process, other processes run its jobs (PostgreSQL server only). */
const HOLD_SECONDS = 30;
/** A process reports this often in that time. */
const REPORTS = 10;

export interface JobsOptions {
  /** Default 30. A shorter time detects dead processes sooner, but also mistakes stalled ones for dead. */
  readonly holdSeconds?: number;
  /** Called when jobs wait because the database's disk is full. They continue when there is space. */
  readonly onDiskFull?: DiskFullWatcher;
  readonly onAttempt?: AttemptWatcher;
}

export async function openJobs(db: Database, log: Log, options: JobsOptions = {}): Promise<Jobs> {
  const holdSeconds = options.holdSeconds ?? HOLD_SECONDS;
  const onDiskFull = options.onDiskFull ?? (() => {});
  const onAttempt = options.onAttempt ?? (() => {});
  const rows = jobRows(db, holdSeconds);
  await rows.begin();
  const queues = new Map<string, Queue>();
  const shared = db.kind === "postgres";
  // Only one process holds the embedded database, so a job that is marked as running belongs to a dead process.
  const found = await rows.reclaim(shared ? "expired" : "all");
  if (found > 0) log.info("Jobs of an ended process run again", { jobs: found });

  const timers: NodeJS.Timeout[] = [];
  let keeping: Promise<void> = Promise.resolve();
  const listener =
    db.listen?.(
      NEWS,
      (name) => (name === null ? forEach(queues, (queue) => queue.look()) : queues.get(name)?.look()),
      rows.presence,
    ) ?? null;
  if (shared) {
    const keep = keeper(rows, queues, holdSeconds * 1000, log);
    let isKeeping = false;
    const keepNow = () => {
      if (isKeeping) return;
      isKeeping = true;
      keeping = keep().finally(() => {
        isKeeping = false;
      });
    };
    timers.push(setInterval(keepNow, (holdSeconds * 1000) / REPORTS).unref());
    let polls = 0;
    const poll = () => {
      polls += 1;
      if (listener?.isListening() !== true || polls % POLLS_BETWEEN === 0) forEach(queues, (queue) => queue.look());
    };
    timers.push(setInterval(poll, DEAF_POLL_MS).unref());
  }

  let stopped = false;
  const stop = async (graceMs: number) => {
    if (stopped) return;
    stopped = true;
    await Promise.all([...queues.values()].map((queue) => queue.stop(graceMs)));
    for (const timer of timers) clearInterval(timer);
    await keeping;
    await listener?.[Symbol.asyncDispose]();
    // What still runs here can commit nothing from now on; then others may run it.
    await rows.end().catch((error: unknown) => log.warn("This process could not be marked as ended", { error }));
    await Promise.all([...queues.values()].map((queue) => queue.giveBackRest()));
  };

  const enqueue: Jobs["enqueue"] = async (queue, key, data, options = {}) => {
    const delaySeconds = options.delaySeconds ?? 0;
    const { party = "", urgency = 1 } = options;
    const trace = presentTrace();
    const stored = trace === null ? data : { ...data, [TRACEPARENT]: trace };
    await rows.add(queue, key, stored, delaySeconds, { party, urgency });
    db.afterCommit(() => queues.get(queue)?.look(delaySeconds * 1000));
  };
  return {
    enqueue,
    failed: (limit) => rows.failed(limit),
    failedCounts: () => rows.failedCounts(),
    retryFailed: (id) =>
      db.transaction(async () => {
        const found = await rows.exhume(id);
        if (found === null) return null;
        const { data, ...job } = found;
        await enqueue(job.queue, job.key, data);
        return job;
      }),
    async work(name, options, handler) {
      if (queues.has(name)) throw new Error(`Queue ${name} has a handler already.`);
      if (stopped) throw new Error("Jobs are stopped.");
      const queue = createQueue({ db, rows, log, name, onDiskFull, onAttempt }, options, handler);
      queues.set(name, queue);
      queue.look();
    },
    stop,
    [Symbol.asyncDispose]: () => stop(0),
  };
}

/** Reports this process and its jobs, aborts jobs that other processes took over, and reclaims jobs of dead processes. */
function keeper(rows: JobRows, queues: ReadonlyMap<string, Queue>, holdMs: number, log: Log): () => Promise<void> {
  let keptAt = performance.now();
  return async () => {
    const running = [...queues.values()].flatMap((queue) => queue.running());
    const abandon = (ids: readonly number[]) => forEach(queues, (queue) => queue.abandon(ids));
    try {
      const kept = await rows.keep(running);
      if (kept === null) {
        // Other processes may run its jobs. It continues as a new process.
        log.warn("This process did not report for too long; its jobs were given to others", { jobs: running.length });
        forEach(queues, (queue) => queue.abandonAll());
        await rows.begin();
      } else {
        const own = new Set(kept);
        abandon(running.filter((id) => !own.has(id)));
      }
      keptAt = performance.now();
      if ((await rows.reclaim("expired")) > 0) forEach(queues, (queue) => queue.look());
    } catch (error) {
      log.warn("Jobs could not be kept", { error });
      // After this time without a report, other processes may run them.
      if (performance.now() - keptAt > holdMs) abandon(running);
    }
  };
}

function forEach(queues: ReadonlyMap<string, Queue>, action: (queue: Queue) => void): void {
  for (const queue of queues.values()) action(queue);
}
