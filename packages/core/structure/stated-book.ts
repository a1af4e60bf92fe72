// The title and the author that a plain text states in its first lines: "The Lantern Keeper", "by Ann Smith".

import type { LaidOutParagraph } from "./dialogue.ts";
import { isChapterHead } from "./headings.ts";

export interface StatedBook {
  readonly title: string | null;
  readonly author: string | null;
}

export const NOTHING_STATED: StatedBook = { title: null, author: null };

/** The lines of a title page without its title. */
const MOST_LINES = 6;
const TITLE_UNITS = 100;
/** The first lines of a screenplay. */
const SLUG = /^(?:INT|EXT|FADE)\b/;

/** A first chapter that is only numbered: "One", "Eins". */
const NUMBER = /^(?:the )?(?:one|first|eins|erstes|un|une|premier|uno|una|primero|primeiro|um|een|ett|en)$/iu;

/** Whether a heading can be a book's title: it is no head of a chapter, and no first line of a screenplay. */
export const mayBeTitle = (line: string): boolean =>
  line.length <= TITLE_UNITS && !isChapterHead(line) && !NUMBER.test(line) && !SLUG.test(line);

/**
 * One to six names with capitals or initials, and the particles between them. Words before the name, such as "a novel", are small.
 */
const BYLINE =
  /^[\s_*]{0,6}(?:(?:written|a (?:short )?(?:story|novel|novella|tale|play)|ein(?:e)? (?:roman|geschichte|erzählung|novelle)|roman|un(?:e|a)? (?:roman|nouvelle|novela|cuento|romanzo|racconto)) )?(?:by|von|par|de|di|por|door|av|af):? {1,3}(?<name>\p{Lu}[\p{L}\p{M}.'’-]{0,40}(?: {1,2}(?:(?:von|van|der|den|de|da|di|du|del|la|le|zu|and|und|et|y|e|&) {1,2}){0,2}\p{Lu}[\p{L}\p{M}.'’-]{0,40}){0,5})[\s_*]{0,6}$/iu;

/** "by Ann Smith" → "Ann Smith"; null for another line. */
export function bylineAuthor(line: string): string | null {
  const name = BYLINE.exec(line)?.groups?.name?.replaceAll(/\s+/g, " ");
  // The expression ignores case because of its first words. A name has capitals.
  return name !== undefined && /^\p{Lu}/u.test(name) && !/ \p{Ll}[\p{L}'’-]*$/u.test(name) ? name : null;
}

/** The headings and bylines before the text itself, each on its own line. */
function firstLines(text: string, paragraphs: readonly LaidOutParagraph[]): readonly string[] {
  const lines: string[] = [];
  for (const { role, contentStart, contentEnd } of paragraphs) {
    if (lines.length >= MOST_LINES) break;
    const content = text.slice(contentStart, contentEnd);
    if (role !== "heading" && (lines.length === 0 || bylineAuthor(content) === null)) break;
    lines.push(...content.split(/\r\n|\r|\n/).map((line) => line.trim()));
  }
  return lines.filter((line) => line !== "");
}

/**
 * A first heading is the book's title if an author's line or another heading follows, or if the text has one chapter only.
 * The head of a chapter ("Chapter One") is no title.
 */
export function statedBook(text: string, paragraphs: readonly LaidOutParagraph[], chapters: number): StatedBook {
  const [first, ...others] = firstLines(text, paragraphs);
  if (first === undefined || !mayBeTitle(first)) return NOTHING_STATED;
  const author = others.map(bylineAuthor).find((name) => name !== null) ?? null;
  if (author === null && others.length === 0 && chapters > 1) return NOTHING_STATED;
  return { title: withoutShouting(first.replaceAll(/^[\s_*#]+|[\s_*]+$/g, "")), author };
}

const SMALL_WORDS = new Set(["a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with"]);

/** THE LIGHTHOUSE AT THE END is written The Lighthouse at the End. */
export function withoutShouting(title: string): string {
  if (title !== title.toUpperCase() || title === title.toLowerCase()) return title;
  return title
    .toLowerCase()
    .split(" ")
    .map((word, index) =>
      index > 0 && SMALL_WORDS.has(word) ? word : word.replace(/\p{L}/u, (letter) => letter.toUpperCase()),
    )
    .join(" ");
}
