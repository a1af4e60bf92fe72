// decisions.md, 7: `GET /studio/projects/{id}/events`.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { describe, test } from "node:test";
import { type Client, createClient, LIMITS, type ProjectEvent } from "@fullcast/contract";
import { refused, sharedServer } from "./server.ts";
import { link, readySound, unlink } from "./sound.ts";
import { createStory, exportStory, finished, readDocument, startAudio, startPrepare } from "./story.ts";

// The same port after a restart: the client of a stream keeps its address.
const server = await sharedServer({ FULLCAST_PORT: String(await freePort()) });
const { client } = server;

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}

/** Follows a project until `enough`, concurrently with other work. */
function following(projectId: string, enough: (seen: readonly ProjectEvent[]) => boolean, lastEventId?: string) {
  const ending = new AbortController();
  const seen: ProjectEvent[] = [];
  const done = (async () => {
    const events = await client.call("followProjectEvents", {
      params: { projectId },
      ...(lastEventId === undefined ? {} : { headers: { "last-event-id": lastEventId } }),
      signal: ending.signal,
    });
    for await (const event of events) {
      seen.push(event);
      if (enough(seen)) break;
    }
    return seen;
  })();
  return { seen, done, stop: () => ending.abort() };
}

/** A raw stream; resolves once it is open. */
async function open(path: string, init: RequestInit = {}) {
  const ending = new AbortController();
  const response = await fetch(`${server.url}/v1${path}`, {
    ...init,
    headers: { authorization: `Bearer ${server.key}`, ...init.headers },
    signal: ending.signal,
  });
  return { response, ending };
}

async function textUntil(response: Response, pattern: RegExp): Promise<string> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!pattern.test(text)) {
    const { done, value } = await reader.read();
    if (done) break;
    text += value;
  }
  await reader.cancel();
  return text;
}

const presentId = async (projectId: string) => {
  const { response } = await open(`/studio/projects/${projectId}/events`);
  return /^id: (\S+)$/m.exec(await textUntil(response, /^id: .*\n/m))?.[1] ?? assert.fail("no id came");
};

const isRunEnd = (event: ProjectEvent) => event.event === "run" && event.data.status === "completed";

describe("a stream", () => {
  test("reports run, step, block and export, each with an id, in the order in which it happened", async () => {
    const story = await createStory(client);
    const from = await presentId(story.projectId);
    const prepared = await finished(client, (await startPrepare(client, story.projectId, story.sectionId)).run.id);
    const audio = await finished(client, (await startAudio(client, story.projectId, [story.sectionId])).run.id);
    const exported = await exportStory(client, story, "srt");
    const { done } = following(
      story.projectId,
      (all) => all.some((event) => event.event === "export" && event.data.status === "completed"),
      from,
    );
    const seen = await done;

    assert.equal(new Set(seen.map((event) => event.id)).size, seen.length);
    const runs = seen.flatMap((event) => (event.event === "run" ? [event.data] : []));
    assert.deepEqual(new Set(runs.map((run) => run.workflow_run_id)), new Set([prepared.run.id, audio.run.id]));
    for (const { run, steps } of [prepared, audio]) {
      const received = seen.flatMap((event) =>
        event.event === "step" && event.data.workflow_run_id === run.id ? [event.data] : [],
      );
      for (const step of steps) {
        const states = received.filter((one) => one.step_id === step.id).map((one) => one.status);
        assert.deepEqual(states, ["active", step.status]);
      }
      assert.equal(runs.filter((one) => one.workflow_run_id === run.id).at(-1)?.status, "completed");
    }
    const { document } = await readDocument(client, story.sectionId);
    const spoken = document.blocks.filter((block) => block.kind === "speech" || block.kind === "narration");
    const ready = seen.flatMap((event) => (event.event === "block" ? event.data.blocks : []));
    const generated = new Set(ready.map((block) => block.block_id));
    assert.ok(ready.length > 0 && ready.every((block) => block.state === "ready"));
    assert.ok([...generated].every((id) => spoken.some((block) => block.id === id)));
    const exports = seen.flatMap((event) => (event.event === "export" ? [event.data] : []));
    assert.ok(exports.every((one) => one.export_id === exported.id && one.format === "srt"));
    assert.deepEqual([exports[0]?.status, exports.at(-1)?.percent], ["queued", 100]);
    const lastBlock = seen.findLastIndex((event) => event.event === "block");
    assert.ok(lastBlock < seen.findLastIndex(isRunEnd), "audio is told before its run ends");
  });
  test("reports sounds: linked to the project, changed while linked, unlinked", async () => {
    const story = await createStory(client, "Once.");
    const sound = await readySound(client);
    const from = await presentId(story.projectId);
    await link(client, story.projectId, sound.id, 1);
    await client.call("changeSound", { params: { soundId: sound.id }, body: { name: "Another name" } });
    await unlink(client, story.projectId, sound.id, 2);
    const seen = await following(story.projectId, (all) => all.length === 3, from).done;
    assert.deepEqual(
      seen.map(({ event, data }) => [event, data]),
      ["linked", "changed", "unlinked"].map((change) => ["sound", { sound_effect_id: sound.id, change }]),
    );
  });
  test("reports events at once, and without Last-Event-ID no earlier ones", async () => {
    const story = await createStory(client);
    await finished(client, (await startPrepare(client, story.projectId, story.sectionId)).run.id);
    const { response, ending } = await open(`/studio/projects/${story.projectId}/events`);
    assert.equal(response.headers.get("content-type"), "text/event-stream; charset=utf-8");
    assert.equal(response.headers.get("cache-control"), "no-store");
    const text = textUntil(response, /"status": ?"completed"/);
    const { run } = await startPrepare(client, story.projectId, story.sectionId);
    const received = await text;
    ending.abort();
    const runIds = [...received.matchAll(/"workflow_run_id": ?"([0-9a-f-]+)"/g)].map((match) => match[1]);
    assert.deepEqual(new Set(runIds), new Set([run.id]));
    assert.match(received, /^retry: 1000\n\nid: [0-9]+-[0-9]+\n\n/);
  });
  test("resumed with Last-Event-ID at any event it continues with the next one, without repeats or losses", async () => {
    const story = await createStory(client);
    const from = await presentId(story.projectId);
    await finished(client, (await startPrepare(client, story.projectId, story.sectionId)).run.id);
    const whole = await following(story.projectId, (all) => all.some(isRunEnd), from).done;
    assert.ok(whole.length >= 4);
    for (const [index, event] of whole.entries()) {
      if (index === whole.length - 1) break;
      const rest = await following(story.projectId, (all) => all.some(isRunEnd), event.id).done;
      assert.deepEqual(rest, whole.slice(index + 1));
    }
  });
  test("survives a restart of the server: the typed client connects again and misses nothing", async () => {
    // No run before: what committed last is reported when every older transaction of the cluster has ended, also those of
    // other databases, and so may come after the id that was the present one.
    const story = await createStory(client);
    const from = await presentId(story.projectId);
    const stream = following(story.projectId, (all) => all.filter(isRunEnd).length === 2, from);
    const before = (await startPrepare(client, story.projectId, story.sectionId)).run.id;
    await finished(client, before);
    await server.restart();
    const after = (await startPrepare(server.client, story.projectId, story.sectionId)).run.id;
    const seen = await stream.done;
    assert.deepEqual(
      seen.filter(isRunEnd).map((event) => event.event === "run" && event.data.workflow_run_id),
      [before, after],
    );
    assert.equal(new Set(seen.map((event) => event.id)).size, seen.length);
  });
  test("an id of another database's future, or one whose followers are not kept, is answered with reset", async () => {
    const story = await createStory(client, "Once.");
    const [event] = await following(story.projectId, (all) => all.length === 1, "999999999999999-1").done;
    assert.deepEqual([event?.event, event?.data], ["reset", { reason: "events_removed" }]);
  });
  test("of another project nothing is reported; an unknown project is 404, a bad Last-Event-ID 400", async () => {
    const [one, other] = [await createStory(client), await createStory(client)];
    const from = await presentId(one.projectId);
    await finished(client, (await startPrepare(client, other.projectId, other.sectionId)).run.id);
    await finished(client, (await startPrepare(client, one.projectId, one.sectionId)).run.id);
    const seen = await following(one.projectId, (all) => all.some(isRunEnd), from).done;
    assert.ok(seen.every((event) => event.event !== "step" || event.data.section_id === one.sectionId));
    const first = async (on: Client, projectId: string, headers = {}) =>
      (await on.call("followProjectEvents", { params: { projectId }, headers })).next();
    await refused(first(client, randomUUID()), 404, "NOT_FOUND");
    for (const id of ["x", "1", "-1-1", "1-1-1", "1-1 "]) {
      await refused(first(client, one.projectId, { "last-event-id": id }), 400, "INVALID_REQUEST").catch((error) => {
        // A space at the end is no part of a header's value.
        if (id.trim() === id) throw error;
      });
    }
    const writer = await server.withScopes("studio:write");
    await refused(first(writer, one.projectId), 403, "INSUFFICIENT_SCOPE");
  });
  test("ends when its key is revoked", async () => {
    const story = await createStory(client, "Once.");
    const { raw_key, api_key } = await client.call("createApiKey", {
      body: { name: randomUUID(), scopes: ["studio:read"], expires_in_days: null },
    });
    const { response } = await open(`/studio/projects/${story.projectId}/events`, {
      headers: { authorization: `Bearer ${raw_key}` },
    });
    await client.call("revokeApiKey", { params: { apiKeyId: api_key.id } });
    assert.match(await textUntil(response, /(?!)/), /^retry/);
  });
  test("10 streams of one key are open at a time, one more is 429 with Retry-After; a closed one makes room", async () => {
    const story = await createStory(client, "Once.");
    const { raw_key } = await client.call("createApiKey", {
      body: { name: randomUUID(), scopes: ["studio:read"], expires_in_days: null },
    });
    const path = `/studio/projects/${story.projectId}/events`;
    const connect = () => open(path, { headers: { authorization: `Bearer ${raw_key}` } });
    const streams = [];
    for (let n = 0; n < LIMITS.event_streams_per_key; n++) streams.push(await connect());
    assert.ok(streams.every(({ response }) => response.status === 200));
    const over = await connect();
    assert.equal(over.response.status, 429);
    assert.equal(over.response.headers.get("retry-after"), "5");
    assert.equal(((await over.response.json()) as { error: { code: string } }).error.code, "RATE_LIMITED");
    streams[0]?.ending.abort();
    for (;;) {
      const next = await connect();
      if (next.response.status === 200) {
        next.ending.abort();
        break;
      }
      await next.response.arrayBuffer();
    }
    for (const { ending } of streams) ending.abort();
  });
});

test("the client's iterator ends when its signal is aborted", async () => {
  const story = await createStory(client, "Once.");
  const stream = following(story.projectId, () => false);
  stream.stop();
  assert.deepEqual(await stream.done, []);
  const unreachable = createClient({ baseUrl: "http://127.0.0.1:1/v1", apiKey: "none" });
  const events = await unreachable.call("followProjectEvents", {
    params: { projectId: story.projectId },
    signal: AbortSignal.timeout(200),
  });
  assert.deepEqual(await events.next(), { done: true, value: undefined });
});
