// The services that people bring, against a stand-in that fails in every way.

import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { NEUTRAL_DELIVERY } from "@fullcast/core/direction";
import { engineConformance } from "../conformance.ts";
import { createElevenLabsEngine } from "../elevenlabs/elevenlabs.ts";
import { EngineError, type EngineErrorKind, type SpeakRequest, type SpeechEngine } from "../engine.ts";
import { createOpenAiEngine } from "../openai-compatible/openai-compatible.ts";
import { speakPcm } from "../record.ts";
import { type ElevenLabsEntry, type OpenAiEntry, parseEngines } from "./engines-file.ts";
import { type Mode, type StandIn, startStandIn } from "./stand-in.ts";

const KEY = "sk-secret-key-of-the-test";
let service: StandIn;
before(async () => {
  service = await startStandIn();
});
after(() => service[Symbol.asyncDispose]());
beforeEach(() => {
  Object.assign(service, { usual: "speaks", delayMs: 0 });
  service.next.length = 0;
  for (const list of [service.texts, service.bodies, service.headers, service.arrivals]) list.length = 0;
});

const entry = <T>(type: string, fields: object) =>
  parseEngines(JSON.stringify({ engines: [{ provider: "stand-in", type, ...fields }] }))[0] as T;
const openAi = (fields: object = {}) =>
  createOpenAiEngine(
    entry<OpenAiEntry>("openai-compatible", { base_url: `${service.url}/v1`, model: "kokoro", ...fields }),
    { key: KEY },
  );
const elevenLabs = () =>
  createElevenLabsEngine(entry<ElevenLabsEntry>("elevenlabs", { base_url: service.url }), { key: KEY });

engineConformance("an OpenAI-compatible service", openAi);
engineConformance("ElevenLabs", elevenLabs);

const request = (changes: Partial<SpeakRequest> = {}): SpeakRequest => ({
  model: "kokoro",
  voice: "af_heart",
  text: "The boats came home.",
  delivery: NEUTRAL_DELIVERY,
  emphasis: [],
  pronunciations: [],
  silences: [],
  options: {},
  ...changes,
});

async function fault(engine: SpeechEngine, mode: Mode, changes: Partial<SpeakRequest> = {}): Promise<EngineError> {
  service.next.push(mode);
  const error = await speakPcm(engine, request(changes)).then(
    () => assert.fail(`${mode} was taken for speech`),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof EngineError, String(error));
  assert.doesNotMatch(error.message, new RegExp(`${KEY}|boats`));
  return error;
}

describe("what a service answers instead of speech", () => {
  const KINDS: readonly (readonly [Mode, EngineErrorKind])[] = [
    ["refuses-key", "auth"],
    ["quota", "quota"],
    ["limits", "rate_limited"],
    ["busy", "busy"],
    ["fails", "unavailable"],
    ["rejects", "rejected"],
    ["html", "broken_answer"],
    ["json", "broken_answer"],
    ["breaks-off", "unavailable"],
    ["huge", "broken_answer"],
    ["endless", "broken_answer"],
  ];
  for (const [mode, kind] of KINDS) {
    test(`${mode} is ${kind}`, async () => {
      assert.equal((await fault(openAi(), mode)).kind, kind);
    });
  }

  test("Retry-After is passed on", async () => {
    assert.equal((await fault(openAi(), "limits")).retry_after_ms, 1000);
  });

  test("a file of another format than the one that was named is read as what it is", async () => {
    service.next.push("lies");
    assert.ok((await speakPcm(openAi(), request())).pcm.length > 1000);
  });

  test("a redirect to another host is not followed, and the key is not sent there", async () => {
    await using other = await startStandIn();
    service.redirectTo = `${other.url}/v1/audio/speech`;
    const error = await fault(openAi(), "redirects");
    assert.equal(error.kind, "unavailable");
    assert.match(error.message, /redirects to another address/);
    assert.equal(other.headers.length, 0);
  });

  test("a service that hangs is left when the signal says so", async () => {
    service.next.push("hangs");
    const reason = new Error("enough");
    await assert.rejects(openAi().speak(request(), AbortSignal.timeout(100)), /aborted due to timeout/i);
    await assert.rejects(openAi().speak(request(), AbortSignal.abort(reason)), reason);
  });

  test("no service at all is unreachable", async () => {
    const engine = openAi({ base_url: "http://127.0.0.1:9/v1" });
    const { status, notice } = await engine.describe(AbortSignal.timeout(5_000));
    assert.equal(status, "unreachable");
    assert.match(notice ?? "", /cannot be reached/);
  });
});

test("the voices of a service come from strings and objects; Kokoro's names say language and gender", async () => {
  const { status, voices, models } = await openAi().describe(AbortSignal.timeout(5_000));
  assert.equal(status, "available");
  assert.deepEqual(
    voices.map(({ id, name, languages, gender }) => [id, name, languages[0], gender]),
    [
      ["af_heart", "Heart", "en-US", "female"],
      ["bm_george", "George", "en-GB", "male"],
      ["zoe", "Zoe", "en", "neutral"],
    ],
  );
  assert.equal(models[0]?.id, "kokoro");
  assert.equal(service.headers[0]?.authorization, `Bearer ${KEY}`);
});

test("a missing key makes the engine unconfigured and names the variable", async () => {
  const engine = createOpenAiEngine(
    entry<OpenAiEntry>("openai-compatible", { base_url: `${service.url}/v1`, model: "kokoro", api_key_env: "NOT_SET" }),
    { missing: "NOT_SET" },
  );
  const { status, notice } = await engine.describe(AbortSignal.timeout(1_000));
  assert.equal(status, "unconfigured");
  assert.match(notice ?? "", /NOT_SET/);
  assert.equal(service.headers.length, 0);
});

test("pace and instructions go to models that take them", async () => {
  const engine = openAi({ model: "gpt-4o-mini-tts" });
  await engine.speak(
    request({ model: "gpt-4o-mini-tts", instructions: "whisper", delivery: { ...NEUTRAL_DELIVERY, rate: 1.25 } }),
  );
  await openAi().speak(request({ instructions: "whisper" }));
  const [first, second] = service.bodies;
  assert.deepEqual([first?.speed, first?.instructions, first?.response_format], [1.25, "whisper", "wav"]);
  assert.deepEqual([second?.speed, second?.instructions], [undefined, undefined]);
});

test("a text beyond the model's longest is spoken in pieces at its sentences", async () => {
  const engine = openAi({ max_characters: 300 });
  const text = "The boats came home at noon, all but one. ".repeat(20).trim();
  const { pcm } = await speakPcm(engine, request({ text }));
  assert.ok(service.texts.length >= 3 && service.texts.every((piece) => piece.length <= 300));
  assert.equal(service.texts.join(""), text);
  assert.ok(pcm.length > 24_000 * 30);
});

describe("ElevenLabs", () => {
  const ada = { model: "eleven_v3", voice: "abc123" };

  test("voices carry their labels; a used-up account is exhausted", async () => {
    const engine = elevenLabs();
    const { voices } = await engine.describe(AbortSignal.timeout(5_000));
    assert.deepEqual(
      voices.filter((one) => !one.preparation_required).map(({ id, gender, age, accent }) => [id, gender, age, accent]),
      [
        ["abc123", "female", "old", "british"],
        ["def456", "male", "young", null],
      ],
    );
    assert.equal(service.headers[0]?.["xi-api-key"], KEY);
    service.usual = "quota";
    assert.equal((await engine.describe(AbortSignal.timeout(5_000))).status, "exhausted");
    service.usual = "refuses-key";
    assert.equal((await engine.describe(AbortSignal.timeout(5_000))).status, "unconfigured");
  });

  test("eleven_v3 gets directions as audio tags, and the words are timed without them", async () => {
    const { words } = await speakPcm(elevenLabs(), request({ ...ada, instructions: "weary, laugh" }));
    assert.equal(service.texts[0], "[tired] [laughs] The boats came home.");
    assert.deepEqual(
      words?.map(({ start, end }) => request().text.slice(start, end)),
      ["The", "boats", "came", "home"],
    );
    assert.ok(words![0]!.start_ms > 500);
  });

  test("a voice of the library is prepared once, keeps its id, and cannot speak before", async () => {
    const engine = elevenLabs();
    const signal = AbortSignal.timeout(5_000);
    const ids = async () =>
      (await engine.describe(signal)).voices.map((one) => `${one.id} ${one.preparation_required}`).sort();
    const first = await ids();
    assert.ok(first.includes("lib1 true"));
    const early = await speakPcm(engine, request({ ...ada, voice: "lib1" })).catch((error: unknown) => error);
    assert.ok(early instanceof EngineError && early.kind === "quota" && early.scope === "voice");
    assert.equal(service.texts.length, 0);
    assert.equal(await engine.prepare?.("lib1", signal), true);
    assert.equal(await engine.prepare?.("lib1", signal), false);
    assert.deepEqual(await ids(), first.map((one) => (one === "lib1 true" ? "lib1 false" : one)).sort());
    await speakPcm(engine, request({ ...ada, voice: "lib1" }));
    // Another process that listed nothing yet finds the copy.
    await speakPcm(elevenLabs(), request({ ...ada, voice: "lib1" }));
    service.copies.clear();
  });

  test("an account without room for a voice is a limit of that voice, and the engine stays available", async () => {
    service.voiceSlots = 0;
    const engine = elevenLabs();
    const { limits, status } = await engine.describe(AbortSignal.timeout(5_000));
    assert.deepEqual([status, limits?.voice_slots_left], ["available", 0]);
    const full = await engine.prepare?.("lib2", AbortSignal.timeout(5_000)).catch((error: unknown) => error);
    assert.ok(full instanceof EngineError && full.kind === "quota" && full.scope === "voice");
    service.voiceSlots = 10;
  });

  test("other models get the text before and after, and the ids of earlier requests", async () => {
    const hints = { previous_text: "Noon.", next_text: "Then rain.", previous_request_ids: ["a", "b", "c", "d"] };
    await elevenLabs().speak(request({ ...ada, model: "eleven_multilingual_v2", instructions: "weary", ...hints }));
    const [body] = service.bodies;
    assert.equal(body?.text, request().text);
    assert.deepEqual(body?.previous_request_ids, ["b", "c", "d"]);
    assert.equal(body?.previous_text, "Noon.");
  });

  test("an answer in another form is a broken answer", async () => {
    assert.equal((await fault(elevenLabs(), "html", ada)).kind, "broken_answer");
    assert.equal((await fault(elevenLabs(), "quota", ada)).kind, "quota");
  });
});
