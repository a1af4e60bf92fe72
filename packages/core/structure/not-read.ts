// Finds text that is not read aloud: an archive's frame around a book, tables of contents, page
// numbers, running heads, footnotes with their marks, editorial brackets. Always true: doubtful text is read.

import { isLetterUnit } from "./code-units.ts";
import type { Exclusion } from "./exclusions.ts";
import { findFootnotes } from "./footnotes.ts";
import { findPageMarks } from "./page-marks.ts";
import type { Paragraph } from "./paragraphs.ts";
import { findContents } from "./tables-of-contents.ts";

export interface NotRead {
  /** For each paragraph, 1 if no part of it is read. */
  readonly whole: Uint8Array;
  /** For each paragraph, the parts that are not read, in order, without overlap. */
  readonly inside: (index: number) => readonly Exclusion[];
}

const FRAME_START = /^\*{3}\s*START OF TH(?:E|IS) PROJECT GUTENBERG/i;
const FRAME_END = /^(?:\*{3}\s*END OF TH(?:E|IS) PROJECT GUTENBERG|End of (?:the |this )?Project Gutenberg)/i;
const SMALL_PRINT = /^\*END\*?\s*THE SMALL PRINT/i;
const CREDITS =
  /^[\s_[(]*(?:produced by|e-?text (?:prepared|produced) by|this e-?text was|transcribed (?:from|by)|transcriber['’]s notes?\b|prepared by|html version by|credits:)/i;
/** The frame names its makers within this many paragraphs. */
const CREDIT_PARAGRAPHS = 8;
const MAX_CREDIT_UNITS = 600;
const EDITORIAL =
  /\[\s*(?:illustrations?|frontispiece|transcriber['’]s? notes?|transcriber|editor['’]s? notes?|sidenotes?|blank page|ornament|decoration|vignette|music|colophon|publisher['’]s? (?:device|mark|logo)|abbildung|illustrazione|ilustraci[oó]n|ilustração|afbeelding|иллюстрация)(?![\p{L}\p{N}])[^[\]]{0,600}\]/giu;
const EDITORIAL_OPENING = /^\[\s*(?:illustration|transcriber['’]s? note)(?![\p{L}\p{N}])[^\]]*$/iu;
/** One editorial bracket spans at most this many paragraphs. */
const MAX_BRACKET_PARAGRAPHS = 4;
const MAX_BRACKET_UNITS = 1200;

export function findNotRead(text: string, paragraphs: readonly Paragraph[]): NotRead {
  const whole = new Uint8Array(paragraphs.length);
  markFrame(text, paragraphs, whole);
  markEditorial(text, paragraphs, whole);
  findContents(text, paragraphs, whole);
  findPageMarks(text, paragraphs, whole);
  const footnotes = findFootnotes(text, paragraphs, whole);
  const inside = (index: number): readonly Exclusion[] => {
    const { contentStart, contentEnd } = paragraphs[index]!;
    if (whole[index] === 1) return [{ start: contentStart, end: contentEnd, reason: "metadata" }];
    const found = [...footnotes(index), ...editorialInside(text, paragraphs[index]!)];
    return withoutOverlap(found);
  };
  return { whole, inside };
}

/** Exclusions in order. An exclusion that begins inside another one is dropped. */
export function withoutOverlap(exclusions: readonly Exclusion[]): Exclusion[] {
  const sorted = [...exclusions].sort((left, right) => left.start - right.start || right.end - left.end);
  const kept: Exclusion[] = [];
  for (const one of sorted) if (one.start >= (kept.at(-1)?.end ?? 0)) kept.push(one);
  return kept;
}

function markFrame(text: string, paragraphs: readonly Paragraph[], whole: Uint8Array): void {
  let first = 0;
  let last = paragraphs.length;
  let found = false;
  for (let index = 0; index < paragraphs.length; index++) {
    const { contentStart, contentEnd } = paragraphs[index]!;
    const mark = text.charCodeAt(contentStart);
    if (mark !== 0x2a && mark !== 0x45 && mark !== 0x65) continue;
    const head = text.slice(contentStart, Math.min(contentEnd, contentStart + 80));
    if (index < last && FRAME_END.test(head) && (found || index * 2 > paragraphs.length)) last = index;
    else if (
      last === paragraphs.length &&
      (FRAME_START.test(head) || SMALL_PRINT.test(head)) &&
      index * 2 < paragraphs.length + 2
    ) {
      first = index + 1;
      found = true;
    }
  }
  whole.fill(1, 0, first);
  whole.fill(1, last);
  if (!found) return;
  for (let index = first; index < Math.min(last, first + CREDIT_PARAGRAPHS); index++) {
    const { contentStart, contentEnd } = paragraphs[index]!;
    if (contentEnd - contentStart <= MAX_CREDIT_UNITS && CREDITS.test(text.slice(contentStart, contentStart + 60)))
      whole[index] = 1;
  }
}

/** Whether a span has letters or digits. */
function hasNoWords(text: string, start: number, end: number): boolean {
  for (let position = start; position < end; position++) {
    const unit = text.charCodeAt(position);
    if (isLetterUnit(unit) || (unit >= 0x30 && unit <= 0x39) || unit >= 0xd800) return false;
  }
  return true;
}

function markEditorial(text: string, paragraphs: readonly Paragraph[], whole: Uint8Array): void {
  for (let index = 0; index < paragraphs.length; index++) {
    const paragraph = paragraphs[index]!;
    if (whole[index] === 1 || text.charCodeAt(paragraph.contentStart) !== 0x5b) continue;
    const { contentStart, contentEnd } = paragraph;
    const found = editorialInside(text, paragraph);
    let position = contentStart;
    let rest = found.length > 0;
    for (const one of found) {
      rest &&= hasNoWords(text, position, one.start);
      position = one.end;
    }
    if (rest && hasNoWords(text, position, contentEnd)) {
      whole[index] = 1;
      continue;
    }
    if (contentEnd - contentStart > MAX_BRACKET_UNITS) continue;
    if (!EDITORIAL_OPENING.test(text.slice(contentStart, contentEnd))) continue;
    const end = closingParagraph(text, paragraphs, index);
    if (end > index) whole.fill(1, index, end + 1);
  }
}

/** The paragraph in which the bracket that `index` opens is closed, or -1. */
function closingParagraph(text: string, paragraphs: readonly Paragraph[], index: number): number {
  const limit = Math.min(paragraphs.length, index + MAX_BRACKET_PARAGRAPHS);
  for (let next = index + 1; next < limit; next++) {
    const { contentStart, contentEnd } = paragraphs[next]!;
    if (contentEnd - paragraphs[index]!.contentStart > MAX_BRACKET_UNITS) return -1;
    const close = text.slice(contentStart, contentEnd).indexOf("]");
    if (close >= 0) return contentStart + close === contentEnd - 1 ? next : -1;
  }
  return -1;
}

function editorialInside(text: string, { contentStart, contentEnd }: Paragraph): Exclusion[] {
  const content = text.slice(contentStart, contentEnd);
  if (!content.includes("[")) return [];
  return [...content.matchAll(EDITORIAL)].map((match) => ({
    start: contentStart + match.index,
    end: contentStart + match.index + match[0].length,
    reason: "metadata",
  }));
}
