// The ranks of voices for casting.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createEngines } from "../engines/registry.ts";
import { castableVoices } from "./castable-voices.ts";

test("an engine counts in the languages that it speaks: natural voices come first in each", async () => {
  await using engines = createEngines({ threads: 1 });
  const catalogue = await engines.catalogue();
  const ranksOf = (preferred: string | null, language: string) => {
    const voices = castableVoices(catalogue, preferred).filter((voice) => voice.language.startsWith(language));
    return Object.fromEntries(voices.map(({ provider, rank }) => [provider, rank]));
  };
  assert.deepEqual(ranksOf(null, "en"), { flite: 0, espeak: 1 });
  for (const language of ["de", "fr", "es", "it"]) assert.equal(ranksOf(null, language).pico, 0, language);
  assert.deepEqual(ranksOf(null, "de"), { pico: 0, espeak: 1 });
  assert.deepEqual(ranksOf(null, "nl"), { espeak: 0 });
  assert.deepEqual(ranksOf("espeak", "de"), { espeak: 0, pico: 1 });
  assert.deepEqual(ranksOf("flite", "de"), { pico: 0, espeak: 1 });
});
