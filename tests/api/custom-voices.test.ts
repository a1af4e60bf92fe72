// Voices that engines make for an account: cloned with a consent, designed from words, seen by one account, removed again. The
// services are stand-ins, which answer as their documentation states.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { type Client, type CustomVoiceRequest, LIMITS } from "@fullcast/contract";
import { madeWav } from "../../packages/server/codec/made-sounds.ts";
import type { StandIn } from "../../packages/server/engines/brought/stand-in.ts";
import { poll, refused, startTestServer, type TestServer } from "./server.ts";
import { readySound } from "./sound.ts";
import { createAudio, createStory, prepare, studioMutation } from "./story.ts";
import { makersAreKnown, startVoiceMakers, type VoiceMakers } from "./voice-makers.ts";

const folder = mkdtempSync(join(tmpdir(), "fullcast-custom-voices-"));
let makers: VoiceMakers;
let labs: StandIn;
let box: StandIn;
let server: TestServer;
let owner: Client;
let soundId: string;

before(async () => {
  makers = await startVoiceMakers();
  ({ labs, box } = makers);
  const file = join(folder, "engines.json");
  writeFileSync(file, makers.enginesFile, { mode: 0o600 });
  server = await startTestServer({ FULLCAST_ENGINES_FILE: file });
  owner = server.client;
  soundId = await recording(owner, "Anna reads", 8);
  await makersAreKnown(owner);
});
after(async () => {
  await server[Symbol.asyncDispose]();
  await makers[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** A recording of this length as a sound of the account. */
const recording = (client: Client, name: string, seconds: number) =>
  readySound(client, { name }, madeWav({ samples: seconds * 44_100 })).then(({ id }) => id);

type Cloned = Extract<CustomVoiceRequest, { kind: "cloned" }>;

/** A request with the confirmed text. */
async function cloned(client: Client, provider: string, changes: Partial<Cloned> = {}): Promise<Cloned> {
  const { text_sha256 } = await client.call("readCloneConsent", {
    query: { provider, person: "Anna Bell", by: "self", language: "en" },
  });
  return {
    ...{
      schema_version: 1,
      client_mutation_id: randomUUID(),
      kind: "cloned",
      provider,
      name: "Anna",
      language: "en-GB",
    },
    ...{ gender: "female", age: "adult", description: "Warm.", sound_ids: [soundId] },
    consent: { person: "Anna Bell", by: "self", language: "en", text_sha256 },
    ...changes,
  } as Cloned;
}

const request = (client: Client, body: CustomVoiceRequest) =>
  client.call("requestCustomVoice", { body }).then(({ custom_voice }) => custom_voice);
const read = (client: Client, customVoiceId: string) => client.call("readCustomVoice", { params: { customVoiceId } });
const settled = (client: Client, id: string) =>
  poll(
    () => read(client, id).then(({ custom_voice }) => custom_voice),
    ({ state }) => state === "ready" || state === "failed" || state === "removed",
  );
const remove = (client: Client, customVoiceId: string, takes?: "keep" | "delete") =>
  client.call("removeCustomVoice", { params: { customVoiceId }, query: takes === undefined ? {} : { takes } });

async function account(plan: "free" | "creator") {
  const { account, raw_key } = await owner.call("createAccount", {
    body: { username: `a${randomUUID().slice(0, 8)}`, display_name: "A reader", plan, snowcoins: 100 },
  });
  return { id: account.id, key: raw_key, client: server.withKey(raw_key) };
}

/** A story whose narrator has the voice, with audio. @returns its project and its run */
async function spokenStory(client: Client, voice_id: string) {
  const story = await createStory(client, "The ferry came home late and told of it.");
  await prepare(client, story.projectId, story.sectionId);
  const { speakers, speaker_registry_version } = await client.call("listSpeakers", {
    params: { projectId: story.projectId },
  });
  const narrator = speakers.find(({ role }) => role === "narrator") ?? assert.fail("there is no narrator");
  await client.call("castSpeaker", {
    params: { projectId: story.projectId, speakerId: narrator.id },
    body: { ...studioMutation(), base_speaker_registry_version: speaker_registry_version, voice_id },
  });
  const { run } = await createAudio(client, story.projectId, story.sectionId);
  assert.equal(run.status, "completed", JSON.stringify(run.error_summary));
  return story;
}

for (const provider of ["labs", "box"]) {
  describe(`a voice that ${provider} clones`, () => {
    const service = () => (provider === "labs" ? labs : box);

    test("is made of the sound with the record of the consent, speaks, and is deleted with what it spoke", async () => {
      const sent = await cloned(owner, provider);
      const voice = await settled(owner, (await request(owner, sent)).id);
      assert.equal(voice.state, "ready", voice.fault ?? "");
      const [made] = [...service().made.values()].filter(({ name }) => name === `fullcast-${voice.id}`);
      assert.equal(made?.files.length, 1);
      assert.equal(Buffer.from(made?.files[0]?.bytes.subarray(0, 4) ?? []).toString(), "RIFF");
      assert.equal(voice.consent?.person, "Anna Bell");
      assert.equal(voice.consent?.text_sha256, sent.consent.text_sha256);
      assert.match(voice.consent?.text ?? "", /my own voice/);
      assert.deepEqual(
        voice.recordings.map(({ sound_id, duration_ms }) => [sound_id, duration_ms]),
        [[soundId, 8_000]],
      );
      const listed = (await owner.call("listVoices", { query: { provider } })).voices.find(
        ({ voice_id }) => voice_id === voice.voice_id,
      );
      assert.deepEqual(
        [listed?.name, listed?.language, listed?.gender, listed?.tags],
        ["Anna", "en-GB", "female", ["cloned"]],
      );

      const story = await spokenStory(owner, voice.voice_id ?? "");
      const used = await read(owner, voice.id);
      assert.deepEqual(used.use, [
        { project_id: story.projectId, title: used.use[0]?.title, speakers: ["Narrator"], takes: 1 },
      ]);

      const { passport } = await owner.call("readPassport", { params: { projectId: story.projectId } });
      const [heard] = passport.voices;
      assert.deepEqual([heard?.voice, heard?.clone_consent?.text_sha256], ["Anna", sent.consent.text_sha256]);
      assert.ok(!JSON.stringify(passport).includes("Anna Bell"));

      const removed = await remove(owner, voice.id, "delete");
      assert.deepEqual(removed.use, used.use);
      assert.notEqual(removed.custom_voice.consent?.withdrawn_at, null);
      assert.equal((await settled(owner, voice.id)).state, "removed");
      assert.equal(service().made.size, 0);
      const { custom_voices } = await owner.call("listCustomVoices");
      const kept = custom_voices.find(({ id }) => id === voice.id);
      assert.deepEqual([kept?.state, kept?.consent?.person], ["removed", "Anna Bell"]);
      const after = await read(owner, voice.id);
      assert.deepEqual(
        after.use.map(({ takes }) => takes),
        [0],
      );
      // Another voice speaks for it, as for any voice that is away.
      const asked = service().texts.length;
      await createAudio(owner, story.projectId, story.sectionId);
      assert.equal(service().texts.length, asked);
      assert.equal((await read(owner, voice.id)).use[0]?.takes, 0);
    });

    test("is made once, although its request is sent twice and the service fails at first", async () => {
      service().next.push("fails");
      const asked = await cloned(owner, provider);
      const [one, two] = await Promise.all([request(owner, asked), request(owner, asked)]);
      assert.equal(one.id, two.id);
      assert.equal((await settled(owner, one.id)).state, "ready");
      assert.equal(service().made.size, 1);
      await remove(owner, one.id);
      await settled(owner, one.id);
    });

    test("that the service refuses states why, and can be removed", async () => {
      service().next.push("rejects");
      const voice = await settled(owner, (await request(owner, await cloned(owner, provider))).id);
      assert.equal(voice.state, "failed");
      assert.match(voice.fault ?? "", /refuses this request \(status 400\)/);
      await remove(owner, voice.id);
      assert.equal((await settled(owner, voice.id)).state, "removed");
    });
  });
}

test("samples of a voice stay when it is removed, and are deleted with what it spoke when the consent is withdrawn", async () => {
  const voice = await settled(owner, (await request(owner, await cloned(owner, "box"))).id);
  const voiceId = voice.voice_id ?? assert.fail("no voice");
  const samples = [];
  for (const text of [undefined, "The ferry came home late."]) {
    const body = text === undefined ? {} : { text };
    samples.push((await owner.call("previewVoice", { params: { voiceId }, body })).url);
  }
  const other = (await owner.call("listVoices", { query: { provider: "box" } })).voices.find(
    ({ voice_id }) => voice_id !== voiceId,
  );
  const kept = await owner.call("previewVoice", { params: { voiceId: other?.voice_id ?? "" }, body: {} });
  const answers = (urls: readonly string[]) => Promise.all(urls.map(async (url) => (await fetch(url)).status));
  await remove(owner, voice.id);
  assert.deepEqual(await answers(samples), [200, 200]);
  await remove(owner, voice.id, "delete");
  assert.deepEqual(await answers([...samples, kept.url]), [403, 403, 200]);
  await settled(owner, voice.id);
});

test("a sample that is being spoken while the consent is withdrawn is not stored", async () => {
  const voice = await settled(owner, (await request(owner, await cloned(owner, "box"))).id);
  const params = { voiceId: voice.voice_id ?? assert.fail("no voice") };
  const removed = Promise.withResolvers<void>();
  const asked = new Promise<void>((resolve) => {
    box.heldBy = (text) => {
      if (!text.startsWith("It is late")) return null;
      resolve();
      return removed.promise;
    };
  });
  const sample = refused(owner.call("previewVoice", { params, body: { text: "It is late." } }), 404, "NOT_FOUND");
  await asked;
  await remove(owner, voice.id, "delete");
  removed.resolve();
  await sample;
  box.heldBy = () => null;
  await settled(owner, voice.id);
});

test("a sample that is being spoken while its account is deleted is not stored", async () => {
  const { id, client } = await account("creator");
  const own = await recording(client, "Anna reads", 8);
  const voice = await settled(client, (await request(client, await cloned(client, "box", { sound_ids: [own] }))).id);
  const params = { voiceId: voice.voice_id ?? assert.fail("no voice") };
  const deleted = Promise.withResolvers<void>();
  const asked = new Promise<void>((resolve) => {
    box.heldBy = (text) => {
      if (!text.startsWith("The tide")) return null;
      resolve();
      return deleted.promise;
    };
  });
  const sample = refused(client.call("previewVoice", { params, body: { text: "The tide is out." } }), 404, "NOT_FOUND");
  await asked;
  await owner.call("deleteAccount", { params: { accountId: id } });
  deleted.resolve();
  await sample;
  box.heldBy = () => null;
});

test("a designed voice is made of words, needs no consent, and keeps what it spoke when it is removed", async () => {
  const body = {
    ...{
      schema_version: 1 as const,
      client_mutation_id: randomUUID(),
      kind: "designed" as const,
      provider: "labs",
      name: "Old Tom",
    },
    ...{ language: "en-GB", gender: "male" as const, age: "old" as const },
    description: "A harbour master of seventy, hoarse and friendly.",
  };
  const voice = await settled(owner, (await request(owner, body)).id);
  assert.equal(voice.state, "ready", voice.fault ?? "");
  assert.equal(voice.consent, null);
  assert.match(String([...labs.made.values()][0]?.fields.voice_description), /^A harbour master of seventy/);
  const story = await spokenStory(owner, voice.voice_id ?? "");

  const impact = await owner.call("previewProjectDeletion", { params: { projectId: story.projectId } });
  assert.equal(impact.ai_designed_voice_count, 1);
  const gone = await owner.call("deleteProject", {
    params: { projectId: story.projectId },
    body: { schema_version: 1, expected_project_kind: "standalone", delete_ai_designed_voices: true },
  });
  assert.deepEqual([gone.ai_designed_voices_deleted, gone.ai_designed_voices_retained], [1, 0]);
  assert.equal((await settled(owner, voice.id)).state, "removed");
  assert.equal(labs.made.size, 0);
});

test("no voice is cloned without the confirmed text, a proof for others, and sounds of the account that are long enough", async () => {
  const wrong = await cloned(owner, "box");
  await refused(
    request(owner, { ...wrong, consent: { ...wrong.consent, text_sha256: "0".repeat(64) } }),
    409,
    "CONSENT_TEXT_CHANGED",
  );
  await refused(
    request(owner, { ...wrong, consent: { ...wrong.consent, person: "Ben" } }),
    409,
    "CONSENT_TEXT_CHANGED",
  );
  const { consent: _, ...without } = wrong;
  await refused(request(owner, without as Cloned), 400, "INVALID_REQUEST");
  const other = await refused(
    request(owner, { ...wrong, consent: { ...wrong.consent, by: "other" } }),
    400,
    "INVALID_REQUEST",
  );
  assert.match(JSON.stringify(other), /proof/);
  const short = await recording(owner, "Too short", 2);
  const tooShort = await refused(request(owner, { ...wrong, sound_ids: [short] }), 400, "INVALID_REQUEST");
  assert.match(JSON.stringify(tooShort), /5 to 300 seconds together, not of 2/);
  const many = Array.from({ length: LIMITS.clone_recordings + 1 }, () => randomUUID());
  await refused(request(owner, { ...wrong, sound_ids: many }), 400, "INVALID_REQUEST");
  const { client: stranger } = await account("creator");
  const foreign = await refused(request(stranger, await cloned(stranger, "box")), 400, "INVALID_REQUEST");
  assert.match(JSON.stringify(foreign), /no ready sound of this account/);
  const none = await refused(cloned(owner, "espeak"), 400, "INVALID_REQUEST");
  assert.match(JSON.stringify(none), /these do: box, labs|these do: labs, box/);
  assert.equal(box.made.size, 0);
});

test("the plan Free clones at no remote service; an engine in the own network does not count", async () => {
  const { client: free } = await account("free");
  const own = await recording(free, "Me", 8);
  const refusal = await refused(
    request(free, await cloned(free, "labs", { sound_ids: [own] })),
    409,
    "ENGINE_QUOTA_EXCEEDED",
  );
  assert.match(JSON.stringify(refusal), /prepares no voices/);
  const voice = await settled(free, (await request(free, await cloned(free, "box", { sound_ids: [own] }))).id);
  assert.equal(voice.state, "ready");
  await remove(free, voice.id);
  await settled(free, voice.id);
});

test("another account neither sees, hears, casts, reads nor removes a custom voice, and casting never chooses it", async () => {
  const voice = await settled(owner, (await request(owner, await cloned(owner, "box"))).id);
  const voiceId = voice.voice_id ?? assert.fail("no voice");
  const { client: stranger, key } = await account("creator");
  const listed = await stranger.call("listVoices", { query: { provider: "box" } });
  assert.ok(listed.voices.length > 0 && listed.voices.every(({ voice_id }) => voice_id !== voiceId));
  assert.ok((await stranger.call("listSpeechVoices")).voices.every(({ id }) => id !== voiceId));
  await refused(stranger.call("previewVoice", { params: { voiceId }, body: {} }), 404, "NOT_FOUND");
  await refused(read(stranger, voice.id), 404, "NOT_FOUND");
  await refused(remove(stranger, voice.id), 404, "NOT_FOUND");
  const story = await createStory(stranger, "The ferry came home late.");
  await prepare(stranger, story.projectId, story.sectionId);
  const params = { projectId: story.projectId };
  const { speakers, speaker_registry_version } = await stranger.call("listSpeakers", { params });
  await refused(
    stranger.call("castSpeaker", {
      params: { ...params, speakerId: speakers[0]!.id },
      body: { ...studioMutation(), base_speaker_registry_version: speaker_registry_version, voice_id: voiceId },
    }),
    400,
    "INVALID_REQUEST",
  );
  const body = JSON.stringify({ model: "tts-1", voice: voiceId, input: "Hello." });
  const headers = { "content-type": "application/json" };
  assert.equal((await server.request("/audio/speech", { method: "POST", body, headers, key })).status, 400);
  await remove(owner, voice.id);
  await settled(owner, voice.id);
});

test("with its account, a voice is deleted at its engine", async () => {
  const { id, client } = await account("creator");
  const own = await recording(client, "Me", 8);
  const voice = await settled(client, (await request(client, await cloned(client, "box", { sound_ids: [own] }))).id);
  assert.equal(voice.state, "ready");
  assert.equal(box.made.size, 1);
  await owner.call("deleteAccount", { params: { accountId: id } });
  await poll(
    async () => box.made.size,
    (left) => left === 0,
  );
});

test("a voice whose engine is away is not used from the answer on, and is deleted when the engine is back, after a restart too", async () => {
  const voice = await settled(owner, (await request(owner, await cloned(owner, "box"))).id);
  // The next attempt comes after the restart, or directly before it.
  box.next.push("fails", "fails");
  const { custom_voice } = await remove(owner, voice.id);
  assert.equal(custom_voice.state, "removing");
  const voiceId = voice.voice_id ?? "";
  await refused(owner.call("previewVoice", { params: { voiceId }, body: {} }), 404, "NOT_FOUND");
  await server.restart();
  owner = server.client;
  assert.equal((await settled(owner, voice.id)).state, "removed");
  assert.equal(box.made.size, 0);
});
