// The SQL of the jobs table. All times are those of the database, so that processes on several machines agree.

import { type Database, uniqueViolation } from "../db/db.ts";

export interface HeldJob {
  readonly id: number;
  readonly key: string;
  readonly data: unknown;
  /** Failed attempts before this one. */
  readonly failures: number;
  /** How many processes ended abruptly (killed, crashed, unreachable) while they ran the job since its last progress. */
  readonly abrupt_ends: number;
}

/** One second of tolerance, because a row may become visible slightly before its timestamp on another machine. */
const CLOCK_WAS_SET_BACK = "asked_at > clock_timestamp() + interval '1 second'";

export interface JobRows {
  /**
   * Each key has one waiting job; another request only makes it due earlier. The update locks the waiting row until the
   * caller's transaction ends, so that no process runs that job before the caller's changes are visible.
   */
  add(queue: string, key: string, data: unknown, delaySeconds: number): Promise<void>;
  /** Takes up to `limit` due jobs whose key is not running. */
  take(queue: string, limit: number): Promise<readonly HeldJob[]>;
  /** Milliseconds until the next waiting job is due. Null if there is none. */
  untilNext(queue: string): Promise<number | null>;
  finish(id: number): Promise<void>;
  /** Makes a held job wait again. If a job of the same key already waits, that job replaces it. */
  giveBack(id: number, failures: number, delaySeconds: number): Promise<void>;
  /** Records progress of the job, which resets its count of abrupt ends. */
  progressed(id: number): Promise<void>;
  /** Records that this process runs `ids`, and returns those that it still holds. */
  keep(ids: readonly number[]): Promise<readonly number[]>;
  /**
   * Makes the jobs of dead processes wait again, and counts an abrupt end for each: all running jobs, or only those whose
   * process has stopped reporting. Returns their number.
   */
  reclaim(which: "all" | "expired"): Promise<number>;
}

/**
 * @param holder The id of this process.
 * @param holdSeconds How long it keeps a job without another report.
 */
export function jobRows(db: Database, holder: string, holdSeconds: number): JobRows {
  const backToWaiting = (id: number, failures: number, delaySeconds: number) =>
    db.execute(
      `update jobs set state = 'waiting', holder = null, held_until = null, failures = $3,
         asked_at = clock_timestamp(), run_after = clock_timestamp() + make_interval(secs => $4)
       where id = $1 and holder = $2`,
      [id, holder, failures, delaySeconds],
    );

  return {
    async add(queue, key, data, delaySeconds) {
      await db.execute(
        `insert into jobs (queue, key, data, state, run_after)
         values ($1, $2, $3, 'waiting', clock_timestamp() + make_interval(secs => $4))
         on conflict (queue, key) where state = 'waiting'
         do update set run_after = least(jobs.run_after, excluded.run_after)`,
        [queue, key, JSON.stringify(data), delaySeconds],
      );
    },

    async take(queue, limit) {
      const { rows } = await db.execute(
        `with due as materialized (
           select id from jobs as waiting
           where queue = $1 and state = 'waiting' and (run_after <= clock_timestamp() or ${CLOCK_WAS_SET_BACK})
             and not exists (
               select 1 from jobs as running
               where running.queue = waiting.queue and running.key = waiting.key and running.state = 'running'
             )
           order by run_after, id
           limit $2
           for update skip locked
         )
         update jobs set state = 'running', holder = $3,
           held_until = clock_timestamp() + make_interval(secs => $4)
         from due where jobs.id = due.id
         returning jobs.id, jobs.key, jobs.data, jobs.failures, jobs.abrupt_ends`,
        [queue, limit, holder, holdSeconds],
      );
      return rows as HeldJob[];
    },

    async untilNext(queue) {
      const { rows } = await db.execute(
        `select (extract(epoch from min(run_after) - clock_timestamp()) * 1000)::float8 as ms
         from jobs where queue = $1 and state = 'waiting' and run_after > clock_timestamp()`,
        [queue],
      );
      return (rows[0] as { ms: number | null }).ms;
    },

    async finish(id) {
      await db.execute("delete from jobs where id = $1 and holder = $2", [id, holder]);
    },

    async giveBack(id, failures, delaySeconds) {
      try {
        await backToWaiting(id, failures, delaySeconds);
      } catch (error) {
        if (uniqueViolation(error) === null) throw error;
        await db.execute("delete from jobs where id = $1 and holder = $2", [id, holder]);
      }
    },

    async progressed(id) {
      await db.execute("update jobs set abrupt_ends = 0 where id = $1 and holder = $2", [id, holder]);
    },

    async keep(ids) {
      const { rows } = await db.execute(
        `update jobs set held_until = clock_timestamp() + make_interval(secs => $3)
         where holder = $1 and state = 'running' and id = any($2::bigint[]) returning id`,
        [holder, ids, holdSeconds],
      );
      return (rows as { id: number }[]).map(({ id }) => id);
    },

    reclaim(which) {
      const abandoned = (jobs: string) =>
        `${jobs}.state = 'running'${which === "all" ? "" : ` and ${jobs}.held_until < clock_timestamp()`}`;
      return db.transaction(async () => {
        await db.execute(
          `update jobs as waiting set abrupt_ends = greatest(waiting.abrupt_ends, ended.abrupt_ends + 1)
           from jobs as ended
           where ${abandoned("ended")} and waiting.state = 'waiting'
             and waiting.queue = ended.queue and waiting.key = ended.key`,
          [],
        );
        await db.execute(
          `delete from jobs where ${abandoned("jobs")} and exists (
             select 1 from jobs as waiting
             where waiting.queue = jobs.queue and waiting.key = jobs.key and waiting.state = 'waiting'
           )`,
          [],
        );
        const { rows } = await db.execute(
          `update jobs set state = 'waiting', holder = null, held_until = null, run_after = clock_timestamp(),
             abrupt_ends = abrupt_ends + 1
           where ${abandoned("jobs")} returning id`,
          [],
        );
        return rows.length;
      });
    },
  };
}
