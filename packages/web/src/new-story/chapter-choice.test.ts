// Ticks and titles of a previewed book.

import assert from "node:assert/strict";
import { test } from "node:test";
import { AS_READ, chosenChapters, type ShownChapter, withAll, withTick, withTitle } from "./chapter-choice.ts";

const chapter = (index: number, title: string, included = true): ShownChapter => ({
  index,
  title,
  included,
  words: 10,
  source_text_length: 60,
});
const chapters = [chapter(0, "Imprint", false), chapter(1, "One"), chapter(2, "Two")];

test("unchanged, the import takes what the file suggests", () => {
  assert.deepEqual(chosenChapters(AS_READ, chapters), [{ index: 1 }, { index: 2 }]);
});
test("ticks and titles win; an emptied or unchanged title stays the chapter's own", () => {
  const choice = withTitle(withTitle(withTick(withTick(AS_READ, 0, true), 2, false), 1, " The First "), 0, "  ");
  assert.deepEqual(chosenChapters(choice, chapters), [{ index: 0 }, { index: 1, title: "The First" }]);
  assert.deepEqual(chosenChapters(withTitle(AS_READ, 1, "One"), chapters), [{ index: 1 }, { index: 2 }]);
});
test("all and none", () => {
  assert.deepEqual(chosenChapters(withAll(AS_READ, chapters, false), chapters), []);
  assert.equal(chosenChapters(withAll(AS_READ, chapters, true), chapters).length, 3);
});
