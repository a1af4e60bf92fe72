// Casts and intents after changes of the catalogue, on a real database.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Block } from "@fullcast/core/document";
import { openTestDatabase, silentLog } from "../db/test-data-directory.ts";
import { addSection, blocksOf, replaceScript } from "../documents/documents.ts";
import { keepCatalogue } from "../engines/catalogue-keeper.ts";
import type { EngineDescription, EngineVoice, SpeechEngine } from "../engines/engine.ts";
import { createEngines, voiceId, withKeeper } from "../engines/registry.ts";
import { openJobs } from "../jobs/jobs.ts";
import { addProject } from "../projects/projects.ts";
import { addCharacters, castsOf, respeakProject, respeakVoices, speakerRows, VOICES_QUEUE } from "./speakers.ts";

const FAR: Omit<EngineVoice, "id" | "name" | "revision"> = {
  models: ["m"],
  languages: ["en-GB"],
  accent: null,
  gender: "female",
  age: "adult",
  tags: [],
  description: "",
  license: "test",
  publishable: null,
  preparation_required: false,
  features: null,
};
const saying = (revisions: { readonly [id: string]: string }): EngineDescription => ({
  status: "available",
  notice: null,
  models: [
    {
      id: "m",
      languages: ["en-GB"],
      max_characters: 1_000,
      controls: [],
      word_timings: false,
      seed: false,
      pauses: "spliced",
      snowcoins_per_1000: null,
      revision: "1",
    },
  ],
  voices: Object.entries(revisions).map(([id, revision]) => ({ ...FAR, id, name: id, revision })),
});

function line(speaker_id: string): Block {
  return {
    id: randomUUID(),
    kind: "speech",
    block_version: 1,
    content: {
      type: "text",
      schema_version: "studio-ast-2",
      text: "Is the boat back?",
      annotations: [],
      points: [],
      delivery_control_sets: [],
    },
    generation_profile_override: null,
    placement: null,
    speaker_id,
  };
}

test("an unavailable engine keeps casts and intents; a changed voice changes the intents of its lines", async (t) => {
  const { db } = await openTestDatabase(t);
  const [clock, newId, log] = [() => new Date(), () => randomUUID() as string, silentLog];
  let says: EngineDescription | null = saying({ ann: "1", bea: "1" });
  const far: SpeechEngine = {
    provider: "far",
    name: "Far",
    kind: "remote",
    concurrency: 1,
    describe: async () => says ?? Promise.reject(new Error("no route to host")),
    speak: () => Promise.reject(new Error("not in this test")),
    async [Symbol.asyncDispose]() {},
  };
  const jobs = await openJobs(db, log);
  const speaking = createEngines({ threads: 1 });
  const onChange = (ids: readonly string[]) => respeakVoices({ db, jobs }, ids);
  const keeper = await keepCatalogue({ db, jobs, clock, newId, log }, [...speaking.list(), far], { onChange });
  const engines = withKeeper(speaking, keeper);
  const services = { db, engines, jobs, clock, newId };
  let respoken = Promise.withResolvers<void>();
  await jobs.work(VOICES_QUEUE, { concurrency: 1 }, async ({ key }) => {
    await respeakProject(services, key);
    respoken.resolve();
  });
  t.after(async () => {
    await jobs.stop(1_000);
    await engines[Symbol.asyncDispose]();
  });
  const { signal } = new AbortController();
  await engines.refresh("far", signal);

  const [projectId, sectionId, accountId] = [newId(), newId(), newId()];
  const names = { username: accountId, display_name: accountId, avatar_url: null, email: null };
  await db.q
    .insertInto("accounts")
    .values({ id: accountId, ...names, plan: "free", created_at: clock() })
    .execute();
  await db.transaction(async () => {
    await addProject(services, { id: projectId, accountId, name: null });
    await addSection(services, {
      id: sectionId,
      projectId,
      accountId,
      title: "Boats",
      sectionIndex: 0,
      blockId: newId(),
      text: "Boats.",
      actorSessionId: newId(),
      at: clock(),
    });
    const characters = ["ann", "bea"].map((name) => ({ id: newId(), name, aliases: [], gender: null, age: null }));
    await addCharacters(services, projectId, characters);
    for (const { id, name } of characters)
      await db.q
        .updateTable("speakers")
        .set({ casting_voice_id: voiceId("far", name), casting_source: "user" })
        .where("id", "=", id)
        .execute();
  });
  const speakers = (await speakerRows(services, projectId)).filter(({ role }) => role === "character");
  const casts = await castsOf(services, projectId);
  await db.transaction(() =>
    replaceScript(
      services,
      sectionId,
      1,
      speakers.map(({ id }) => line(id)),
      casts,
    ),
  );
  const intents = async () => (await blocksOf(services, sectionId)).map(({ intent_hash }) => intent_hash);
  const before = await intents();
  assert.ok(before.length === 2 && before.every((hash) => hash !== null));

  says = null;
  await engines.refresh("far", signal);
  assert.equal((await engines.catalogue()).voice(voiceId("far", "ann"))?.available, false);
  assert.deepEqual(await castsOf(services, projectId), casts);
  await respeakProject(services, projectId);
  assert.deepEqual(await intents(), before, "the same intents are written while the engine is away");

  respoken = Promise.withResolvers();
  says = saying({ ann: "2", bea: "1" });
  await engines.refresh("far", signal);
  await respoken.promise;
  const after = await intents();
  assert.deepEqual(
    after.map((hash, at) => hash === before[at]),
    speakers.map(({ name }) => name !== "ann"),
  );
});
