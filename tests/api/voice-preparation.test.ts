// ElevenLabs with voices that need preparation, plans and sound effects, in a running server. The stand-in answers as the
// vendor documents it.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { Client } from "@fullcast/contract";
import { type StandIn, startStandIn } from "../../packages/server/engines/brought/stand-in.ts";
import { voiceId } from "../../packages/server/engines/registry.ts";
import { inDatabase } from "./in-database.ts";
import { poll, refused, startTestServer, type TestServer } from "./server.ts";
import { createAudio, createStory, media, mutation, prepare, studioMutation } from "./story.ts";

const KEY = "sk-secret-key-of-the-stand-in";
const [FIRST, SECOND, THIRD] = ["lib1", "lib2", "lib3"].map((id) => voiceId("labs", id)) as [string, string, string];
const folder = mkdtempSync(join(tmpdir(), "fullcast-preparation-"));
let labs: StandIn;
let server: TestServer;

before(async () => {
  labs = await startStandIn();
  const file = join(folder, "engines.json");
  const entry = { provider: "labs", type: "elevenlabs", base_url: labs.url, api_key: KEY, models: ["eleven_v3"] };
  writeFileSync(file, JSON.stringify({ engines: [{ ...entry, effects: true, snowcoins_per_1000: 30 }] }), {
    mode: 0o600,
  });
  server = await startTestServer({ FULLCAST_ENGINES_FILE: file });
  await listed(THIRD);
});
after(async () => {
  await server[Symbol.asyncDispose]();
  await labs[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const voices = async () => (await server.client.call("listVoices", { query: { provider: "labs" } })).voices;
const listed = (id: string) => poll(voices, (all) => all.some(({ voice_id }) => voice_id === id));

async function account(
  plan: "free" | "creator",
): Promise<{ readonly id: string; readonly key: string; readonly client: Client }> {
  const { account, raw_key } = await server.client.call("createAccount", {
    body: { username: `a${randomUUID().slice(0, 8)}`, display_name: "A reader", plan, snowcoins: 100 },
  });
  const client = server.withKey(raw_key);
  await client.call("changeGenerationPreferences", { body: { allow_fallbacks: false } });
  return { id: account.id, key: raw_key, client };
}

/** A story whose narrator has this voice. */
async function storyOf(client: Client, voice_id: string, line = "The ferry came home late and told of it.") {
  const story = await createStory(client, line);
  await prepare(client, story.projectId, story.sectionId);
  await cast(client, story.projectId, "Narrator", voice_id);
  return story;
}

async function cast(client: Client, projectId: string, name: string, voice_id: string) {
  const { speakers, speaker_registry_version } = await client.call("listSpeakers", { params: { projectId } });
  const speaker = speakers.find((one) => one.name === name || (name === "Narrator" && one.role === "narrator"));
  await client.call("castSpeaker", {
    params: { projectId, speakerId: speaker?.id ?? assert.fail(`there is no ${name}`) },
    body: { ...studioMutation(), base_speaker_registry_version: speaker_registry_version, voice_id },
  });
}

const statusOf = async (client: Client, sectionId: string) => {
  const { blocks } = await client.call("readGenerationAvailability", { params: { sectionId } });
  const generation = blocks.flatMap(({ generation }) => generation ?? [])[0] ?? assert.fail("nothing is spoken");
  return [generation.status, generation.reason_code ?? generation.diagnostics[0]?.code ?? null];
};
const preparation = (client: Client, voice_ids?: string) =>
  client.call("readVoicePreparation", { query: voice_ids === undefined ? {} : { voice_ids } });

test("voices of the library need preparation; those of the account do not", async () => {
  const needs = new Map((await voices()).map(({ voice_id, preparation_required }) => [voice_id, preparation_required]));
  assert.deepEqual(
    [FIRST, SECOND, THIRD, voiceId("labs", "abc123")].map((id) => needs.get(id)),
    [true, true, true, false],
  );
});

test("a run prepares the voice once, and it counts against the month's allowance", async () => {
  const { client } = await account("creator");
  const story = await storyOf(client, FIRST);
  assert.deepEqual(await statusOf(client, story.sectionId), ["materialization_required", "provider_asset_missing"]);
  const asked = await preparation(client, FIRST);
  assert.deepEqual([asked.provider, asked.status, asked.notice], ["labs", "available", null]);
  assert.deepEqual(asked.voices, [{ voice_id: FIRST, preparation_required: true }]);
  await refused(client.call("previewVoice", { params: { voiceId: FIRST }, body: {} }), 409, "ENGINE_QUOTA_EXCEEDED");

  const { run, steps } = await createAudio(client, story.projectId, story.sectionId);
  assert.equal(run.status, "completed", JSON.stringify(run.error_summary));
  const step = steps.find(({ step_kind }) => step_kind === "prepare_voices");
  assert.equal(step?.status, "succeeded");
  assert.deepEqual([...labs.copies.keys()], ["lib1"]);
  assert.deepEqual(await statusOf(client, story.sectionId), ["available", null]);
  assert.deepEqual((await preparation(client, FIRST)).voices, [{ voice_id: FIRST, preparation_required: false }]);

  const again = await storyOf(client, FIRST, "The barge went out at noon with the tide.");
  const second = await createAudio(client, again.projectId, again.sectionId);
  assert.equal(second.run.status, "completed", JSON.stringify(second.run.error_summary));
  assert.equal(second.steps.find(({ step_kind }) => step_kind === "prepare_voices")?.status, "skipped");
});

test("a preview and a speech request are charged by their text as a take is, whatever the service counts", async () => {
  const { client, key } = await account("creator");
  const voice = voiceId("labs", "abc123");
  const snowcoins = async () => (await client.call("readBalance")).balance.snowcoins;
  const text = "x".repeat(99).replace(/(.{8})x/g, "$1 ");
  for (const costFactor of [0, 0.5, 1, 1_000]) {
    labs.costFactor = costFactor;
    const before = await snowcoins();
    await client.call("previewVoice", { params: { voiceId: voice }, body: { text: `${text}${labs.texts.length}.` } });
    const between = await snowcoins();
    const input = `${text}0.`;
    const body = JSON.stringify({ model: "eleven_v3", input, voice, response_format: "wav" });
    assert.equal((await server.request("/audio/speech", { method: "POST", body, key })).status, 200);
    // 101 or 102 characters at 30 for 1,000.
    assert.deepEqual([before - between, between - (await snowcoins())], [4, 4], String(costFactor));
  }
  labs.costFactor = 1;
});

test("the free plan cannot use eleven_v3, even with a prepared voice; nothing is sent", async () => {
  const { client } = await account("free");
  const story = await storyOf(client, FIRST, "The punt drifted under the old bridge.");
  assert.deepEqual(await statusOf(client, story.sectionId), ["unavailable", "plan_not_sufficient"]);
  const { status, notice } = await preparation(client);
  assert.equal(status, "exhausted");
  assert.match(notice ?? "", /The plan Free prepares no voices/);
  const { run, steps } = await createAudio(client, story.projectId, story.sectionId);
  assert.notEqual(run.status, "completed");
  assert.ok(steps.some(({ error_code }) => error_code === "STUDIO_WORKFLOW_PLAN_NOT_SUFFICIENT"));
  const [line] = await media(client, story.sectionId);
  assert.match(line?.error ?? "", /^The plan Free does not include this model/);
  assert.ok(!labs.texts.some((text) => text.includes("punt")));
  const { actions } = await client.call("readAccountCapabilities");
  assert.equal(actions.clone_voice.allowed, false);
});

describe("a used-up allowance", () => {
  const months = async (accountId: string, at: (now: Date) => Date) =>
    inDatabase(server, async (db) => {
      await db.q.deleteFrom("voice_preparations").where("account_id", "=", accountId).execute();
      for (let i = 0; i < 20; i++) {
        const made = at(new Date());
        const of = { account_id: accountId, provider: "labs", engine_voice_id: `other${i}` };
        await db.q
          .insertInto("voice_preparations")
          .values({ id: randomUUID(), ...of, created_at: made, prepared_at: made })
          .execute();
      }
    });

  test("loses voices that are not prepared, keeps prepared ones, and begins anew with the month", async () => {
    const { id, key, client: first } = await account("creator");
    assert.equal((await first.call("readAccountCapabilities")).actions.clone_voice.allowed, true);
    await months(id, (now) => now);
    const client = server.withKey(key);
    const story = await createStory(client, '"The tide is in," said Anna. The dory went out.');
    await prepare(client, story.projectId, story.sectionId);
    await cast(client, story.projectId, "Narrator", FIRST);
    await cast(client, story.projectId, "Anna", SECOND);
    const { blocks } = await client.call("readGenerationAvailability", { params: { sectionId: story.sectionId } });
    const states = blocks.flatMap(({ generation }) => (generation === null ? [] : [generation.status]));
    assert.deepEqual([...new Set(states)].sort(), ["available", "unavailable"]);
    const { status, notice } = await preparation(client);
    assert.equal(status, "exhausted");
    assert.match(notice ?? "", /^The account has used the 20 voice preparations of this month.*-01 \(UTC\)/);

    const workflow = await createAudio(client, story.projectId, story.sectionId);
    assert.ok(workflow.steps.some(({ error_code }) => error_code === "STUDIO_WORKFLOW_PROVIDER_QUOTA_EXCEEDED"));
    const lines = await media(client, story.sectionId);
    const byState = Map.groupBy(lines, ({ freshness, error }) => (error === null ? freshness : "failed"));
    assert.ok((byState.get("current") ?? []).length >= 1, "the narrator's lines are spoken");
    assert.match(byState.get("failed")?.[0]?.error ?? "", /voice preparations of this month/);
    assert.ok(!labs.copies.has("lib2"));

    await months(id, (now) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0, 23, 59, 59)));
    assert.equal((await preparation(server.withKey(key))).status, "available");
  });
});

test("an account at the provider without room is a notice of its own, and no preparation counts", async () => {
  const { client } = await account("creator");
  labs.voiceSlots = labs.copies.size;
  const { notice } = await poll(
    () => preparation(client),
    ({ status }) => status === "exhausted",
  );
  assert.match(notice ?? "", /^The provider's account has no room for another voice/);
  labs.voiceSlots = 10;
  await poll(
    () => preparation(client),
    ({ status }) => status === "available",
  );
});

describe("sound effects of the service", () => {
  test("are quoted, charged by their length, and made by it", async () => {
    const { client } = await account("creator");
    const story = await createStory(client, "x");
    const { document } = await client.call("readDocument", { params: { sectionId: story.sectionId } });
    await client.call("importScript", {
      params: { sectionId: story.sectionId },
      body: {
        ...studioMutation(),
        base_document_version: document.document_version,
        text: "[SFX: a dragon purring in its sleep, 4s]\n\n[SFX: waves against a pier, 45s]\n",
      },
    });
    const quote = await client.call("quoteWorkflow", {
      params: { projectId: story.projectId },
      body: { schema_version: 2, workflow_kind: "create_audio", ...mutation(), section_ids: [story.sectionId] },
    });
    // 4 s and 30 s at 25 characters a second; the longer sound is a loop.
    assert.deepEqual([quote.characters, quote.snowcoins], [850, 26]);
    const before = (await client.call("readBalance")).balance.snowcoins;
    const { run } = await createAudio(client, story.projectId, story.sectionId);
    assert.equal(run.status, "completed", JSON.stringify(run.error_summary));
    const sounds = (await media(client, story.sectionId)).filter(({ freshness }) => freshness === "current");
    assert.deepEqual(
      sounds.map(({ provider, model }) => `${provider}/${model}`),
      ["labs/eleven_text_to_sound_v2", "labs/eleven_text_to_sound_v2"],
    );
    const [short, long] = sounds.map(({ size_bytes }) => size_bytes ?? 0);
    assert.ok(Math.abs(long! / short! - 45 / 4) < 0.1, "the longer sound is repeated up to its length");
    assert.equal(before - (await client.call("readBalance")).balance.snowcoins, 26);
    const asked = labs.bodies.filter(({ duration_seconds }) => duration_seconds !== undefined);
    assert.deepEqual(asked.map(({ duration_seconds, loop }) => [duration_seconds, loop]).sort(), [
      [30, true],
      [4, undefined],
    ]);
  });

  test("that the service refuses are made by Fullcast where it knows the sound, free of charge", async () => {
    const { client } = await account("creator");
    const story = await createStory(client, "x");
    const { document } = await client.call("readDocument", { params: { sectionId: story.sectionId } });
    await client.call("importScript", {
      params: { sectionId: story.sectionId },
      body: {
        ...studioMutation(),
        base_document_version: document.document_version,
        text: "[SFX: rain on a roof, 4s]\n",
      },
    });
    labs.next.push("rejects");
    const before = (await client.call("readBalance")).balance.snowcoins;
    const { run } = await createAudio(client, story.projectId, story.sectionId);
    assert.equal(run.status, "completed", JSON.stringify(run.error_summary));
    const [sound] = (await media(client, story.sectionId)).filter(({ freshness }) => freshness === "current");
    assert.equal(sound?.provider, "fullcast");
    assert.match(sound?.warnings[0] ?? "", /^Fullcast made this sound instead of ElevenLabs/);
    assert.equal((await client.call("readBalance")).balance.snowcoins, before);
  });
});
