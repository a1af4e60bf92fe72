// Tests of jobs for every database.

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { setTimeout as delay, setImmediate as turn } from "node:timers/promises";
import { type Database, QueryError } from "../db/db.ts";
import { type Job, type Jobs, type JobsOptions, openJobs } from "./jobs.ts";

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const HOLD_SECONDS = 1;

/** Defines the tests. `open` returns a separate database for the whole file, which the caller closes. */
export function jobsBehaviour(open: () => Promise<Database>): void {
  let opened: Promise<Database> | undefined;
  let lastQueue = 0;

  /** The shared database, the jobs of a new process, and the name of an unused queue. */
  async function prepare(
    t: TestContext,
    options: JobsOptions = {},
  ): Promise<{ db: Database; jobs: Jobs; queue: string }> {
    opened ??= open();
    const db = await opened;
    await db.script("delete from jobs");
    const jobs = await openJobs(db, quiet, { holdSeconds: HOLD_SECONDS, ...options });
    t.after(() => jobs.stop(0));
    lastQueue += 1;
    return { db, jobs, queue: `queue-${lastQueue}` };
  }

  const rows = async (db: Database, queue: string) =>
    (await db.execute("select key, state from jobs where queue = $1 order by id", [queue])).rows;

  /** Resolves when the queue is empty. */
  async function drained(db: Database, queue: string): Promise<void> {
    while ((await rows(db, queue)).length > 0) await delay(5);
  }

  /** A handler that holds each job until it is released. */
  function gate() {
    const started: Job[] = [];
    const waiting: (() => void)[] = [];
    let notify: (() => void) | null = null;
    return {
      started,
      handler: async (job: Job) => {
        started.push(job);
        notify?.();
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
        });
      },
      letGo: () => {
        for (const go of waiting.splice(0)) go();
      },
      /** Resolves when `count` jobs have started in all. */
      startedCount: async (count: number) => {
        while (started.length < count) {
          await new Promise<void>((resolve) => {
            notify = resolve;
          });
        }
      },
    };
  }

  test("a job of a committed transaction runs with its data, a job of a rolled back transaction never runs", async (t) => {
    const { db, jobs, queue } = await prepare(t);
    const done = Promise.withResolvers<unknown>();
    const ran: string[] = [];
    await jobs.work(queue, { concurrency: 2 }, async ({ key, data }) => {
      ran.push(key);
      if (key === "kept") done.resolve(data);
    });
    await assert.rejects(
      db.transaction(async () => {
        await jobs.enqueue(queue, "lost", {});
        throw new Error("roll back");
      }),
    );
    await db.transaction(async () => {
      await jobs.enqueue(queue, "kept", { run_id: "r1", list: [1, { deep: null }] });
      await delay(30);
      assert.deepEqual(ran, []);
    });
    assert.deepEqual(await done.promise, { run_id: "r1", list: [1, { deep: null }] });
    await drained(db, queue);
    assert.deepEqual(ran, ["kept"]);
  });

  test("a waiting job is not duplicated; while a job runs, one more may wait", async (t) => {
    const { db, jobs, queue } = await prepare(t);
    const { handler, letGo, started, startedCount } = gate();
    for (let time = 0; time < 3; time += 1) await jobs.enqueue(queue, "k", { time });
    assert.deepEqual(await rows(db, queue), [{ key: "k", state: "waiting" }]);
    await jobs.work(queue, { concurrency: 5 }, handler);
    await startedCount(1);
    for (let time = 3; time < 6; time += 1) await jobs.enqueue(queue, "k", { time });
    assert.deepEqual(await rows(db, queue), [
      { key: "k", state: "running" },
      { key: "k", state: "waiting" },
    ]);
    assert.equal(started.length, 1);
    letGo();
    await startedCount(2);
    letGo();
    await drained(db, queue);
    assert.deepEqual(
      started.map(({ data }) => data),
      [{ time: 0 }, { time: 3 }],
    );
  });

  test("a running key does not block other keys", async (t) => {
    const { db, jobs, queue } = await prepare(t);
    const { handler, letGo, started, startedCount } = gate();
    await jobs.work(queue, { concurrency: 2 }, handler);
    await jobs.enqueue(queue, "slow", {});
    await startedCount(1);
    await jobs.enqueue(queue, "slow", {});
    await jobs.enqueue(queue, "other", {});
    await startedCount(2);
    assert.deepEqual(
      started.map(({ key }) => key),
      ["slow", "other"],
    );
    letGo();
    await startedCount(3);
    letGo();
    await drained(db, queue);
  });

  test("the parties of a queue take turns, and what a person waits for is before everything else", async (t) => {
    const { db, jobs, queue } = await prepare(t);
    const ran: string[] = [];
    for (let i = 0; i < 100; i += 1) await jobs.enqueue(queue, `novel ${i}`, {}, { party: "a" });
    for (let i = 0; i < 10; i += 1) await jobs.enqueue(queue, `story ${i}`, {}, { party: "b" });
    await jobs.enqueue(queue, "batch", {}, { party: "c", urgency: 2 });
    await jobs.enqueue(queue, "person", {}, { party: "a", urgency: 0 });
    await jobs.work(queue, { concurrency: 2 }, async ({ key }) => {
      ran.push(key);
      await turn();
    });
    await drained(db, queue);
    assert.ok(ran.slice(0, 2).includes("person"));
    const last = ran.indexOf("story 9");
    assert.ok(last <= 22, `the story's last job was number ${last + 1}`);
    assert.deepEqual([ran.length, ran.at(-1)], [112, "batch"]);
  });

  test("an account that holds every place delays no other account, and nobody who waits", async (t) => {
    const { db, jobs, queue } = await prepare(t);
    const { handler, letGo, started, startedCount } = gate();
    for (let i = 0; i < 50; i += 1) await jobs.enqueue(queue, `novel ${i}`, {}, { party: "a" });
    await jobs.work(queue, { concurrency: 3, reserve: 2 }, handler);
    await startedCount(3);
    for (let i = 0; i < 3; i += 1) await jobs.enqueue(queue, `story ${i}`, {}, { party: "b" });
    await startedCount(4);
    await jobs.enqueue(queue, "person", {}, { party: "a", urgency: 0 });
    await startedCount(5);
    await jobs.enqueue(queue, "other", {}, { party: "c" });
    await delay(50);
    assert.deepEqual(
      started.map(({ key }) => key.split(" ")[0]),
      ["novel", "novel", "novel", "story", "person"],
    );
    // Three places are free for all again; the two parties without a running job are first.
    letGo();
    await startedCount(8);
    assert.deepEqual(
      started
        .slice(5)
        .map(({ key }) => key.split(" ")[0])
        .sort(),
      ["novel", "other", "story"],
    );
    while ((await rows(db, queue)).length > 0) {
      letGo();
      await delay(2);
    }
  });

  test("a batch that waited for more than a minute is as urgent as what a person waits for", async (t) => {
    const { db, jobs, queue } = await prepare(t);
    const ran: string[] = [];
    for (let i = 0; i < 20; i += 1) await jobs.enqueue(queue, `person ${i}`, {}, { party: "a", urgency: 0 });
    await jobs.enqueue(queue, "old batch", {}, { party: "b", urgency: 2 });
    await jobs.enqueue(queue, "new batch", {}, { party: "c", urgency: 2 });
    await db.execute(
      "update jobs set run_after = clock_timestamp() - interval '61 seconds' where queue = $1 and key = 'old batch'",
      [queue],
    );
    await jobs.work(queue, { concurrency: 1 }, async ({ key }) => void ran.push(key));
    await drained(db, queue);
    assert.ok(ran.indexOf("old batch") <= 2, ran.join(", "));
    assert.equal(ran.at(-1), "new batch");
  });

  test("100,000 waiting jobs of 100 accounts: taking the next ones stays fast, and no account is left out", async (t) => {
    const { db, jobs, queue } = await prepare(t);
    await db.execute(
      `insert into jobs (queue, key, data, state, run_after, party, urgency)
       select $1, 'job ' || n, '{}', 'waiting', clock_timestamp(), 'account ' || n % 100, 1 + n % 2
       from generate_series(1, 100000) n`,
      [queue],
    );
    await db.script("analyze jobs");
    const taken: string[] = [];
    const times: number[] = [];
    let from = performance.now();
    const enough = Promise.withResolvers<void>();
    await jobs.work(queue, { concurrency: 50 }, async ({ key }) => {
      if (taken.length % 50 === 0) {
        times.push(performance.now() - from);
        from = performance.now();
      }
      taken.push(key);
      if (taken.length >= 500) enough.resolve();
    });
    await enough.promise;
    await jobs.stop(0);
    const accounts = Map.groupBy(taken.slice(0, 500), (key) => Number(key.slice(4)) % 100);
    t.diagnostic(`50 jobs in ${times.map(Math.round).join(", ")} ms`);
    assert.equal(accounts.size, 50, "those with an odd number have urgent jobs");
    assert.ok(Math.max(...[...accounts.values()].map((keys) => keys.length)) <= 14);
    await db.script("delete from jobs");
  });

  test("at most `concurrency` jobs run at once, and all of them run", async (t) => {
    const { db, jobs, queue } = await prepare(t);
    let now = 0;
    let most = 0;
    const ran = new Set<string>();
    await db.transaction(async () => {
      for (let n = 0; n < 30; n += 1) await jobs.enqueue(queue, `k${n}`, {});
    });
    await jobs.work(queue, { concurrency: 3 }, async ({ key }) => {
      now += 1;
      most = Math.max(most, now);
      await delay(2);
      ran.add(key);
      now -= 1;
    });
    await drained(db, queue);
    assert.equal(ran.size, 30);
    assert.equal(most, 3);
  });

  test("under load no key ever runs twice at once, and no change goes unseen", async (t) => {
    const { db, jobs, queue } = await prepare(t);
    await db.script("create table if not exists seen (key text primary key, changes int not null, seen int not null)");
    await db.script("truncate seen");
    const keys = ["a", "b", "c", "d"];
    for (const key of keys) await db.execute("insert into seen values ($1, 0, 0)", [key]);
    const running = new Set<string>();
    const work = async ({ key }: Job) => {
      assert.ok(!running.has(key), `${key} runs twice at once`);
      running.add(key);
      await turn();
      await db.execute("update seen set seen = changes where key = $1", [key]);
      running.delete(key);
    };
    const faults: unknown[] = [];
    const handler = (job: Job) => work(job).catch((error) => void faults.push(error));
    await jobs.work(queue, { concurrency: 4 }, handler);
    // On a server a second process works on the same queue.
    const other = db.kind === "postgres" ? await openJobs(db, quiet, { holdSeconds: HOLD_SECONDS }) : null;
    await other?.work(queue, { concurrency: 4 }, handler);
    await Promise.all(
      [0, 1, 2, 3].map(async (writer) => {
        for (let round = 0; round < 25; round += 1) {
          const key = keys[(writer + round) % keys.length] ?? "a";
          await db.transaction(async () => {
            await db.execute("update seen set changes = changes + 1 where key = $1", [key]);
            await jobs.enqueue(queue, key, {});
          });
        }
      }),
    );
    await drained(db, queue);
    await other?.stop(1000);
    assert.deepEqual(faults, []);
    const { rows } = await db.execute("select key, changes, seen from seen order by key", []);
    assert.deepEqual(
      rows,
      keys.map((key) => ({ key, changes: 25, seen: 25 })),
    );
  });

  test("a job enqueued with a delay waits for it, and runs sooner when it is enqueued again without", async (t) => {
    const { db, jobs, queue } = await prepare(t);
    const ran: string[] = [];
    await jobs.work(queue, { concurrency: 2 }, async ({ key }) => {
      ran.push(key);
    });
    const from = performance.now();
    await jobs.enqueue(queue, "soon", {}, { delaySeconds: 0.3 });
    await jobs.enqueue(queue, "late", {}, { delaySeconds: 3600 });
    while (ran.length === 0) await delay(5);
    assert.ok(performance.now() - from >= 295, "ran before its time");
    assert.deepEqual(ran, ["soon"]);
    await jobs.enqueue(queue, "late", {}, { delaySeconds: 7200 });
    await jobs.enqueue(queue, "late", {});
    await drained(db, queue);
    assert.deepEqual(ran, ["soon", "late"]);
  });

  test("a job that becomes due while the queue is being read is run", async (t) => {
    const { db, jobs: first, queue } = await prepare(t);
    await first.enqueue(queue, "soon", {}, { delaySeconds: 0.1 });
    await first.stop(0);
    const { rows: due } = await db.execute("select run_after::text as at from jobs where queue = $1", [queue]);
    let looks = 0;
    const slow: Database = {
      ...db,
      async execute(sql, parameters) {
        const result = await db.execute(sql, parameters);
        if (sql.includes("with recursive parties") && parameters[0] === queue) {
          looks += 1;
          if (looks === 1) {
            const { at } = due[0] as { at: string };
            await db.execute(
              "select pg_sleep(greatest(0, extract(epoch from $1::timestamptz - clock_timestamp())) + 0.01)",
              [at],
            );
          }
        }
        return result;
      },
    };
    const jobs = await openJobs(slow, quiet, { holdSeconds: HOLD_SECONDS });
    t.after(() => jobs.stop(0));
    const { promise, resolve } = Promise.withResolvers<void>();
    await jobs.work(queue, { concurrency: 1 }, async () => resolve());
    await Promise.race([promise, delay(5_000).then(() => assert.fail(`not run after ${looks} looks`))]);
  });

  test("a failing job is retried after a pause, learns that an attempt is the last one, and then leaves its queue", async (t) => {
    const { db, jobs, queue } = await prepare(t);
    const attempts: { attempt: number; lastAttempt: boolean; at: number }[] = [];
    await jobs.work(queue, { concurrency: 1, attempts: 2 }, async ({ attempt, lastAttempt }) => {
      attempts.push({ attempt, lastAttempt, at: performance.now() });
      throw new Error("fails");
    });
    await jobs.enqueue(queue, "k", {});
    await drained(db, queue);
    assert.deepEqual(
      attempts.map(({ attempt, lastAttempt }) => ({ attempt, lastAttempt })),
      [
        { attempt: 1, lastAttempt: false },
        { attempt: 2, lastAttempt: true },
      ],
    );
    assert.ok((attempts[1]?.at ?? 0) - (attempts[0]?.at ?? 0) >= 740);
  });

  test("a job that failed for the last time is kept with its newest error until it is tried again", async (t) => {
    const { db, jobs, queue } = await prepare(t);
    await db.script("delete from failed_jobs");
    const given: unknown[] = [];
    const handler = async ({ key, data, attempt }: Job) => {
      given.push([key, data, attempt]);
      if (given.length < 3) throw Object.assign(new RangeError("a text"), { code: `E${given.length}` });
    };
    await jobs.work(queue, { concurrency: 1, attempts: 1 }, handler);
    for (const time of [1, 2]) {
      await jobs.enqueue(queue, "k", { time });
      await drained(db, queue);
    }
    const [failed, ...others] = await jobs.failed(10);
    assert.deepEqual(others, []);
    assert.ok(failed !== undefined && failed.failed_at instanceof Date);
    assert.deepEqual([failed.queue, failed.key, failed.attempts], [queue, "k", 1]);
    assert.deepEqual([failed.error_name, failed.error_code], ["RangeError", "E2"]);
    assert.deepEqual(await jobs.retryFailed(failed.id), failed);
    assert.equal(await jobs.retryFailed(failed.id), null);
    await drained(db, queue);
    assert.deepEqual(given, [
      ["k", { time: 1 }, 1],
      ["k", { time: 2 }, 1],
      ["k", { time: 2 }, 1],
    ]);
    assert.deepEqual(await jobs.failed(10), []);
  });

  test("a job whose handler states the failure is not kept; failures of a month ago are forgotten", async (t) => {
    const { db, jobs, queue } = await prepare(t);
    await db.script("delete from failed_jobs");
    const fail = async () => {
      throw new Error("a text");
    };
    await jobs.work(queue, { concurrency: 1, attempts: 1, statesFailure: true }, fail);
    await jobs.work(`${queue}-kept`, { concurrency: 1, attempts: 1 }, fail);
    await jobs.enqueue(queue, "stated", {});
    await drained(db, queue);
    assert.deepEqual(await jobs.failed(10), []);
    for (const key of ["old", "new"]) {
      await jobs.enqueue(`${queue}-kept`, key, {});
      await drained(db, `${queue}-kept`);
      if (key === "old") await db.execute("update failed_jobs set failed_at = failed_at - interval '31 days'", []);
    }
    assert.deepEqual(
      (await jobs.failed(10)).map(({ key }) => key),
      ["new"],
    );
  });

  test("a job on a full disk is reported, never dropped, and runs when there is space", async (t) => {
    const full = Promise.withResolvers<void>();
    const { db, jobs, queue } = await prepare(t, { onDiskFull: full.resolve });
    const attempts: number[] = [];
    await jobs.work(queue, { concurrency: 1, attempts: 1 }, async ({ attempt }) => {
      attempts.push(attempt);
      if (attempts.length === 1) throw new QueryError("53100", "could not extend file", null, null);
    });
    await jobs.enqueue(queue, "k", {});
    await full.promise;
    while ((await rows(db, queue)).some((row) => (row as { state: string }).state === "running")) await delay(5);
    // A second request for the same work does not wait for the first one's pause.
    await jobs.enqueue(queue, "k", {});
    await drained(db, queue);
    assert.deepEqual(attempts, [1, 1]);
  });

  test("the waiting job of a key replaces a failed job of that key", async (t) => {
    const { db, jobs, queue } = await prepare(t);
    const attempts: number[] = [];
    await jobs.work(queue, { concurrency: 1, attempts: 3 }, async ({ attempt }) => {
      attempts.push(attempt);
      if (attempts.length > 1) return;
      await jobs.enqueue(queue, "k", {});
      throw new Error("fails");
    });
    await jobs.enqueue(queue, "k", {});
    await drained(db, queue);
    assert.deepEqual(attempts, [1, 1]);
  });

  test("stopping aborts running jobs, waits for them, and leaves them to the next process", async (t) => {
    const { db, jobs, queue } = await prepare(t);
    const started = Promise.withResolvers<void>();
    let ended = false;
    await jobs.work(queue, { concurrency: 1 }, async ({ signal }) => {
      started.resolve();
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      await delay(20);
      ended = true;
    });
    await jobs.enqueue(queue, "k", {});
    await started.promise;
    await jobs.stop(5_000);
    assert.ok(ended);
    assert.deepEqual(await rows(db, queue), [{ key: "k", state: "waiting" }]);
    await jobs.enqueue(queue, "k", {});

    const next = await openJobs(db, quiet, { holdSeconds: HOLD_SECONDS });
    const again = Promise.withResolvers<number>();
    await next.work(queue, { concurrency: 1 }, async ({ attempt }) => again.resolve(attempt));
    assert.equal(await again.promise, 1);
    await drained(db, queue);
    await next.stop(0);
  });

  test("a job that does not end in time when stopping is given back at once", async (t) => {
    const { db, jobs, queue } = await prepare(t);
    const { handler, letGo, startedCount } = gate();
    await jobs.work(queue, { concurrency: 1 }, handler);
    await jobs.enqueue(queue, "k", {});
    await startedCount(1);
    const from = performance.now();
    await jobs.stop(50);
    assert.ok(performance.now() - from < 2_000);
    assert.deepEqual(await rows(db, queue), [{ key: "k", state: "waiting" }]);
    letGo();
  });

  test("waiting and delayed jobs run although the clock was set back by a year", async (t) => {
    const { db, jobs, queue } = await prepare(t);
    const ran: string[] = [];
    await jobs.enqueue(queue, "now", {});
    await jobs.enqueue(queue, "late", {}, { delaySeconds: 3600 });
    // After the jump, earlier requests are in the future.
    await db.execute(
      "update jobs set asked_at = asked_at + interval '1 year', run_after = run_after + interval '1 year' where queue = $1",
      [queue],
    );
    await jobs.work(queue, { concurrency: 1 }, async ({ key }) => {
      ran.push(key);
    });
    await drained(db, queue);
    assert.deepEqual(ran, ["now", "late"]);
  });

  test("jobs that a dead process left running run again", async (t) => {
    const { db, jobs, queue } = await prepare(t);
    await jobs.stop(0);
    for (const key of ["left", "left and waiting"]) {
      await db.execute(
        `insert into jobs (queue, key, data, state, run_after, holder, held_until)
         values ($1, $2, '{}', 'running', now(), gen_random_uuid(), now() + interval '1 second')`,
        [queue, key],
      );
    }
    await jobs.enqueue(queue, "left and waiting", { waiting: true });
    const next = await openJobs(db, quiet, { holdSeconds: HOLD_SECONDS });
    const ran: string[] = [];
    const from = performance.now();
    await next.work(queue, { concurrency: 2 }, async ({ key, data }) => {
      ran.push(`${key} ${JSON.stringify(data)}`);
    });
    await drained(db, queue);
    assert.deepEqual(ran.sort(), ['left and waiting {"waiting":true}', "left {}"]);
    // At once if no other process can be running them; on a server after the hold time without a report.
    if (db.kind === "embedded") assert.ok(performance.now() - from < 900);
    await next.stop(0);
  });

  test("a process starts while another one asks again for the job of a dead process", async (t) => {
    const { db, jobs, queue } = await prepare(t);
    if (db.kind !== "postgres") return t.skip("only one process uses an embedded database");
    await jobs.stop(0);
    const dead = "00000005-0000-8000-8000-000000000005";
    await db.execute("insert into job_processes (id, kept_until) values ($1, now() - interval '1 second')", [dead]);
    await db.execute(
      `insert into jobs (queue, key, data, state, run_after, holder, held_until, abrupt_ends)
       values ($1, 'k', '{}', 'running', now(), $2, now() + interval '1 hour', 1)`,
      [queue, dead],
    );
    const waits = "select count(*)::int as n from pg_locks where not granted and locktype = 'transactionid'";
    const starting = await db.transaction(async () => {
      await jobs.enqueue(queue, "k", { again: true }, { delaySeconds: 3600 });
      const next = db.outside(() => openJobs(db, quiet, { holdSeconds: HOLD_SECONDS }));
      for (let n = 0; n === 0; ) {
        const { rows: found } = await db.execute(waits, []);
        n = (found[0] as { n: number }).n;
      }
      return { next };
    });
    await (await starting.next).stop(0);
    assert.deepEqual(await rows(db, queue), [{ key: "k", state: "waiting" }]);
    const { rows: kept } = await db.execute("select data, abrupt_ends from jobs where queue = $1", [queue]);
    assert.deepEqual(kept, [{ data: { again: true }, abrupt_ends: 2 }]);
  });

  test("others run the jobs of a process whose connection ended, long before its time is over", async (t) => {
    const { db, jobs, queue } = await prepare(t);
    if (db.kind !== "postgres" || db.listen === null) return t.skip("only one process uses an embedded database");
    const stalled = { id: "00000001-0000-8000-8000-000000000001", presence: 1 };
    const gone = "00000002-0000-8000-8000-000000000002";
    // Of a version of Fullcast whose processes have no presence.
    const older = "00000003-0000-4000-8000-000000000003";
    const present = Promise.withResolvers<void>();
    await using _connection = db.listen("unused", () => present.resolve(), stalled.presence);
    await present.promise;
    for (const id of [stalled.id, gone, older]) {
      await db.execute("insert into job_processes (id, kept_until) values ($1, now() + interval '1 hour')", [id]);
      await db.execute(
        `insert into jobs (queue, key, data, state, run_after, holder, held_until)
         values ($1, $2, '{}', 'running', now(), $3, now() + interval '1 hour')`,
        [queue, `of ${id}`, id],
      );
    }
    const ran = Promise.withResolvers<string>();
    await jobs.work(queue, { concurrency: 3 }, async ({ key }) => ran.resolve(key));
    assert.equal(await ran.promise, `of ${gone}`);
    const { rows: ended } = await db.execute(
      `select id, ended_at is not null as ended, kept_until > now() + interval '50 minutes' as kept
       from job_processes where id = any($1::uuid[]) order by id`,
      [[stalled.id, gone, older]],
    );
    assert.deepEqual(ended, [
      { id: stalled.id, ended: false, kept: true },
      { id: gone, ended: true, kept: false },
      { id: older, ended: false, kept: true },
    ]);
    const { rows: own } = await db.execute(
      "select count(*)::int as n from job_processes where ended_at is null and kept_until < now() + interval '50 minutes'",
      [],
    );
    assert.deepEqual(own, [{ n: 1 }], "the process that looked is alive");
  });

  test("a waiting job runs soon after the end of the process that ran the job before it of the same key", async (t) => {
    const { db, jobs, queue } = await prepare(t);
    if (db.kind !== "postgres") return t.skip("only one process uses an embedded database");
    // Without a report, a process looks for jobs after 20 s.
    const soon = 10_000;
    const dead = "00000004-0000-8000-8000-000000000004";
    let ran = Promise.withResolvers<number>();
    await jobs.work(queue, { concurrency: 1 }, async () => ran.resolve(performance.now()));
    await jobs.enqueue(queue, "first", {});
    await ran.promise;

    ran = Promise.withResolvers();
    await db.execute("insert into job_processes (id, kept_until) values ($1, now() + interval '1 hour')", [dead]);
    await db.execute(
      `insert into jobs (queue, key, data, state, run_after, holder, held_until)
       values ($1, 'killed', '{}', 'running', now(), $2, now() + interval '1 hour')`,
      [queue, dead],
    );
    let from = performance.now();
    await jobs.enqueue(queue, "killed", {});
    let waited = (await ran.promise) - from;
    assert.ok(waited < soon, `${waited} ms after a kill`);

    const stopped = await openJobs(db, quiet, { holdSeconds: HOLD_SECONDS });
    t.after(() => stopped.stop(0));
    const other = `${queue}-other`;
    const started = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    await stopped.work(other, { concurrency: 1 }, async ({ signal }) => {
      signal.addEventListener("abort", () => ended.resolve());
      started.resolve();
      await ended.promise;
    });
    await stopped.enqueue(other, "stopped", {});
    await started.promise;
    ran = Promise.withResolvers();
    await jobs.work(other, { concurrency: 1 }, async () => ran.resolve(performance.now()));
    await jobs.enqueue(other, "stopped", {});
    from = performance.now();
    await stopped.stop(5_000);
    waited = (await ran.promise) - from;
    assert.ok(waited < soon, `${waited} ms after a stop`);
  });

  test("a long job keeps running while its process lives", async (t) => {
    const { db, jobs, queue } = await prepare(t);
    const { handler, letGo, started, startedCount } = gate();
    await jobs.work(queue, { concurrency: 2 }, handler);
    await jobs.enqueue(queue, "long", {});
    await startedCount(1);
    await delay(HOLD_SECONDS * 1000 * 2.5);
    assert.equal(started.length, 1);
    assert.equal(started[0]?.signal.aborted, false);
    assert.deepEqual(await rows(db, queue), [{ key: "long", state: "running" }]);
    letGo();
    await drained(db, queue);
  });

  test("a process that was stopped for long and continues commits nothing of a job that others run", async (t) => {
    const { db, jobs, queue } = await prepare(t, { holdSeconds: 60 });
    if (db.kind !== "postgres") return t.skip("only one process uses an embedded database");
    await db.script("create table if not exists effects (by text)");
    await db.script("delete from effects");
    const { handler, letGo, startedCount } = gate();
    const outcome = Promise.withResolvers<unknown>();
    const effect = (by: string) => db.transaction(() => db.execute("insert into effects values ($1)", [by]));
    await jobs.work(queue, { concurrency: 1 }, async (job) => {
      await handler(job);
      await effect("the stopped process").then(outcome.resolve, outcome.resolve);
      assert.equal(job.signal.aborted, true);
    });
    await jobs.enqueue(queue, "k", {});
    await startedCount(1);
    // As if it had not reported: its promise is over, and another process looks.
    await db.execute("update jobs set held_until = clock_timestamp() - interval '1 second' where queue = $1", [queue]);
    const other = await openJobs(db, quiet, { holdSeconds: HOLD_SECONDS });
    t.after(() => other.stop(0));
    const done = Promise.withResolvers<void>();
    await other.work(queue, { concurrency: 1 }, async () => {
      await effect("the other process");
      done.resolve();
    });
    await done.promise;
    letGo();
    const refused = await outcome.promise;
    assert.ok(refused instanceof Error && refused.name === "JobTakenAway", String(refused));
    assert.deepEqual((await db.execute("select by from effects", [])).rows, [{ by: "the other process" }]);
    await drained(db, queue);
    // What is not part of a job is not bound to the lost promise.
    await effect("a request");
  });

  test("a process that was declared dead continues as a new one and runs further jobs", async (t) => {
    const { db, jobs, queue } = await prepare(t);
    if (db.kind !== "postgres") return t.skip("only one process uses an embedded database");
    const ran: string[] = [];
    await jobs.work(queue, { concurrency: 1 }, async ({ key }) => {
      await db.transaction(() => db.execute("select 1", []));
      ran.push(key);
    });
    await jobs.enqueue(queue, "before", {});
    await drained(db, queue);
    await db.execute("update job_processes set ended_at = clock_timestamp()", []);
    await jobs.enqueue(queue, "after", {});
    await drained(db, queue);
    assert.deepEqual(ran, ["before", "after"]);
  });

  test("a process hears at once of a job that another process enqueued", async (t) => {
    const { db, jobs, queue } = await prepare(t);
    if (db.kind !== "postgres") return t.skip("only one process uses an embedded database");
    const started = Promise.withResolvers<number>();
    const other = await openJobs(db, quiet);
    t.after(() => other.stop(0));
    const times: number[] = [];
    let waiting = Promise.withResolvers<void>();
    await other.work(queue, { concurrency: 1 }, async () => {
      times.push(performance.now());
      waiting.resolve();
      started.resolve(0);
    });
    // The first one also waits until the other process listens.
    await jobs.enqueue(queue, "first", {});
    await started.promise;
    const waits: number[] = [];
    for (let n = 0; n < 20; n += 1) {
      waiting = Promise.withResolvers();
      const from = performance.now();
      await jobs.enqueue(queue, `k${n}`, {});
      await waiting.promise;
      waits.push((times.at(-1) ?? 0) - from);
    }
    const median = waits.sort((a, b) => a - b)[10] ?? 0;
    assert.ok(median < 250, `the median wait was ${median.toFixed(0)} ms`);
  });

  test("a job starts within milliseconds of its commit", async (t) => {
    const { db, jobs, queue } = await prepare(t);
    const latencies: number[] = [];
    let from = 0;
    let started: () => void = () => {};
    await jobs.work(queue, { concurrency: 1 }, async () => {
      latencies.push(performance.now() - from);
      started();
    });
    for (let n = 0; n < 30; n += 1) {
      const ran = new Promise<void>((resolve) => {
        started = resolve;
      });
      await jobs.enqueue(queue, `k${n}`, {});
      from = performance.now();
      await ran;
      await drained(db, queue);
    }
    latencies.sort((a, b) => a - b);
    assert.ok((latencies[15] ?? 0) < 100, `median ${latencies[15]} ms`);
  });

  test("one queue has one handler", async (t) => {
    const { jobs, queue } = await prepare(t);
    await jobs.work(queue, { concurrency: 1 }, async () => {});
    await assert.rejects(
      jobs.work(queue, { concurrency: 1 }, async () => {}),
      /has a handler/,
    );
  });
}
