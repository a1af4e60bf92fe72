import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { after, type TestContext, test } from "node:test";
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

/** Starts a process that runs the job of `dataDir`, and kills it while the job runs. Returns its output. */
async function killedProcess(t: TestContext, dataDir: string, ...args: string[]): Promise<string[]> {
  const program = fileURLToPath(new URL("./run-in-child.ts", import.meta.url));
  const child = spawn(process.execPath, [program, dataDir, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  t.after(() => child.kill("SIGKILL"));
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (line === "under way") child.kill("SIGKILL");
  }
  return lines;
}

test("a job whose process was killed runs again as soon as the next process starts", async (t) => {
  const dataDir = await testDataDirectory(t);
  assert.deepEqual(await killedProcess(t, dataDir), ["running k", "under way"]);
  await using next = await openDatabase({ dataDir, url: null, log: silentLog });
  const jobs = await openJobs(next, silentLog);
  const ran = Promise.withResolvers<unknown>();
  const from = performance.now();
  await jobs.work("q", { concurrency: 1 }, async ({ key, data, attempt, confined }) =>
    ran.resolve({ key, data, attempt, confined }),
  );
  assert.deepEqual(await ran.promise, { key: "k", data: { run_id: "r" }, attempt: 1, confined: false });
  assert.ok(performance.now() - from < 1_000);
  while ((await next.execute("select 1 from jobs", [])).rows.length > 0) await delay(5);
  await jobs.stop(1_000);
});

test("a job whose processes were killed three times is confined; progress resets the count, a stop does not count", async (t) => {
  const dataDir = await testDataDirectory(t);
  for (let kill = 0; kill < 3; kill++) assert.equal((await killedProcess(t, dataDir))[0], "running k");
  assert.equal((await killedProcess(t, dataDir, "progress"))[0], "running k, confined");
  // One abrupt end since the progress. Three orderly stops add none.
  for (let stop = 0; stop < 3; stop++) {
    await using db = await openDatabase({ dataDir, url: null, log: silentLog });
    const jobs = await openJobs(db, silentLog);
    const started = Promise.withResolvers<void>();
    await jobs.work("q", { concurrency: 1 }, async ({ confined, signal }) => {
      assert.equal(confined, false);
      started.resolve();
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
    });
    await started.promise;
    await jobs.stop(1_000);
    assert.deepEqual((await db.execute("select state, abrupt_ends from jobs", [])).rows, [
      { state: "waiting", abrupt_ends: 1 },
    ]);
  }
});
