// People of short texts: names that act once, nouns that are the only word for a person, and work that women and men do.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readStory } from "./read-story.ts";

const genderOf = (text: string, name: string) => readStory(text).people.find((one) => one.name === name)?.gender;

for (const noun of ["captain", "lawyer", "sheriff", "surgeon", "dragon"]) {
  const text = (pronoun: string) =>
    `The ${noun} shut the book. ${pronoun} hands were steady.\n\n“How much is left?” asked the ${noun}.\n\n“Nine days,” said Ames.`;
  test(`the ${noun} is a woman or a man by the pronoun`, () => {
    assert.equal(genderOf(text("Her"), `the ${noun}`), "female");
    assert.equal(genderOf(text("His"), `the ${noun}`), "male");
    assert.equal(genderOf(text("The"), `the ${noun}`), "male");
  });
}

test("a nurse is a man where the text calls him so", () => {
  const text = "The nurse came in. He had a tray.\n\n“Sit down,” said the nurse.\n\n“I can stand,” said Ames.";
  assert.equal(genderOf(text, "the nurse"), "male");
});

test("a king stays a man beside another person's pronoun", () => {
  const text = "The king bowed. Her train swept past.\n\n“Sit down,” said the king.\n\n“I can stand,” said Ames.";
  assert.equal(genderOf(text, "the king"), "male");
});

test("a name that acts once is a person, although it also stands after “at”", () => {
  const { lines } = readStory(
    "“Nobody is eating,” said Nana.\n\nEverybody looked at Brin. He put his fork down. “I have some news,” he said.\n\n“You crashed the car,” said Dad.\n\nBrin shut his eyes. “No.”",
  );
  assert.deepEqual(lines, ["Nana", "Brin", "Dad", "Brin"]);
});

test("the chief is not one of the people who were named", () => {
  const { lines } = readStory(
    "“I want my lawyer,” said Voss.\n\nBehind the glass, Oduya sighed. “There it is,” he muttered.\n\n“Give her a minute,” said the chief.\n\nInes leaned back. “He is stuck in traffic,” she said.",
  );
  assert.deepEqual(lines, ["Voss", "Oduya", "the chief", "Ines"]);
});

test("the lieutenant is not a corporal", () => {
  const { lines } = readStory(
    "“They are having their tea,” Corporal Pike said.\n\nThe lieutenant had the map over his knees. “Which side is the church on?” asked the lieutenant.\n\n“The left, sir,” said Corporal Pike.",
  );
  assert.deepEqual(lines, ["Corporal Pike", "the lieutenant", "Corporal Pike"]);
});

test("the voice of a man is the man's", () => {
  const { lines } = readStory("“Is this the mill?” a man’s voice asked.\n\n“Yes,” said Ruth. “Who is this?”");
  assert.deepEqual(lines, ["the man", "Ruth", "Ruth"]);
});
