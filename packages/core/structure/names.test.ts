import assert from "node:assert/strict";
import { test } from "node:test";
import { readStory, repeat } from "./read-story.ts";

test("the plain surname of several sisters is the eldest's, not hers who goes by her given name", () => {
  const text = `${repeat(4, (index) => `"We saw the Miss Harts at the ${index}th ball," said Mrs. Lowe. "Miss Lucy Hart danced, and Miss Lucy sang." Lucy smiled, and Lucy sat down.`)}

"How do you like the sea?" asked Miss Hart.

"My sister likes everything," said Lucy.`;
  assert.deepEqual(readStory(text).lines.slice(-2), ["Miss Hart", "Lucy"]);
});

test("two surnames under one title are two people, whatever their turns", () => {
  const text = repeat(
    6,
    (index) =>
      `"Is the ${index}th boat in, Ann?" asked Miss Lowe.\n\n"It is," said Ann.\n\n"And is the ${index}th net mended, Ann?" asked Miss Hart.\n\n"It is," said Ann.`,
  );
  const names = readStory(text).people.map(({ name }) => name);
  assert.ok(names.includes("Miss Lowe") && names.includes("Miss Hart"), names.join());
});

test("a sentence ends behind a title that no point shortens", () => {
  const text = `Ann curtsied to the Baron. Ned laughed.\n\n"Stop it," said Ann.\n\n"Why?" asked Ned, and bowed to the Baron. Ann did not.`;
  assert.deepEqual(readStory(text).lines, ["Ann", "Ned"]);
});

test("more than one of a surname never speak, titled or not", () => {
  const text = `${repeat(6, (index) => `"The ${index}th of May!" said Mrs. Lowe.`)}

The Miss Lowes were out with Miss Lowe's aunt, and the Miss Lowes talked of rank, people of rank, and said, "We have no scruple."`;
  assert.ok(!readStory(text).people.some(({ name }) => name.endsWith("Lowes")));
});

test("a title of two is each one's: Captains Lowe and Hart", () => {
  const text = `${repeat(5, (index) => `"Good day," said Captain Lowe to the ${index}th guest.`)}

Ann waved to Captains Lowe and Hart. Captain Frederick Lowe was late, as Frederick Lowe often was.

"Here I am," said Frederick.`;
  const lowe = readStory(text).people.find(({ name }) => name === "Captain Lowe");
  assert.ok(lowe?.aliases.includes("Frederick"), lowe?.aliases.join());
});

test("a bare name is the surname that a title goes with, not the word before a place", () => {
  const text = `${repeat(4, (index) => `"The ${index}th council is open," said President Noon.`)}

They had met at a Noon School before.

"Sit down," said Noon. Noon was tired. Nobody knew Noon.

"The council is closed," said President Noon.`;
  const { people: characters } = readStory(text);
  assert.deepEqual(
    characters.map(({ name }) => name),
    ["President Noon"],
  );
});

test("two names with the same turns that never occur together belong to one person", () => {
  const text = repeat(
    4,
    (index) =>
      `Mrs. Palmer laughed at the ${index}th cup. Charlotte took it.\n\n"How droll!" said ${index % 2 === 0 ? "Charlotte" : "Mrs. Palmer"}.\n\n"Not at all," said Tom.`,
  );
  assert.equal(readStory(text).people.length, 2);
});

test("mamma is a person who also has a name, and a pet name belongs to its owner", () => {
  const text = `${repeat(5, (index) => `"It is the ${index}th time, Mama," said Ann Hart.\n\n"My love, it is," said Mrs. Hart.`)}

"Well, Skaggsy?" said Mr. Skaggs' friend Ned.

"Well," said Skaggsy. Mr. Skaggs laughed.

"Good," said Mr. Skaggs.`;
  const names = readStory(text).people.map(({ name }) => name);
  assert.ok(!names.includes("Mama") && !names.includes("Skaggsy"), names.join());
});

test("Mrs. Lowe is the woman of the name who is no Miss", () => {
  const text = `${repeat(4, (index) => `"Is it the ${index}th boat?" asked Fannie.\n\n"It is," said Kitty. Kitty sighed. Kitty had been out.`)}

Fannie Lowe and Kitty Lowe went home. Miss Kitty Lowe sang; Miss Lowe was happy.

"At last," said Mrs. Lowe.`;
  const fannie = readStory(text).people.find(({ name }) => name === "Fannie");
  assert.ok(fannie?.aliases.includes("Mrs. Lowe"), fannie?.aliases.join());
});

test("a person who is only addressed is no candidate in a story with many tags", () => {
  const text = `${repeat(80, (index) => `"Is it the ${index}th?" asked Bess.\n\n"It is," said Ann.`)}

Mr. Lowe came in.

${repeat(2, () => `"Build a house, Charles," said Ann.\n\n"I wish I could, Ann."`)}

Ann laughed, and Mr. Lowe laughed.

"Good," said Mr. Lowe.`;
  const names = readStory(text).people.map(({ name }) => name);
  assert.deepEqual(names.sort(), ["Ann", "Bess", "Mr. Lowe"]);
});
