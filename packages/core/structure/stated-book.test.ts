import assert from "node:assert/strict";
import { test } from "node:test";
import { textBook } from "./chapters.ts";
import { bylineAuthor } from "./stated-book.ts";

const STORY = "Mara looked up. “Who is there?” she asked.\n\n“Only me,” said Tom.\n";

function stated(text: string) {
  const { title, author, chapters } = textBook(text);
  assert.equal(chapters.map((chapter) => chapter.text).join(""), text);
  return { title, author, chapters: chapters.map((chapter) => chapter.title) };
}

test("a title and an author above the first chapter", () => {
  const expected = { title: "The Lantern Keeper", author: "Ann Smith", chapters: ["Chapter One", "Chapter Two"] };
  for (const page of [
    "The Lantern Keeper\n\nby Ann Smith",
    "The Lantern Keeper\nby Ann Smith",
    "THE LANTERN KEEPER\n\nA novel by Ann Smith",
    "The Lantern Keeper\r\n\r\nBy Ann Smith",
  ]) {
    const text = `${page}\n\nChapter One\n\n${STORY}\nChapter Two\n\nThe rain fell.\n`;
    assert.deepEqual(stated(text), expected, page);
  }
});

test("a title above the only chapter, with and without an author", () => {
  assert.equal(stated(`THE LANTERN KEEPER\n\n${STORY}`).title, "The Lantern Keeper");
  assert.deepEqual(stated(`Der Leuchtturm\n\nvon Anna von der Heide\n\n${STORY}`), {
    title: "Der Leuchtturm",
    author: "Anna von der Heide",
    chapters: ["Der Leuchtturm"],
  });
});

test("a title above the head of the first chapter", () => {
  const text = `The Lantern Keeper\n\nChapter One\n\n${STORY}\nChapter Two\n\nThe rain fell.\n`;
  assert.deepEqual(stated(text), {
    title: "The Lantern Keeper",
    author: null,
    chapters: ["Chapter One", "Chapter Two"],
  });
});

test("the head of a chapter, and the first of several headings, are no title", () => {
  for (const text of [
    `Chapter One\n\n${STORY}`,
    `THE ARRIVAL\n\n${STORY}\nTHE STORM\n\nThe rain fell.\n`,
    STORY,
    `INT. KITCHEN - NIGHT\n\n${STORY}`,
    "",
  ])
    assert.equal(stated(text).title, null, text);
});

test("authors' lines", () => {
  const names = {
    "by Ann Smith": "Ann Smith",
    "By J. R. O’Neill-West": "J. R. O’Neill-West",
    "*by Ann Smith and Bob Ray*": "Ann Smith and Bob Ray",
    "Ein Roman von Jörg Åberg": "Jörg Åberg",
    "par Jean de La Tour": "Jean de La Tour",
    "by the river": null,
    "By Monday morning": null,
    "by Ann Smith, who lied.": null,
    de: null,
  } as const;
  for (const [line, name] of Object.entries(names)) assert.equal(bylineAuthor(line), name, line);
});
