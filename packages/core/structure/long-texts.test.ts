import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { splitLongText } from "./book-chapters.ts";
import { structureText } from "./structure.ts";

const UNITS = 70_000;
const split = (text: string, lines: number) => splitLongText(text, { lines, units: UNITS });
const chapter = (number: number, paragraphs: number) =>
  `Chapter ${number}\n\n${Array.from({ length: paragraphs }, (_, at) => `The ${number}th lamp burned for hour ${at}.\n\n`).join("")}`;

test("a text that fits is one part, as it is", () => {
  for (const text of ["", "One line.", chapter(1, 8)]) assert.deepEqual(split(text, 10), [text]);
});

test("a long text is cut before headings, into parts of about the same size", () => {
  const chapters = Array.from({ length: 10 }, (_, at) => chapter(at + 1, 9));
  const parts = split(chapters.join(""), 40);
  assert.deepEqual(
    parts.map((part) => part.match(/Chapter/g)?.length),
    [3, 3, 4],
  );
  for (const part of parts) assert.match(part, /^Chapter \d+\n/);
});

test("headings in a row stay together", () => {
  const books = [1, 2, 3].map((book) => `BOOK ${book}\n\n${chapter(book, 9)}`);
  assert.deepEqual(split(books.join(""), 12), books);
});

test("a chapter that is too long is cut between paragraphs, a paragraph that is too long between its lines", () => {
  const long = chapter(1, 100);
  const parts = split(long, 30);
  assert.equal(parts.length, 4);
  for (const part of parts.slice(1)) assert.match(part, /^The 1th lamp/);
  const talk = "“Is it far?” asked Mara. “It is,” said Tom. ".repeat(50);
  const pieces = split(talk, 60);
  assert.equal(pieces.join(""), talk);
  assert.ok(pieces.length === 4, `${pieces.length} pieces`);
});

test("a single endless line is cut by its length", () => {
  const line = "the tide went out and came back in again ".repeat(10_000);
  const parts = split(line, 1_000);
  assert.equal(parts.join(""), line);
  for (const part of parts) assert.ok(part.length <= UNITS);
});

test("whatever the text: the parts joined are the text, none is empty, none has more lines than asked", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "\n\n",
      "\n",
      "Chapter 4\n\n",
      "“Yes,” said Mara. ",
      "It rained. ",
      "* * *\n\n",
      "“",
      "”",
      "🦀",
      " ",
    ),
    fc.string({ unit: "binary", maxLength: 12 }),
  );
  const story = fc.array(piece, { maxLength: 120 }).map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(story, fc.integer({ min: 1, max: 40 }), (text, lines) => {
      const parts = split(text, lines);
      assert.equal(parts.join(""), text);
      if (text.length > 0) assert.ok(parts.every((part) => part.length > 0));
      const whole = structureText(text).blocks.filter(({ kind }) => kind === "speech" || kind === "narration");
      let at = 0;
      for (const part of parts) {
        const own = whole.filter(({ start_utf16 }) => start_utf16 >= at && start_utf16 < at + part.length);
        assert.ok(own.length <= lines, `${own.length} lines in a part, ${lines} asked`);
        at += part.length;
        assert.ok(text.isWellFormed() === false || part.isWellFormed(), "a pair is split");
      }
    }),
    { numRuns: 150 },
  );
});
