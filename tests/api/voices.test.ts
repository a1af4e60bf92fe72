// The voices and engines of the installation.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Voice } from "@fullcast/contract";
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

test("the embedded engine is available, tells its models, and has word timings", async () => {
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
