import assert from "node:assert/strict";
import { test } from "node:test";
import { readStory } from "./read-story.ts";

/** What a dialogue of Wren and Mr. Lowe says of Wren, with one sentence about this person before it. */
function wren(sentence: string): string {
  const text = `${sentence} The boat was late.\n\n"Is it far?" asked Wren.\n\n"An hour," said Mr. Lowe.\n\n"Then let us go," said Wren.`;
  const found = readStory(text).people.find(({ name }) => name === "Wren");
  return `${found?.gender ?? "?"} ${found?.age ?? "?"}`;
}

for (const [sentence, expected] of [
  ["Wren was a little girl.", "female child"],
  ["Wren, a tiny girl with red hair, sat down.", "female child"],
  ["It was Wren, the little boy from the mill.", "male child"],
  ["The little girl Wren sat down.", "female child"],
  ["The little girl, Wren, sat down.", "female child"],
  ["The little girl was called Wren.", "female child"],
  ["A small boy named Wren sat down.", "male child"],
  ["The old man, Wren, sat down.", "male old"],
  ["Wren, an old man, sat down.", "male old"],
  ["Wren was a tall woman.", "female ?"],
  ["Wren was his sister.", "female ?"],
  ["Her husband, Wren, sat down.", "male ?"],
  ["A girl sat there. Her name was Wren.", "female child"],
  ["When he met Wren, the woman bowed.", "? ?"],
  ["Wren, the man said, was late.", "? ?"],
  ["The boy, Wren, and Tom sat down.", "? ?"],
  ["The woman's dog saw Wren.", "? ?"],
] as const) {
  test(`"${sentence}": ${expected}`, () => assert.equal(wren(sentence), expected));
}
