import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { textChapters } from "./book-chapters.ts";

const chaptersOf = (text: string) => {
  const chapters = textChapters(text);
  assert.equal(chapters.map((chapter) => chapter.text).join(""), text);
  return chapters;
};
const titles = (text: string) => chaptersOf(text).map(({ title }) => title);
const BODY = "The rain had not stopped, and nobody in the village had slept for three nights.\n\n";

test("a text without headings is one chapter without a title", () => {
  assert.deepEqual(chaptersOf(BODY), [{ title: null, text: BODY }]);
});

test("each numbered heading begins a chapter; what stands before the first is one of its own", () => {
  const text = `${BODY}Chapter One\n\n${BODY}Chapter Two\n\n${BODY}`;
  assert.deepEqual(titles(text), [null, "Chapter One", "Chapter Two"]);
});

test("a part's heading and the title above the first chapter stay with that chapter", () => {
  const text = `THE MILL\n\nBook One\n\nChapter I\n\n${BODY}Chapter II\n\n${BODY}`;
  assert.deepEqual(titles(text), ["Book One – Chapter I", "Chapter II"]);
});

test("where chapters are counted, a line in capitals begins none", () => {
  const text = `Chapter One\n\n${BODY}KEEP OUT\n\n${BODY}Chapter Two\n\n${BODY}`;
  assert.deepEqual(titles(text), ["Chapter One", "Chapter Two"]);
});

test("a heading with nothing after it goes with the chapter before", () => {
  const text = `Chapter One\n\n${BODY}Chapter Two\n\n${BODY}THE END\n`;
  assert.deepEqual(titles(text), ["Chapter One", "Chapter Two"]);
});

test("the chapters of any text, joined, are the text", () => {
  const piece = fc.constantFrom(
    "Chapter One\n\n",
    "II\n\n",
    "* * *\n\n",
    "THE KEY\n\n",
    BODY,
    "\r\n\r\n",
    "\ud800 x",
    "“Yes,” she said. ",
  );
  fc.assert(fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => void chaptersOf(pieces.join(""))));
});
