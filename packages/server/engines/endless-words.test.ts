import assert from "node:assert/strict";
import { test } from "node:test";
import { NEUTRAL_DELIVERY } from "@fullcast/core/direction";
import { LONGEST_WORD, withoutEndlessWords } from "./endless-words.ts";

const request = (text: string) => ({
  model: "m",
  voice: "v",
  text,
  delivery: NEUTRAL_DELIVERY,
  emphasis: [],
  pronunciations: [],
  silences: [],
  options: {},
});
const spoken = (text: string) => withoutEndlessWords(request(text));

test("a word without end is read to its three hundredth character; offsets stay, and a warning states it", () => {
  const text = `Before ${"abcdefghij".repeat(10_000)} after, and ${"9".repeat(LONGEST_WORD)}.`;
  const { request: changed, warnings } = spoken(text);
  assert.equal(changed.text.length, text.length);
  assert.equal(changed.text.indexOf("after"), text.indexOf("after"));
  assert.deepEqual(
    changed.text.split(/\s+/).map((word) => word.length),
    [6, LONGEST_WORD, 6, 3, LONGEST_WORD + 1],
  );
  assert.deepEqual(warnings, [
    'A word of 100000 characters ("abcdefghijab…") is spoken to its 300th character; the rest is left out.',
  ]);
});

test("words of usual length, words joined by marks, and scripts without spaces are left as they are", () => {
  for (const text of [
    "one, ".repeat(20_000),
    "one,two-three.".repeat(5_000),
    "子どもたち".repeat(2_000),
    "ประเทศไทย".repeat(2_000),
  ]) {
    const { request: same, warnings } = spoken(text);
    assert.deepEqual([same.text, warnings], [text, []]);
  }
});

test("a character of two code units is not divided", () => {
  const { request: changed } = spoken(`a${"𝒜".repeat(5_000)}`);
  assert.ok(changed.text.isWellFormed());
});
