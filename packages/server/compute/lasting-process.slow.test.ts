import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { lastingProcess } from "./lasting-process.ts";

const PROGRAM = fileURLToPath(new URL("./lasting-test-child.ts", import.meta.url));
type Job = { readonly do: "add" | "crash" | "hang"; readonly value: number };
const open = (idleMs = 600_000) => lastingProcess<Job, { sum: number; pid: number }>(PROGRAM, { heapMib: 128, idleMs });
const LONG = 120_000;

test("one process does all jobs in order and keeps its state", async () => {
  await using process = open();
  const ends = await Promise.all([1, 2, 3].map((value) => process.ask({ do: "add", value }, LONG)));
  const answers = ends.map((end) => (end.kind === "answered" ? end.answer : null));
  assert.deepEqual(
    answers.map((one) => one?.sum),
    [1, 3, 6],
  );
  assert.equal(new Set(answers.map((one) => one?.pid)).size, 1);
});

test("a crash ends only the running job; a new process does the waiting jobs", async () => {
  await using process = open();
  const [crash, next] = await Promise.all([
    process.ask({ do: "crash", value: 0 }, LONG),
    process.ask({ do: "add", value: 5 }, LONG),
  ]);
  assert.deepEqual(crash, { kind: "crashed", cause: "SIGSEGV" });
  assert.ok(next.kind === "answered" && next.answer.sum === 5);
});

test("a job that hangs is ended at its time limit", async () => {
  await using process = open();
  assert.deepEqual(await process.ask({ do: "hang", value: 0 }, 2_000), { kind: "timeout" });
  assert.equal((await process.ask({ do: "add", value: 1 }, LONG)).kind, "answered");
});

test("an aborted waiting job is dropped; a running job is completed", async () => {
  await using process = open();
  const controller = new AbortController();
  const first = process.ask({ do: "add", value: 1 }, LONG);
  const second = process.ask({ do: "add", value: 10 }, LONG, controller.signal);
  controller.abort();
  assert.deepEqual(await second, { kind: "aborted" });
  await first;
  const third = await process.ask({ do: "add", value: 1 }, LONG);
  assert.ok(third.kind === "answered" && third.answer.sum === 2);
});

test("disposing ends the process and all waiting jobs", async () => {
  const process = open();
  const asked = process.ask({ do: "hang", value: 0 }, LONG);
  const waits = process.ask({ do: "add", value: 0 }, LONG);
  await process[Symbol.asyncDispose]();
  assert.deepEqual([await asked, await waits], [{ kind: "closed" }, { kind: "closed" }]);
  assert.equal(process.pid, undefined);
  assert.deepEqual(await process.ask({ do: "add", value: 0 }, LONG), { kind: "closed" });
});

test("a process that was started ahead does the first job", async () => {
  await using process = open();
  process.warm();
  const { pid } = process;
  assert.ok(pid !== undefined);
  process.warm();
  const end = await process.ask({ do: "add", value: 2 }, LONG);
  assert.ok(end.kind === "answered" && end.answer.pid === pid);
  await process[Symbol.asyncDispose]();
  process.warm();
  assert.equal(process.pid, undefined);
});
