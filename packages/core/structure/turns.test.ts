import assert from "node:assert/strict";
import { test } from "node:test";
import { gatherCast } from "./cast.ts";
import { layOut } from "./dialogue.ts";
import { ENGLISH } from "./language/english.ts";
import type { LanguageData } from "./language/language.ts";
import { findMentions } from "./mentions.ts";
import { reading } from "./subjects.ts";
import { tokenize } from "./tokens.ts";
import { scoreTurns } from "./turns.ts";
import { findLines } from "./units.ts";

/** The log odds that the person of the second line also says the third one. */
function again(between: string, language: LanguageData): number {
  const text = `“Is it far?” asked Anna.\n\n“Very,” said Tom.\n\n${between}“We should go.”`;
  const paragraphs = layOut(text);
  const tokens = tokenize(text, paragraphs, language);
  const read = reading(tokens, findMentions(text, tokens, language), language);
  const lines = findLines(text, paragraphs, read);
  const cast = gatherCast(read, lines);
  const tom = [{ person: cast.people.find(({ name }) => name === "Tom")!.id, distance: 0 }];
  assert.equal(lines.length, 3);
  return scoreTurns(lines[1]!, lines[2]!, tom, tom, cast, read).pair[0]!;
}

test("behind a paragraph of narration the speaker before is as likely as the language states", () => {
  const rain = "The rain came down on the roof.\n\n";
  for (const keepsTurn of [-1, 0, 0.5, 2]) assert.equal(again(rain, { ...ENGLISH, keepsTurn }), keepsTurn);
  const { keepsTurn, ...others } = ENGLISH;
  assert.ok(again(rain, ENGLISH) > again(rain, others));
  assert.equal(again(rain, ENGLISH), keepsTurn);
});

test("without narration between two paragraphs the speaker changes", () => {
  assert.ok(again("", ENGLISH) < -1);
  assert.equal(again("", ENGLISH), again("", { ...ENGLISH, keepsTurn: 5 }));
});
