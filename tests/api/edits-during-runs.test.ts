// Edits while a run is working: its speaking step takes them up, and people who join get voices.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { createLog } from "@fullcast/server";
import { type StandIn, startStandIn } from "../../packages/server/engines/brought/stand-in.ts";
import { keepCatalogue } from "../../packages/server/engines/catalogue-keeper.ts";
import { createEngines, voiceId, withKeeper } from "../../packages/server/engines/registry.ts";
import type { StepContext } from "../../packages/server/workflows/step.ts";
import { prepareVoices } from "../../packages/server/workflows/steps/prepare-voices.ts";
import { inDatabase } from "./in-database.ts";
import { poll, startTestServer, type TestServer } from "./server.ts";
import {
  createStory,
  finished,
  media,
  prepare,
  readDocument,
  replaceBlock,
  spokenStory,
  startAudio,
  startPrepare,
  studioMutation,
} from "./story.ts";

const VOICE = { id: "nora", name: "Nora", language: "en", gender: "female", age: "adult" };
const PROVIDER = "narrators";
const LINES = ["The boat came in at noon.", "Rain fell on the harbour wall.", "The lamp was lit before dark."] as const;

const folder = mkdtempSync(join(tmpdir(), "fullcast-edits-"));
let service: StandIn;
let server: TestServer;

before(async () => {
  service = await startStandIn();
  const file = join(folder, "engines.json");
  const entry = { provider: PROVIDER, type: "openai-compatible", base_url: `${service.url}/v1`, api_key: "sk-1" };
  const engines = [{ ...entry, model: "narrator", voices: [VOICE], snowcoins_per_1000: 0 }];
  writeFileSync(file, JSON.stringify({ engines }), { mode: 0o600 });
  server = await startTestServer({ FULLCAST_ENGINES_FILE: file });
  await server.client.call("changeGenerationPreferences", { body: { allow_fallbacks: false } });
});
after(async () => {
  await server[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** A story whose run waits until the answer to its last line may come. */
async function runThatWaits() {
  const story = await createStory(server.client, LINES.join("\n\n"), "The Lamp");
  const { projectId, sectionId } = story;
  await prepare(server.client, projectId, sectionId);
  const { speakers, speaker_registry_version } = await server.client.call("listSpeakers", { params: { projectId } });
  await server.client.call("castSpeaker", {
    params: { projectId, speakerId: speakers[0]?.id ?? assert.fail("no narrator") },
    body: {
      ...studioMutation(),
      base_speaker_registry_version: speaker_registry_version,
      voice_id: voiceId(PROVIDER, VOICE.id),
    },
  });
  const gate = Promise.withResolvers<void>();
  service.texts.length = 0;
  service.heldBy = (text) => (text.includes("lamp was lit") ? gate.promise : null);
  const { run } = await startAudio(server.client, projectId, [sectionId]);
  const heard = (text: string) =>
    poll(
      async () => service.texts,
      (texts) => texts.some((one) => one.includes(text)),
    );
  return { ...story, runId: run.id, heard, release: gate.resolve };
}

async function setText(sectionId: string, index: number, text: string): Promise<void> {
  const { document } = await readDocument(server.client, sectionId);
  const block = document.blocks[index];
  if (block?.content.type !== "text") assert.fail(`block ${index} has no text`);
  await replaceBlock(server.client, sectionId, document, block, { content: { ...block.content, text } });
}

test("lines that are edited while a run speaks are spoken as they are now", async () => {
  const { sectionId, runId, heard, release } = await runThatWaits();
  await heard("lamp was lit");
  await setText(sectionId, 0, "The boat came in at midnight.");
  await setText(sectionId, 2, "The lamp was never lit.");
  release();
  const { run, steps } = await finished(server.client, runId);
  assert.equal(run.status, "completed", JSON.stringify(run.error_summary));
  assert.deepEqual(
    (await media(server.client, sectionId)).map(({ freshness, error }) => [freshness, error]),
    LINES.map(() => ["current", null]),
  );
  assert.ok(service.texts.some((text) => text.includes("midnight")));
  assert.ok(service.texts.some((text) => text.includes("never lit")));
  assert.equal(
    service.texts.filter((text) => text.includes("harbour wall")).length,
    1,
    "an unchanged line is not repeated",
  );
  const speaking = steps.find(({ step_kind }) => step_kind === "generate_stale_audio");
  assert.equal(speaking?.result_summary.blocks_failed, 0);
});

test("a new edition that is applied while a run speaks: its lines are spoken as the edition has them", async () => {
  const { projectId, sectionId, runId, heard, release } = await runThatWaits();
  await heard("lamp was lit");
  const text = LINES.join("\n\n").replace("at noon", "at midnight").replace("before dark", "after dark");
  const done = await server.client.call("updateFromBook", {
    params: { projectId },
    headers: { "idempotency-key": randomUUID() },
    query: { mode: "apply", filename: "lamp.txt" },
    upload: { contentType: "text/plain", bytes: new TextEncoder().encode(text) },
  });
  assert.equal(done.counts.lines_changed, 2);
  release();
  const { run } = await finished(server.client, runId);
  assert.equal(run.status, "completed", JSON.stringify(run.error_summary));
  assert.deepEqual(
    (await media(server.client, sectionId)).map(({ freshness, error }) => [freshness, error]),
    LINES.map(() => ["current", null]),
  );
  for (const words of ["midnight", "after dark"])
    assert.ok(
      service.texts.some((one) => one.includes(words)),
      words,
    );
});

test("a line that failed and was edited afterwards does not count as failed", async () => {
  service.next.push("rejects");
  const { sectionId, runId, heard, release } = await runThatWaits();
  await heard("lamp was lit");
  const failed = await poll(
    () => media(server.client, sectionId),
    (lines) => lines.some(({ error }) => error !== null),
  );
  const index = failed.findIndex(({ error }) => error !== null);
  await setText(sectionId, index, "The ferry came in at noon.");
  release();
  const { run } = await finished(server.client, runId);
  assert.equal(run.status, "completed", JSON.stringify(run.error_summary));
  const lines = await media(server.client, sectionId);
  assert.ok(lines.every(({ freshness, error }) => freshness === "current" && error === null));
});

test("a failure stays when another line is edited", async () => {
  service.next.push("rejects");
  const { sectionId, runId, heard, release } = await runThatWaits();
  await heard("lamp was lit");
  const failed = await poll(
    () => media(server.client, sectionId),
    (lines) => lines.some(({ error }) => error !== null),
  );
  const index = failed.findIndex(({ error }) => error !== null);
  const other = index === 1 ? 0 : 1;
  await setText(sectionId, other, "The ferry came in at noon.");
  release();
  assert.equal((await finished(server.client, runId)).run.status, "partially_completed");
  const lines = await media(server.client, sectionId);
  assert.notEqual(lines[index]?.error, null);
  assert.deepEqual([lines[other]?.freshness, lines[other]?.error], ["current", null]);
});

async function importMara(sectionId: string): Promise<void> {
  const { document } = await readDocument(server.client, sectionId);
  await server.client.call("importScript", {
    params: { sectionId },
    body: {
      ...studioMutation(),
      base_document_version: document.document_version,
      text: "NARRATOR: The boat came in.\n\nMARA: Is it late?\n\nTOM: It is.\n",
    },
  });
}

test("people who join with a script while a run speaks get voices, and their lines are spoken", async () => {
  const { projectId, sectionId, runId, heard, release } = await runThatWaits();
  await heard("lamp was lit");
  await importMara(sectionId);
  release();
  const { run } = await finished(server.client, runId);
  assert.equal(run.status, "completed", JSON.stringify(run.error_summary));
  const lines = await media(server.client, sectionId);
  assert.deepEqual(
    lines.map(({ freshness, error }) => [freshness, error]),
    lines.map(() => ["current", null]),
  );
  const { speakers } = await server.client.call("listSpeakers", { params: { projectId } });
  for (const name of ["Mara", "Tom"]) {
    const speaker = speakers.find((one) => one.name.toLowerCase() === name.toLowerCase());
    assert.equal(speaker?.casting?.source, "automatic", name);
  }
});

test("people who join between casting and the check of voices get voices", async () => {
  const { projectId, sectionId, workflow } = await spokenStory(server.client);
  await importMara(sectionId);
  const uncast = async () =>
    (await server.client.call("listSpeakers", { params: { projectId } })).speakers.filter(
      ({ casting, name }) => casting === null && name.toLowerCase() === "mara",
    );
  const { speakers, speaker_registry_version } = await server.client.call("listSpeakers", { params: { projectId } });
  const mara = speakers.find(({ name }) => name.toLowerCase() === "mara") ?? assert.fail("no Mara");
  await server.client.call("castSpeaker", {
    params: { projectId, speakerId: mara.id },
    body: { ...studioMutation(), base_speaker_registry_version: speaker_registry_version, voice_id: null },
  });
  assert.deepEqual(
    (await uncast()).map(({ id }) => id),
    [mara.id],
  );
  await inDatabase(server, async (db) => {
    const run = await db.q
      .selectFrom("workflow_runs")
      .selectAll()
      .where("id", "=", workflow.run.id)
      .executeTakeFirstOrThrow();
    const step = await db.q
      .selectFrom("workflow_steps")
      .selectAll()
      .where("workflow_run_id", "=", run.id)
      .where("step_kind", "=", "prepare_voices")
      .executeTakeFirstOrThrow();
    const log = createLog("error", process.stderr);
    const services = { db, log, clock: () => new Date(), newId: randomUUID };
    const speaking = createEngines({ threads: 1 });
    const jobs = { enqueue: async () => undefined, work: async () => undefined } as never;
    const keeper = await keepCatalogue({ ...services, jobs }, speaking.list(), { onChange: async () => undefined });
    await using engines = withKeeper(speaking, keeper);
    const context = {
      services: { ...services, engines },
      run,
      step,
      signal: new AbortController().signal,
      earlier: [],
    };
    const outcome = await prepareVoices(context as unknown as StepContext);
    assert.equal(outcome.kind, "skipped", JSON.stringify(outcome));
  });
  assert.deepEqual(await uncast(), []);
});

test("Create Audio that is started while another run prepares the chapter ends well: the script that is written first counts", async () => {
  for (let i = 0; i < 6; i += 1) {
    const { projectId, sectionId } = await createStory(server.client, `“Not yet,” said Ann. ${LINES.join(" ")} ${i}`);
    const [preparing, audio] = await Promise.all([
      startPrepare(server.client, projectId, sectionId),
      startAudio(server.client, projectId, [sectionId]),
    ]);
    const ended = await finished(server.client, audio.run.id);
    assert.equal(ended.run.status, "completed", JSON.stringify(ended.run.error_summary));
    // A preparation that comes second ends as a conflict.
    await finished(server.client, preparing.run.id);
  }
});
