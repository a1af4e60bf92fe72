// kill -9 at any moment, then a new start: acknowledged data exists, runs and exports continue, and stored audio is not made
// again.

import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { ClientError } from "@fullcast/contract";
import { poll } from "../api/server.ts";
import {
  createStory,
  exportEnded,
  finished,
  longText,
  media,
  prepare,
  projection,
  readDocument,
  startAudio,
  startExport,
  startPrepare,
  studioMutation,
} from "../api/story.ts";
import { newInstallation, type Service } from "./service.ts";

const PARAGRAPHS = 150;
const installation = newInstallation();
let service: Service = await installation.start();
after(async () => {
  await service.kill();
  installation[Symbol.dispose]();
});
const random = (least: number, most: number) => Math.round(least + Math.random() * (most - least));
const restart = async () => {
  await service.kill();
  service = await installation.start();
};

test("stored audio survives every kill and is not made again; the run continues and completes", async (t) => {
  const { projectId, sectionId } = await createStory(service.client, longText(PARAGRAPHS));
  const { run } = await startAudio(service.client, projectId, [sectionId]);
  const current = async () => {
    const blocks = (await media(service.client, sectionId)).filter((one) => one.freshness === "current");
    return new Map(blocks.map((one) => [one.block_id, one.active_rendition_id]));
  };
  // The first kills happen at any time, also during casting and direction; the last one waits for stored audio.
  for (const round of ["early", "early", "late"] as const) {
    if (round === "late") {
      await poll(
        () => client().call("readWorkflowProgress", { params: { workflowRunId: run.id } }),
        (progress) => progress.blocks.ready > 0 || progress.status === "completed",
      );
    }
    const wait = random(0, 700);
    t.diagnostic(`${round} kill after ${wait} ms`);
    await delay(wait);
    const stored = await current();
    await restart();
    const after = await current();
    for (const [block, rendition] of stored) assert.equal(after.get(block), rendition, "an acknowledged take is lost");
  }
  const stored = await current();
  const madeBefore = await resultOf(run.id);
  await restart();
  const ended = await finished(client(), run.id);
  assert.equal(ended.run.status, "completed", JSON.stringify(ended.run.error_summary));
  const blocks = (await media(client(), sectionId)).filter((one) => one.freshness !== "unsupported");
  assert.ok(blocks.length > PARAGRAPHS);
  for (const one of blocks) {
    assert.deepEqual([one.freshness, one.activity, one.audio_version_count], ["current", "idle", 1]);
    if (stored.has(one.block_id)) assert.equal(one.active_rendition_id, stored.get(one.block_id));
  }
  const made = await resultOf(run.id);
  if (made !== null && madeBefore === null) {
    assert.ok(made <= blocks.length - stored.size, `${made} made again although ${stored.size} were stored`);
  }
});

test("structuring is done again from the start and changes nothing else", async (t) => {
  const text = longText(1_200);
  const { projectId, sectionId } = await createStory(service.client, text);
  const { run } = await startPrepare(service.client, projectId, sectionId);
  for (let round = 0; round < 2; round++) {
    const wait = random(0, 600);
    t.diagnostic(`kill after ${wait} ms`);
    await delay(wait);
    await restart();
  }
  const ended = await finished(client(), run.id);
  assert.equal(ended.run.status, "completed", JSON.stringify(ended.run.error_summary));
  const { document } = await readDocument(client(), sectionId);
  assert.equal(document.document_version, 2);
  assert.ok(projection(document.blocks) === text);
});

test("an export continues and its file is complete; no partial file remains", async (t) => {
  const story = await createStory(service.client, longText(60));
  await prepare(client(), story.projectId, story.sectionId);
  const audio = await finished(client(), (await startAudio(client(), story.projectId, [story.sectionId])).run.id);
  assert.equal(audio.run.status, "completed", JSON.stringify(audio.run.error_summary));
  const started = await startExport(client(), story, "mp3");
  for (let round = 0; round < 2; round++) {
    await poll(
      () => client().call("readExport", { params: { exportId: started.id } }),
      (one) => one.status !== "queued",
    );
    const wait = random(0, 1_500);
    t.diagnostic(`kill after ${wait} ms`);
    await delay(wait);
    await restart();
  }
  const ended = await exportEnded(client(), started.id);
  assert.equal(ended.status, "completed", JSON.stringify(ended.error));
  const response = await fetch(ended.artifact?.download_url ?? "");
  const file = Buffer.from(await response.arrayBuffer());
  assert.equal(file.length, ended.artifact?.size_bytes);
  assert.equal(response.headers.get("etag"), `"${createHash("sha256").update(file).digest("hex")}"`);
  const temporary = join(installation.dataDir, "temp");
  assert.deepEqual(existsSync(temporary) ? readdirSync(temporary) : [], []);
});

test("no acknowledged write is lost, and repeating it after the kill replays", async () => {
  const mutations = Array.from({ length: 40 }, (_, index) => ({
    ...studioMutation(),
    title: `Story ${index}`,
    raw_text: `Story ${index}. ${"More words. ".repeat(random(1, 2_000))}`,
  }));
  const acknowledged = new Map<string, string>();
  const writing = mutations.map(async (body) => {
    try {
      const { section } = await client().call("createStandaloneSection", { body });
      acknowledged.set(body.client_mutation_id, section.id);
    } catch (error) {
      assert.ok(error instanceof ClientError && error.code === "NO_ANSWER", String(error));
    }
  });
  await poll(
    async () => acknowledged.size,
    (size) => size > random(1, 30),
  );
  await service.kill();
  await Promise.all(writing);
  service = await installation.start();
  for (const body of mutations) {
    const { section, idempotent_replay } = await client().call("createStandaloneSection", { body });
    const before = acknowledged.get(body.client_mutation_id);
    if (before === undefined) continue;
    assert.deepEqual([section.id, idempotent_replay], [before, true]);
    const { document } = await readDocument(client(), section.id);
    assert.ok(projection(document.blocks) === body.raw_text);
  }
});

test("an acknowledged cancellation is completed after the kill", async () => {
  const { projectId, sectionId } = await createStory(service.client, longText(PARAGRAPHS));
  const { run } = await startAudio(service.client, projectId, [sectionId]);
  await client().call("cancelWorkflow", { params: { workflowRunId: run.id } });
  await restart();
  const ended = await finished(client(), run.id);
  assert.equal(ended.run.status, "cancelled");
  for (const one of await media(client(), sectionId)) assert.notEqual(one.activity, "generating");
});

test("a cancellation while lines are spoken leaves no line waiting, also when the process dies before it ends", async () => {
  const { projectId, sectionId } = await createStory(service.client, longText(PARAGRAPHS * 2));
  const { run } = await startAudio(service.client, projectId, [sectionId]);
  const params = { workflowRunId: run.id };
  await poll(
    () => client().call("readWorkflowProgress", { params }),
    ({ blocks }) => blocks.ready > 0,
  );
  await client().call("cancelWorkflow", { params });
  await restart();
  assert.equal((await finished(client(), run.id)).run.status, "cancelled");
  for (const one of await media(client(), sectionId)) assert.notEqual(one.activity, "generating");
  const { sections } = await client().call("readProjectSections", { params: { projectId } });
  assert.equal(sections[0]?.activity_status, "needs_audio");
});

test("keys, speakers and casts are as they were acknowledged", async () => {
  const { projectId } = await createStory(service.client);
  const { speakers } = await client().call("listSpeakers", { params: { projectId } });
  const { voices } = await client().call("listVoices", { query: { limit: 1 } });
  const cast = client().call("castSpeaker", {
    params: { projectId, speakerId: speakers[0]?.id ?? "" },
    body: { ...studioMutation(), base_speaker_registry_version: 1, voice_id: voices[0]?.voice_id ?? null },
  });
  const key = client().call("createApiKey", {
    body: { name: randomUUID(), scopes: ["account:read"], expires_in_days: null },
  });
  const [{ speaker }, { api_key }] = await Promise.all([cast, key]);
  await restart();
  const now = await client().call("listSpeakers", { params: { projectId } });
  assert.deepEqual([now.speakers[0], now.speaker_registry_version], [speaker, 2]);
  const { api_keys } = await client().call("listApiKeys");
  assert.ok(api_keys.some((one) => one.id === api_key.id && one.revoked_at === null));
});

function client() {
  return service.client;
}

/** How many blocks the last attempt at generating audio made; null while it has not ended. */
async function resultOf(workflowRunId: string): Promise<number | null> {
  const { steps } = await client().call("readWorkflow", { params: { workflowRunId } });
  const made = steps.at(-1)?.result_summary.blocks_generated;
  return typeof made === "number" ? made : null;
}
