// Speech that a dash opens. The narration inside a turn ("– Venez, dit-il, venez.") is told by its verb of saying with
// the subject behind it; what follows goes on as speech unless it reads as narration.

import { isLetterUnit, isSpaceUnit, isUpperUnit } from "./code-units.ts";
import type { DashTags } from "./language/dash-tags.ts";
import type { Paragraph } from "./paragraphs.ts";
import type { QuoteSpan } from "./quotes.ts";

const DASH = 0x2014;
/** A sentence shorter than this is not told from speech. */
const MIN_TOLD_UNITS = 50;

export function isDashUnit(unit: number): boolean {
  return unit === 0x2013 || unit === 0x2014 || unit === 0x2015 || unit === 0x2d;
}

/** Length of the dash that opens speech at a position, or 0. A hyphen must be followed by white space. */
export function openingDash(text: string, position: number, end: number): number {
  const unit = text.charCodeAt(position);
  if (!isDashUnit(unit)) return 0;
  let after = position + 1;
  while (after < end && isDashUnit(text.charCodeAt(after)) && after - position < 3) after++;
  if (after >= end) return 0;
  const next = text.charCodeAt(after);
  if (isDashUnit(next)) return 0;
  if (unit === 0x2d && after - position === 1 && !isSpaceUnit(next)) return 0;
  return after - position;
}

interface Word {
  readonly start: number;
  readonly end: number;
  readonly lower: string;
  readonly capital: boolean;
}

/** The word at or after a position, hyphens and apostrophes ending it; null past `end` or at punctuation. */
function wordAt(text: string, from: number, end: number): Word | null {
  let start = from;
  while (start < end && (isSpaceUnit(text.charCodeAt(start)) || isJoint(text.charCodeAt(start)))) start++;
  if (start >= end || !isLetterUnit(text.charCodeAt(start))) return null;
  let stop = start + 1;
  while (stop < end && isLetterUnit(text.charCodeAt(stop))) stop++;
  const word = text.slice(start, stop);
  return { start, end: stop, lower: word.toLowerCase(), capital: isUpperUnit(text.charCodeAt(start)) };
}

function isJoint(unit: number): boolean {
  return unit === 0x2d || unit === 0x27 || unit === 0x2019;
}

/** End of the verb and the opening of its subject when an insertion begins at a position, or -1. */
function insertionAt(text: string, from: number, end: number, tags: DashTags): number {
  let word = wordAt(text, from, end);
  if (word === null || (word.capital && !tags.subjectFirst)) return -1;
  if (tags.subjectFirst && (tags.pronouns.has(word.lower) || word.capital || tags.subjects.has(word.lower))) {
    let next: Word | null = word;
    for (let steps = 0; steps < 4 && next !== null; steps++) {
      next = wordAt(text, next.end, end);
      if (next !== null && tags.verbs.has(next.lower)) return next.end;
    }
  }
  for (
    let steps = 0;
    steps < 3 && word !== null && tags.clitics.has(word.lower) && !tags.verbs.has(word.lower);
    steps++
  ) {
    word = wordAt(text, word.end, end);
  }
  if (word === null || !tags.verbs.has(word.lower)) return -1;
  const verbEnd = word.end;
  let next = wordAt(text, verbEnd, end);
  for (let steps = 0; steps < 4 && next !== null; steps++) {
    if (next.lower === "t" && text.charCodeAt(next.start - 1) === 0x2d) {
      next = wordAt(text, next.end, end);
      continue;
    }
    const joined = text.charCodeAt(verbEnd) === 0x2d;
    if (tags.pronouns.has(next.lower) && (joined || tags.subjectFirst || steps === 0)) return next.end;
    if (next.capital || tags.subjects.has(next.lower)) return next.end;
    next = wordAt(text, next.end, end);
  }
  return -1;
}

function isSentenceMark(unit: number): boolean {
  return unit === 0x2e || unit === 0x21 || unit === 0x3f || unit === 0x2026;
}

function isPause(unit: number): boolean {
  return isSentenceMark(unit) || unit === 0x2c || unit === 0x3b;
}

/** End of the sentence from a position: behind its closing mark. */
function sentenceEnd(text: string, from: number, end: number): number {
  let position = from;
  while (position < end) {
    if (isSentenceMark(text.charCodeAt(position))) {
      while (position < end && isSentenceMark(text.charCodeAt(position))) position++;
      return position;
    }
    position++;
  }
  return end;
}

/** Whether the sentence from a position is spoken rather than told. */
function isSpoken(text: string, from: number, end: number, tags: DashTags): boolean {
  const stop = Math.min(sentenceEnd(text, from, end), from + 400);
  const first = wordAt(text, from, stop);
  if (first === null) return true;
  const mark = text.charCodeAt(stop - 1);
  if (addresses(text, from, stop, tags) || mark === 0x21 || mark === 0x3f) return true;
  return !tags.narrates.has(first.lower);
}

/** Whether a stretch holds a word of the first or second person. */
function addresses(text: string, from: number, stop: number, tags: DashTags): boolean {
  for (let word = wordAt(text, from, stop); word !== null; ) {
    if (tags.persons.has(word.lower)) return true;
    let next: number = word.end;
    while (next < stop && !isLetterUnit(text.charCodeAt(next))) next++;
    word = next < stop ? wordAt(text, next, stop) : null;
  }
  return false;
}

/** Where the speech resumes after an insertion whose subject begins before `from`, or -1 when the rest is told. */
function resumption(text: string, from: number, end: number, tags: DashTags): number {
  let position = from;
  // "dit Jeanne en riant": the insertion has its addition before any comma.
  let carried = tags.carriesOn.has(wordAt(text, from, end)?.lower ?? "");
  while (position < end) {
    const unit = text.charCodeAt(position);
    if (isSentenceMark(unit)) {
      const behind = sentenceEnd(text, position, end);
      let next = behind;
      while (next < end && isSpaceUnit(text.charCodeAt(next))) next++;
      if (next >= end) return -1;
      return isSpoken(text, next, end, tags) ? next : -1;
    }
    if (unit === 0x3a) return nextVisible(text, position + 1, end);
    if (unit === 0x2c || unit === 0x3b) {
      const word = wordAt(text, position + 1, end);
      const tells =
        word === null ||
        /(?:ant|ndo|ing)$/u.test(word.lower) ||
        // "dit Paul, la main levée" carries on; after "en riant, la ..." it is speech again.
        (tags.carriesOn.has(word.lower) && !(carried && tags.subjects.has(word.lower)));
      if (!tells) return nextVisible(text, position + 1, end);
      carried = true;
    }
    position++;
  }
  return -1;
}

function nextVisible(text: string, from: number, end: number): number {
  let next = from;
  while (next < end && isSpaceUnit(text.charCodeAt(next))) next++;
  return next < end ? next : -1;
}

/** The spoken stretches of a turn that begins with a dash at `start`. */
function turn(text: string, start: number, end: number, tags: DashTags): QuoteSpan[] {
  const spans: QuoteSpan[] = [];
  let from = start;
  let position = start + 1;
  while (position < end) {
    const unit = text.charCodeAt(position);
    const pause = isPause(unit);
    // A dash inside a turn sets an insertion off too: "— Ven —dijo él— pronto."
    const dash = isDashUnit(unit) && position > start + 2 && isSpaceUnit(text.charCodeAt(position - 1));
    if (!pause && !dash) {
      position++;
      continue;
    }
    let behind = position;
    while (
      behind < end &&
      (isPause(text.charCodeAt(behind)) || isDashUnit(text.charCodeAt(behind)) || isSpaceUnit(text.charCodeAt(behind)))
    )
      behind++;
    const told = insertionAt(text, behind, end, tags);
    if (told < 0) {
      position = Math.max(behind, position + 1);
      continue;
    }
    let stop = behind;
    while (stop > position && isSpaceUnit(text.charCodeAt(stop - 1))) stop--;
    if (dash) stop = position;
    spans.push({ start: from, end: stop, unclosed: false, opener: DASH });
    const again = resumption(text, told, end, tags);
    if (again < 0) return spans;
    from = again;
    position = again;
  }
  if (end > from) spans.push({ start: from, end, unclosed: false, opener: DASH });
  return spans;
}

/** The spoken stretches of a paragraph that a dash opens, or whose dashes open speech behind a sentence or a colon. */
export function findDashSpeech(text: string, paragraph: Paragraph, tags: DashTags, inline: boolean): QuoteSpan[] {
  const { contentStart, contentEnd } = paragraph;
  const starts: number[] = [];
  if (openingDash(text, contentStart, contentEnd) > 0) starts.push(contentStart);
  if (inline) {
    for (let position = contentStart + 1; position < contentEnd; position++) {
      if (isInlineOpening(text, position, contentEnd)) starts.push(position);
    }
  }
  const spans: QuoteSpan[] = [];
  starts.forEach((start, index) => {
    let end = starts[index + 1] ?? contentEnd;
    if (inline) end = endOfInlineTurn(text, start, end, tags);
    while (end > start && isSpaceUnit(text.charCodeAt(end - 1))) end--;
    spans.push(...turn(text, start, end, tags));
  });
  return spans;
}

/** Within a paragraph narration may follow a turn unmarked: a long sentence that addresses nobody ends it, and so does a quotation mark. */
function endOfInlineTurn(text: string, start: number, end: number, tags: DashTags): number {
  let stop = start + 1;
  while (stop < end && text.charCodeAt(stop) !== 0xab && text.charCodeAt(stop) !== 0xbb) stop++;
  let position = sentenceEnd(text, start, stop);
  while (position < stop) {
    const next = nextVisible(text, position, stop);
    if (next < 0) break;
    const behind = sentenceEnd(text, next, stop);
    const word = wordAt(text, next, behind);
    if (word?.capital && behind - next > MIN_TOLD_UNITS && !addresses(text, next, behind, tags)) return position;
    position = behind;
  }
  return stop;
}

/** A dash between spaces behind the end of a sentence or a colon. */
export function isInlineOpening(text: string, position: number, end: number): boolean {
  const unit = text.charCodeAt(position);
  if (unit !== 0x2014 && unit !== 0x2013 && unit !== 0x2d) return false;
  if (!isSpaceUnit(text.charCodeAt(position - 1)) || !isSpaceUnit(text.charCodeAt(position + 1))) return false;
  if (openingDash(text, position, end) === 0) return false;
  let before = position - 1;
  while (before > 0 && isSpaceUnit(text.charCodeAt(before))) before--;
  const mark = text.charCodeAt(before);
  if (!isSentenceMark(mark) && mark !== 0x3a && mark !== 0xbb && mark !== 0x22) return false;
  const word = wordAt(text, position + 1, end);
  return word === null || word.capital;
}
