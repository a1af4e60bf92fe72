// Finds words in texts, for search and replacement.

import type { SourceRange } from "./source-text.ts";

export interface TextQuery {
  readonly words: string;
  readonly caseSensitive: boolean;
  /** Whether no letter, mark or digit may be directly before or after. */
  readonly wholeWords: boolean;
}

/** A compiled query. */
export interface TextPattern {
  readonly expression: RegExp;
}

const APOSTROPHES = "['\\u2018\\u2019\\u02bc]";
const QUOTATION_MARKS = '["\\u201c\\u201d\\u201e]';
const IN_WORD = "[\\p{L}\\p{M}\\p{N}_]";

/**
 * Compiles a query. White space inside the words matches any white space; straight and typographic quotation marks match each
 * other. The expression takes linear time, because a repetition is never next to another one or at an end.
 */
export function textPattern({ words, caseSensitive, wholeWords }: TextQuery): TextPattern {
  const inner = words.trim();
  const at = words.indexOf(inner);
  const [before, after] = inner === "" ? [words, ""] : [words.slice(0, at), words.slice(at + inner.length)];
  const body = inner.split(/\s+/u).map(literal).join("\\s+");
  const source = `${literal(before)}${body}${literal(after)}`;
  // A base letter without its combining mark is another letter.
  const isWord = (at: number) => new RegExp(IN_WORD, "u").test([...words].at(at) ?? "");
  const start = wholeWords && isWord(0) ? `(?<!${IN_WORD})` : "";
  const end = wholeWords && isWord(-1) ? `(?!${IN_WORD})` : "(?!\\p{M})";
  return { expression: new RegExp(`${start}${source}${end}`, caseSensitive ? "gu" : "giu") };
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]|['\u2018\u2019\u02bc]|["\u201c\u201d\u201e]/gu, (character) => {
    if (/['\u2018\u2019\u02bc]/u.test(character)) return APOSTROPHES;
    if (/["\u201c\u201d\u201e]/u.test(character)) return QUOTATION_MARKS;
    return `\\${character}`;
  });
}

/** The places in order, without overlap, at most `most` of them. UTF-16 units. */
export function findText(text: string, { expression }: TextPattern, most = Number.POSITIVE_INFINITY): SourceRange[] {
  const found: SourceRange[] = [];
  expression.lastIndex = 0;
  while (found.length < most) {
    const match = expression.exec(text);
    if (match === null || match[0] === "") break;
    found.push({ start_utf16: match.index, end_utf16: match.index + match[0].length });
  }
  return found;
}

/** A part of a text around a place: at most `units` UTF-16 units long, and whole characters. */
export interface Excerpt {
  readonly text: string;
  /** Where it begins in the whole text. */
  readonly start_utf16: number;
}

/** The part of a text that shows a place, with up to `before` units before it. */
export function excerptOf(
  text: string,
  place: SourceRange,
  { before, units }: { before: number; units: number },
): Excerpt {
  if (text.length <= units) return { text, start_utf16: 0 };
  const start = wholeCharacter(text, Math.max(0, Math.min(place.start_utf16 - before, text.length - units)));
  return { text: text.slice(start, wholeCharacter(text, start + units)), start_utf16: start };
}

/** The offset, or the one before it when it lies between the halves of a surrogate pair. */
function wholeCharacter(text: string, offset: number): number {
  const unit = text.charCodeAt(offset);
  return offset > 0 && unit >= 0xdc00 && unit <= 0xdfff ? offset - 1 : offset;
}
