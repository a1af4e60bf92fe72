// Footnotes in markup that does not say what they are: a mark behind a word links to its note, and so shows where the
// note is. What is dropped is small and holds no heading; when in doubt it is read.

import type { MarkupParagraph } from "./paragraphs.ts";

/** A number or a mark alone, as notes are pointed to; raised also a letter. */
export const NOTE_MARK = /^[[(]?(?:\d{1,4}|[*†‡§¶]{1,4})[\])]?$/;
export const RAISED_MARK = /^[[(]?(?:\d{1,4}|[*†‡§¶]{1,4}|[a-z]{1,3})[\])]?$/i;
/** Where a class says that a link is a note's mark; converters give that class to other links as well. */
export const CLASSED_MARK = /^.{0,8}$/u;
/** A mark that stands right behind a word or its stop is a note's, also when it is not raised. */
export const BEHIND_WORD = /[\p{L}.,;:!?”’"'»…–—)]$/u;
/** What leads back from a note to its mark. */
export const BACK_LINK = /^[[(]?(?:[↩↑←⇑▲⏎^][\ufe0e\ufe0f]?\d{0,4}|\d{1,4}|[*†‡§¶]{1,4}|[a-z]{1,3})[\])]?\.?$/iu;

/** Longer is no note; neither is what has more paragraphs. */
const NOTE_UNITS = 5_000;
const NOTE_PARAGRAPHS = 20;

/** Whether what stands from a paragraph on may be one note that a mark points to. */
export const mayBeNote = (paragraphs: readonly MarkupParagraph[], from: number): boolean =>
  paragraphs.length - from <= NOTE_PARAGRAPHS &&
  paragraphs.slice(from).every(({ level }) => level === null) &&
  paragraphs.slice(from).reduce((units, { text }) => units + text.length, 0) <= NOTE_UNITS;
