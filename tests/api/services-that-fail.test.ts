// The message on a line for each kind of service failure. Each kind has its own stand-in and engine, so that the pause of one
// engine delays no other.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { after, before, describe, test } from "node:test";
import { createLog } from "@fullcast/server";
import { type Mode, type StandIn, startStandIn } from "../../packages/server/engines/brought/stand-in.ts";
import { voiceId } from "../../packages/server/engines/registry.ts";
import { selfSigned } from "./self-signed.ts";
import { poll, startTestServer, type TestServer } from "./server.ts";
import { createStory, finished, media, mutation, prepare, startAudio, studioMutation } from "./story.ts";

const KEY = "sk-secret-key-of-the-stand-in";
const VOICE = { id: "nora", name: "Nora", language: "en", gender: "female", age: "adult" };
const LINE = "The ferry came home late and told of it.";

interface Way {
  readonly mode: Mode;
  /** The message on the line. Null: the line is spoken in the end. */
  readonly message: RegExp | null;
  readonly requests: number;
  readonly price?: number;
}

const WAYS: { readonly [name: string]: Way } = {
  "refuses the key": {
    mode: "refuses-key",
    message: /^refuses-the-key refuses the key \(status 401\)\. Correct the key of its entry/,
    requests: 1,
  },
  "is used up": { mode: "quota", message: /^The account at is-used-up is used up/, requests: 1 },
  "limits its rate": { mode: "limits", message: /takes no more requests now \(status 429\)/, requests: 4 },
  "has no capacity": { mode: "busy", message: /has no capacity now \(status 503\)/, requests: 4 },
  fails: { mode: "fails", message: /failed \(status 500\)/, requests: 4 },
  "refuses the text": { mode: "rejects", message: /^refuses-the-text refuses this request \(status 4/, requests: 1 },
  "breaks off": { mode: "breaks-off", message: /cannot be reached, or broke off its answer/, requests: 4 },
  "answers a web page": { mode: "html", message: /answered with audio\/wav that is no audio/, requests: 4 },
  "answers an error as a success": {
    mode: "json",
    message: /answered with application\/json that is no audio/,
    requests: 4,
  },
  "speaks silence": { mode: "silence", message: /silen/i, requests: 3 },
  "speaks silence for money": { mode: "silence", message: /silen/i, requests: 1, price: 5 },
  "speaks twenty minutes": { mode: "twenty-minutes", message: /long/i, requests: 3 },
  "speaks twenty minutes for money": { mode: "twenty-minutes", message: /long/i, requests: 1, price: 5 },
  "announces 5 GB": { mode: "huge", message: /answered with more than 64 MiB/, requests: 4 },
  "never ends": { mode: "endless", message: /answered with more than 64 MiB/, requests: 4 },
  "redirects to another host": {
    mode: "redirects",
    message: /redirects to another address, which is not followed/,
    requests: 4,
  },
  "names another format than it sends": { mode: "lies", message: null, requests: 1 },
};

const folder = mkdtempSync(join(tmpdir(), "fullcast-failing-"));
const services = new Map<string, StandIn>();
/** The host that a redirect names. */
let elsewhere: StandIn;
let server: TestServer;
let logged = "";
const stream = new Writable({
  write(chunk: Buffer, _encoding, done) {
    logged += chunk;
    done();
  },
});

const providerOf = (name: string) => name.toLowerCase().replaceAll(" ", "-");
const UNTRUSTED = "shows a certificate of its own";
const HANGING = "hangs";

before(async () => {
  elsewhere = await startStandIn();
  for (const name of Object.keys(WAYS)) services.set(name, await startStandIn());
  services.set(HANGING, await startStandIn());
  services.set(UNTRUSTED, await startStandIn(selfSigned()));
  const engines = [...services].map(([name, { url }]) => ({
    ...{ provider: providerOf(name), type: "openai-compatible", base_url: `${url}/v1`, api_key: KEY },
    ...{ model: "narrator", voices: [VOICE], snowcoins_per_1000: WAYS[name]?.price ?? 0 },
  }));
  const file = join(folder, "engines.json");
  writeFileSync(file, JSON.stringify({ engines }), { mode: 0o600 });
  server = await startTestServer({ FULLCAST_ENGINES_FILE: file }, createLog("debug", stream));
  await server.client.call("changeGenerationPreferences", { body: { allow_fallbacks: false } });
  const me = await server.client.call("readProfile");
  await server.client.call("grantSnowcoins", {
    params: { accountId: me.id },
    body: { client_mutation_id: crypto.randomUUID(), snowcoins: 10, kind: "account" },
  });
  await poll(
    () => server.client.call("listEngines"),
    ({ engines }) => Object.keys(WAYS).every((name) => stateIn(engines, name) === "available"),
  );
});
after(async () => {
  await server[Symbol.asyncDispose]();
  await elsewhere[Symbol.asyncDispose]();
  for (const service of services.values()) await service[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const stateIn = (engines: readonly { readonly provider: string; readonly status: string }[], name: string) =>
  engines.find(({ provider }) => provider === providerOf(name))?.status;

/** A story of one line, spoken by this engine. */
async function narrateWith(name: string) {
  const { projectId, sectionId } = await castWith(name);
  const { run } = await startAudio(server.client, projectId, [sectionId]);
  const ended = await finished(server.client, run.id);
  const [line = assert.fail("the story has no line")] = await media(server.client, sectionId);
  return { status: ended.run.status, line, answers: JSON.stringify([ended, line]) };
}

async function castWith(name: string) {
  const story = await createStory(server.client, LINE, name);
  await prepare(server.client, story.projectId, story.sectionId);
  const { speakers, speaker_registry_version } = await server.client.call("listSpeakers", {
    params: { projectId: story.projectId },
  });
  await server.client.call("castSpeaker", {
    params: { projectId: story.projectId, speakerId: speakers[0]?.id ?? assert.fail("no narrator") },
    body: {
      ...studioMutation(),
      base_speaker_registry_version: speaker_registry_version,
      voice_id: voiceId(providerOf(name), VOICE.id),
    },
  });
  return story;
}

describe("a service that", { concurrency: true }, () => {
  for (const [name, { mode, message, requests }] of Object.entries(WAYS)) {
    test(name, async () => {
      const service = services.get(name) ?? assert.fail();
      if (mode === "redirects") service.redirectTo = `${elsewhere.url}/v1/audio/speech`;
      const isRefusing = mode === "refuses-key" || mode === "quota";
      if (isRefusing) service.next.push(mode);
      else service.usual = mode;
      const { status, line, answers } = await narrateWith(name);
      assert.equal(service.texts.length, requests, line.error ?? "no error");
      assert.doesNotMatch(answers, new RegExp(KEY));
      if (message === null) {
        assert.deepEqual([status, line.freshness, line.error], ["completed", "current", null]);
      } else {
        assert.notEqual(status, "completed");
        assert.match(line.error ?? "", message);
        assert.doesNotMatch(line.error ?? "", /ferry/);
      }
    });
  }

  test("hangs is aborted after its time limit, and the line is requested again", async () => {
    const service = services.get(HANGING) ?? assert.fail();
    service.next.push("hangs");
    const { status, line } = await narrateWith(HANGING);
    assert.deepEqual([status, line.error, service.texts.length], ["completed", null, 2]);
  });
});

test("a redirect took neither the key nor the text to another host", () => {
  assert.deepEqual([elsewhere.headers.length, elsewhere.texts.length], [0, 0]);
});

test("a quote follows the price of the entry", async () => {
  const { projectId, sectionId } = await castWith("speaks silence for money");
  const { snowcoins, by_provider } = await server.client.call("quoteWorkflow", {
    params: { projectId },
    body: { schema_version: 2, workflow_kind: "create_audio", ...mutation(), section_ids: [sectionId] },
  });
  assert.deepEqual([snowcoins, by_provider[0]?.snowcoins], [1, 1]);
});

test("a quote prices people without a voice as they will be cast, not at the price of the narrator's engine", async () => {
  const { projectId, sectionId } = await createStory(
    server.client,
    "“Is it late?” asked Mara.\n\n“It is,” said Tom.\n",
  );
  await prepare(server.client, projectId, sectionId);
  const { speakers, speaker_registry_version } = await server.client.call("listSpeakers", { params: { projectId } });
  const engine = providerOf("speaks silence for money");
  await server.client.call("castSpeaker", {
    params: { projectId, speakerId: speakers.find(({ role }) => role === "narrator")?.id ?? "" },
    body: {
      ...studioMutation(),
      base_speaker_registry_version: speaker_registry_version,
      voice_id: voiceId(engine, VOICE.id),
    },
  });
  const providers = async () => {
    const { by_provider } = await server.client.call("quoteWorkflow", {
      params: { projectId },
      body: { schema_version: 2, workflow_kind: "create_audio", section_ids: [sectionId] },
    });
    return by_provider.map(({ provider, blocks }) => [provider, blocks]);
  };
  const casting = (narrator_only: boolean, provider: string | null) =>
    server.client.call("changeProjectCasting", {
      params: { projectId },
      body: { schema_version: 1, narrator_only, provider },
    });
  assert.deepEqual(await providers(), [
    ["flite", 2],
    [engine, 2],
  ]);
  await casting(false, engine);
  assert.deepEqual(await providers(), [[engine, 4]]);
  await casting(true, null);
  assert.deepEqual(await providers(), [[engine, 4]]);
});

test("a quote of a story without voices names the engine that its language is cast with", async () => {
  for (const [text, provider] of [
    ["„Ist da jemand?“, fragte Marie und stieg die Treppe hinauf.\n\n„Nur ich“, sagte der alte Mann.\n", "pico"],
    ["“Is anyone there?” asked Mary and climbed the stairs.\n\n“Only me,” said the old man.\n", "flite"],
  ] as const) {
    const { projectId, sectionId } = await createStory(server.client, text);
    await prepare(server.client, projectId, sectionId);
    const { by_provider } = await server.client.call("quoteWorkflow", {
      params: { projectId },
      body: { schema_version: 2, workflow_kind: "create_audio", section_ids: [sectionId] },
    });
    assert.deepEqual(
      by_provider.map((one) => one.provider),
      [provider],
    );
  }
});

test("a certificate that is not accepted makes the engine unreachable; nothing was sent", async () => {
  const { engines } = await poll(
    () => server.client.call("listEngines"),
    ({ engines }) => engines.some(({ notice }) => /certificate/.test(notice ?? "")),
  );
  const engine = engines.find(({ provider }) => provider === providerOf(UNTRUSTED));
  assert.equal(engine?.status, "unreachable");
  assert.match(
    engine?.notice ?? "",
    /^shows-a-certificate-of-its-own shows a certificate that is not accepted \([A-Z_]+\)/,
  );
  assert.deepEqual(services.get(UNTRUSTED)?.headers, []);
});

describe("with allow_paid_retries", () => {
  test("a priced engine is asked again for silence, and the account pays for the take once", async () => {
    const name = "speaks silence for money";
    const service = services.get(name) ?? assert.fail();
    service.usual = "speaks";
    service.next.push("silence", "silence");
    service.texts.length = 0;
    await server.client.call("changeGenerationPreferences", {
      body: { allow_fallbacks: false, allow_paid_retries: true },
    });
    const before = await server.client.call("readBalance");
    const { status, line } = await narrateWith(name);
    assert.deepEqual([status, line.error], ["completed", null]);
    assert.equal(service.texts.length, 3);
    const after = await server.client.call("readBalance");
    assert.equal(before.balance.snowcoins - after.balance.snowcoins, 1);
    assert.equal(after.balance.snowcoins, after.balance.available_snowcoins);
  });
});

test("no log has the key or a word of the line, whatever the services did", () => {
  assert.match(logged, /"message":"answered".*\/workflows"/);
  assert.ok(!logged.includes(KEY) && !logged.includes("ferry"));
});
