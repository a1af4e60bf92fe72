// The cast of a chapter.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { TextContent } from "@fullcast/core/document";
import type { Speaker, Voice } from "../api/api.ts";
import { bestFirst, filteredVoices, heardWords, namedPeople, shareOf } from "./cast-state.ts";

const person = (name: string, voice: string | null, source: "automatic" | "user" = "automatic"): Speaker => ({
  id: name,
  name,
  role: name === "Narrator" ? "narrator" : "character",
  aliases: [],
  gender: null,
  age: null,
  description: null,
  color_index: 0,
  casting:
    voice === null
      ? null
      : { voice_id: voice, voice_name: voice, provider: "espeak", model: "m", generation_profile: null, source },
  usage: { section_count: 1, block_count: 2, character_count: 50 },
});

const voice = (name: string, over: Partial<Voice> = {}) =>
  ({ voice_id: name, name, provider: "flite", age: "adult", available: true, ...over }) as Voice;

test("voices that suit come first: at hand, of people, of the person's age, and spoken by no other person", () => {
  const voices = [
    voice("away", { available: false }),
    voice("robot", { provider: "espeak" }),
    voice("taken", { age: "old" }),
    voice("young", { age: "young" }),
    voice("wise", { age: "old" }),
  ];
  const sorted = bestFirst(voices, { age: "old", used: new Set(["taken"]) });
  assert.deepEqual(
    sorted.map(({ name }) => name),
    ["wise", "taken", "young", "robot", "away"],
  );
});

test("the shares of all people are the whole", () => {
  const cast = [person("Narrator", "a"), person("Mara", "b")];
  assert.equal(
    cast.reduce((sum, one) => sum + shareOf(one, cast), 0),
    1,
  );
  assert.equal(
    shareOf({ ...person("Ann", null), usage: { section_count: 0, block_count: 0, character_count: 0 } }, []),
    0,
  );
});

test("voices that sound like people come before those of the formant synthesiser, each in the order of the list", () => {
  const voice = (name: string, provider: string): Voice => ({
    voice_id: name,
    name,
    provider,
    model: "m",
    language: "en-US",
    accent: null,
    gender: "female",
    age: "adult",
    tags: [],
    description: "",
    license: "",
    publishable: true,
    preparation_required: false,
    preview_url: null,
    available: true,
  });
  const all = [voice("Ada", "espeak"), voice("Agnes", "flite"), voice("Beryl", "espeak"), voice("Nova", "kokoro")];
  const filter = { language: "en", gender: "", age: "", accent: "", provider: "", search: "" };
  assert.deepEqual(
    filteredVoices(all, filter).map(({ name }) => name),
    ["Agnes", "Nova", "Ada", "Beryl"],
  );
});

test("what is heard of a line has no label that is never spoken", () => {
  const line = (text: string, ...silent: readonly [number, number][]) =>
    ({
      type: "text",
      text,
      annotations: silent.map(([start_utf16, end_utf16]) => ({ kind: "exclusion", id: "x", start_utf16, end_utf16 })),
      points: [],
    }) as unknown as TextContent;
  assert.equal(heardWords(line("MARA: Is it far?", [0, 6])), "Is it far?");
  assert.equal(heardWords(line("MARA: Yes (sighs), it is.", [9, 17], [0, 6])), "Yes, it is.");
});

test("people are found by any of their names", () => {
  const people = [person("Anna Hart", null), { ...person("the old man", null), aliases: ["Tobias Quill"] }];
  const found = (search: string) => namedPeople(people, search).map(({ name }) => name);
  assert.deepEqual(found("QUILL tob"), ["the old man"]);
  assert.deepEqual(found("hart"), ["Anna Hart"]);
  assert.deepEqual(found(" ").length, 2);
  assert.deepEqual(found("pip"), []);
});
