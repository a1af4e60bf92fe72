import assert from "node:assert/strict";
import { test } from "node:test";
import { planStory } from "./story-plan.ts";

const CHAPTERS = ["One", "Two", "Three"].map((title) => ({
  title,
  text: `Chapter ${title}\n\n“It is late,” said Mara.\n\n“Then go home,” said Bram.\n\nNobody went.\n\n`,
}));
const TEXT = CHAPTERS.map(({ text }) => text).join("");
const story = { title: "Saga", text: TEXT, isBook: false, chapters: CHAPTERS };
const ONE_FILE = { perChapter: false, maxLines: null };

test("a text is one section of one file, however many headings it has", () => {
  assert.deepEqual(planStory(story, ONE_FILE), {
    sections: [{ title: "Saga", text: TEXT }],
    files: "joined",
    chapters: "headings",
  });
});

test("a book with chapters has a section for each, in one file unless --per-chapter is given", () => {
  const book = { ...story, isBook: true };
  assert.deepEqual(planStory(book, ONE_FILE), { sections: CHAPTERS, files: "joined", chapters: "sections" });
  const parted = planStory(story, { ...ONE_FILE, perChapter: true });
  assert.deepEqual([parted.sections, parted.files], [CHAPTERS, "parted"]);
});

test("lines of one file that are fewer than the story's make several files, cut between chapters", () => {
  const plan = planStory({ ...story, isBook: true }, { perChapter: false, maxLines: 8 });
  assert.equal(plan.files, "parted");
  assert.deepEqual(
    plan.sections.map(({ title }) => title),
    ["Saga (1 of 3)", "Saga (2 of 3)", "Saga (3 of 3)"],
  );
  assert.equal(plan.sections.map(({ text }) => text).join(""), TEXT);
});

test("a text too long for a section becomes several sections of one file, and several files only beyond a file's limit", () => {
  const lines = (count: number) => "“Go,” he said.\n\n".repeat(count / 2);
  const long = planStory({ ...story, text: lines(50_000) }, ONE_FILE);
  assert.deepEqual([long.sections.length > 1, long.files, long.chapters], [true, "joined", "headings"]);
  const endless = planStory({ ...story, text: lines(220_000) }, ONE_FILE);
  assert.equal(endless.files, "parted");
});

test("a book of very many chapters is read as one text", () => {
  const many = Array.from({ length: 400 }, (_, index) => ({
    title: `${index}`,
    text: `Chapter ${index}\n\nIt rained.\n\n`,
  }));
  const plan = planStory(
    { title: "Many", text: many.map(({ text }) => text).join(""), isBook: true, chapters: many },
    ONE_FILE,
  );
  assert.deepEqual([plan.sections.length, plan.chapters], [1, "headings"]);
});
