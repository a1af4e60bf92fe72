// Engines whose state changes while the server runs: how soon that shows, and what is known of one that was never reached.

import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type StandIn, startStandIn } from "../../packages/server/engines/brought/stand-in.ts";
import { voiceId } from "../../packages/server/engines/registry.ts";
import { poll, startTestServer, type TestServer } from "./server.ts";
import { createAudio, createStory, finished, media, prepare, studioMutation } from "./story.ts";

const folder = mkdtempSync(join(tmpdir(), "fullcast-engines-"));
let labs: StandIn;
let server: TestServer;

before(async () => {
  labs = await startStandIn();
  const file = join(folder, "engines.json");
  const voices = [{ id: "nell", name: "Nell", language: "en-GB", gender: "female", age: "adult" }];
  const away = { type: "openai-compatible", base_url: "http://127.0.0.1:1/v1", model: "kokoro", voices };
  const engines = [
    { provider: "labs", type: "elevenlabs", base_url: labs.url, api_key: "sk-1", models: ["eleven_multilingual_v2"] },
    { provider: "never-reached", ...away },
    { provider: "no-key", ...away, api_key_env: "FULLCAST_TEST_KEY_THAT_IS_NOT_SET" },
  ];
  writeFileSync(file, JSON.stringify({ engines }));
  chmodSync(file, 0o600);
  server = await startTestServer({ FULLCAST_ENGINES_FILE: file });
});
after(async () => {
  await server[Symbol.asyncDispose]();
  await labs[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** Reads the engines until this one has a state. @returns the seconds that this took */
async function secondsUntil(provider: string, status: string): Promise<number> {
  const began = performance.now();
  await poll(
    () => server.client.call("listEngines"),
    ({ engines }) => engines.some((engine) => engine.provider === provider && engine.status === status),
  );
  return (performance.now() - began) / 1000;
}

test("a used up subscription shows within 15 s, an engine that went away within 20 s, its return within 60 s", async () => {
  await secondsUntil("labs", "available");
  labs.usual = "quota";
  const exhausted = await secondsUntil("labs", "exhausted");
  assert.ok(exhausted < 15, `exhausted after ${exhausted.toFixed(1)} s`);
  labs.usual = "speaks";
  const refilled = await secondsUntil("labs", "available");
  assert.ok(refilled < 15, `refilled after ${refilled.toFixed(1)} s`);
  labs.lists = "left open";
  const gone = await secondsUntil("labs", "unreachable");
  assert.ok(gone < 20, `gone after ${gone.toFixed(1)} s`);
  const { voices } = await server.client.call("listVoices", { query: { provider: "labs" } });
  assert.ok(voices.length > 0 && voices.every(({ available }) => !available));
  labs.lists = "answered";
  const back = await secondsUntil("labs", "available");
  assert.ok(back < 60, `back after ${back.toFixed(1)} s`);
});

test("voices that the engines file names are known and can be cast before their engine was ever reached", async () => {
  await secondsUntil("never-reached", "unreachable");
  await secondsUntil("no-key", "unconfigured");
  for (const provider of ["never-reached", "no-key"]) {
    const { voices } = await server.client.call("listVoices", { query: { provider } });
    assert.deepEqual(
      voices.map(({ voice_id, name, model, available }) => [voice_id, name, model, available]),
      [[voiceId(provider, "nell"), "Nell", "kokoro", false]],
    );
    const engine = (await server.client.call("listEngines")).engines.find((one) => one.provider === provider)!;
    assert.deepEqual([engine.models, engine.last_seen_at], [["kokoro"], null]);
    assert.ok(Math.abs(Date.now() - Date.parse(engine.checked_at ?? "")) < 60_000, "the last try has its time");
  }
  const { projectId } = await createStory(server.client, "The boat was late.", "Away");
  const { speakers, speaker_registry_version } = await server.client.call("listSpeakers", { params: { projectId } });
  const narrator = speakers.find(({ role }) => role === "narrator")!;
  const { speaker } = await server.client.call("castSpeaker", {
    params: { projectId, speakerId: narrator.id },
    body: {
      ...studioMutation(),
      base_speaker_registry_version: speaker_registry_version,
      voice_id: voiceId("never-reached", "nell"),
    },
  });
  assert.equal(speaker.casting?.voice_id, voiceId("never-reached", "nell"));
});

test("a voice that its service no longer has: its takes stay; another one speaks or the lines fail with advice; it speaks when it is back", async () => {
  const ada = voiceId("labs", "abc123");
  const isThere = async () => {
    const { voices } = await server.client.call("listVoices", { query: { provider: "labs" } });
    return voices.find(({ voice_id }) => voice_id === ada)?.available;
  };
  const storyOf = async (name: string) => {
    const story = await createStory(server.client, `The ${name} was late.\n`, name);
    await prepare(server.client, story.projectId, story.sectionId);
    const { speakers, speaker_registry_version } = await server.client.call("listSpeakers", { params: story });
    await server.client.call("castSpeaker", {
      params: { projectId: story.projectId, speakerId: speakers.find(({ role }) => role === "narrator")!.id },
      body: { ...studioMutation(), base_speaker_registry_version: speaker_registry_version, voice_id: ada },
    });
    return story;
  };
  await poll(isThere, (there) => there === true);
  const early = await storyOf("barge");
  assert.equal((await createAudio(server.client, early.projectId, early.sectionId)).run.status, "completed");

  labs.withdrawn.add("abc123");
  const other = await storyOf("punt");
  assert.equal((await createAudio(server.client, other.projectId, other.sectionId)).run.status, "completed");
  const [spoken] = await media(server.client, other.sectionId);
  assert.match(spoken?.warnings[0] ?? "", /spoke this line instead of labs/);

  await server.client.call("changeGenerationPreferences", { body: { allow_fallbacks: false } });
  const late = await storyOf("ferry");
  const asked = labs.texts.length;
  const failed = await createAudio(server.client, late.projectId, late.sectionId);
  assert.notEqual(failed.run.status, "completed");
  const reasons = failed.run.error_summary.map(({ message }) => message ?? "").join(" ");
  assert.match(reasons, /another voice/);
  assert.ok(labs.texts.length - asked <= 1, "the refused line is not sent again");
  await poll(isThere, (there) => there === false);
  assert.deepEqual(
    (await media(server.client, early.sectionId)).map(({ freshness }) => freshness),
    ["current"],
  );

  labs.withdrawn.delete("abc123");
  await poll(isThere, (there) => there === true);
  const { run } = await server.client.call("resumeWorkflow", {
    params: { workflowRunId: failed.run.id },
    body: studioMutation(),
  });
  assert.equal((await finished(server.client, run.id)).run.status, "completed");
});
