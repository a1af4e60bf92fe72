// Engines of engines.json in a running server: a stand-in speaks a story and fails in every way; each line is paid once.

import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { LIMITS, type Workflow } from "@fullcast/contract";
import { type Mode, type StandIn, startStandIn } from "../../packages/server/engines/brought/stand-in.ts";
import { voiceId } from "../../packages/server/engines/registry.ts";
import { inDatabase } from "./in-database.ts";
import { poll, startTestServer, type TestServer } from "./server.ts";
import { createAudio, createStory, finished, media, prepare, startAudio, studioMutation } from "./story.ts";

const KEY = "sk-secret-key-of-the-stand-in";
const MODEL = "eleven_multilingual_v2";
const folder = mkdtempSync(join(tmpdir(), "fullcast-brought-"));
let service: StandIn;
/** Speaks ElevenLabs' dialect. */
let labs: StandIn;
let server: TestServer;

before(async () => {
  service = await startStandIn();
  labs = await startStandIn();
  const file = join(folder, "engines.json");
  const entry = {
    provider: "stand-in",
    type: "openai-compatible",
    base_url: `${service.url}/v1`,
    model: "kokoro",
    concurrency: 4,
  };
  const other = { provider: "labs", type: "elevenlabs", base_url: labs.url, api_key: KEY, models: [MODEL] };
  writeFileSync(file, JSON.stringify({ engines: [{ ...entry, api_key: KEY, snowcoins_per_1000: 0 }, other] }));
  chmodSync(file, 0o600);
  server = await startTestServer({ FULLCAST_ENGINES_FILE: file });
  for (const [provider, voice] of [
    ["stand-in", "af_heart"],
    ["labs", "abc123"],
  ] as const) {
    await poll(
      () => server.client.call("listVoices", { query: { provider } }),
      ({ voices }) => voices.some(({ voice_id }) => voice_id === voiceId(provider, voice)),
    );
  }
});
after(async () => {
  await server[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
  await labs[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  for (const one of [service, labs]) {
    Object.assign(one, { usual: "speaks", delayMs: 0, heldBy: () => null });
    for (const list of [one.next, one.texts, one.bodies]) list.length = 0;
  }
});

/** A story with these lines of narration, spoken by the stand-in. */
async function storyOf(lines: number, name: string) {
  const text = Array.from(
    { length: lines },
    (_, i) => `The ${name} came home for the ${i}th time and told of it.`,
  ).join("\n\n");
  const story = await createStory(server.client, text, name);
  await prepare(server.client, story.projectId, story.sectionId);
  await cast(story.projectId, ({ role }) => role === "narrator", voiceId("stand-in", "af_heart"));
  return story;
}

async function cast(
  projectId: string,
  isMeant: (speaker: { readonly role: string; readonly name: string }) => boolean,
  voice_id: string,
) {
  const { speakers, speaker_registry_version } = await server.client.call("listSpeakers", { params: { projectId } });
  const speaker = speakers.find(isMeant) ?? assert.fail("there is no such speaker");
  await server.client.call("castSpeaker", {
    params: { projectId, speakerId: speaker.id },
    body: { ...studioMutation(), base_speaker_registry_version: speaker_registry_version, voice_id },
  });
}

const spokenOf = (name: string) => service.texts.filter((text) => text.includes(`The ${name} `));
const stepOf = (workflow: Workflow) => workflow.steps.find((step) => step.step_kind === "generate_stale_audio")!;
const allowFallbacks = (allow_fallbacks: boolean) =>
  server.client.call("changeGenerationPreferences", { body: { allow_fallbacks } });

test("a service speaks a story: every line once, never more at once than its entry allows", async () => {
  const story = await storyOf(30, "brig");
  // The first requests are answered when as many as the entry allows have arrived, however slow the machine is.
  const asMany = Promise.withResolvers<void>();
  service.heldBy = () => {
    if (service.running.now === 4) asMany.resolve();
    return asMany.promise;
  };
  const { run } = await createAudio(server.client, story.projectId, story.sectionId);
  assert.equal(run.status, "completed", JSON.stringify(run.error_summary));
  const texts = spokenOf("brig");
  assert.equal(new Set(texts).size, texts.length);
  assert.equal(service.running.most, 4);
  const blocks = (await media(server.client, story.sectionId)).filter((block) => block.freshness === "current");
  assert.ok(blocks.length >= 30 && blocks.every((block) => block.provider === "stand-in" && block.model === "kokoro"));
});

test("the key is in no answer and not in the database", async () => {
  const engines = await server.request("/studio/engines");
  assert.ok(engines.body.data.engines.some((engine: { provider: string }) => engine.provider === "stand-in"));
  assert.doesNotMatch(JSON.stringify(engines.body), new RegExp(KEY));
  await inDatabase(server, async (db) => {
    const { rows } = await db.execute("select to_jsonb(e)::text as row from speech_engines e", []);
    assert.ok(rows.length > 0);
    assert.doesNotMatch(JSON.stringify(rows), new RegExp(KEY));
  });
});

test("transient failures are retried, at most four requests per line", async () => {
  await allowFallbacks(false);
  const story = await storyOf(3, "sloop");
  service.next.push("fails", "html", "limits");
  const { run } = await createAudio(server.client, story.projectId, story.sectionId);
  assert.equal(run.status, "completed", JSON.stringify(run.error_summary));
  assert.ok(spokenOf("sloop").length <= 3 + 3 + 1);
});

test("a suspicious take is kept with a remark on its line, and the run counts it", async () => {
  const story = await storyOf(3, "hoy");
  service.next.push("clips");
  const workflow = await createAudio(server.client, story.projectId, story.sectionId);
  assert.equal(workflow.run.status, "completed", JSON.stringify(workflow.run.error_summary));
  const blocks = (await media(server.client, story.sectionId)).filter((block) => block.freshness === "current");
  const clipped = blocks.filter(({ warnings }) =>
    warnings.some((one) => /^The take is clipped in \d+ places/.test(one)),
  );
  assert.equal(clipped.length, 1);
  const remarked = blocks.filter(({ warnings }) => warnings.length > 0).length;
  const summary = stepOf(workflow).result_summary as { readonly blocks_with_remarks?: number };
  assert.equal(summary.blocks_with_remarks, remarked);
  assert.equal(spokenOf("hoy").length, new Set(spokenOf("hoy")).size, "a remark asks for nothing again");
});

test("a used up account stops the engine for the run: nothing more is sent, and the lines have the reason", async () => {
  await allowFallbacks(true);
  const story = await storyOf(20, "cutter");
  service.usual = "quota";
  const workflow = await createAudio(server.client, story.projectId, story.sectionId);
  const step = stepOf(workflow);
  assert.equal(step.error_code, "STUDIO_WORKFLOW_PROVIDER_QUOTA_EXCEEDED");
  assert.match(
    step.error_message ?? "",
    /^\d+ lines have no audio: The account at stand-in is used up\. Restore access/,
  );
  assert.ok(spokenOf("cutter").length <= 4, `${spokenOf("cutter").length} requests`);
  const failed = (await media(server.client, story.sectionId)).filter((block) => block.activity === "failed");
  assert.ok(
    failed.length >= 20 && failed.every((block) => /^The account at stand-in is used up/.test(block.error ?? "")),
  );
  service.usual = "speaks";
  service.texts.length = 0;
  const { run } = await server.client.call("resumeWorkflow", {
    params: { workflowRunId: workflow.run.id },
    body: studioMutation(),
  });
  assert.equal((await finished(server.client, run.id)).run.status, "completed");
});

test("strict lines of an engine that refuses them fail; best_effort speaks them with the nearest voice and reports it", async () => {
  const refused: Mode = "rejects";
  service.usual = refused;
  await allowFallbacks(false);
  const strict = await storyOf(2, "ketch");
  const step = stepOf(await createAudio(server.client, strict.projectId, strict.sectionId));
  assert.deepEqual([step.status, step.error_code], ["failed", "STUDIO_WORKFLOW_ENGINE_REJECTED"]);
  const advice = "Change the text of the line, or give it another voice";
  assert.match(
    step.error_message ?? "",
    new RegExp(`${advice}\\. Finished audio is kept; resume after the change\\.$`),
  );
  const [line] = await media(server.client, strict.sectionId);
  assert.match(line?.error ?? "", new RegExp(`${advice}\\.$`));
  await allowFallbacks(true);
  const story = await storyOf(2, "yawl");
  const workflow = await createAudio(server.client, story.projectId, story.sectionId);
  assert.equal(stepOf(workflow).status, "succeeded", JSON.stringify(workflow.run.error_summary));
  const blocks = (await media(server.client, story.sectionId)).filter((block) => block.freshness === "current");
  assert.ok(blocks.length >= 2);
  for (const block of blocks) {
    assert.notEqual(block.provider, "stand-in");
    assert.match(block.warnings[0] ?? "", /spoke this line instead of stand-in/);
  }
});

test("a preview and a speech request state why the engine refused them", async () => {
  const voice_id = voiceId("stand-in", "af_heart");
  for (const [mode, status, reason] of [
    ["rejects", 400, /cannot be spoken: stand-in refuses this request \(status 4\d\d\)/],
    ["quota", 409, /used up/],
    ["refuses-key", 409, /refuses the key/],
    ["html", 502, /no audio/],
    ["redirects", 502, /redirects to another address/],
    ["silence", 502, /The take is silent/],
    ["twenty-minutes", 502, /The take is far too long for its text/],
  ] as const) {
    service.usual = mode;
    const text = `The gig refused it, ${mode}.`;
    for (const [path, body] of [
      [`/voices/${voice_id}/preview`, { text }],
      ["/audio/speech", { model: "tts-1", input: text, voice: voice_id }],
    ] as const) {
      const answer = await server.request(path, { method: "POST", body: JSON.stringify(body) });
      assert.match(JSON.stringify(answer.body.error), reason, `${mode} ${path}`);
      assert.equal(answer.status, status, `${mode} ${path} ${JSON.stringify(answer.body)}`);
      assert.doesNotMatch(JSON.stringify(answer.body), new RegExp(KEY));
    }
    // Nothing of it was stored: the same preview is requested again.
    if (mode === "silence") {
      service.usual = "speaks";
      const body = JSON.stringify({ text });
      assert.equal((await server.request(`/voices/${voice_id}/preview`, { method: "POST", body })).status, 200);
    }
  }
});

test("if one engine's account is used up, other engines speak their lines; the next run sends it nothing and fails nothing else", async () => {
  await allowFallbacks(true);
  const lines = Array.from({ length: 8 }, (_, i) => `"The tide is ${i} feet high," said Anna. The dory went out.`);
  const story = await createStory(server.client, lines.join("\n\n"), "dory");
  await prepare(server.client, story.projectId, story.sectionId);
  await cast(story.projectId, ({ role }) => role === "narrator", voiceId("stand-in", "af_heart"));
  await cast(story.projectId, ({ name }) => name === "Anna", voiceId("labs", "abc123"));
  const nextTo = async () => {
    const workflow = await createAudio(server.client, story.projectId, story.sectionId);
    assert.equal(stepOf(workflow).error_code, "STUDIO_WORKFLOW_PROVIDER_QUOTA_EXCEEDED");
    const preparing = workflow.steps.find((step) => step.step_kind === "prepare_voices")!;
    assert.equal(preparing.error_code, null);
    return Map.groupBy(await media(server.client, story.sectionId), (block) => block.freshness);
  };
  labs.usual = "quota";
  const first = await nextTo();
  const narrated = first.get("current") ?? [];
  assert.ok(narrated.length >= 8 && narrated.every((block) => block.provider === "stand-in"));
  assert.ok(labs.texts.length >= 1 && labs.texts.length <= 3, `${labs.texts.length} requests`);
  const count = labs.texts.length;
  const second = await nextTo();
  assert.equal(second.get("current")?.length, narrated.length);
  assert.equal(labs.texts.length, count);
  labs.usual = "speaks";
  const { run } = await createAudio(server.client, story.projectId, story.sectionId);
  assert.equal(run.status, "completed", JSON.stringify(run.error_summary));
});

test("an unavailable engine does not end the run; its lines use a fallback", async () => {
  await allowFallbacks(true);
  const story = await storyOf(1, "punt");
  service.usual = "fails";
  await server.client.call("listEngines");
  const { run } = await createAudio(server.client, story.projectId, story.sectionId);
  assert.equal(run.status, "completed", JSON.stringify(run.error_summary));
  service.usual = "speaks";
});

test("a model that uses context gets what the same voice says before and after", async () => {
  await allowFallbacks(false);
  const story = await storyOf(3, "junk");
  await cast(story.projectId, ({ role }) => role === "narrator", voiceId("labs", "abc123"));
  const { run } = await createAudio(server.client, story.projectId, story.sectionId);
  assert.equal(run.status, "completed", JSON.stringify(run.error_summary));
  const [before, middle, after] = [0, 1, 2].map((i) =>
    labs.bodies.find(({ text }) => String(text).includes(`for the ${i}th time`)),
  );
  assert.deepEqual([middle?.previous_text, middle?.next_text], [before?.text, after?.text]);
  assert.equal(after?.next_text, undefined);
});

test("leftover answers of a dead process are removed after a day", async () => {
  const left = join(server.dataDir, "spoken", "left");
  mkdirSync(join(server.dataDir, "spoken"), { recursive: true });
  await server.restart(async () => {
    writeFileSync(left, "");
    utimesSync(left, 0, 0);
  });
  await poll(
    async () => existsSync(left),
    (there) => !there,
  );
});

test("two runs over one section speak no line twice", async () => {
  await allowFallbacks(false);
  service.delayMs = 60;
  const story = await storyOf(20, "barge");
  const runs = await Promise.all([1, 2].map(() => startAudio(server.client, story.projectId, [story.sectionId])));
  const ended = await Promise.all(runs.map(({ run }) => finished(server.client, run.id)));
  assert.deepEqual(
    ended.map(({ run }) => run.status),
    ["completed", "completed"],
    JSON.stringify(ended.map(({ run }) => run.error_summary)),
  );
  const texts = spokenOf("barge");
  assert.equal(new Set(texts).size, texts.length);
});

test("a typo in the file stops the start and names the entry and the field", async () => {
  const file = join(folder, "typo.json");
  writeFileSync(file, JSON.stringify({ engines: [{ provider: "a", type: "command", comand: ["say"] }] }), {
    mode: 0o600,
  });
  await assert.rejects(startTestServer({ FULLCAST_ENGINES_FILE: file }), /entry 1 \(a\): .*comand/s);
  assert.match(readFileSync(file, "utf8"), /comand/);
});

test("a person chooses other voices for the lines of an engine that is away: quoted first, spoken once, the engine not asked", async () => {
  await allowFallbacks(false);
  const story = await storyOf(3, "yawl");
  service.usual = "fails";
  const { run: failed } = await createAudio(server.client, story.projectId, story.sectionId);
  assert.equal(failed.status, "partially_completed", JSON.stringify(failed));
  const asked = service.texts.length;
  const quoted = await server.client.call("quoteWorkflow", {
    params: { projectId: story.projectId },
    body: {
      schema_version: 2,
      workflow_kind: "create_audio",
      section_ids: [story.sectionId],
      other_voices_for: ["stand-in"],
    },
  });
  assert.ok(quoted.blocks >= 3);
  assert.deepEqual(
    [quoted.snowcoins, quoted.by_provider.some(({ provider }) => provider === "stand-in")],
    [0, false],
    JSON.stringify(quoted),
  );
  const resumed = await server.client.call("resumeWorkflow", {
    params: { workflowRunId: failed.id },
    body: { ...studioMutation(), other_voices_for: ["stand-in"] },
  });
  const { run } = await finished(server.client, resumed.run.id);
  assert.equal(run.status, "completed", JSON.stringify(run.error_summary));
  assert.equal(service.texts.length, asked, "the engine was asked again");
  const blocks = await media(server.client, story.sectionId);
  assert.ok(blocks.every(({ freshness, provider }) => freshness === "current" && provider !== "stand-in"));
  service.usual = "speaks";
});

test("at most 20 engines are named for other voices", async () => {
  const story = await createStory(server.client, "It rained.");
  const many = Array.from({ length: LIMITS.other_voices_for + 1 }, (_, at) => `engine-${at}`);
  for (const other_voices_for of [many, ["x".repeat(65)], [""]]) {
    await assert.rejects(
      server.client.call("quoteWorkflow", {
        params: { projectId: story.projectId },
        body: { schema_version: 2, workflow_kind: "create_audio", section_ids: [story.sectionId], other_voices_for },
      }),
      { code: "INVALID_REQUEST" },
    );
  }
});

test("an empty choice: no line gets another voice, although the account allows it", async () => {
  await allowFallbacks(true);
  const story = await storyOf(2, "dory");
  service.usual = "fails";
  const { run: started } = await server.client.call("startWorkflow", {
    params: { projectId: story.projectId },
    body: {
      ...studioMutation(),
      schema_version: 2,
      workflow_kind: "create_audio",
      section_ids: [story.sectionId],
      other_voices_for: [],
    },
  });
  const { run } = await finished(server.client, started.id);
  assert.equal(run.status, "partially_completed", JSON.stringify(run));
  assert.ok((await media(server.client, story.sectionId)).every(({ freshness }) => freshness !== "current"));
  service.usual = "speaks";
});
