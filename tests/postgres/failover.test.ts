// The primary of a PostgreSQL pair is lost in the middle of work and its synchronous standby takes over: what was
// acknowledged is there, and all work comes to its end.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { type Client, ClientError } from "@fullcast/contract";
import { examineServices } from "@fullcast/server/doctor";
import { poll } from "../api/server.ts";
import { createStory, exportStory, finished, longText, prepare, startAudio } from "../api/story.ts";
import { newInstallation } from "../crash/service.ts";
import { type MovableAddress, movableAddress } from "./address.ts";
import { type PostgresServer, startPostgres } from "./postgres.ts";

let primary: PostgresServer;
let standby: PostgresServer;
let address: MovableAddress;
before(async () => {
  primary = await startPostgres();
  standby = await primary.addStandby();
  address = await movableAddress(primary.port);
});
after(async () => {
  await address?.[Symbol.asyncDispose]();
  await standby?.[Symbol.asyncDispose]();
  await primary?.[Symbol.asyncDispose]();
});

describe("a PostgreSQL primary with a synchronous standby", () => {
  test("before the failover: the standby's own address is refused, by the start and by doctor", async () => {
    const url = await primary.createDatabase();
    const ofStandby = url.replace(String(primary.port), String(standby.port));
    // A commit waits until the standby has stored it, not until its connections see it.
    await poll(
      () => standby.execute(`select count(*) from pg_database where datname = '${new URL(url).pathname.slice(1)}'`),
      (count) => count === "1",
    );
    const { ok, message } =
      (await examineServices({ databaseUrl: ofStandby, s3: null })).get("database") ?? assert.fail();
    assert.equal(ok, false);
    assert.match(
      message,
      /its server is a standby, which takes no writes until it is promoted\. Check FULLCAST_DATABASE_URL/,
    );
    using installation = newInstallation();
    const { code, stderr } = await installation.refusal({ FULLCAST_DATABASE_URL: ofStandby });
    assert.equal(code, 2);
    assert.match(stderr, /The PostgreSQL database cannot be used: its server is a standby/);
  });

  test("failover during work: requests answer 503 meanwhile, nothing acknowledged is lost, all work ends well", async () => {
    using installation = newInstallation();
    const env = { FULLCAST_DATABASE_URL: address.of(await primary.createDatabase()) };
    const api = await installation.start({ ...env, FULLCAST_ROLES: "api" });
    const worker = await installation.start({ ...env, FULLCAST_ROLES: "worker" });
    const writer = startWriter(api.client);
    try {
      const { client } = api;
      const story = await createStory(client, longText(80));
      await prepare(client, story.projectId, story.sectionId);
      const { run } = await startAudio(client, story.projectId, [story.sectionId]);
      await poll(
        async () => (await client.call("readWorkflow", { params: { workflowRunId: run.id } })).run,
        ({ current_stage }) => current_stage === "generating_audio",
      );

      await primary.stopHard();
      await areUnavailable(api.url, installation.key);
      // A proxy or a name can lead to the standby before it is promoted.
      address.leadTo(standby.port);
      for (let round = 0; round < 3; round++) await areUnavailable(api.url, installation.key);
      const before = writer.acknowledged.size;
      await standby.promote();
      const promoted = performance.now();
      await poll(
        async () => writer.acknowledged.size,
        (count) => count > before,
      );
      console.log(`${Math.round(performance.now() - promoted)} ms from the promotion to the first acknowledged write`);

      const ended = await finished(client, run.id);
      assert.equal(ended.run.status, "completed", JSON.stringify(ended.run.error_summary));
      assert.notEqual((await exportStory(client, story, "mp3")).artifact, null);
      await writer.stop();
      assert.ok(before > 10, `only ${before} writes before the failover`);
      for (const [key, projectId] of writer.acknowledged) {
        assert.equal((await client.call("previewProjectDeletion", { params: { projectId } })).project_id, projectId);
        assert.equal((await writer.send(key)).project.id, projectId, "the repetition of an acknowledged request");
      }
    } finally {
      await writer.stop().catch(() => undefined);
      await worker.end("SIGTERM");
      await api.end("SIGTERM");
    }
  });
});

describe("an address with several hosts", () => {
  test("the service writes to the one that takes writes, also after a failover, without a moving address", async () => {
    await using first = await startPostgres();
    await using second = await first.addStandby();
    const own = new URL(await first.createDatabase());
    const name = own.pathname.slice(1);
    await poll(
      () => second.execute(`select count(*) from pg_database where datname = '${name}'`),
      (count) => count === "1",
    );
    const ports = [second.port, first.port];
    const url = `postgres://${own.username}@${ports.map((port) => `127.0.0.1:${port}`).join(",")}/${name}?target_session_attrs=read-write`;
    using installation = newInstallation();
    const service = await installation.start({ FULLCAST_DATABASE_URL: url });
    const writer = startWriter(service.client);
    try {
      const { ok, message } = (await examineServices({ databaseUrl: url, s3: null })).get("database") ?? assert.fail();
      assert.ok(ok, message);
      await poll(
        async () => writer.acknowledged.size,
        (count) => count > 5,
      );
      await first.stopHard();
      await areUnavailable(service.url, installation.key);
      const before = writer.acknowledged.size;
      await second.promote();
      await poll(
        async () => writer.acknowledged.size,
        (count) => count > before + 5,
      );
      // Work of jobs continues too: their messages come from the new server.
      const story = await createStory(service.client);
      await prepare(service.client, story.projectId, story.sectionId);
      await writer.stop();
      for (const projectId of writer.acknowledged.values()) {
        const preview = await service.client.call("previewProjectDeletion", { params: { projectId } });
        assert.equal(preview.project_id, projectId);
      }
    } finally {
      await writer.stop().catch(() => undefined);
      await service.end("SIGTERM");
    }
    await second.stopHard();
    using other = newInstallation();
    const { code, stderr } = await other.refusal({ FULLCAST_DATABASE_URL: url });
    assert.equal(code, 2);
    assert.match(stderr, /none of its 2 servers takes writes \(127\.0\.0\.1:\d+: nothing listens at its address; 127/);
  });
});

/** Makes one project after the other; each request is repeated with its key until it is answered. */
function startWriter(client: Client) {
  const acknowledged = new Map<string, string>();
  let isStopped = false;
  const send = (key: string) =>
    client.call("createProject", { body: { schema_version: 1, client_mutation_id: key, name: key } });
  const running = (async () => {
    while (!isStopped) {
      const key = randomUUID();
      for (let isAnswered = false; !isAnswered && !isStopped; ) {
        try {
          acknowledged.set(key, (await send(key)).project.id);
          isAnswered = true;
        } catch (error) {
          if (!(error instanceof ClientError) || error.status !== 503) throw error;
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      }
    }
  })();
  // stop() awaits the same promise and reports its failure.
  running.catch(() => undefined);
  return {
    acknowledged,
    send,
    stop() {
      isStopped = true;
      return running;
    },
  };
}

async function areUnavailable(url: string, key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const body = JSON.stringify({ schema_version: 1, client_mutation_id: randomUUID(), name: "Lost" });
  for (const [path, init] of [
    ["studio/projects", { headers }],
    ["projects", { headers, method: "POST", body }],
  ] as const) {
    const answer = await fetch(`${url}/v1/${path}`, init);
    const { error } = (await answer.json()) as { error: { code: string } };
    assert.deepEqual([answer.status, error.code], [503, "DATABASE_UNAVAILABLE"], path);
  }
  assert.equal((await fetch(`${url}/v1/ready`)).status, 503);
}
