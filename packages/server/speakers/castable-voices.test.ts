// The ranks of voices for casting.

import assert from "node:assert/strict";
import { test } from "node:test";
import { castVoices } from "@fullcast/core/direction";
import { createEngines } from "../engines/registry.ts";
import { castableVoices } from "./castable-voices.ts";

test("an engine counts in the languages that it speaks: natural voices come first in each", async () => {
  await using engines = createEngines({ threads: 1 });
  const catalogue = await engines.catalogue();
  const ranksOf = (preferred: string | null, language: string) => {
    const voices = castableVoices(catalogue, preferred).filter((voice) => voice.language.startsWith(language));
    return Object.fromEntries(voices.map(({ provider, rank }) => [provider, rank]));
  };
  assert.deepEqual(ranksOf(null, "en"), { flite: 0, pico: 0, espeak: 1 });
  assert.deepEqual(ranksOf("espeak", "en"), { flite: 1, pico: 1, espeak: 0 });
  assert.deepEqual(ranksOf("pico", "en"), { flite: 1, pico: 0, espeak: 2 });
  for (const language of ["de", "fr", "es", "it"]) assert.equal(ranksOf(null, language).pico, 0, language);
  assert.deepEqual(ranksOf(null, "de"), { pico: 0, espeak: 1 });
  assert.deepEqual(ranksOf(null, "nl"), { espeak: 0 });
  assert.deepEqual(ranksOf("espeak", "de"), { espeak: 0, pico: 1 });
  assert.deepEqual(ranksOf("flite", "de"), { pico: 0, espeak: 1 });
});

test("a British book has a British cast, and other English an American one", async () => {
  await using engines = createEngines({ threads: 1 });
  const catalogue = await engines.catalogue();
  const voices = castableVoices(catalogue, null);
  const person = (name: string, gender: "female" | "male" | null, role: "narrator" | "character" = "character") =>
    ({ id: name, name, role, gender, age: null, lines: 20, characters: 2_000, casting: null }) as const;
  const speakers = [person("Narrator", null, "narrator"), person("Ann", "female"), person("Tom", "male")];
  const conversations = [{ a: "Ann", b: "Tom", weight: 9 }];
  for (const [spelling, narrator, accent] of [
    ["british", "Rosalind", "British"],
    ["american", "Martin", "American"],
    [null, "Martin", "American"],
  ] as const) {
    const cast = castVoices({ speakers, conversations, voices, language: "en", spelling });
    const chosen = speakers.map(({ id }) => catalogue.voices.find(({ voice_id }) => voice_id === cast.get(id))!);
    assert.equal(chosen[0]!.name, narrator);
    assert.deepEqual(new Set(chosen.map((voice) => voice.accent)), new Set([accent]), String(spelling));
  }
});
