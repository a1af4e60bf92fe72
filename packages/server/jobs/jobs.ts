// Jobs: work that goes on after the request, and after a crash. A job only says "look after X": the rooms' own rows are
// the truth, and a handler finds out from them what is left to do, so running it once more does no harm.
// What always holds: of one key (in one queue) at most one job waits and at most one runs, over all processes; a job that
// was enqueued in a committed transaction runs at least once after that commit; one of a rolled back one never does.

import { randomUUID } from "node:crypto";
import type { Database } from "../db/db.ts";
import type { Log } from "../log.ts";
import { HOLD_SECONDS, jobRows } from "./job-rows.ts";
import { createQueue, type Handler, type Queue, type WorkOptions } from "./queue.ts";

export type { Handler, Job, WorkOptions } from "./queue.ts";

export interface Jobs extends AsyncDisposable {
  /**
   * Joins the current transaction. While a job of this key waits, another one is dropped (it can only make the waiting
   * one due earlier; `data` stays that of the first); while one runs, a new one may wait.
   */
  enqueue(
    queue: string,
    key: string,
    data: { readonly [name: string]: unknown },
    options?: { readonly delaySeconds?: number },
  ): Promise<void>;
  /**
   * Calls `handler` for each due job, at most `concurrency` at once in this process and never twice at once for one key.
   * A handler that throws is called again after a growing delay; after the last attempt the job is logged and dropped.
   * A job whose process died runs again: on the embedded database as soon as the next process starts, on a server
   * when it was not heard of for half a minute. That does not count as an attempt.
   */
  work(queue: string, options: WorkOptions, handler: Handler): Promise<void>;
  /**
   * Takes no more jobs, aborts the signals of those that run and waits up to `graceMs` for them; what still runs then is
   * given back for the next process. Resolves at once when called again.
   */
  stop(graceMs: number): Promise<void>;
}

/** How often a server is asked for jobs that other processes enqueued. The embedded database has no other process. */
const POLL_MS = 1_000;
const KEEP_MS = (HOLD_SECONDS * 1000) / 3;

export async function openJobs(db: Database, log: Log): Promise<Jobs> {
  const rows = jobRows(db, randomUUID());
  const queues = new Map<string, Queue>();
  const shared = db.kind === "postgres";
  // Whoever holds the embedded database is alone: everything that is marked as running was left by a dead process.
  const found = await rows.reclaim(shared ? "expired" : "all");
  if (found > 0) log.info("Jobs of an ended process run again", { jobs: found });

  const keep = async () => {
    const running = [...queues.values()].flatMap((queue) => queue.running());
    try {
      const own = new Set(await rows.keep(running));
      abandon(running.filter((id) => !own.has(id)));
      keptAt = performance.now();
      await rows.reclaim("expired");
    } catch (error) {
      log.warn("Jobs could not be kept", { error });
      // Not heard of for this long: others may run them by now.
      if (performance.now() - keptAt > HOLD_SECONDS * 1000) abandon(running);
    }
  };
  let keptAt = performance.now();
  const abandon = (ids: readonly number[]) => {
    for (const queue of queues.values()) queue.abandon(ids);
  };
  const timers = shared
    ? [
        setInterval(() => void keep(), KEEP_MS).unref(),
        setInterval(() => {
          for (const queue of queues.values()) queue.look();
        }, POLL_MS).unref(),
      ]
    : [];

  let stopped = false;
  const stop = async (graceMs: number) => {
    if (stopped) return;
    stopped = true;
    await Promise.all([...queues.values()].map((queue) => queue.stop(graceMs)));
    for (const timer of timers) clearInterval(timer);
  };

  return {
    async enqueue(queue, key, data, options = {}) {
      const delaySeconds = options.delaySeconds ?? 0;
      await rows.add(queue, key, data, delaySeconds);
      db.afterCommit(() => queues.get(queue)?.look(delaySeconds * 1000));
    },
    async work(name, options, handler) {
      if (queues.has(name)) throw new Error(`Queue ${name} has a handler already.`);
      if (stopped) throw new Error("Jobs are stopped.");
      const queue = createQueue({ db, rows, log, name }, options, handler);
      queues.set(name, queue);
      queue.look();
    },
    stop,
    [Symbol.asyncDispose]: () => stop(0),
  };
}
