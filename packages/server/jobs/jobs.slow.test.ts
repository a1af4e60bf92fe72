import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openDatabase } from "../db/db.ts";
import { openTestDatabase, silentLog, testDataDirectory } from "../db/test-data-directory.ts";
import { openJobs } from "./jobs.ts";
import { jobsBehaviour } from "./jobs-behaviour.ts";

const cleanUp: (() => Promise<void> | void)[] = [];
after(async () => {
  for (const action of cleanUp) await action();
});
jobsBehaviour(async () => (await openTestDatabase({ after: (action) => cleanUp.push(action) })).db);

test("a job whose process was killed runs again as soon as the next process starts", async (t) => {
  const dataDir = await testDataDirectory(t);
  const first = spawn(process.execPath, [fileURLToPath(new URL("./run-in-child.ts", import.meta.url)), dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => first.kill("SIGKILL"));
  for await (const line of createInterface({ input: first.stdout })) {
    assert.equal(line, "running k");
    first.kill("SIGKILL");
  }
  await using next = await openDatabase({ dataDir, url: null, log: silentLog });
  const jobs = await openJobs(next, silentLog);
  const ran = Promise.withResolvers<unknown>();
  const from = performance.now();
  await jobs.work("q", { concurrency: 1 }, async ({ key, data, attempt }) => ran.resolve({ key, data, attempt }));
  assert.deepEqual(await ran.promise, { key: "k", data: { run_id: "r" }, attempt: 1 });
  assert.ok(performance.now() - from < 1_000);
  while ((await next.execute("select 1 from jobs", [])).rows.length > 0) await delay(5);
  await jobs.stop(1_000);
});
