// The voices and engines of the installation.

import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { LIMITS, type Voice } from "@fullcast/contract";
import { refused, sharedServer } from "./server.ts";

const server = await sharedServer();

async function allVoices(query: { [key: string]: string } = {}, limit = 100): Promise<Voice[]> {
  const voices: Voice[] = [];
  let cursor: string | null = null;
  do {
    const page: { voices: readonly Voice[]; next_cursor: string | null } = await server.client.call("listVoices", {
      query: { ...query, limit, ...(cursor === null ? {} : { cursor }) },
    });
    assert.ok(page.voices.length <= limit);
    voices.push(...page.voices);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return voices;
}

const voices = await allVoices();
const ids = (list: readonly Voice[]) => list.map((voice) => voice.voice_id);

test("there are at least 40 named voices, each with gender, age and language, also children and old people", () => {
  assert.ok(voices.length >= 40, `${voices.length} voices`);
  assert.equal(new Set(voices.map((voice) => voice.name)).size, voices.length);
  for (const age of ["child", "young", "adult", "old"] as const) {
    for (const gender of ["male", "female"] as const) {
      assert.ok(
        voices.some((voice) => voice.age === age && voice.gender === gender),
        `${gender} ${age}`,
      );
    }
  }
});

test("a voice_id is a version-5 UUID and the same after a restart", async () => {
  for (const { voice_id } of voices) assert.match(voice_id, /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-/);
  assert.equal(new Set(ids(voices)).size, voices.length);
  await server.restart();
  const page = await server.client.call("listVoices", { query: { limit: 5 } });
  assert.deepEqual(ids(page.voices), ids(voices).slice(0, 5));
});

test("pages of any size hold every voice once, in the same order", async () => {
  assert.deepEqual(ids(await allVoices({}, 7)), ids(voices));
});

test("gender, age, language, provider, model and q narrow the list down", async () => {
  assert.deepEqual(
    ids(await allVoices({ gender: "female", age: "old" })),
    ids(voices.filter((voice) => voice.gender === "female" && voice.age === "old")),
  );
  assert.deepEqual(
    ids(await allVoices({ language: "en" })),
    ids(voices.filter((voice) => /^en\b/.test(voice.language))),
  );
  assert.deepEqual(
    ids(await allVoices({ language: "en-GB" })),
    ids(voices.filter((voice) => /^en-gb\b/i.test(voice.language))),
  );
  const [first] = voices;
  assert.ok(first);
  const same = voices.filter((voice) => voice.provider === first.provider && voice.model === first.model);
  assert.deepEqual(ids(await allVoices({ provider: first.provider, model: first.model })), ids(same));
  assert.deepEqual(await allVoices({ provider: "nobody" }), []);
  assert.ok(ids(await allVoices({ q: first.name.toUpperCase() })).includes(first.voice_id));
});

test("a cursor that no page gave is 400", async () => {
  await refused(server.client.call("listVoices", { query: { cursor: "!!" } }), 400, "INVALID_REQUEST");
});

test("the embedded engine is available, states its models, and has word timings", async () => {
  const { engines } = await server.client.call("listEngines");
  const embedded = engines.find((engine) => engine.kind === "embedded");
  assert.ok(embedded);
  assert.deepEqual([embedded.status, embedded.notice], ["available", null]);
  assert.ok(embedded.capabilities.word_timings);
  assert.ok(embedded.capabilities.max_characters >= 65_536);
  for (const voice of voices.filter((one) => one.provider === embedded.provider)) {
    assert.ok(embedded.models.includes(voice.model), voice.name);
  }
});

test("an engine lists its models with what each can do, its limits, and when it was heard of last", async () => {
  const before = Date.now();
  const { engines } = await server.client.call("listEngines");
  for (const engine of engines.filter((one) => one.kind === "embedded")) {
    assert.deepEqual(
      engine.model_details.map(({ model }) => model),
      engine.models,
    );
    const [model] = engine.model_details;
    assert.ok(model);
    const { capabilities } = engine;
    assert.deepEqual(
      [model.max_characters, model.word_timings, model.seed, model.controls],
      [capabilities.max_characters, capabilities.word_timings, capabilities.seed, capabilities.controls],
    );
    assert.equal(model.snowcoins_per_1000, 0);
    assert.ok(engine.limits.concurrency >= 1);
    assert.deepEqual([engine.limits.requests_per_minute, engine.limits.monthly_characters], [null, null]);
    assert.ok(Date.parse(engine.last_seen_at ?? "") >= before - 1_000);
  }
  assert.ok(voices.every((voice) => voice.available));
});

test("an engine that the server has is not forgotten, and an unknown one is 404", async () => {
  const forget = (provider: string) => server.client.call("forgetEngine", { params: { provider } });
  await refused(forget("espeak"), 409, "ENGINE_IN_USE");
  await refused(forget("unheard-of"), 404, "NOT_FOUND");
  assert.equal((await server.client.call("listVoices", { query: { provider: "espeak" } })).voices[0]?.available, true);
});

describe("the preparation status", () => {
  const ask = (query: string) => server.request(`/voices/preparation-status${query}`);
  test("names the provider and lists each accessible voice once; unknown ones are left out", async () => {
    const [a, b] = ids(voices);
    const list = [a, b?.toUpperCase(), a, randomUUID()].join(",");
    const { status, body } = await ask(`?voice_ids=${list}`);
    assert.equal(status, 200);
    assert.deepEqual([typeof body.data.provider, body.data.status], ["string", "available"]);
    assert.deepEqual(body.data.voices.map((voice: { voice_id: string }) => voice.voice_id).sort(), [a, b].sort());
    for (const voice of body.data.voices) assert.equal(voice.preparation_required, false);
  });
  test("without voice_ids answers for a new voice and lists none", async () => {
    const { body } = await ask("");
    assert.deepEqual(body.data.voices, []);
    assert.ok(body.data.notice.length > 0);
  });
  test("takes up to 50 UUIDs", async () => {
    const list = (length: number) => Array.from({ length }, () => randomUUID()).join(",");
    assert.equal((await ask(`?voice_ids=${list(50)}`)).status, 200);
    for (const query of [list(51), "", "x", `${randomUUID()},`]) {
      assert.equal((await ask(`?voice_ids=${query}`)).status, 400, query);
    }
  });
});

describe("a preview", () => {
  const voiceId = voices[0]?.voice_id ?? "";
  const preview = (
    body?: { text?: string; pronunciations?: { term: string; alphabet: "ipa" | "alias"; value: string }[] },
    id = voiceId,
  ) => server.client.call("previewVoice", { params: { voiceId: id }, ...(body === undefined ? {} : { body }) });
  const file = (url: string) => server.request(url, { key: null });

  test("is real speech of the voice behind a signed URL that needs no key", async () => {
    const { url, content_type, duration_ms, expires_at } = await preview({ text: "The boat is back at last." });
    const { status, headers, body } = await file(url);
    assert.deepEqual([status, headers.get("content-type")], [200, content_type]);
    assert.equal(body.subarray(0, 4).toString("latin1"), "RIFF");
    assert.ok(duration_ms > 700 && duration_ms < 6_000, `${duration_ms} ms`);
    assert.ok(new Set(body.subarray(44, 20_000)).size > 50, "it is silence");
    assert.ok(Date.parse(expires_at) > Date.now());
  });
  test("of the same words is the same sound; without text the voice says a sentence of its own", async () => {
    const [first, again] = [await preview({ text: "Once more." }), await preview({ text: "Once more." })];
    assert.equal(again.duration_ms, first.duration_ms);
    const bytes = await Promise.all([first, again].map(async ({ url }) => (await file(url)).body));
    assert.ok(bytes[0].equals(bytes[1]));
    const german = voices.find((voice) => voice.language === "de-DE");
    assert.ok((await preview()).duration_ms > 1_000);
    assert.ok((await preview({}, german?.voice_id)).duration_ms > 1_000);
  });
  test("takes 1 to 300 units of text that can be said", async () => {
    await preview({ text: "a ".repeat(150) });
    for (const text of ["", "a".repeat(301), "…", "\u0000a", "\ud800a"]) {
      await refused(preview({ text }), 400, "INVALID_REQUEST");
    }
  });
  test("pronounces words as an entry of a lexicon would, before one is stored", async () => {
    const sample = async (pronunciations?: { term: string; alphabet: "ipa" | "alias"; value: string }[]) => {
      const text = "Skerry rose out of the sea.";
      const { url } = await preview({ text, ...(pronunciations === undefined ? {} : { pronunciations }) });
      return createHash("sha256")
        .update(Buffer.from(await (await fetch(url)).arrayBuffer()))
        .digest("hex");
    };
    const plain = await sample();
    const alias = { term: "skerry", alphabet: "alias", value: "Scare-ee of the north" } as const;
    const ipa = { term: "Skerry", alphabet: "ipa", value: "skaɪˈruː" } as const;
    const heard = [plain, await sample([alias]), await sample([ipa])];
    assert.equal(new Set(heard).size, 3);
    assert.deepEqual([await sample([]), await sample([{ ...alias, term: "harbour" }])], [plain, plain]);
    const many = Array.from({ length: LIMITS.preview_pronunciations + 1 }, () => alias);
    await refused(sample(many), 400, "INVALID_REQUEST");
  });
  test("of an unknown voice is 404", async () => {
    await refused(preview({ text: "Hello." }, randomUUID()), 404, "NOT_FOUND");
  });
});
