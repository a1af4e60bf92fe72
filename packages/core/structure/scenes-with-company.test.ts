import assert from "node:assert/strict";
import { test } from "node:test";
import { readStory } from "./read-story.ts";

const lines = (text: string): readonly (string | null)[] => readStory(text).lines;

for (const [sentence, noun] of [
  ["The cleaner lowered himself onto his bucket.", "the cleaner"],
  ["The thin bellboy by the lift watched them come.", "the bellboy"],
  ["The porteress scratched her chin.", "the porteress"],
  ["The stockman sat down.", "the stockman"],
] as const) {
  test(`a noun that no list has says the line behind its deed: ${noun}`, () => {
    const text = `“Is it far?” asked Anna.\n\n“Very,” said Tom.\n\n${sentence} “It is not connected.”\n\n“I know,” said Anna.`;
    assert.deepEqual(lines(text), ["Anna", "Tom", noun, "Anna"]);
  });
}

for (const sentence of [
  "The line rubbed their hands.",
  "The idea filled his head.",
  "The heat struck her in the face.",
]) {
  test(`no person: ${sentence}`, () => {
    const text = `“Is it far?” asked Anna.\n\n“Very,” said Tom.\n\n${sentence} “Then let us go.”\n\n“Yes,” said Tom.`;
    assert.deepEqual(new Set(lines(text)), new Set(["Anna", "Tom"]));
  });
}

test("a person who acts one sentence before a quote says it where the last sentence has no person", () => {
  const text =
    "“Nothing!” said Anna.\n\n“Good,” said Tom.\n\nMr. Lowe put a jar on the desk. Something green moved in it. “What is this?”\n\n“A newt,” said Anna.";
  assert.deepEqual(lines(text), ["Anna", "Tom", "Mr. Lowe", "Anna"]);
});

test("a short form that only addresses use is the person whose name begins with it", () => {
  const text =
    "“Who did it?” asked Marjorie.\n\nThe clerk coughed. “He has got you there, Marj.”\n\n“It is now.”\n\n“Ask Marj,” said the clerk.";
  const { people } = readStory(text);
  assert.deepEqual(people.find(({ name }) => name === "Marjorie")?.aliases, ["Marj"]);
});

test("a name that is asked for is the listener's", () => {
  for (const question of ["Are you Martin?", "You must be Martin.", "Which of you is Martin?"]) {
    const text = `Martin looked up. Tom coughed.\n\n“${question}” asked Anna.\n\n“Yes.”\n\nTom said nothing.`;
    assert.deepEqual(lines(text), ["Anna", "Martin"], question);
  }
});

test("a name and a surname that are a sentence of an answer are the speaker's", () => {
  const text = `The auctioneer coughed. “And the bid is yours, sir?”\n\n“Yes. Barnaby Quill. I have a train.”\n\n“It is a pot, Mr. Quill,” said Mrs. Lowe.\n\n“It has a false bottom,” said Quill.`;
  assert.deepEqual(lines(text), ["the auctioneer", "Barnaby Quill", "Mrs. Lowe", "Barnaby Quill"]);
  const asked = `“Who broke it?” asked Mrs. Lowe.\n\n“That one. Barnaby Quill. I saw him,” said Anna.\n\nQuill blushed.`;
  assert.deepEqual(lines(asked), ["Mrs. Lowe", "Anna"]);
});

test("a voice is the person who is described next and in sight", () => {
  const text =
    "Pip knocked.\n\n“Who is it?” said a voice.\n\n“Pip,” said Pip.\n\nA very old owl looked out. “There you are.”\n\n“Please,” said Pip.\n\n“Come in,” said the owl.";
  assert.deepEqual(lines(text), ["the owl", "Pip", "the owl", "Pip", "the owl"]);
  const again = `${text}\n\n“Shut the door,” said the voice.`;
  assert.equal(lines(again)[0], "the voice");
});

test("a title and a surname that only addresses use are the only person who fits", () => {
  const text =
    "Noor knocked.\n\n“Miss Rahman! Was the train awful?” asked Mr. Lowe.\n\n“Not very.”\n\n“Mine was,” said Mr. Lowe.\n\n“I am sorry,” said Noor.";
  const { people } = readStory(text);
  assert.deepEqual(people.find(({ name }) => /Noor|Rahman/u.test(name))?.aliases.length, 1);
  assert.equal(people.length, 2);
  const two = `Anna sat beside Noor.\n\n${text}\n\n“And I,” said Anna.`;
  assert.equal(
    readStory(two).people.some(({ name, aliases }) => name === "Noor" && aliases.length > 0),
    false,
  );
});

test("a text of marks alone has no speaker", () => {
  for (const text of [".„.", "?“.", "„.“„."])
    assert.deepEqual(
      lines(text).filter((name) => name !== null),
      [],
    );
});
