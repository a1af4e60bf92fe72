import assert from "node:assert/strict";
import { test } from "node:test";
import { readStory, repeat } from "./read-story.ts";

test("a title alone means the last person named with it", () => {
  const { lines } = readStory(
    `Captain Lowe came aboard with his dog.

"We sail at noon," said the captain. Mrs. Ryder nodded.

"At noon then," said Captain Lowe.

Captain Hart stood on the quay and waved his hat.

"We do not sail at all," said the captain. Mrs. Ryder frowned.

"Not at all," said Captain Hart.`,
  );
  assert.equal(lines[0], lines[1]);
  assert.equal(lines[2], lines[3]);
  assert.notEqual(lines[0], lines[2]);
});

test("of two people of one given name, it is not his who is named beside it", () => {
  const { lines } = readStory(
    `${repeat(3, (index) => `Peter and Peter Hart rowed out on the ${index}th day. Peter Hart sang, and Peter Hart laughed.`)}

${repeat(6, (index) => `Peter Lowe counted ${index} gulls.`)}

"Seven," said Peter Lowe.

"Eight," said Peter.

"Nine," said Peter Hart.`,
  );
  assert.equal(lines[1], lines[0]);
  assert.notEqual(lines[2], lines[0]);
});

test("a name written in two ways is one person's", () => {
  const { characters } = readStory(
    `${repeat(6, (index) => `"That is the ${index}th," said Katharine. Tom nodded to Katharine.`)}

"And that the last," said Katherine.

"The last," said Tom.`,
  );
  assert.deepEqual(characters.sort(), ["Katharine", "Tom"]);
});

test("the person beside a place speaks, not the place", () => {
  const { lines } = readStory(
    `Tom went down to the river. A porter on the Tollgate spoke to him, and said, "Good evening."

"Good evening," said Tom.`,
  );
  assert.equal(lines[0], "the porter");
});

test("a name after a description is the speaker", () => {
  const { lines } = readStory(
    `"A letter from Tom!" said the other sister, Laura, on the next day.

"Read it," said Anna.`,
  );
  assert.deepEqual(lines, ["Laura", "Anna"]);
});

test("the people of a country are nouns, and describe", () => {
  const { characters } = readStory(
    `${repeat(40, (index) => `"The ${index}th glass is mine," said Gustav.\n\n"Then the next is mine," said Anna to Gustav.`)}

Gustav struck the table.

"I shall pay for all of them!" cried the Swede.

"You shall," said Anna.`,
  );
  assert.deepEqual(characters.sort(), ["Anna", "Gustav"]);
});

const talk = repeat(
  12,
  (index) =>
    `"Is that the ${index}th boat, Tom?" asked Mrs. Lowe.\n\n"It is the ${index}th indeed," said Tom, and Mrs. Lowe nodded.`,
);

test("the District Superintendent of Police is whose office that is", () => {
  const { lines, characters } = readStory(`${talk}

Mr. Hart, the District Superintendent of Police, was a patient man. "The boats are all in," said Mr. Hart.

Tom had nothing to tell the District Superintendent of Police, or the police.

"I beg your pardon?" said the Superintendent of Police.`);
  assert.equal(lines.at(-1), "Mr. Hart");
  assert.ok(!characters.includes("Superintendent of Police"));
});

test("two given names without their comma are still two people", () => {
  const { lines } = readStory(`${talk}

"Who is to wash Basil Henry and Lucy?" asked Mrs. Lowe.

Basil and Henry ran in front. Tom called Basil and Henry back.

"Is it supper yet?" asked Basil.

Tom shook his head.

"Is it late?" asked Henry.`);
  assert.deepEqual([lines.at(-2), lines.at(-1)], ["Basil", "Henry"]);
});
