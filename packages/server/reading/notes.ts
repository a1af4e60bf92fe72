// Finds footnotes in markup without note semantics: a mark after a word links to its note. Only short text without headings is
// left out; in case of doubt it is read.

import type { MarkupParagraph } from "./paragraphs.ts";

/** The mark of a note: a number or a symbol, or a letter if it is superscript. */
export const NOTE_MARK = /^[[(]?(?:\d{1,4}|[*†‡§¶]{1,4})[\])]?$/;
export const RAISED_MARK = /^[[(]?(?:\d{1,4}|[*†‡§¶]{1,4}|[a-z]{1,3})[\])]?$/i;
/** The longest words of a link with a mark's class, because converters give that class to other links, too. */
export const CLASSED_MARK = /^.{0,8}$/u;
/** A mark directly after a word or its punctuation belongs to a note, even if it is not superscript. */
export const BEHIND_WORD = /[\p{L}.,;:!?”’"'»…–—)]$/u;
/** The words of a link back from a note to its mark. */
export const BACK_LINK = /^[[(]?(?:[↩↑←⇑▲⏎^][\ufe0e\ufe0f]?\d{0,4}|\d{1,4}|[*†‡§¶]{1,4}|[a-z]{1,3})[\])]?\.?$/iu;

/** The longest note, in units and paragraphs. */
const NOTE_UNITS = 5_000;
const NOTE_PARAGRAPHS = 20;

/** Whether the paragraphs from `from` on can be one note. */
export const mayBeNote = (paragraphs: readonly MarkupParagraph[], from: number): boolean =>
  paragraphs.length - from <= NOTE_PARAGRAPHS &&
  paragraphs.slice(from).every(({ level }) => level === null) &&
  paragraphs.slice(from).reduce((units, { text }) => units + text.length, 0) <= NOTE_UNITS;
