// The cast of a chapter.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Speaker } from "../api/api.ts";
import { hasOneNarrator, shareOf } from "./cast-state.ts";

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

test("one narrator for everything is no fault", () => {
  const cast = [person("Narrator", "a"), person("Mara", "a"), person("Tom", "b", "user")];
  assert.equal(hasOneNarrator(cast), true);
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
