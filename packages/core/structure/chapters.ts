// The chapters of a plain text, found by its headings. Always true: the joined texts are the input, unit by unit; each
// chapter has something to read, unless the whole text has nothing.

import { type LaidOutParagraph, layOut } from "./dialogue.ts";
import { isChapterHead } from "./headings.ts";
import { bylineAuthor, type StatedBook, statedBook } from "./stated-book.ts";

export interface TextChapter {
  /** The heading, on one line; null when the chapter has none. */
  readonly title: string | null;
  readonly text: string;
}

/** At most this many headings follow each other without text between them. */
interface HeadingRun {
  readonly start: number;
  readonly headings: readonly string[];
}

export interface TextBook extends StatedBook {
  readonly chapters: readonly TextChapter[];
}

/** Linear in the text's length. One chapter without a title when there are no headings. */
export const textChapters = (text: string): readonly TextChapter[] => textBook(text).chapters;

/** The chapters, and what the first lines state about the book. */
export function textBook(text: string): TextBook {
  const paragraphs = layOut(text);
  const chapters = chaptersOf(text, paragraphs);
  return { ...statedBook(text, paragraphs, chapters.length), chapters };
}

function chaptersOf(text: string, paragraphs: readonly LaidOutParagraph[]): TextChapter[] {
  const runs = headingRuns(text, paragraphs);
  const numbered = runs.filter(({ headings }) => headings.some(isChapterHead));
  // A line of capitals may be a sign on a door. Where chapters are numbered, only a number starts one.
  const chosen = numbered.length >= 2 ? numbered : runs;
  const beginnings: { readonly at: number; readonly title: string | null }[] = chosen.map(({ start, headings }) => ({
    at: start,
    title: titleOf(headings),
  }));
  if (beginnings[0]?.at !== 0) beginnings.unshift({ at: 0, title: null });
  const read = paragraphs.filter(({ role }, index) => isRead(role) && !isByline(text, paragraphs, index));
  return chaptersThatAreRead(text, beginnings, read);
}

const isRead = (role: LaidOutParagraph["role"]) => role !== "heading" && role !== "metadata" && role !== "scene_break";

/** The author's line below the title at the beginning: the narrator reads it, but it makes no chapter. */
function isByline(text: string, paragraphs: readonly LaidOutParagraph[], index: number): boolean {
  if (index !== 1 || paragraphs[0]?.role !== "heading") return false;
  const { contentStart, contentEnd } = paragraphs[index]!;
  return bylineAuthor(text.slice(contentStart, contentEnd)) !== null;
}

function headingRuns(text: string, paragraphs: readonly LaidOutParagraph[]): HeadingRun[] {
  const runs: { start: number; headings: string[] }[] = [];
  let open = false;
  for (const { role, start, contentStart, contentEnd } of paragraphs) {
    if (role === "heading") {
      const heading = text.slice(contentStart, contentEnd);
      if (open) runs.at(-1)!.headings.push(heading);
      else runs.push({ start, headings: [heading] });
    }
    open = role === "heading";
  }
  return runs;
}

/**
 * "The Mill", "Chapter I", "The Flood" → "Chapter I – The Flood": the book's title above the first chapter and an author's line are left
 * out.
 */
function titleOf(headings: readonly string[]): string {
  const first = Math.max(0, headings.findIndex(isChapterHead));
  return headings
    .slice(first)
    .map((heading) =>
      heading
        .split(/\r\n|\r|\n/)
        .filter((line) => bylineAuthor(line.trim()) === null)
        .join(" ")
        .replaceAll(/\s+/g, " ")
        .trim(),
    )
    .filter((heading) => heading !== "")
    .join(" – ");
}

/** A part with nothing to read (title page, licence) joins the chapter after it; the last one joins the chapter before. */
function chaptersThatAreRead(
  text: string,
  beginnings: readonly { readonly at: number; readonly title: string | null }[],
  read: readonly LaidOutParagraph[],
): TextChapter[] {
  const chapters: { start: number; title: string | null }[] = [];
  let waiting: number | null = null;
  let next = 0;
  for (const [index, { at, title }] of beginnings.entries()) {
    const end = beginnings[index + 1]?.at ?? text.length;
    while (next < read.length && read[next]!.start < at) next++;
    const speaks = next < read.length && read[next]!.start < end;
    if (speaks) chapters.push({ start: waiting ?? at, title });
    waiting = speaks ? null : (waiting ?? at);
  }
  if (chapters.length === 0) return [{ title: beginnings.at(-1)?.title ?? null, text }];
  return chapters.map(({ start, title }, index) => ({
    title,
    text: text.slice(start, chapters[index + 1]?.start ?? text.length),
  }));
}
