// The SQL of the jobs table. All times are those of the database, so that processes on several machines agree.

import { randomInt, randomUUID } from "node:crypto";
import type { Urgency } from "../compute/compute.ts";
import { type Database, type Fence, isAbsent, PRESENCES, uniqueViolation } from "../db/db.ts";

export interface HeldJob {
  readonly id: number;
  /** The process that holds it, by the id under which it took the job. */
  readonly holder: string;
  readonly key: string;
  readonly data: unknown;
  /** Failed attempts before this one. */
  readonly failures: number;
  /** How many processes ended abruptly (killed, crashed, unreachable) while they ran the job since its last progress. */
  readonly abrupt_ends: number;
  readonly urgency: Urgency;
}

/** A job that failed for the last time. */
export interface FailedJob {
  readonly id: string;
  readonly queue: string;
  readonly key: string;
  readonly attempts: number;
  readonly error_name: string;
  readonly error_code: string | null;
  /** The line of the program that threw. */
  readonly error_place: string | null;
  readonly failed_at: Date;
}

export type JobFault = Pick<FailedJob, "attempts" | "error_name" | "error_code" | "error_place">;

/** Failed jobs are kept this long. */
const FAILED_DAYS = 30;
const FAILED_FIELDS = "id, queue, key, attempts, error_name, error_code, error_place, failed_at";

/** One second of tolerance, because a row may become visible slightly before its timestamp on another machine. */
const CLOCK_WAS_SET_BACK = "asked_at > clock_timestamp() + interval '1 second'";

/** The jobs of processes that stopped reporting, or were declared dead. */
const OF_DEAD = `and (held_until < clock_timestamp() or holder in (select id from job_processes where ended_at is not null))`;

/** A process whose connection ended has this time to report. Several reports fall into it (jobs.ts). */
const ABSENT_SECONDS = 6;

/** The id of a process: a UUID of version 8 that begins with its presence in the database. Older versions of Fullcast have none. */
function processId(presence: number): string {
  const random = randomUUID();
  return `${presence.toString(16).padStart(8, "0")}${random.slice(8, 14)}8${random.slice(15)}`;
}
const PRESENCE_OF_ID = "('x' || left(id::text, 8))::bit(32)::int8";
const HAS_PRESENCE = "substr(id::text, 15, 1) = '8'";

/** Whose job it is, and how urgent. */
export interface Share {
  readonly party: string;
  readonly urgency: Urgency;
}

/** Candidates beyond those wanted, because other processes may be taking the first ones. */
const SPARE = 64;
/** Of them each party has its share, and at least this many: with many parties the first jobs of each are enough. */
const LEAST_SPARE = 4;
const REMEMBERED_TURNS = 256;
/** A job that is due for this long is as urgent as those that a person waits for, so that no stream of them stops a batch. */
const LONGEST_WAIT_SECONDS = 60;

export interface JobRows {
  /** A connection of this process has this presence. */
  readonly presence: number;
  /**
   * Each key has one waiting job; another request only makes it due earlier. The update locks the waiting row until the
   * caller's transaction ends, so that no process runs that job before the caller's changes are visible.
   */
  add(queue: string, key: string, data: unknown, delaySeconds: number, share: Share): Promise<void>;
  /**
   * Takes up to `limit` due jobs whose key is not running: the most urgent first (a long wait makes urgent), and among equals the parties take turns, the one
   * with the fewest running jobs first. `newcomers`: only jobs of parties that have no running job, one of each, and jobs that a
   * person waits for. `moment`: the database's time before it looked, for untilNext.
   */
  take(
    queue: string,
    limit: number,
    options?: { readonly newcomers?: boolean },
  ): Promise<{ readonly jobs: readonly HeldJob[]; readonly moment: string }>;
  /**
   * Milliseconds until the next job is due that take did not see as due; less than 0 when it became due since `moment`. Null if
   * there is none.
   */
  untilNext(queue: string, moment: string): Promise<number | null>;
  finish(job: HeldJob): Promise<void>;
  /** Removes a held job and keeps it among the failed ones; of each key the newest failure is kept. */
  bury(job: HeldJob, fault: JobFault): Promise<void>;
  /** The newest `limit` failed jobs. */
  failed(limit: number): Promise<readonly FailedJob[]>;
  /** How many failed jobs each queue has. */
  failedCounts(): Promise<ReadonlyMap<string, number>>;
  /** Takes a failed job away, with its data; null when there is none with this id. */
  exhume(id: string): Promise<(FailedJob & { readonly data: { readonly [name: string]: unknown } }) | null>;
  /** Makes a held job wait again. If a job of the same key already waits, that job replaces it. */
  giveBack(job: HeldJob, failures: number, delaySeconds: number): Promise<void>;
  /** Records progress of the job, which resets its count of abrupt ends. */
  progressed(job: HeldJob): Promise<void>;
  /** The condition that the process which took `job` was not declared dead since; null where there is only one process. */
  fence(job: HeldJob, broken: () => Error): Fence | null;
  /** Makes this process known, under a new id. */
  begin(): Promise<void>;
  /**
   * Records that this process lives and runs `ids`, and returns those that it still holds; null if it was declared dead.
   */
  keep(ids: readonly number[]): Promise<readonly number[] | null>;
  /** Makes this process unknown: nothing that it still runs can be committed. */
  end(): Promise<void>;
  /**
   * Makes the jobs of dead processes wait again, and counts an abrupt end for each: all running jobs, or only those whose
   * process has stopped reporting, which is then declared dead. A process whose connection ended has a short time left to
   * report. Returns the number of jobs.
   */
  reclaim(which: "all" | "expired"): Promise<number>;
}

/** The channel on which processes report the queues that have new jobs. */
export const NEWS = "fullcast_jobs";

/** @param holdSeconds How long this process keeps a job without another report. */
export function jobRows(db: Database, holdSeconds: number): JobRows {
  const shared = db.kind === "postgres";
  const presence = randomInt(PRESENCES);
  let holder = processId(presence);
  /** By queue: the parties that had a turn in this process, the last one at the end. */
  const turns = new Map<string, readonly string[]>();
  /** A change of rows, with a row for each in its result; other processes hear of it when it is committed. */
  const reported = (change: string) =>
    shared
      ? `with changed as (${change} returning queue) select pg_notify('${NEWS}', queue) from changed`
      : `${change} returning queue`;
  /** A deletion of running jobs; other processes hear of the waiting jobs of their keys, which can run now. */
  const ended = (deletion: string) =>
    shared
      ? `with ended as (${deletion} returning queue, key)
         select pg_notify('${NEWS}', queue) from ended where exists (
           select 1 from jobs as waiting
           where waiting.queue = ended.queue and waiting.key = ended.key and waiting.state = 'waiting'
         )`
      : `${deletion} returning queue`;
  const endOne = (job: HeldJob) =>
    db.execute(ended("delete from jobs where id = $1 and holder = $2"), [job.id, job.holder]);
  const hurryAbsent = () =>
    db.execute(
      `update job_processes set kept_until = clock_timestamp() + make_interval(secs => $1)
       where ended_at is null and kept_until > clock_timestamp() + make_interval(secs => $1)
         and ${HAS_PRESENCE} and ${isAbsent(PRESENCE_OF_ID)}`,
      [Math.min(ABSENT_SECONDS, holdSeconds)],
    );
  const someAreDead = async () => {
    const { rows } = await db.execute(
      `select exists (select 1 from jobs where state = 'running' and held_until < clock_timestamp())
         or exists (select 1 from job_processes where ended_at is null and kept_until < clock_timestamp()) as dead`,
      [],
    );
    return (rows[0] as { dead: boolean }).dead;
  };
  const backToWaiting = (job: HeldJob, failures: number, delaySeconds: number) =>
    db.execute(
      reported(
        `update jobs set state = 'waiting', holder = null, held_until = null, failures = $3,
           asked_at = clock_timestamp(), run_after = clock_timestamp() + make_interval(secs => $4)
         where id = $1 and holder = $2`,
      ),
      [job.id, job.holder, failures, delaySeconds],
    );

  return {
    presence,
    async add(queue, key, data, delaySeconds, { party, urgency }) {
      await db.execute(
        reported(
          `insert into jobs (queue, key, data, state, run_after, party, urgency)
           values ($1, $2, $3, 'waiting', clock_timestamp() + make_interval(secs => $4), $5, $6)
           on conflict (queue, key) where state = 'waiting'
           do update set run_after = least(jobs.run_after, excluded.run_after),
             party = case when excluded.party = '' then jobs.party else excluded.party end,
             urgency = least(jobs.urgency, excluded.urgency)`,
        ),
        [queue, key, JSON.stringify(data), delaySeconds, party, urgency],
      );
    },

    fence: (job, broken) =>
      shared
        ? { sql: "select 1 from job_processes where id = $1 and ended_at is null", parameters: [job.holder], broken }
        : null,

    async begin() {
      holder = processId(presence);
      if (!shared) return;
      await db.execute(
        "insert into job_processes (id, kept_until) values ($1, clock_timestamp() + make_interval(secs => $2))",
        [holder, holdSeconds],
      );
    },

    async end() {
      if (shared) await db.execute("update job_processes set ended_at = clock_timestamp() where id = $1", [holder]);
    },

    async take(queue, limit, { newcomers = false } = {}) {
      // The parties are found one after the other in the index, and of each only its first jobs are read: a party with 100,000
      // waiting jobs costs no more than one with ten.
      const { rows } = await db.execute(
        `with recursive parties as (
           (select party from jobs where queue = $1 and state = 'waiting' order by party limit 1)
           union all
           select next.party from parties cross join lateral (
             select party from jobs where queue = $1 and state = 'waiting' and jobs.party > parties.party
             order by party limit 1
           ) next
         ),
         busy as materialized (
           select party, count(*)::int as jobs from jobs where queue = $1 and state = 'running' group by party
         ),
         ranked as materialized (
           select due.id, due.run_after,
             case when due.run_after < clock_timestamp() - interval '${LONGEST_WAIT_SECONDS} seconds' then 0 else due.urgency end as urgency, coalesce(busy.jobs, 0) + due.place as place,
             coalesce(array_position($6::text[], parties.party), 0) as turn
           from parties left join busy on busy.party = parties.party
           cross join lateral (
             select id, urgency, run_after, row_number() over (order by urgency, run_after, id) as place from (
               -- The inner limit is one that the planner knows; the outer one ends the reading.
               select * from (
                 select id, urgency, run_after from jobs as waiting
                 where queue = $1 and party = parties.party and state = 'waiting'
                   and (run_after <= clock_timestamp() or ${CLOCK_WAS_SET_BACK})
                   -- "offset 0" keeps this from becoming a join, which goes through all running jobs for each row.
                   and not exists (
                     select 1 from jobs as running
                     where running.queue = waiting.queue and running.key = waiting.key and running.state = 'running' offset 0
                   )
                 order by urgency, run_after, id
                 limit $2 + ${SPARE}
               ) known
               order by urgency, run_after, id
               limit $2 + greatest(${LEAST_SPARE}, ${SPARE} / (select count(*) from parties))
             ) first
           ) due
           where not $5 or due.urgency = 0 or coalesce(busy.jobs, 0) + due.place = 1
           order by urgency, place, turn, run_after, id
           limit $2 + ${SPARE}
         ),
         due as materialized (
           select jobs.id from ranked join jobs on jobs.id = ranked.id
           where jobs.state = 'waiting'
           order by ranked.urgency, ranked.place, ranked.turn, ranked.run_after, ranked.id
           limit $2
           for update of jobs skip locked
         ),
         taken as (
           update jobs set state = 'running', holder = $3,
             held_until = clock_timestamp() + make_interval(secs => $4)
           from due where jobs.id = due.id
           returning jobs.id, jobs.holder, jobs.key, jobs.data, jobs.failures, jobs.abrupt_ends, jobs.urgency,
             jobs.party
         )
         select statement_timestamp()::text as moment, taken.* from (values (true)) as always left join taken on true`,
        [queue, limit, holder, holdSeconds, newcomers, turns.get(queue) ?? []],
      );
      const { moment } = rows[0] as { moment: string };
      const taken = (rows as unknown as (HeldJob & { readonly party: string })[]).filter(({ id }) => id !== null);
      const parties = new Set(taken.map(({ party }) => party));
      const others = (turns.get(queue) ?? []).filter((party) => !parties.has(party));
      turns.set(queue, [...others, ...parties].slice(-REMEMBERED_TURNS));
      return { jobs: taken, moment };
    },

    async untilNext(queue, moment) {
      const { rows } = await db.execute(
        // An index finds rows by statement_timestamp(), but not by clock_timestamp(), which changes from row to row.
        `select (extract(epoch from min(run_after) - statement_timestamp()) * 1000)::float8 as ms
         from jobs where queue = $1 and state = 'waiting' and run_after > $2::timestamptz`,
        [queue, moment],
      );
      return (rows[0] as { ms: number | null }).ms;
    },

    async finish(job) {
      await endOne(job);
    },

    async bury(job, { attempts, error_name, error_code, error_place }) {
      await db.execute(
        `with ended as (delete from jobs where id = $1 and holder = $2 returning queue, key, data),
         forgotten as (
           delete from failed_jobs
           where failed_at < clock_timestamp() - make_interval(days => ${FAILED_DAYS})
             and (queue, key) not in (select queue, key from ended)
         )
         insert into failed_jobs (queue, key, data, attempts, error_name, error_code, error_place)
         select queue, key, data, $3::integer, $4, $5, $6 from ended
         on conflict (queue, key) do update set data = excluded.data, attempts = excluded.attempts,
           error_name = excluded.error_name, error_code = excluded.error_code, error_place = excluded.error_place,
           failed_at = excluded.failed_at`,
        [job.id, job.holder, attempts, error_name, error_code, error_place],
      );
    },

    async failed(limit) {
      const { rows } = await db.execute(
        `select ${FAILED_FIELDS} from failed_jobs order by failed_at desc, id limit $1`,
        [limit],
      );
      return rows as unknown as FailedJob[];
    },

    async failedCounts() {
      const { rows } = await db.execute("select queue, count(*)::int as jobs from failed_jobs group by queue", []);
      return new Map((rows as { queue: string; jobs: number }[]).map(({ queue, jobs }) => [queue, jobs]));
    },

    async exhume(id) {
      const { rows } = await db.execute(`delete from failed_jobs where id = $1 returning ${FAILED_FIELDS}, data`, [id]);
      return (rows[0] ?? null) as Awaited<ReturnType<JobRows["exhume"]>>;
    },

    async giveBack(job, failures, delaySeconds) {
      try {
        await backToWaiting(job, failures, delaySeconds);
      } catch (error) {
        if (uniqueViolation(error) === null) throw error;
        await endOne(job);
      }
    },

    async progressed(job) {
      await db.execute("update jobs set abrupt_ends = 0 where id = $1 and holder = $2", [job.id, job.holder]);
    },

    async keep(ids) {
      const alive = await db.execute(
        `update job_processes set kept_until = clock_timestamp() + make_interval(secs => $2)
         where id = $1 and ended_at is null returning id`,
        [holder, holdSeconds],
      );
      if (alive.rows.length === 0) return null;
      const { rows } = await db.execute(
        `update jobs set held_until = clock_timestamp() + make_interval(secs => $3)
         where holder = $1 and state = 'running' and id = any($2::bigint[]) returning id`,
        [holder, ids, holdSeconds],
      );
      return (rows as { id: number }[]).map(({ id }) => id);
    },

    async reclaim(which) {
      if (which === "expired") {
        await hurryAbsent();
        if (!(await someAreDead())) return 0;
      }
      return db.transaction(async () => {
        if (which === "expired") {
          // Before its jobs are given to others: from here on, nothing that this process runs can be committed.
          await db.execute(
            `update job_processes set ended_at = clock_timestamp()
             where ended_at is null and (kept_until < clock_timestamp()
               or id in (select holder from jobs where state = 'running' and held_until < clock_timestamp()))`,
            [],
          );
          await db.execute("delete from job_processes where ended_at < clock_timestamp() - interval '1 day'", []);
        }
        // One statement: a job of the same key that another process adds meanwhile replaces the one that ended.
        const { rows } = await db.execute(
          `with ended as (
             delete from jobs where state = 'running' ${which === "all" ? "" : OF_DEAD}
             returning queue, key, data, failures, party, urgency, abrupt_ends
           ),
           changed as (
             insert into jobs (queue, key, data, state, failures, party, urgency, abrupt_ends, run_after)
             select queue, key, data, 'waiting', failures, party, urgency, abrupt_ends + 1, clock_timestamp() from ended
             on conflict (queue, key) where state = 'waiting'
             do update set abrupt_ends = greatest(jobs.abrupt_ends, excluded.abrupt_ends)
             returning queue
           )
           select ${shared ? `pg_notify('${NEWS}', queue)` : "queue"} from changed`,
          [],
        );
        return rows.length;
      });
    },
  };
}
