import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { Worker } from "node:worker_threads";
import type { TestJob } from "./test-thread.ts";
import { createThreadPool, ThreadError, type ThreadPool, type ThreadPoolOptions } from "./thread-pool.ts";
import { withUrgency } from "./urgency.ts";

type Pool = ThreadPool<TestJob, string, number>;

function poolFor(t: TestContext, change: Partial<ThreadPoolOptions<TestJob>> = {}): Pool {
  const pool: Pool = createThreadPool<TestJob, string, number>({
    program: new URL("./test-thread.ts", import.meta.url),
    threads: 1,
    heapMib: 64,
    patienceMs: () => 20_000,
    ...change,
  });
  t.after(() => pool[Symbol.asyncDispose]());
  return pool;
}

const refused = (kind: ThreadError["kind"]) => (error: unknown) => error instanceof ThreadError && error.kind === kind;

test("a dying thread fails only its own job; waiting jobs are answered", async (t) => {
  for (const slots of [1, 2]) {
    const pool = poolFor(t, { slots });
    const died = assert.rejects(pool.run("die"), refused("died"));
    assert.deepEqual(await Promise.all([pool.run("answer"), pool.run("answer")]), ["answered", "answered"]);
    await died;
  }
});

test("an error that a job throws is the cause of the reported error", async (t) => {
  await assert.rejects(poolFor(t).run("throw"), (error) => {
    return error instanceof ThreadError && error.cause instanceof Error && error.cause.message === "no such luck";
  });
});

test("a job that needs too much memory or time is refused, and the next one is answered", async (t) => {
  const pool = poolFor(t, { patienceMs: (job) => (job === "hang" ? 400 : 20_000) });
  await assert.rejects(pool.run("grow"), refused("limits"));
  assert.equal(await pool.run("answer"), "answered");
  await assert.rejects(pool.run("hang"), refused("limits"));
  assert.equal(await pool.run("answer"), "answered");
});

test("a thread that never starts does not keep its jobs waiting", async (t) => {
  let started = 0;
  const pool = poolFor(t, {
    patienceMs: () => 500,
    // The first thread runs a module that never registers its listener.
    start: (program, options) =>
      started++ === 0
        ? new Worker("process.on('message', () => undefined); for (;;);", { ...options, eval: true })
        : new Worker(program, options),
  });
  const first = assert.rejects(pool.run("answer"), refused("limits"));
  const second = pool.run("answer").then(
    (answer) => answer,
    () => "refused",
  );
  await first;
  assert.ok(["answered", "refused"].includes(await second));
  assert.equal(started, 2);
});

test("aborting a job rejects with the signal's reason; the thread is ended, or stops the job itself", async (t) => {
  for (const stopsItself of [false, true]) {
    const pool = poolFor(t, { stopsItself });
    await pool.run("answer");
    const controller = new AbortController();
    const stopped = assert.rejects(pool.run("wait", { signal: controller.signal }), /enough/);
    const waits = new AbortController();
    const neverBegun = assert.rejects(pool.run("answer", { signal: waits.signal }), /not even begun/);
    waits.abort(new Error("not even begun"));
    await neverBegun;
    controller.abort(new Error("enough"));
    await stopped;
    assert.equal(await pool.run("answer"), "answered");
  }
});

test("parts of a long result come in order, before the answer", async (t) => {
  const items: number[] = [];
  assert.equal(await poolFor(t).run("items", { onItem: (item) => items.push(item) }), "sent");
  assert.deepEqual(
    items,
    Array.from({ length: 100 }, (_, index) => index),
  );
});

test("a closed pool refuses waiting and new jobs", async (t) => {
  const pool = poolFor(t);
  const all = ["hang", "answer"].map((job) => assert.rejects(pool.run(job as TestJob), refused("closed")));
  await pool[Symbol.asyncDispose]();
  await Promise.all(all);
  await assert.rejects(pool.run("answer"), refused("closed"));
});

test("an idle thread ends, and the next job starts another", async (t) => {
  const ended: Promise<unknown>[] = [];
  const pool = poolFor(t, {
    idleMs: 1,
    start: (program, options) => {
      const worker = new Worker(program, options);
      ended.push(new Promise((resolve) => worker.once("exit", resolve)));
      return worker;
    },
  });
  assert.equal(await pool.run("answer"), "answered");
  // The pool's timer does not keep the process alive; this one does.
  const alive = setInterval(() => undefined, 50);
  await ended[0];
  clearInterval(alive);
  assert.equal(await pool.run("answer"), "answered");
  assert.equal(ended.length, 2);
});

test("warming starts all threads once, and jobs go to them", async (t) => {
  let started = 0;
  const pool = poolFor(t, {
    threads: 2,
    start: (program, options) => {
      started++;
      return new Worker(program, options);
    },
  });
  pool.warm();
  pool.warm();
  assert.equal(started, 2);
  assert.deepEqual(await Promise.all([pool.run("answer"), pool.run("answer")]), ["answered", "answered"]);
  assert.equal(started, 2);
  await pool[Symbol.asyncDispose]();
  pool.warm();
  assert.equal(started, 2);
});

test("beside 200 lines of a story, the 20 that a person waits for take 25 turns and those under way at most", async (t) => {
  const pool = poolFor(t, { slots: 2 });
  const order: string[] = [];
  const line = (urgency: 0 | 1, name: string) =>
    withUrgency(urgency, () => pool.run("answer")).then(() => void order.push(name));
  const story = Array.from({ length: 200 }, () => line(1, "story"));
  const wanted = Array.from({ length: 20 }, () => line(0, "wanted"));
  await Promise.all([...story, ...wanted]);
  const last = order.lastIndexOf("wanted") + 1;
  assert.ok(last <= 27, `the person's lines ended with line ${last}`);
});

test("on Linux a batch has threads of its own, of a lower priority, and other work does not wait for them", {
  skip: process.platform !== "linux" && "Linux only",
}, async (t) => {
  const pool = poolFor(t);
  const own = await pool.run("nice");
  assert.equal(Number(await withUrgency(2, () => pool.run("nice"))), Math.min(19, Number(own) + 5));
  const batch = new AbortController();
  const stopped = withUrgency(2, () => assert.rejects(pool.run("hang", { signal: batch.signal }), /enough/));
  assert.equal(await pool.run("answer"), "answered");
  assert.equal(await pool.run("nice"), own);
  batch.abort(new Error("enough"));
  await stopped;
});
