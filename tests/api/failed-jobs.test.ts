// Jobs, runs and uploads that failed for the last time, for administrators.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import { type Client, createClient } from "@fullcast/contract";
import { startServer } from "@fullcast/server";
import { openDatabase } from "../../packages/server/db/db.ts";
import { silentLog } from "../../packages/server/db/test-data-directory.ts";
import { type Job, type Jobs, openJobs } from "../../packages/server/jobs/jobs.ts";
import type { Services } from "../../packages/server/services.ts";
import { giveUpUpload } from "../../packages/server/sounds/sounds.ts";
import { giveUpRun } from "../../packages/server/workflows/workflows.ts";
import { inDatabase } from "./in-database.ts";
import { poll, refused, sharedServer } from "./server.ts";
import { complete, newSound, newUpload, put, SHORT_WAV, uploadEnded } from "./sound.ts";
import { createStory, finished, startPrepare } from "./story.ts";

const SECRET = "The rain had not stopped.";
/** It takes no jobs itself: the test does. */
const server = await sharedServer({ FULLCAST_ROLES: "api", FULLCAST_METRICS_PORT: "0" });

/** The list, which the metric counts. */
async function listed() {
  const { failed_jobs } = await server.owner.call("listFailedJobs");
  const metrics = await (await fetch(server.metricsUrl ?? "")).text();
  const counted = [...metrics.matchAll(/^fullcast_failed_jobs\{queue="(\w+)"\} ([1-9]\d*)$/gm)];
  const byQueue = Map.groupBy(failed_jobs, ({ queue }) => queue);
  assert.deepEqual(
    counted.map(([, queue, count]) => `${queue} ${count}`).sort(),
    [...byQueue].map(([queue, { length }]) => `${queue} ${length}`).sort(),
  );
  return failed_jobs;
}

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
  assert.deepEqual(await listed(), []);
  const key = randomUUID();
  await work(
    async () => {
      throw new TypeError(SECRET);
    },
    async (jobs) => (await jobs.failed(10)).length > 0,
    [key],
  );
  const failed_jobs = await listed();
  const [failed, ...others] = failed_jobs;
  assert.deepEqual(others, []);
  assert.deepEqual([failed?.queue, failed?.key, failed?.attempts], ["cleanup", key, 1]);
  assert.deepEqual([failed?.error_name, failed?.error_code], ["TypeError", null]);
  assert.match(failed?.error_place ?? "", /^failed-jobs\.test\.ts:\d+$/);
  assert.ok(!JSON.stringify(failed_jobs).includes(SECRET));
  const params = { jobId: failed?.id ?? "" };
  const { failed_job } = await server.owner.call("retryFailedJob", { params });
  assert.deepEqual(failed_job, failed);
  assert.deepEqual(await listed(), []);
  await refused(server.owner.call("retryFailedJob", { params }), 404, "NOT_FOUND");
  const ran: unknown[] = [];
  await work(
    async (job) => void ran.push([job.key, job.data, job.attempt]),
    async () => ran.length > 0,
  );
  assert.deepEqual(ran, [[key, { of: key }, 1]]);
  assert.deepEqual(await listed(), []);
});

test("an unknown failed job is 404; without the scope admin 403", async () => {
  const params = { jobId: randomUUID() };
  await refused(server.owner.call("retryFailedJob", { params }), 404, "NOT_FOUND");
  const other = await server.withScopes("studio:read", "studio:write");
  await refused(other.call("listFailedJobs"), 403, "INSUFFICIENT_SCOPE");
  await refused(other.call("retryFailedJob", { params }), 403, "INSUFFICIENT_SCOPE");
});

describe("runs and uploads that failed for a reason that lies with the installation", () => {
  /** While the server is stopped: has the job of this key fail for good. */
  const failForGood = (queue: string, wanted: string, giveUp: (services: Services, key: string) => Promise<void>) =>
    server.restart(async () => {
      const { dataDir, settings } = server;
      await using db = await openDatabase({ dataDir, url: settings.databaseUrl, log: silentLog });
      await using jobs = await openJobs(db, silentLog);
      const services = { db, jobs, clock: () => new Date(), log: silentLog } as unknown as Services;
      const ended = Promise.withResolvers<void>();
      await jobs.work(queue, { concurrency: 1 }, async ({ key }) => {
        if (key === wanted) await giveUp(services, key).then(ended.resolve, ended.reject);
      });
      await ended.promise;
    });
  /** The same data with a worker, for a while. */
  const atWork = (action: (client: Client) => Promise<void>) =>
    server.restart(async () => {
      const whole = await startServer({ ...server.settings, roles: ["api", "worker"] }, { log: silentLog, cores: 1 });
      try {
        await action(createClient({ baseUrl: `${whole.url}/v1`, apiKey: server.key }));
      } finally {
        await whole.close();
      }
    });
  const retry = (jobId: string) => server.owner.call("retryFailedJob", { params: { jobId } });

  test("a run is listed with its account, is resumed once by a retry, and then ends well", async () => {
    const story = await createStory(server.owner);
    const { run } = await startPrepare(server.owner, story.projectId, story.sectionId);
    await failForGood("workflow", run.id, (services, key) => giveUpRun(services as never, key, new TypeError(SECRET)));
    const [failed, ...others] = await listed();
    assert.deepEqual(others, []);
    const { failed_at, attempts, account_id, ...rest } = failed ?? assert.fail("the run is not listed");
    assert.deepEqual(rest, {
      id: run.id,
      queue: "workflow",
      key: run.id,
      error_name: "Failure",
      error_code: "STUDIO_WORKFLOW_FAILED",
      error_place: null,
    });
    assert.deepEqual([attempts, account_id], [0, (await server.owner.call("readProfile")).id]);
    assert.ok(Math.abs(Date.parse(failed_at) - Date.now()) < 60_000);
    const [first, second] = await Promise.allSettled([retry(run.id), retry(run.id)]);
    assert.ok([first, second].some(({ status }) => status === "fulfilled"));
    assert.deepEqual(await listed(), []);
    await refused(retry(run.id), 404, "NOT_FOUND");
    const params = { projectId: story.projectId };
    const latest = await server.owner.call("readLatestWorkflow", { params, query: {} });
    assert.equal(latest?.run.resumes_workflow_run_id, run.id);
    await atWork(async (client) => {
      const { status } = (await finished(client, latest?.run.id ?? "")).run;
      assert.equal(status, "completed");
    });
  });

  test("a run is no longer listed when its account starts the same work again, or when its chapter is gone", async () => {
    const giveUp = (services: Services, key: string) => giveUpRun(services as never, key, new TypeError(SECRET));
    const story = await createStory(server.owner);
    const first = await startPrepare(server.owner, story.projectId, story.sectionId);
    await failForGood("workflow", first.run.id, giveUp);
    assert.equal((await listed()).length, 1);
    const second = await startPrepare(server.owner, story.projectId, story.sectionId);
    assert.deepEqual(await listed(), []);
    await failForGood("workflow", second.run.id, giveUp);
    const [failed] = await listed();
    await inDatabase(server, async (db) => {
      await db.execute("delete from sections where id = $1", [story.sectionId]);
    });
    assert.deepEqual(await listed(), []);
    await refused(retry(failed?.id ?? ""), 404, "NOT_FOUND");
  });

  test("an upload keeps its file: it is processed without being sent again; a newer file takes its place", async () => {
    const giveUp = (services: Services, key: string) => giveUpUpload(services as never, key, new TypeError(SECRET));
    const { sound, upload } = await newSound(server.owner, SHORT_WAV);
    assert.equal((await put(upload, SHORT_WAV)).status, 200);
    await complete(server.owner, sound.id, upload.id);
    await failForGood("sounds", upload.id, giveUp);
    assert.deepEqual(
      (await listed()).map(({ queue, key, error_code }) => [queue, key, error_code]),
      [["sounds", upload.id, "SOUND_PROCESSING_FAILED"]],
    );
    await retry(upload.id);
    assert.deepEqual(await listed(), []);
    await refused(retry(upload.id), 404, "NOT_FOUND");
    await atWork(async (client) => assert.equal((await uploadEnded(client, sound.id)).status, "ready"));

    const second = await newUpload(server.owner, sound.id, SHORT_WAV);
    assert.equal((await put(second.upload, SHORT_WAV)).status, 200);
    await complete(server.owner, sound.id, second.upload.id);
    await failForGood("sounds", second.upload.id, giveUp);
    assert.equal((await listed()).length, 1);
    await newUpload(server.owner, sound.id, SHORT_WAV);
    assert.deepEqual(await listed(), []);
    await refused(retry(second.upload.id), 404, "NOT_FOUND");
    await poll(
      () => readdir(join(server.dataDir, "incoming")),
      (names) => names.length === 0,
    );
  });
});
