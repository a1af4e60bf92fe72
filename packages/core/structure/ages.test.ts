import assert from "node:assert/strict";
import { test } from "node:test";
import { readStory } from "./read-story.ts";

/** A dialogue of Ann and Mr. Lowe with one sentence about her before it. */
const ageOfAnn = (sentence: string) =>
  readStory(
    `${sentence} The boat was late.\n\n"Is it far?" asked Ann.\n\n"An hour," said Mr. Lowe.\n\n"Then let us go," said Ann.`,
  ).people.find(({ name }) => name === "Ann")?.age;

for (const [sentence, age] of [
  ["Ann was seven years old.", "child"],
  ["Ann was 7 years old.", "child"],
  ["Ann was only seven.", "child"],
  ["Ann, who had just turned eight, sat down.", "child"],
  ["Ann, aged nine, sat down.", "child"],
  ["Ann, nine years of age, sat down.", "child"],
  ["Ann, a girl of ten, sat down.", "child"],
  ["Seven-year-old Ann sat down.", "child"],
  ["The seven-year-old Ann sat down.", "child"],
  ["Ann sat down. She was seven years old.", "child"],
  ["At six years old, Ann could row a boat.", "child"],
  ["That was Ann. Ten years old and eyes like lamps.", "child"],
  ["That was Ann. Ten years old, the house leaned.", null],
  ["Ann, who was seven and had never seen a boat, sat down.", "child"],
  ["Ann was nineteen years old.", "young"],
  ["Ann was a woman of seventy.", "old"],
  ["Ann, who was seventy-three years old, sat down.", "old"],
  ["Ann had a watch that was seven years old.", null],
  ["Ann was seven miles from home.", null],
  ["Ann lived at number seven.", null],
  ["Ann knew a boy who was seven years old.", null],
  ["Ann was not yet born when the house was seven years old.", null],
] as const) {
  test(`"${sentence}": ${age ?? "no age"}`, () => assert.equal(ageOfAnn(sentence) ?? null, age));
}

test("people who state their age in their own line have it", () => {
  const text = `"How old are you?" asked Mr. Lowe.\n\n"I am seven," said Ann.\n\n"And I'm seventy years old," said Mr. Lowe.`;
  const ages = Object.fromEntries(readStory(text).people.map(({ name, age }) => [name, age]));
  assert.deepEqual(ages, { Ann: "child", "Mr. Lowe": "old" });
});

test("a play's list of persons gives ages and sexes", () => {
  const text =
    "THE FERRY\n\nCHARACTERS\n\nANN, a girl of eight\nTOM BELL, an old ferryman, her grandfather\nREVEL, a young man\nQUILL, a lady\n\nACT I\n\nANN. Is it far?\n\nTOM BELL. An hour, child.\n\nREVEL. We are late.\n\nQUILL. So we are.\n\nANN. Then let us go.\n\nTOM BELL. Sit down first.\n\nREVEL. Gladly.\n\nQUILL. Hurry.\n";
  const people = Object.fromEntries(readStory(text).people.map(({ name, age, gender }) => [name, [gender, age]]));
  assert.deepEqual(people, {
    Ann: ["female", "child"],
    "Tom Bell": ["male", "old"],
    Revel: ["male", "young"],
    Quill: ["female", null],
  });
});
