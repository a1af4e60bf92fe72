import assert from "node:assert/strict";
import { test } from "node:test";
import { readStory } from "./read-story.ts";

/** Lines of two named people, enough to make one line a small share. */
const TALK = Array.from(
  { length: 80 },
  (_, index) =>
    `"Is that the ${index}th boat, Tom?" asked Mrs. Lowe.\n\n"It is the ${index}th indeed," said Tom, and Mrs. Lowe nodded.`,
).join("\n\n");

test("an occupation or a role describes a person with a name", () => {
  const { lines, characters } = readStory(
    `${TALK}\n\nTom looked at the sky.\n\n"Nothing is new," said the philosopher with a smile.\n\nMrs. Lowe did not answer.\n\n"Or hardly anything," said the philosopher.`,
  );
  assert.equal(lines.at(-1), "Tom");
  assert.deepEqual(characters.sort(), ["Mrs. Lowe", "Tom"]);
});

test("a noun with other adjectives is not the introduced person", () => {
  const { characters } = readStory(
    `${TALK}\n\nA little man went by with a barrow. Tom stood up.\n\n"There goes the barrow!" cried the young man.`,
  );
  assert.deepEqual(characters.sort(), ["Mrs. Lowe", "Tom"]);
});

test("one of many, and another, are people of their own", () => {
  const { lines } = readStory(
    `${TALK}\n\nThe fishermen came up the steps.\n\n"No luck today?" asked one of the old women.\n\n"Not a fin," said one, and dropped his basket.\n\n"Not a scale!" cried another.\n\nSome one said, "Hush!" and one of them laughed.`,
  );
  assert.deepEqual(lines.slice(-4, -1), ["one of the old women", "one", "another"]);
});

test("a person known only by an occupation speaks if a clause precedes the verb", () => {
  const { lines } = readStory(
    `${TALK}\n\nThe road was dry. The driver, who was leaning on the gate, called out, "A letter for the house!"`,
  );
  assert.equal(lines.at(-1), "the driver");
});

test("the person that the narration introduces beside a line says it", () => {
  const { lines } = readStory(
    `${TALK}\n\nMrs. Lowe and Tom sat by the fire. After some minutes a small girl popped her head in to say,\n\n"The boats are all home."\n\nMrs. Lowe thanked her.`,
  );
  assert.equal(lines.at(-1), "the small girl");
});

test("a person who is addressed once and rarely named answers", () => {
  const talk = Array.from(
    { length: 80 },
    (_, index) =>
      `"Is that the ${index}th boat, Tom?" asked Ned.\n\n"It is the ${index}th indeed," said Tom, and Ned nodded.`,
  ).join("\n\n");
  const { lines } = readStory(
    `${talk}\n\nTom found Rosamond Grey in the garden.\n\n"Will it rain?" she asked.\n\n"I think not, Rosamond," said Tom.\n\n"Then I shall stay," she said.`,
  );
  assert.deepEqual(lines.slice(-3), ["Rosamond Grey", "Tom", "Rosamond Grey"]);
});

test("a title identifies a person at any distance from the verb", () => {
  const { lines } = readStory(
    `${TALK}\n\nTom asked for news, and Mr. Denny told them that the mail was late; adding, with a smile,\n\n"I do not think it will come at all."`,
  );
  assert.equal(lines.at(-1), "Mr. Denny");
});

test("a name after who belongs to the introduced person", () => {
  const { characters } = readStory(
    `${TALK}\n\n"Fall on my neck and weep," said a young man who, for his long face, was called Ned.\n\n"No," said Tom.\n\n"Nobody ever does," said Ned.\n\n"Where are they?" said the boy, who was Tom.`,
  );
  assert.deepEqual(characters.sort(), ["Mrs. Lowe", "Ned", "Tom"]);
});

test("after a comma, a weak verb beside its subject names the speaker", () => {
  const { lines } = readStory(
    `${TALK}\n\nMrs. Lowe laughed, and Tom laughed.\n\n"A good bit of rowing, that," an old military man broke in.\n\nMrs. Lowe looked at Tom.`,
  );
  assert.equal(lines.at(-1), "the old military man");
});

test("a voice alone is no person", () => {
  const { characters } = readStory(`${TALK}\n\nMrs. Lowe looked up.\n\n"I can't help it," said a voice close ahead.`);
  assert.deepEqual(characters.sort(), ["Mrs. Lowe", "Tom"]);
});

test("the constable is the policeman", () => {
  const { lines, characters } = readStory(
    `${TALK}\n\nA policeman stood at the gate.\n\n"Move along," said the policeman.\n\nTom did not move.\n\n"I mean it," said the constable.`,
  );
  assert.deepEqual(lines.slice(-2), ["the policeman", "the policeman"]);
  assert.deepEqual(characters.sort(), ["Mrs. Lowe", "Tom", "the policeman"]);
});

test("who says something once speaks where an insertion stands before the verb", () => {
  const { lines } = readStory(
    `${TALK}\n\nThe road was dry. Soon Basil, weary of boats and of counting them, said, "There is a letter for the house."`,
  );
  assert.equal(lines.at(-1), "Basil");
});

test("an adjective after 'the' indicates a known person", () => {
  const { lines, characters } = readStory(
    `${TALK}\n\nDorcas came in with the tray.\n\n"The tea is cold," said Dorcas.\n\nMrs. Lowe thanked her. Dorcas did not go.\n\n"You had better rest," said the old servant.\n\n"Not yet," said Mrs. Lowe.`,
  );
  assert.equal(lines.at(-2), "Dorcas");
  assert.deepEqual(characters.sort(), ["Dorcas", "Mrs. Lowe", "Tom"]);
});
