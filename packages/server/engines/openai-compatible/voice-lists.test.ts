import assert from "node:assert/strict";
import { test } from "node:test";
import { KNOWN_VOICES, voiceFromList } from "./voice-lists.ts";

const known = (model: string) =>
  KNOWN_VOICES.find(({ models }) => models.test(model))?.voices.map(({ id }) => id) ?? [];

test("each model of OpenAI has the voices of its guide, and other models have none", () => {
  assert.equal(known("gpt-4o-mini-tts").length, 13);
  assert.equal(known("gpt-4o-mini-tts-2025-12-15").length, 13);
  assert.deepEqual(known("tts-1-hd").sort(), "alloy ash coral echo fable nova onyx sage shimmer".split(" "));
  assert.deepEqual(known("kokoro"), []);
  for (const { voices } of KNOWN_VOICES) assert.equal(new Set(voices.map(({ id }) => id)).size, voices.length);
});

test("a list of another form is refused; what is no voice in it is left out", () => {
  for (const value of [null, 1, "af_heart", { data: [] }, { voices: "af_heart" }, [1], [[]]]) {
    assert.throws(() => voiceFromList(value), SyntaxError, JSON.stringify(value));
  }
  const ids = voiceFromList(["a", { voice_id: "b" }, { name: "c" }, {}, { id: "" }, { id: "x".repeat(201) }]);
  assert.deepEqual(
    ids.map(({ id }) => id),
    ["a", "b", "c"],
  );
});
