// Tables of contents: a heading and the entries under it. A table ends where one of its entries occurs
// again, because the chapter itself begins there, or after the last entry with a page number.

import { isHeadLine } from "./headings.ts";
import type { Paragraph } from "./paragraphs.ts";

const CONTENTS =
  /^[\s_*]{0,6}(?:table of contents|(?:the )?contents|inhalt|inhaltsverzeichnis|table des matières|[ií]ndice|sommario|sumário|inhoud|inhoudsopgave|содержание|оглавление|目录|目次|目錄)[\s_*.:]{0,6}$/iu;
const PAGE_NUMBER = /(?:[.…·]{2,}|[ \t]{2,}|\t)[ \t]*(?:\d{1,4}|[ivxlc]{1,7})[ \t]*$/iu;
const LEADING_NUMBER = /^(?:[IVXLCDM]{1,8}|\d{1,3})[.):—–\s-]/u;
const MAX_ENTRY_UNITS = 140;
const MAX_PARAGRAPHS = 400;
const MAX_PARAGRAPH_UNITS = 20_000;

interface Entry {
  readonly words: readonly string[];
  readonly paged: boolean;
}

function entryOf(line: string): Entry | null {
  if (line.length > MAX_ENTRY_UNITS || /["“”„«»「」]/.test(line)) return null;
  const paged = PAGE_NUMBER.test(line);
  const title = line.replace(PAGE_NUMBER, "");
  const numbered = LEADING_NUMBER.test(title) || isHeadLine(title);
  const titled = title.length <= 80 && /^[^\p{Ll}]/u.test(title) && !/[,;.!?…]$/u.test(title);
  if (!paged && !numbered && !titled) return null;
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length === 0 ? null : { words, paged };
}

function isPrefix(short: readonly string[], long: readonly string[]): boolean {
  return short.length <= long.length && short.every((word, index) => word === long[index]);
}

function linesOf(text: string, { contentStart, contentEnd }: Paragraph): string[] {
  if (contentEnd - contentStart > MAX_PARAGRAPH_UNITS) return [];
  return text
    .slice(contentStart, contentEnd)
    .split(/[\r\n\u2028\u2029]+/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** Marks the paragraphs of tables of contents in `whole`. */
export function findContents(text: string, paragraphs: readonly Paragraph[], whole: Uint8Array): void {
  for (let index = 0; index < paragraphs.length; index++) {
    const { contentStart, contentEnd, lines } = paragraphs[index]!;
    if (whole[index] === 1 || (lines === 1 && contentEnd - contentStart > 40)) continue;
    const head = text.slice(contentStart, Math.min(contentEnd, contentStart + 60)).split(/[\r\n]/)[0]!;
    if (!CONTENTS.test(head)) continue;
    const end = endOfContents(text, paragraphs, index);
    if (end <= index) continue;
    whole.fill(1, index, end);
    index = end - 1;
  }
}

/** The paragraph after the table whose heading is `first`; `first` itself if there is no table. */
function endOfContents(text: string, paragraphs: readonly Paragraph[], first: number): number {
  const known: Entry[] = [];
  let lastPaged = -1;
  let listed = -1;
  const limit = Math.min(paragraphs.length, first + MAX_PARAGRAPHS);
  for (let index = first; index < limit; index++) {
    const lines = linesOf(text, paragraphs[index]!).slice(index === first ? 1 : 0);
    if (lines.length === 0 && index > first) break;
    const entries = lines.map(entryOf);
    if (entries.some((entry) => entry === null)) break;
    const opening = entries[0];
    const again =
      opening && known.some(({ words }) => isPrefix(words, opening.words) || isPrefix(opening.words, words));
    if (again && known.length >= 2) return index;
    for (const entry of entries) {
      known.push(entry!);
      if (entry!.paged) lastPaged = index;
    }
    // A list of lines under the heading is a table even if none of its entries occurs again.
    if (entries.length >= 3 && index <= first + 1) listed = index;
  }
  if (lastPaged >= 0 && known.length >= 2) return lastPaged + 1;
  return listed >= 0 ? listed + 1 : first;
}
