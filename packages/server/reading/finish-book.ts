// Turns a draft into a book: every chapter gets a title and fits into a section, and invalid characters are removed or refused.

import { isLanguageTag } from "@fullcast/contract/language-tag";
import { splitLongText } from "@fullcast/core/chapters";
import { MANIFEST_LIMITS } from "@fullcast/core/manifest-limits";
import {
  type BookChapter,
  type BookContent,
  type BookWarning,
  type LeftOutPart,
  MAX_BOOK_BYTES,
  MAX_CHAPTER_BYTES,
  MAX_CHAPTERS,
} from "./book-content.ts";
import type { BookDraft } from "./book-draft.ts";
import { BookError } from "./book-error.ts";
import { PARAGRAPHS, withTitlePage } from "./title-page.ts";

const TITLE_UNITS = 500;
/** Room for " (12 of 34)". */
const PART_UNITS = TITLE_UNITS - 20;
const OPENING_UNITS = 60;
const LANGUAGE_UNITS = 35;
/** More readings than any lexicon holds. */
const MOST_RUBY = 20_000;
/** The most sections in one prepare run or book export. */
const CHAPTERS_AT_ONCE = 100;
/** A line takes two units of a section's timeline. A chapter that is structured alone may have some more lines. */
const CHAPTER_LINES = Math.floor(0.8 * (MANIFEST_LIMITS.sequential_units / 2));

/** @throws BookError blank, too_long, too_many_chapters, nul */
export function finishBook(draft: BookDraft): BookContent {
  const given = draft.chapters
    .map(({ title, text }) => ({ title, text: text.toWellFormed() }))
    .filter(({ text }) => draft.format === "text" || text !== "");
  const chapters =
    draft.format === "text"
      ? withOpenings(given, "")
      : withOpenings(withTitlePage(given, [draft.title, draft.author]), PARAGRAPHS);
  if (!chapters.some(({ text }) => /[\p{L}\p{N}]/u.test(text))) {
    throw new BookError("blank", "There is nothing to speak in the book: it holds no letter and no digit.");
  }
  if (chapters.some(({ text }) => text.includes("\0")))
    throw new BookError("nul", "The book's text holds NUL characters.");
  const bytes = chapters.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  if (bytes > MAX_BOOK_BYTES) throw new BookError("too_long", "The book has more than 64 MiB of text; split it.");
  const warnings: BookWarning[] = [...draft.warnings];
  const fitting = chapters.flatMap((chapter) => fittingParts(chapter));
  if (fitting.length > chapters.length) {
    warnings.push({
      code: "chapters_split",
      message: "Some chapters are longer than a section can be and became several sections.",
    });
  }
  if (fitting.length > MAX_CHAPTERS) {
    throw new BookError(
      "too_many_chapters",
      `The book has ${fitting.length} chapters; at most ${MAX_CHAPTERS} are taken. Split it.`,
    );
  }
  if (fitting.length > CHAPTERS_AT_ONCE) {
    warnings.push({
      code: "many_chapters",
      message: `The book has ${fitting.length} chapters; a request prepares or exports at most ${CHAPTERS_AT_ONCE} of them.`,
    });
  }
  const leftOut = leftOutParts(draft.leftOut ?? [], MAX_BOOK_BYTES - bytes);
  const ruby = (draft.ruby ?? []).slice(0, MOST_RUBY);
  const language = draft.language?.trim().replaceAll("_", "-") ?? "";
  return {
    format: draft.format,
    encoding: draft.encoding,
    title: lineOf(draft.title),
    author: lineOf(draft.author),
    language: isLanguageTag(language) && language.length <= LANGUAGE_UNITS ? language : null,
    details: draft.details,
    cover: draft.cover,
    chapters: fitting,
    ...(leftOut.length === 0 ? {} : { leftOut }),
    ...(ruby.length === 0 ? {} : { ruby }),
    warnings,
  };
}

/** The parts that fit into a section, up to the remaining number of chapters. */
function leftOutParts(parts: NonNullable<BookDraft["leftOut"]>, room: number): LeftOutPart[] {
  let left = room;
  return parts.flatMap(({ title, text: given, matter, isFront }) => {
    const text = given.toWellFormed().replaceAll("\0", "");
    const bytes = Buffer.byteLength(text);
    if (!/[\p{L}\p{N}]/u.test(text) || bytes > Math.min(left, MAX_CHAPTER_BYTES)) return [];
    left -= bytes;
    return [{ title: lineOf(title) ?? openingOf(text), text, matter, isFront }];
  });
}

type DraftChapter = BookDraft["chapters"][number];

/** Divisions above chapters: "VOL. II.", "Part One", "Zweites Buch", "Livre premier", "Часть 2". */
const DIVISION =
  /(?:^|\s)(?:vol(?:ume)?|book|part|band|buch|teil|tome|livre|partie|libro|parte|volumen|livro|deel|boek|том|часть|книга)(?=[\s.:]|$)/iu;
/** "第二部", "下卷" */
const CJK_DIVISION = /^第?[\p{sc=Han}\d]{1,4}[部卷編编]/u;

/** Joins the heading of a part with almost no text to the chapter that follows. */
function withOpenings(chapters: readonly DraftChapter[], between: string): DraftChapter[] {
  const joined: DraftChapter[] = [];
  let head: DraftChapter | null = null;
  for (const chapter of chapters) {
    const whole: DraftChapter =
      head === null ? chapter : { title: under(head, chapter), text: head.text + between + chapter.text };
    head = null;
    if (isBareDivision(chapter)) head = whole;
    else joined.push(whole);
  }
  if (head !== null) joined.push(head);
  return joined;
}

/** The longest text of a division: its name, and at most the words of a title page. */
const DIVISION_UNITS = 300;

/** The longest title of a division. "Part One – Dawn" is already a chapter. */
const DIVISION_TITLE_UNITS = 24;

function isBareDivision({ title, text }: DraftChapter): boolean {
  if (title === null || title.length > DIVISION_TITLE_UNITS || title.includes(" – ")) return false;
  return text.trim().length <= DIVISION_UNITS && (DIVISION.test(title) || CJK_DIVISION.test(title));
}

/** "VOL. II. – CHAPTER I", as in a plain text. A long title stays as it is. */
function under(head: DraftChapter, { title }: DraftChapter): string {
  const above = head.title ?? "";
  return title === null || above.length > TITLE_UNITS ? above : `${above.trim()} – ${title.trim()}`;
}

/** The chapter, or parts of it that fit into a section. */
function fittingParts({ title, text }: { readonly title: string | null; readonly text: string }): BookChapter[] {
  const name = lineOf(title) ?? openingOf(text);
  const unitsPerByte = text.length / Math.max(1, Buffer.byteLength(text));
  // Slightly less, because the characters of one part may take more bytes than the average.
  const units = Math.floor(MAX_CHAPTER_BYTES * unitsPerByte * 0.9);
  const isShort = Buffer.byteLength(text) <= MAX_CHAPTER_BYTES;
  const parts = splitLongText(text, { lines: CHAPTER_LINES, units: isShort ? text.length : units });
  if (parts.some((part) => Buffer.byteLength(part) > MAX_CHAPTER_BYTES)) {
    throw new BookError("too_long", "A chapter is longer than 8 MiB and cannot be split evenly; split it by headings.");
  }
  if (parts.length === 1) return [{ title: name, text }];
  const short = cut(name, PART_UNITS);
  return parts.map((part, index) => ({ title: `${short} (${index + 1} of ${parts.length})`, text: part }));
}

/** One line within the limit of titles. Null if it has no readable text. */
function lineOf(text: string | null): string | null {
  const line = cut(
    (text ?? "")
      .toWellFormed()
      .replaceAll(/[\s\p{Cc}]+/gu, " ")
      .trim(),
    TITLE_UNITS,
  );
  return /[\p{L}\p{N}]/u.test(line) ? line : null;
}

/** The title of a chapter without one: its first words. */
function openingOf(text: string): string {
  const line = cut(
    text
      .slice(0, 4_000)
      .toWellFormed()
      .replaceAll(/[\s\p{Cc}]+/gu, " ")
      .trim(),
    OPENING_UNITS + 1,
  );
  if (line === "") return "…";
  if (line.length <= OPENING_UNITS) return line;
  const end = line.lastIndexOf(" ");
  return `${line
    .slice(0, end > OPENING_UNITS / 2 ? end : OPENING_UNITS)
    .toWellFormed()
    .replace(/\ufffd$/, "")}…`;
}

/** Never within a surrogate pair. */
const cut = (text: string, units: number): string =>
  (/[\ud800-\udbff]$/.test(text.slice(0, units)) ? text.slice(0, units - 1) : text.slice(0, units)).trim();
