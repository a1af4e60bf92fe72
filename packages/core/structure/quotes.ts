// Finds the quotes of a paragraph. One scanner handles all pairs of marks; a quote never
// extends past its paragraph. The scanner classifies straight marks by state and by their neighbours, and separates single
// marks from apostrophes. Spans include their marks.

import { isDigitUnit, isLetterUnit, isSpaceUnit, isUnspacedUnit } from "./code-units.ts";
import type { Paragraph } from "./paragraphs.ts";

export interface QuoteStyle {
  /** Single marks carry speech ('British' style). */
  readonly singles: boolean;
  /** Among single marks, ‚so‘: the mark ‘ closes. */
  readonly lowSingles: boolean;
  /** Single marks are ‹so› (outward) or ›so‹ (inward); null: neither. */
  readonly singleGuillemets: "outward" | "inward" | null;
  /** »so« rather than «so». */
  readonly inwardGuillemets: boolean;
  /** »so»: Swedish and Finnish books close with the mark that opens. */
  readonly sameGuillemets: boolean;
  /** „so“: the mark “ closes. */
  readonly lowOpening: boolean;
}

export interface QuoteSpan {
  readonly start: number;
  readonly end: number;
  /** The quote reached the end of its paragraph without a closing mark. */
  readonly unclosed: boolean;
  /** The kind of opening mark: single, double or another. */
  readonly opener: number;
}

const STRAIGHT = 0x22;
const LEFT_DOUBLE = 0x201c;
const RIGHT_DOUBLE = 0x201d;
const LOW_DOUBLE = 0x201e;
const REVERSED_DOUBLE = 0x201f;
const LEFT_GUILLEMET = 0xab;
const RIGHT_GUILLEMET = 0xbb;
const LEFT_CORNER = 0x300c;
const RIGHT_CORNER = 0x300d;
const LEFT_WHITE_CORNER = 0x300e;
const RIGHT_WHITE_CORNER = 0x300f;
const LEFT_SINGLE = 0x2018;
const RIGHT_SINGLE = 0x2019;
const LOW_SINGLE = 0x201a;
const STRAIGHT_SINGLE = 0x27;
const LEFT_ANGLE = 0x2039;
const RIGHT_ANGLE = 0x203a;

/** 1: a double-like mark, 2: a single mark. */
const MARKS = new Uint8Array(0x10000);
for (const unit of [STRAIGHT, LEFT_DOUBLE, RIGHT_DOUBLE, LOW_DOUBLE, REVERSED_DOUBLE, LEFT_GUILLEMET]) MARKS[unit] = 1;
for (const unit of [RIGHT_GUILLEMET, LEFT_CORNER, RIGHT_CORNER, LEFT_WHITE_CORNER, RIGHT_WHITE_CORNER]) MARKS[unit] = 1;
for (const unit of [LEFT_SINGLE, RIGHT_SINGLE, LOW_SINGLE, STRAIGHT_SINGLE, LEFT_ANGLE, RIGHT_ANGLE]) MARKS[unit] = 2;

/** 0: none, 1: a double-like mark, 2: a single mark (which may be an apostrophe). */
export function markClass(unit: number): number {
  return MARKS[unit]!;
}

const EMPHASIS = new Set([0x5f, 0x2a]);
const DASHES = new Set([0x2d, 0x2013, 0x2014, 0x2015]);
const OPEN_BRACKETS = new Set([0x28, 0x5b, 0x7b]);
const CLOSERS_OF_SENTENCE = new Set([...'!,.:;?…)]}»”"'].map((mark) => mark.charCodeAt(0)));

/** Words that begin with an apostrophe; a single mark before them is no opening mark. */
const APOSTROPHE_WORDS =
  /^(?:tis|twas|tisn|twasn|twere|twill|twould|til|till|em|im|bout|cause|cos|coz|un|uns|ere|twixt|neath|gainst|mongst|cept|fraid|member|scuse|spect|pon|nother|ud|ll|ve|re|d|s|t|n|er|is|ad|as|ave|ow|ouse|ome|ead|alf|eart|arf|\d0s|\d\d)(?![\p{L}\p{N}])/iu;

export interface Shape {
  readonly before: number;
  readonly after: number;
}

/** The neighbours of a mark without emphasis marks; -1 at the paragraph's edges. */
function neighbours(text: string, paragraph: Paragraph, position: number): Shape {
  let left = position - 1;
  while (left >= paragraph.contentStart && EMPHASIS.has(text.charCodeAt(left))) left--;
  let right = position + 1;
  while (right < paragraph.contentEnd && EMPHASIS.has(text.charCodeAt(right))) right++;
  return {
    before: left >= paragraph.contentStart ? text.charCodeAt(left) : -1,
    after: right < paragraph.contentEnd ? text.charCodeAt(right) : -1,
  };
}

function isGap(unit: number): boolean {
  return unit === -1 || isSpaceUnit(unit);
}

/** A word can begin after the mark, and white space, a bracket or a dash precedes it. */
export function looksOpening({ before, after }: Shape): boolean {
  if (isGap(after)) return false;
  return isGap(before) || OPEN_BRACKETS.has(before) || DASHES.has(before) || (MARKS[before] ?? 0) > 0;
}

export function looksClosing({ before, after }: Shape): boolean {
  if (isGap(before)) return false;
  return isGap(after) || !(isLetterUnit(after) || isDigitUnit(after));
}

interface Mark {
  readonly position: number;
  readonly unit: number;
  readonly shape: Shape;
}

type Closer = (mark: Mark, index: number) => boolean;

function collectMarks(text: string, paragraph: Paragraph, singles: boolean): Mark[] {
  const marks: Mark[] = [];
  for (let position = paragraph.contentStart; position < paragraph.contentEnd; position++) {
    const unit = text.charCodeAt(position);
    const kind = MARKS[unit]!;
    if (kind === 0 || (kind === 2 && !singles)) continue;
    const shape = neighbours(text, paragraph, position);
    // An apostrophe inside a word is never a mark.
    if (kind === 2 && isWordUnit(shape.before) && isWordUnit(shape.after)) continue;
    marks.push({ position, unit, shape });
  }
  return marks;
}

function isWordUnit(unit: number): boolean {
  return unit >= 0 && (isLetterUnit(unit) || isDigitUnit(unit));
}

function opensSingle(text: string, paragraph: Paragraph, mark: Mark): boolean {
  const { before, after } = mark.shape;
  // Chinese sets no space before a mark.
  if (mark.unit === LEFT_SINGLE && isUnspacedUnit(after)) return true;
  if (mark.unit === RIGHT_SINGLE || isGap(after)) return false;
  if (isWordUnit(before)) return false;
  if (!looksOpening(mark.shape)) return false;
  const rest = text.slice(mark.position + 1, Math.min(mark.position + 9, paragraph.contentEnd));
  return !(APOSTROPHE_WORDS.test(rest) && before !== -1 && !CLOSERS_OF_SENTENCE.has(textBefore(text, mark.position)));
}

/** The unit before the white space that precedes a position. */
function textBefore(text: string, position: number): number {
  let left = position - 1;
  while (left >= 0 && isSpaceUnit(text.charCodeAt(left))) left--;
  return left >= 0 ? text.charCodeAt(left) : -1;
}

/** A closing single mark after punctuation is certain; after a letter it can be a possessive or an elision. */
function isSureSingleClose(mark: Mark): boolean {
  const { before, after } = mark.shape;
  if (mark.unit === RIGHT_SINGLE && isUnspacedUnit(before)) return true;
  if (mark.unit === LEFT_SINGLE || isWordUnit(after) || isGap(before)) return false;
  return CLOSERS_OF_SENTENCE.has(before) || DASHES.has(before) || after === -1;
}

/** For each mark, whether a certain single closing mark follows before any single opening mark. */
function sureCloseAhead(text: string, paragraph: Paragraph, marks: readonly Mark[]): boolean[] {
  const ahead: boolean[] = new Array(marks.length).fill(false);
  let sure = false;
  for (let index = marks.length - 1; index >= 0; index--) {
    ahead[index] = sure;
    const mark = marks[index]!;
    if (MARKS[mark.unit] !== 2) continue;
    if (isSureSingleClose(mark)) sure = true;
    else if (opensSingle(text, paragraph, mark)) sure = false;
  }
  return ahead;
}

function singleCloser(ahead: readonly boolean[]): Closer {
  return (mark, index) => {
    if (MARKS[mark.unit] !== 2 || mark.unit === LEFT_SINGLE) return false;
    if (isSureSingleClose(mark)) return true;
    const { before, after } = mark.shape;
    return isWordUnit(before) && !isWordUnit(after) && !ahead[index];
  };
}

const lowSingleCloser: Closer = ({ unit, shape }) =>
  (unit === LEFT_SINGLE || unit === RIGHT_SINGLE || unit === STRAIGHT_SINGLE) && !isWordUnit(shape.after);

function doubleCloser(style: QuoteStyle): Closer {
  return (mark) => {
    if (mark.unit === RIGHT_DOUBLE) return !(looksOpening(mark.shape) && isGap(mark.shape.before));
    if (mark.unit === LEFT_DOUBLE || mark.unit === REVERSED_DOUBLE) {
      return style.lowOpening || (looksClosing(mark.shape) && !looksOpening(mark.shape));
    }
    if (mark.unit !== STRAIGHT) return false;
    return !(isGap(mark.shape.before) && mark.shape.before !== -1 && isWordUnit(mark.shape.after));
  };
}

/** The closing test for the quote that `mark` opens at this place; null when it opens none. */
function openerOf(
  text: string,
  paragraph: Paragraph,
  style: QuoteStyle,
  mark: Mark,
  ahead: readonly boolean[],
): Closer | null {
  switch (mark.unit) {
    case STRAIGHT:
      return looksClosing(mark.shape) && !looksOpening(mark.shape) ? null : doubleCloser(style);
    case LEFT_DOUBLE:
    case REVERSED_DOUBLE:
      return style.lowOpening || (looksClosing(mark.shape) && !looksOpening(mark.shape)) ? null : doubleCloser(style);
    case RIGHT_DOUBLE:
      return looksOpening(mark.shape) && !looksClosing(mark.shape) ? doubleCloser(style) : null;
    case LOW_DOUBLE:
      return doubleCloser({ ...style, lowOpening: true });
    case LEFT_GUILLEMET:
      return style.inwardGuillemets ? null : (next) => next.unit === RIGHT_GUILLEMET;
    case RIGHT_GUILLEMET:
      if (!style.inwardGuillemets) return null;
      return style.sameGuillemets
        ? (next) => next.unit === RIGHT_GUILLEMET && looksClosing(next.shape)
        : (next) => next.unit === LEFT_GUILLEMET;
    case LEFT_CORNER:
      return (next) => next.unit === RIGHT_CORNER;
    case LEFT_WHITE_CORNER:
      return (next) => next.unit === RIGHT_WHITE_CORNER;
    case LEFT_ANGLE:
    case RIGHT_ANGLE: {
      const opener = style.singleGuillemets === "inward" ? RIGHT_ANGLE : LEFT_ANGLE;
      const closer = opener === LEFT_ANGLE ? RIGHT_ANGLE : LEFT_ANGLE;
      return style.singleGuillemets !== null && mark.unit === opener ? (next) => next.unit === closer : null;
    }
    case LOW_SINGLE:
      if (style.lowSingles) return lowSingleCloser;
      return opensSingle(text, paragraph, mark) ? singleCloser(ahead) : null;
    case LEFT_SINGLE:
    case STRAIGHT_SINGLE:
      if (style.lowSingles) return null;
      return opensSingle(text, paragraph, mark) ? singleCloser(ahead) : null;
    default:
      return null;
  }
}

/**
 * The quotes of one paragraph, in order, without overlap. `carried` states that the paragraph before left a quote
 * open: a first mark that can only close then ends a quote that starts at the paragraph's beginning.
 */
export function findQuotes(text: string, paragraph: Paragraph, style: QuoteStyle, carried: boolean): QuoteSpan[] {
  const marks = collectMarks(text, paragraph, style.singles);
  if (marks.length === 0) return [];
  const ahead = style.singles ? sureCloseAhead(text, paragraph, marks) : [];
  const spans: QuoteSpan[] = [];
  let index = 0;
  const first = marks[0]!;
  if (carried && MARKS[first.unit] === 1 && looksClosing(first.shape) && !looksOpening(first.shape)) {
    spans.push({ start: paragraph.contentStart, end: first.position + 1, unclosed: false, opener: first.unit });
    index = 1;
  }
  while (index < marks.length) {
    const mark = marks[index]!;
    const closes = openerOf(text, paragraph, style, mark, ahead);
    if (closes === null) {
      index++;
      continue;
    }
    let close = index + 1;
    while (close < marks.length && !closes(marks[close]!, close)) close++;
    const closed = close < marks.length;
    const single = MARKS[mark.unit] === 2;
    if (!closed && single && !startsSpeech(text, paragraph, mark)) {
      index++;
      continue;
    }
    spans.push({
      start: mark.position,
      end: closed ? marks[close]!.position + 1 : paragraph.contentEnd,
      unclosed: !closed,
      opener: mark.unit,
    });
    index = closed ? close + 1 : marks.length;
  }
  return spans;
}

/** An opening single mark without a closing one counts only where speech can begin. */
function startsSpeech(text: string, paragraph: Paragraph, mark: Mark): boolean {
  if (mark.position === paragraph.contentStart) return true;
  const before = textBefore(text, mark.position);
  return before === 0x2c || before === 0x3a;
}
