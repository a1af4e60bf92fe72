// What a paste becomes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { bookTypeOf, hasChapters, needsCard, titleOf } from "./pasted-text.ts";
import { countWords } from "./text-size.ts";

test("a text with CRLF or of great length is kept beside the field, because a field changes it", () => {
  assert.equal(needsCard("One line.\r\nAnother."), true);
  assert.equal(needsCard("a".repeat(200_001)), true);
  assert.equal(needsCard("One line.\nAnother."), false);
});

test("the first line is a title when it looks like one", () => {
  assert.equal(titleOf("\n\nTHE LAST OF THE BOATS\n\nIt rained."), "The Last of the Boats");
  assert.equal(titleOf("# The Lamp\r\nIt rained."), "The Lamp");
  assert.equal(titleOf("It rained, and it rained.\n"), "");
  assert.equal(titleOf("“Come in!”\n"), "");
});

test("a text with the heads of two chapters is a book; one head, and words that only begin like one, are not", () => {
  assert.equal(hasChapters("Chapter 1\n\nIt rained.\n\nChapter 2\n\nIt stopped."), true);
  assert.equal(hasChapters("Kapitel 1\r\n\r\nEs regnete.\r\n\r\nKapitel 2: Das Meer\r\n\r\nEnde."), true);
  assert.equal(hasChapters("Chapter 1\n\nIt rained.\n\nThe end."), false);
  assert.equal(hasChapters("Chapter 1 was short.\nChapter 2 was long.\nChapter 3 was burnt."), false);
  assert.equal(hasChapters(""), false);
});

test("words are counted as people count them", () => {
  assert.equal(countWords("  “Not yet,” said old\u00a0Tom.\n\nHe laughed. "), 7);
  assert.equal(countWords(""), 0);
});

test("the content type follows the end of the name", () => {
  assert.equal(bookTypeOf("Book.EPUB"), "application/epub+zip");
  assert.equal(bookTypeOf("book"), "application/octet-stream");
});
