// Headings are narrated, never cast, also with quotation marks in them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { structureText } from "./structure.ts";

const STORY = "“Who opened the sluice?” asked Mara.\n\n“Not I,” said Tom.\n\n“Then who?” asked Mara.";

/** The lines of persons of the cast. */
const saidIn = (text: string, title?: string) =>
  structureText(text, title === undefined ? {} : { title }).blocks.flatMap((block) =>
    block.kind === "speech" ? [text.slice(block.start_utf16, block.end_utf16).trim()] : [],
  );
const SAID = saidIn(STORY);

for (const heading of [
  "Chapter II: “The Lamp”",
  "CHAPTER V. “WHO GOES THERE?”",
  "Chapter 3 – The “Lamp” Goes Out",
  "Chapter Seven “I Will Not Go”",
  "Kapitel 4: „Das Licht“",
  "Chapitre 2. « La lampe »",
  'Chapter 9: "The Lamp"',
  "THE “LAMP” GOES OUT",
]) {
  test(`${heading} is a heading`, () => {
    assert.deepEqual(saidIn(`${heading}\n\n${STORY}`), SAID);
    assert.deepEqual(saidIn(`${STORY}\n\n${heading}\n\n${STORY}`), [...SAID, ...SAID]);
  });
}

test("a paragraph that is only a quoted title is a heading between paragraphs of a story; what may be a line is none", () => {
  for (const heading of [
    "“The Fixer”",
    '"A Light in the Dark"',
    "«La Lampe»",
    "‘Not Without My Lamp’",
    "_“The Fixer”_",
  ])
    assert.deepEqual(saidIn(`${STORY}\n\n${heading}\n\n${STORY}`), [...SAID, ...SAID], heading);
  for (const line of [
    "“The Fixer.”",
    "“The Fixer?”",
    "“Never”",
    "“I will not go”",
    "“Good morning Tom”",
    "“Mara, wait—”",
  ])
    assert.ok(saidIn(`${STORY}\n\n${line}\n\n${STORY}`).length > 2 * SAID.length, line);
});

test("the section's title is a heading, whole or by its parts, whatever it looks like", () => {
  for (const title of ["“I Will Not Go”", "One – “I Will Not Go”", "One: “I Will Not Go”"]) {
    assert.deepEqual(saidIn(`“I Will Not Go”\n\n${STORY}`, title), SAID);
    assert.deepEqual(saidIn(`One\n\n“I Will Not Go”\n\n${STORY}`, title), SAID);
  }
});

test("what is said stays so: a line at the beginning, a chapter that is talked about, a title that is the text's beginning", () => {
  for (const [line, title] of [
    ["“I will not go!” cried Mara.", "“I will not go!” cried Mara. “Who opened the…"],
    ["“I will not go!”", "“I will not go!” “Who opened the sluice?”…"],
    ["“I will not go!”", "The Sluice"],
    ["“Chapter two,” said Mara, “is “The Lamp”.”", undefined],
    ["Part of her knew. “Chapter two!” cried Mara.", undefined],
    ["“STOP!”", undefined],
  ] as const) {
    const said = saidIn(`${line}\n\n${STORY}`, title);
    assert.ok(said.length > SAID.length, line);
  }
});
