import assert from "node:assert/strict";
import { test } from "node:test";
import { readStory } from "./read-story.ts";

/** The speakers of a text's lines, and their names. */
function speakers(text: string): string[] {
  return readStory(text).lines.map((name) => String(name));
}

test("old Sir Hugh and young Hugh are two people", () => {
  assert.deepEqual(
    speakers(`Old Sir Hugh came down to the quay, and young Hugh ran before him.

"The boat is late," said Sir Hugh.

"It is always late," said young Hugh.

"You were never late in my day," said old Sir Hugh.

"In your day there was no boat," Hugh answered.`),
    ["old Sir Hugh", "young Hugh", "old Sir Hugh", "young Hugh"],
  );
});

test("a father and a son with one title", () => {
  assert.deepEqual(
    speakers(`Mr. Harding and his son, young Mr. Harding, came to the mill together.

"We want the wheel mended," said Mr. Harding.

"By Monday," said young Mr. Harding.

"By Tuesday will do," said old Mr. Harding.

"I am in a hurry," said young Harding.`),
    ["Mr. Harding", "young Mr. Harding", "Mr. Harding", "young Mr. Harding"],
  );
});

test("the elder and the younger sister, a widow and her daughter-in-law", () => {
  assert.deepEqual(
    speakers(`The elder Miss Pell poured the tea, and the younger Miss Pell passed the cups.

"Sugar?" asked the elder Miss Pell.

"Two lumps for the captain," said the younger Miss Pell.

Old Mrs. Crane knocked, and young Mrs. Crane came in behind her.

"Is there any left?" asked old Mrs. Crane.

"There is none," said young Mrs. Crane.`),
    ["the elder Miss Pell", "the younger Miss Pell", "old Mrs. Crane", "young Mrs. Crane"],
  );
});

test("Senior and Junior are no surnames", () => {
  assert.deepEqual(
    speakers(`Tom Reed Senior looked over the accounts. Tom Reed Junior stood at the door.

"Who signed this?" asked Tom Reed Senior.

"I did," said Tom Reed Junior.

"You might have asked," said Reed Senior.

"You were asleep," said Reed Junior.`),
    ["Tom Reed Senior", "Tom Reed Junior", "Tom Reed Senior", "Tom Reed Junior"],
  );
});

test("people of one noun are told apart by their order", () => {
  assert.deepEqual(
    speakers(`The first brother laughed. The second brother did not. The third brother was asleep.

"A bridge!" said the first brother.

"No one can build it," said the second brother.

"I can," said the third brother, and opened one eye.

"Then build it," said the first brother.`),
    ["the first brother", "the second brother", "the third brother", "the first brother"],
  );
});

test("a person named as a relative is not the person named before", () => {
  assert.deepEqual(
    speakers(`Jane Holt and her sister Kate Holt shared the attic with their cousin, Miss Holt.

"The roof leaks," said Jane.

"It has leaked since Easter," said Kate.

"Miss Holt will hear you," Jane whispered.

"I have heard it already," said Miss Holt.

Mr. Dale's brother, Mr. Robert Dale, came up the stairs.

"We came by the lower road," said Mr. Robert Dale.

"The lower road is flooded," said Mr. Dale.

"I did write," Robert said.`),
    ["Jane", "Kate Holt", "Jane", "Miss Holt", "Mr. Robert Dale", "Mr. Dale", "Mr. Robert Dale"],
  );
});

test("an apposition names one person twice", () => {
  const talk = Array.from(
    { length: 6 },
    (_, index) =>
      `"That is the ${index}th letter," said Mrs. Milton to Tom.\n\n"It is the last, Aunt Celia," said Tom.`,
  ).join("\n\n");
  const { characters } = readStory(`Tom had a letter from Mrs. Celia Milton, his aunt Celia, who lived by the sea.

${talk}

"I hope so," said Aunt Celia.`);
  assert.deepEqual(characters.length, 2);
});

test("a doctor of the family is neither the lady nor the lord", () => {
  const names = speakers(`Lady Marsh received them in the hall, and Lord Marsh stood behind her with the dogs.

"You are welcome," said Lady Marsh.

"They are late," said Lord Marsh.

"And I am early," said Dr. Marsh.`);
  assert.deepEqual(names, ["Lady Marsh", "Lord Marsh", "Dr. Marsh"]);
});

test("one person who is old, and young elsewhere, stays one person", () => {
  const far = "The tide went out and came in again. ".repeat(60);
  assert.deepEqual(
    speakers(`Old Peter mended the net.

"It holds," said old Peter.

${far}

"It was new," said Peter, "when young Peter rowed here."`),
    ["Peter", "Peter", "Peter"],
  );
});

test("a later part of a book keeps the two apart", () => {
  const known = [
    { name: "Mr. Harding", aliases: ["old Mr. Harding"], gender: "male", age: null },
    { name: "young Mr. Harding", aliases: ["young Harding"], gender: "male", age: null },
  ] as const;
  const text = `"The wheel is mended," said Mr. Harding.

"It took a week," said young Mr. Harding.

"It took six days," said old Mr. Harding.`;
  const names = readStory(text, { known }).lines;
  assert.deepEqual(names, ["Mr. Harding", "young Mr. Harding", "Mr. Harding"]);
});
