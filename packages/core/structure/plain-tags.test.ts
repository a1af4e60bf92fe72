// Tags that are no sentence of their own: plain forms of saying, owners of forms in "-ing", and sources behind a quote.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readStory } from "./read-story.ts";

/** Two people talk, so that turn-taking would give the next line to Tom. */
const TALK = `"The mill is shut," said Anna. "I came by the weir."

"It was open at noon," said Tom. "Basil saw it."

"Basil sees much," said Anna.`;

for (const [what, text] of [
  [
    "heard somebody say",
    `Anna heard Basil say, in a low voice and rather to the lamp than to her,\n"It was shut at noon."`,
  ],
  ["somebody's saying", `She was stopped by Basil's suddenly saying, with a little confusion, "It was shut at noon."`],
  [
    "somebody's doing and saying",
    `It never rained without Basil's giving a gentle sigh, and saying, "It was shut at noon."`,
  ],
  ["came from somebody", `"It was shut at noon," came from Basil in the dark.`],
  ["from somebody", `"It was shut at noon!" from Basil, who had not slept.`],
  ["was uttered by somebody", `"It was shut at noon!" was uttered by Basil.`],
] as const)
  test(`a tag: ${what}`, () => {
    const { lines, words } = readStory(`${TALK}\n\n${text}\n\nThe wheel stood still.`);
    assert.match(words.at(-1)!, /shut at noon/);
    assert.equal(lines.at(-1), "Basil");
  });

for (const [what, text, speaker] of [
  ["a place", `"It was shut at noon!" came from the table behind. Tom laughed.\n\n"So it was," said Basil.`, "Basil"],
  ["an act", `"It was shut at noon," said Tom, and took the lamp from Basil.`, "Tom"],
  ["by the door", `"It was shut at noon," said Tom by Basil's door.`, "Tom"],
] as const)
  test(`no source: ${what}`, () => assert.equal(readStory(`${TALK}\n\n${text}`).lines.at(-1), speaker));
