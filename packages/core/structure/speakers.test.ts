import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readStory } from "./read-story.ts";
import { structureText } from "./structure.ts";

/** Enough of other talk that one line is a small share of it. */
const TALK = Array.from(
  { length: 20 },
  (_, index) => `"Is that the ${index}th boat?" asked Anna.\n\n"It is the ${index}th indeed," said Tom.`,
).join("\n\n");

test("a letter is read, not said, to its last paragraph", () => {
  const text = `Anna broke the seal. The letter ran as follows:

"We came home on Tuesday, and found the boat gone.

"Nobody knows who took it, and nobody asks.

"Yours ever, Tom."

"What a letter!" said Anna.`;
  assert.deepEqual(readStory(text).words, ['"What a letter!"']);
});

test("a letter is recognised by its salutation and by its writer", () => {
  const headed = `A boy brought a note.

"Dear Sir,"

"The boat is yours, if you will fetch it before the tide."

"Well?" asked Tom.`;
  assert.deepEqual(readStory(headed).words, ['"Well?"']);
  const written = '"The boat is gone," wrote Anna, "and so is the oar."\n\n"Then we walk," said Tom.';
  assert.deepEqual(readStory(written).words, ['"Then we walk,"']);
});

test("who is spoken to by a dear name still hears speech", () => {
  const text = '"My dear Tom," said Anna.\n\n"Dear Anna, come here, the letter can wait!" he cried.';
  assert.equal(readStory(text).words.length, 2);
});

test("reported speech is narration even between marks", () => {
  const text = `Tom was ready with his excuse. "He had been delayed at the mill; the road was bad, and the horse had lost a shoe; he would certainly have written, had there been paper in the house."

"I do not believe a word of it," said Anna.`;
  assert.deepEqual(readStory(text).words, ['"I do not believe a word of it,"']);
});

test("names and terms inside a narrated sentence are not said", () => {
  const text = `She hung the painter's "Evening Tide" above what he called "the better shelf." Then she went out.

"Who moved it?" asked Tom, looking at the "better shelf" again.`;
  assert.deepEqual(readStory(text).words, ['"Who moved it?"']);
});

test("what goes on behind an act is said", () => {
  const text = '"If you must have it, Tom," she held out the oar "then take it and be quick."';
  assert.equal(readStory(text).words.length, 2);
});

test("a noun that no list has speaks when the text says so", () => {
  const text = `${TALK}

A lamplighter came along the quay with his ladder.

"Fine night," said the lamplighter.`;
  assert.equal(readStory(text).lines.at(-1), "the lamplighter");
});

test("the man is the person that the narration introduced", () => {
  const text = `${TALK}

A thin, elderly man stood by the gate.

"Closed today," said the man.

Nobody stirred on the quay.

A stout man got up from the bench.

"Where to?" asked the man.`;
  const { characters } = readStory(text);
  assert.ok(characters.includes("the thin, elderly man"), characters.join());
  assert.ok(characters.includes("the stout man"), characters.join());
});

test("a description stands beside the name", () => {
  const text = `Mr. Lowe, the harbour inspector, came down the steps. Mr. Lowe looked at the boat.

"Whose is it?" asked Mr. Lowe.

"Mine," said Anna.

"Then row," said the inspector.`;
  assert.deepEqual(readStory(text).lines, ["Mr. Lowe", "Anna", "Mr. Lowe"]);
});

test("a family does not speak", () => {
  const text = `${TALK}

Mr. Lowe bowed. "Good day," said Mr. Lowe.

The Lowes had said "never again" every summer.`;
  assert.ok(!readStory(text).characters.includes("Lowes"));
});

test("the person who is asked does not ask", () => {
  const text =
    'Tom turned to the porter. In the end Anna was asked, "Is it yours?"\n\n"It is," said Anna.\n\n"Then take it," said Tom.';
  assert.notEqual(structureText(text).blocks.find((block) => block.kind === "speech")!.method, "tag");
});

test("an insertion behind who is stepped over", () => {
  const text = `${TALK}

The silence was ended by Bess, who, when she had heard it all, said, "I never liked that boat."`;
  assert.equal(readStory(text).lines.at(-1), "Bess");
});

test("a possessor's noun after a quote means that person said it", () => {
  const text = `${TALK}

"We shall do better tomorrow," was Bess's consolation.`;
  assert.equal(readStory(text).lines.at(-1), "Bess");
});

test("a pronoun of the other gender begins another's line", () => {
  const text = `Mr. Lowe took his hat. "Will you be late?" said Miss Hart. He did not look up; but after a while he burst out with, "I may be."`;
  assert.deepEqual(readStory(text).lines, ["Miss Hart", "Mr. Lowe"]);
});

test("who interrupts in a sentence of its own is heard next", () => {
  const text = '"He talks of you," cried Tom, "as if--" Anna interrupted him. "I never heard it."';
  assert.deepEqual(readStory(text).lines, ["Tom", "Tom", "Anna"]);
});

test("a title of the other gender stands before a surname, not a given name", () => {
  const text = `Charlotte Lucas came in, and Miss Lucas sat down.

"How cold it is," said Miss Lucas.

"Come to the fire," said Anna.

"So I will," said Charlotte.`;
  const { lines } = readStory(text);
  assert.equal(lines[0], lines[2]);
});

test("who is only talked about does not answer", () => {
  const text = `${TALK}

"Where is Bess?" asked Anna.

"Bess is at the mill with Nell," he said.

"Then Bess knows nothing of it. Nell might have told Bess."

"Bess never listens," said Bess's brother Tom.

"Good morning," said Bess at last, coming in.`;
  const { lines } = readStory(text);
  assert.deepEqual(lines.slice(-4, -2), ["Tom", "Anna"]);
});

test("a boy that the uncle talks to does not say what “his uncle” says", () => {
  const text = readFileSync(new URL("../../../examples/the-lighthouse.txt", import.meta.url), "utf8");
  const { words, lines } = readStory(text);
  for (const start of ["“I walked to the noise, Pip", "“What did I tell you", "“I said that it might be a cow"]) {
    const line = words.findIndex((word) => word.startsWith(start));
    assert.equal(lines[line], "Fenn Carrow", start);
  }
});
