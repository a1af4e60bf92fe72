// Jobs that failed for the last time, for administrators.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { openDatabase } from "../../packages/server/db/db.ts";
import { silentLog } from "../../packages/server/db/test-data-directory.ts";
import { type Job, type Jobs, openJobs } from "../../packages/server/jobs/jobs.ts";
import { poll, refused, sharedServer } from "./server.ts";

const SECRET = "The rain had not stopped.";
/** It takes no jobs itself: the test does. */
const server = await sharedServer({ FULLCAST_ROLES: "api" });

/** While the server is stopped, runs the waiting jobs of the queue `cleanup` in its data until `isDone`. */
async function work(
  handler: (job: Job) => Promise<void>,
  isDone: (jobs: Jobs) => Promise<boolean>,
  enqueued: readonly string[] = [],
): Promise<void> {
  await server.restart(async () => {
    const { dataDir, settings } = server;
    await using db = await openDatabase({ dataDir, url: settings.databaseUrl, log: silentLog });
    await using jobs = await openJobs(db, silentLog);
    for (const key of enqueued) await jobs.enqueue("cleanup", key, { of: key });
    await jobs.work("cleanup", { concurrency: 1, attempts: 1 }, handler);
    await poll(() => isDone(jobs), Boolean);
  });
}

test("listFailedJobs and retryFailedJob: a job that fails for the last time is listed without its message, and runs again", async () => {
  assert.deepEqual((await server.owner.call("listFailedJobs")).failed_jobs, []);
  const key = randomUUID();
  await work(
    async () => {
      throw new TypeError(SECRET);
    },
    async (jobs) => (await jobs.failed(10)).length > 0,
    [key],
  );
  const { failed_jobs } = await server.owner.call("listFailedJobs");
  const [failed, ...others] = failed_jobs;
  assert.deepEqual(others, []);
  assert.deepEqual([failed?.queue, failed?.key, failed?.attempts], ["cleanup", key, 1]);
  assert.deepEqual([failed?.error_name, failed?.error_code], ["TypeError", null]);
  assert.match(failed?.error_place ?? "", /^failed-jobs\.test\.ts:\d+$/);
  assert.ok(!JSON.stringify(failed_jobs).includes(SECRET));
  const params = { jobId: failed?.id ?? "" };
  const { failed_job } = await server.owner.call("retryFailedJob", { params });
  assert.deepEqual(failed_job, failed);
  assert.deepEqual((await server.owner.call("listFailedJobs")).failed_jobs, []);
  await refused(server.owner.call("retryFailedJob", { params }), 404, "NOT_FOUND");
  const ran: unknown[] = [];
  await work(
    async (job) => void ran.push([job.key, job.data, job.attempt]),
    async () => ran.length > 0,
  );
  assert.deepEqual(ran, [[key, { of: key }, 1]]);
  assert.deepEqual((await server.owner.call("listFailedJobs")).failed_jobs, []);
});

test("an unknown failed job is 404; without the scope admin 403", async () => {
  const params = { jobId: randomUUID() };
  await refused(server.owner.call("retryFailedJob", { params }), 404, "NOT_FOUND");
  const other = await server.withScopes("studio:read", "studio:write");
  await refused(other.call("listFailedJobs"), 403, "INSUFFICIENT_SCOPE");
  await refused(other.call("retryFailedJob", { params }), 403, "INSUFFICIENT_SCOPE");
});
