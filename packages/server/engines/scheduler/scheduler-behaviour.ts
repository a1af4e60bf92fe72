// What the scheduler must do on every database; run on the embedded one and on a PostgreSQL server.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, beforeEach, describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { withUrgency } from "../../compute/compute.ts";
import type { Database } from "../../db/db.ts";
import { silentLog } from "../../db/test-data-directory.ts";
import { EngineError } from "../engine.ts";
import {
  createScheduler,
  type EngineScheduler,
  forgetDeadTurns,
  type ScheduledEngine,
  type Turn,
} from "./scheduler.ts";

const never = new AbortController().signal;

export function schedulerBehaviour(open: () => Promise<Database>): void {
  describe("the scheduler", () => {
    let db: Database;
    let engine: ScheduledEngine;
    before(async () => {
      db = await open();
    });
    beforeEach(() => {
      engine = { provider: `e${randomUUID()}`, name: "Slow voices", kind: "remote", concurrency: 4 };
    });
    /** As another process on the same database. */
    const scheduler = (patience = (_characters: number) => 30_000) =>
      createScheduler({ db, newId: randomUUID, log: silentLog, patience });
    const turn = (change: Partial<Turn> = {}): Turn => ({
      accountId: randomUUID(),
      group: "run",
      characters: 10,
      ...change,
    });
    const fails = (one: EngineScheduler, error: EngineError) =>
      assert.rejects(
        one.run(engine, turn(), () => Promise.reject(error), never),
        error,
      );
    const changeState = (set: string) =>
      db.execute(`update engine_states set ${set} where provider = $1`, [engine.provider]);

    test("three processes together never have more requests under way than the engine allows, and use its slots", async () => {
      let running = 0;
      let most = 0;
      let busy = 0;
      const from = performance.now();
      const work = async () => {
        most = Math.max(most, ++running);
        const began = performance.now();
        await pause(30);
        busy += performance.now() - began;
        running -= 1;
      };
      const all = [scheduler(), scheduler(), scheduler()].flatMap((one) => {
        const own = turn();
        return Array.from({ length: 20 }, () => one.run(engine, own, work, never));
      });
      await Promise.all(all);
      assert.ok(most <= 4, `${most} at once`);
      const share = busy / (4 * (performance.now() - from));
      // On the embedded database, where no other process can be, a full engine is not asked again that soon.
      if (db.kind === "postgres") assert.ok(share > 0.4, `the slots were busy for ${Math.round(share * 100)} %`);
    });

    test("an embedded engine takes no turn and asks no database", async () => {
      const one = createScheduler({ db: null as unknown as Database, newId: randomUUID, log: silentLog });
      assert.equal(await one.run({ ...engine, kind: "embedded" }, turn(), async () => 7, never), 7);
    });

    test("a second account gets its share of an engine that another one fills", async () => {
      const first = turn();
      const second = turn();
      const one = scheduler();
      const other = db.kind === "postgres" ? scheduler() : one;
      let left = 30;
      let leftWhenDone = -1;
      const work = async () => {
        await pause(20);
        left -= 1;
      };
      const crowd = Array.from({ length: 30 }, () => one.run(engine, first, work, never));
      await pause(30);
      await Promise.all(Array.from({ length: 4 }, () => other.run(engine, second, () => pause(20), never)));
      leftWhenDone = left;
      await Promise.all(crowd);
      assert.ok(leftWhenDone > 5, `${leftWhenDone} of 30 were left`);
    });

    test("what a person waits for goes before the batch of the same account, also from another process", async () => {
      engine = { ...engine, concurrency: 1 };
      const account = randomUUID();
      const one = scheduler();
      const other = db.kind === "postgres" ? scheduler() : one;
      let done = 0;
      const work = async () => {
        await pause(20);
        done += 1;
      };
      const batch = Array.from({ length: 150 }, () =>
        withUrgency(2, () => one.run(engine, turn({ accountId: account, group: "novel" }), work, never)),
      );
      await batch[0];
      const before = done;
      for (let preview = 0; preview < 5; preview++) {
        await withUrgency(0, () => other.run(engine, turn({ accountId: account, group: "preview" }), work, never));
      }
      assert.ok(done - before <= 30, `${done - before} were spoken until five previews were`);
      await Promise.all(batch);
      assert.equal(done, 155);
    });

    test("requests a minute: no more start until the oldest is a minute old", async () => {
      engine = { ...engine, limits: { requests_per_minute: 3 } };
      const one = scheduler();
      for (let i = 0; i < 3; i++) await one.run(engine, turn(), async () => undefined, never);
      let started = false;
      const mark = async () => {
        started = true;
      };
      const fourth = one.run(engine, turn(), mark, never);
      await pause(300);
      assert.equal(started, false);
      await db.execute(
        "update engine_requests set started_at = started_at - interval '61 seconds' where provider = $1",
        [engine.provider],
      );
      // A new request makes the queue look again.
      await Promise.all([fourth, one.run(engine, turn(), async () => undefined, never)]);
      const { rows } = await db.execute("select count(*)::int as n from engine_requests where provider = $1", [
        engine.provider,
      ]);
      assert.deepEqual(rows, [{ n: 2 }]);
    });

    test("characters a minute count what is sent; a text beyond the limit goes alone", async () => {
      engine = { ...engine, limits: { characters_per_minute: 100 } };
      const one = scheduler();
      await one.run(engine, turn({ characters: 300 }), async () => undefined, never);
      const controller = new AbortController();
      const next = one.run(engine, turn({ characters: 10 }), async () => undefined, controller.signal);
      await pause(100);
      controller.abort(new Error("enough"));
      await assert.rejects(next, /enough/);
    });

    test("five failures in a row pause the engine; then one request tries, and each failure doubles the pause", async () => {
      const one = scheduler();
      const down = new EngineError("unavailable", "It is down.");
      for (let i = 0; i < 5; i++) await fails(one, down);
      const paused = async () => {
        const { rows } = await db.execute(
          "select pause_ms, paused_until > clock_timestamp() as paused from engine_states where provider = $1",
          [engine.provider],
        );
        return rows[0] as { pause_ms: number; paused: boolean | null } | undefined;
      };
      assert.deepEqual(await paused(), { pause_ms: 15_000, paused: true });
      await changeState("paused_until = clock_timestamp()");
      await fails(one, down);
      assert.deepEqual(await paused(), { pause_ms: 30_000, paused: true });
      await changeState("paused_until = clock_timestamp(), pause_ms = 30000");
      await fails(one, down);
      // No line waits for a pause of a minute.
      await assert.rejects(
        one.run(engine, turn(), async () => 1, never),
        (error) => {
          assert.ok(error instanceof EngineError && error.kind === "unavailable");
          assert.match(error.message, /paused for \d+ s/);
          assert.ok((error.retry_after_ms ?? 0) > 50_000);
          return true;
        },
      );
      await changeState("paused_until = clock_timestamp()");
      assert.equal(await one.run(engine, turn(), async () => 1, never), 1);
      // The end of a request that worked is recorded after its caller has the result.
      while ((await paused())?.paused !== null) await pause(5);
      assert.deepEqual(await paused(), { pause_ms: 0, paused: null });
    });

    test("a refusal is no failure: it pauses nothing", async () => {
      const one = scheduler();
      for (let i = 0; i < 6; i++) await fails(one, new EngineError("rejected", "No such voice."));
      assert.equal(await one.run(engine, turn(), async () => 1, never), 1);
    });

    test("a short Retry-After is waited for by every process; a long one is reported", async () => {
      await fails(scheduler(), new EngineError("rate_limited", "Slower.", { retry_after_ms: 400 }));
      const from = performance.now();
      await scheduler().run(engine, turn(), async () => undefined, never);
      assert.ok(performance.now() - from > 250);
      await fails(scheduler(), new EngineError("rate_limited", "Slower.", { retry_after_ms: 500_000 }));
      await assert.rejects(
        scheduler().run(engine, turn(), async () => undefined, never),
        /asks to wait for \d{3} s/,
      );
    });

    test("a request that takes too long is ended, also when the engine ignores its signal", async () => {
      const one = scheduler(() => 50);
      await assert.rejects(
        one.run(engine, turn(), () => new Promise(() => undefined), never),
        (error) => error instanceof EngineError && error.kind === "unavailable" && error.charged,
      );
      assert.equal(await one.run(engine, turn(), async () => 1, never), 1);
    });

    test("the signal takes a request out of the queue, and out of the engine", async () => {
      const controller = new AbortController();
      const one = scheduler();
      const hung = Array.from({ length: 6 }, () =>
        one.run(engine, turn(), () => new Promise(() => undefined), controller.signal),
      );
      await pause(50);
      controller.abort(new Error("cancelled"));
      for (const result of await Promise.allSettled(hung)) {
        assert.ok(result.status === "rejected" && /cancelled/.test(String(result.reason)));
      }
      assert.equal(await one.run(engine, turn(), async () => 1, never), 1);
    });

    test("the cap of a month makes the engine exhausted", async () => {
      engine = { ...engine, limits: { monthly_characters: 100 } };
      const one = scheduler();
      await one.run(engine, turn({ characters: 90 }), async () => undefined, never);
      await pause(50);
      await assert.rejects(
        one.run(engine, turn({ characters: 20 }), async () => undefined, never),
        (error) => error instanceof EngineError && error.kind === "quota",
      );
      assert.equal(await one.run(engine, turn({ characters: 10 }), async () => 1, never), 1);
    });

    test("the cap of a month does not count a request that is refused: what does not fit beside it waits for its end", async () => {
      engine = { ...engine, limits: { monthly_characters: 100 } };
      const one = scheduler();
      const answer = Promise.withResolvers<never>();
      const begun = Promise.withResolvers<void>();
      const first = one.run(
        engine,
        turn({ characters: 60 }),
        () => {
          begun.resolve();
          return answer.promise;
        },
        never,
      );
      await begun.promise;
      const second = one.run(engine, turn({ characters: 60 }), async () => 1, never);
      second.catch(() => undefined);
      // The queue has asked for the second one before the first one ends.
      await pause(100);
      answer.reject(new EngineError("rejected", "No such voice."));
      await assert.rejects(first, /No such voice/);
      assert.equal(await second, 1);
    });

    test("slots of a process that died are free at the next start", async () => {
      engine = { ...engine, concurrency: 1 };
      const died = scheduler();
      const hanging = new AbortController();
      const lost = died.run(engine, turn(), () => new Promise(() => undefined), hanging.signal);
      lost.catch(() => undefined);
      await pause(50);
      await forgetDeadTurns(db);
      assert.equal(await scheduler().run(engine, turn(), async () => 1, never), 1);
      hanging.abort();
    });
  });
}
