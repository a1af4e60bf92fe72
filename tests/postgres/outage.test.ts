// The database server ends in the middle of work and comes back: requests answer 503 meanwhile, and no run fails.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { poll } from "../api/server.ts";
import { createStory, finished, longText, prepare, startAudio } from "../api/story.ts";
import { newInstallation } from "../crash/service.ts";
import { type PostgresServer, startPostgres } from "./postgres.ts";

let server: PostgresServer;
before(async () => {
  server = await startPostgres();
});
after(async () => {
  await server[Symbol.asyncDispose]();
});

test("while the database is away requests answer 503 with Retry-After; afterwards runs and exports end well", async () => {
  using installation = newInstallation();
  const service = await installation.start({ FULLCAST_DATABASE_URL: await server.createDatabase() });
  try {
    const { client, url } = service;
    const ask = (path: string) =>
      fetch(`${url}/v1/${path}`, { headers: { authorization: `Bearer ${installation.key}` } });
    const story = await createStory(client, longText(400));
    await prepare(client, story.projectId, story.sectionId);
    const { run } = await startAudio(client, story.projectId, [story.sectionId]);
    const state = async () => (await client.call("readWorkflow", { params: { workflowRunId: run.id } })).run;

    for (const stage of ["casting_voices", "generating_audio"]) {
      await poll(state, ({ status, current_stage }) => status === "completed" || current_stage === stage);
      await server.stopHard();
      for (const path of ["studio/projects", `studio/workflows/${run.id}`, "voices"]) {
        const answer = await ask(path);
        const { error } = (await answer.json()) as { error: { code: string; retryable: boolean; message: string } };
        assert.deepEqual([answer.status, error.code, error.retryable], [503, "DATABASE_UNAVAILABLE", true], path);
        assert.ok(Number(answer.headers.get("retry-after")) > 0);
        assert.doesNotMatch(error.message, /127\.0\.0\.1|postgres:/);
      }
      assert.equal((await fetch(`${url}/v1/health`)).status, 200);
      assert.equal((await fetch(`${url}/v1/ready`)).status, 503);
      await server.startAgain();
      await poll(
        () => ask("studio/projects"),
        (answer) => answer.status === 200,
      );
    }
    const ended = await finished(client, run.id);
    assert.equal(ended.run.status, "completed", JSON.stringify(ended.run.error_summary));
  } finally {
    await service.end("SIGTERM");
  }
});
