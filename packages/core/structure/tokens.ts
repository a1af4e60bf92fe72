// The words and punctuation of a text as arrays: one entry a token, words in lower case. All code that searches
// for names, verbs and pronouns uses them, so the text is scanned once.

import {
  isApostropheUnit,
  isDigitUnit,
  isGreekQuestion,
  isLetterUnit,
  isSpaceUnit,
  isUpperUnit,
} from "./code-units.ts";
import type { LaidOutParagraph, SpeechSpan } from "./dialogue.ts";
import type { LanguageData } from "./language/language.ts";

export const WORD = 1;
export const CAPITAL = 2;
/** All letters (two or more) are capitals. */
export const SHOUTED = 4;
export const SENTENCE_START = 8;
export const POSSESSIVE = 16;
/** In words that are said or written by a person of the story. */
export const IN_SPEECH = 32;
/** White space precedes the token. */
export const SPACED = 64;

export interface Tokens {
  readonly count: number;
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly flags: Uint8Array;
  /** Lower-case word without a possessive ending; for punctuation the first mark. */
  readonly lower: readonly string[];
  /** For each paragraph the index of its first token, plus one entry for the end. */
  readonly paragraphStart: Int32Array;
}

const ABBREVIATIONS = new Set(["st", "jr", "sr", "esq", "hon", "vs", "etc", "no", "mt", "messrs", "bros", "co"]);

function isTerminal(unit: number): boolean {
  return (
    unit === 0x2e ||
    unit === 0x21 ||
    unit === 0x3f ||
    unit === 0x2026 ||
    unit === 0x3a ||
    unit === 0x3002 ||
    unit === 0xff01 ||
    unit === 0xff1f
  );
}

function isQuoteMark(unit: number): boolean {
  if (unit === 0x22 || (unit >= 0x2018 && unit <= 0x201f)) return true;
  return unit === 0xab || unit === 0xbb || unit === 0x2039 || unit === 0x203a;
}

class Arrays {
  start = new Int32Array(1024);
  end = new Int32Array(1024);
  flags = new Uint8Array(1024);
  lower: string[] = [];
  count = 0;

  push(start: number, end: number, flags: number, lower: string): void {
    if (this.count === this.start.length) {
      const size = this.count * 2;
      const grownStart = new Int32Array(size);
      grownStart.set(this.start);
      this.start = grownStart;
      const grownEnd = new Int32Array(size);
      grownEnd.set(this.end);
      this.end = grownEnd;
      const grownFlags = new Uint8Array(size);
      grownFlags.set(this.flags);
      this.flags = grownFlags;
    }
    this.start[this.count] = start;
    this.end[this.count] = end;
    this.flags[this.count] = flags;
    this.lower.push(lower);
    this.count++;
  }
}

/** What is said or written by people of the story in a paragraph, in order. */
function quotedSpans({ speech, letters }: LaidOutParagraph): readonly SpeechSpan[] {
  if (letters === undefined || letters.length === 0) return speech;
  return [...speech, ...letters].sort((left, right) => left.start - right.start);
}

/** Tokens of all paragraphs in order, without headings and scene breaks. A full stop after a title or an initial is no token, because it ends no sentence. */
export function tokenize(text: string, paragraphs: readonly LaidOutParagraph[], language: LanguageData): Tokens {
  const arrays = new Arrays();
  /** The form of each word, by the word as it is written. */
  const interned = new Map<string, string>();
  const intern = (word: string): string => {
    const known = interned.get(word);
    if (known !== undefined) return known;
    // "I’m" is "I'm".
    const lower = word.toLowerCase().replaceAll("\u2019", "'");
    const form = interned.get(lower) ?? lower;
    interned.set(lower, form);
    interned.set(word, form);
    return form;
  };
  const paragraphStart = new Int32Array(paragraphs.length + 1);

  paragraphs.forEach((paragraph, index) => {
    paragraphStart[index] = arrays.count;
    // Headings are in capitals or Many Capitals, which would look like names.
    if (paragraph.role !== "paragraph") return;
    let sentenceStart = true;
    let spaced = true;
    const quoted = quotedSpans(paragraph);
    let span = 0;
    let position = paragraph.contentStart;
    const end = paragraph.contentEnd;
    while (position < end) {
      const unit = text.charCodeAt(position);
      if (isSpaceUnit(unit)) {
        spaced = true;
        position++;
        continue;
      }
      // Skip emphasis marks.
      if (unit === 0x5f || unit === 0x2a) {
        position++;
        continue;
      }
      while (span < quoted.length && quoted[span]!.end <= position) span++;
      const inSpeech = span < quoted.length && quoted[span]!.start <= position;
      let flags = (inSpeech ? IN_SPEECH : 0) | (spaced ? SPACED : 0);
      spaced = false;
      if (isLetterUnit(unit)) {
        const wordEnd = endOfWord(text, position, end, language);
        let baseEnd = wordEnd;
        if (
          wordEnd - position > 2 &&
          (text.charCodeAt(wordEnd - 1) | 0x20) === 0x73 &&
          isApostropheUnit(text.charCodeAt(wordEnd - 2))
        ) {
          baseEnd = wordEnd - 2;
          flags |= POSSESSIVE;
        }
        flags |= WORD;
        if (isUpperUnit(unit)) flags |= CAPITAL;
        if (baseEnd - position > 1 && isShouted(text, position, baseEnd)) flags |= SHOUTED;
        if (sentenceStart) flags |= SENTENCE_START;
        sentenceStart = false;
        const lower = intern(text.slice(position, baseEnd));
        arrays.push(position, wordEnd, flags, lower);
        position = wordEnd;
        if (text.charCodeAt(position) === 0x2e && position < end && isAbbreviation(lower, flags, language)) position++;
        continue;
      }
      // The joint of a pronoun or an elision is no punctuation.
      if (position > paragraph.contentStart && isJoint(text, position, end, language)) {
        position++;
        continue;
      }
      if (isDigitUnit(unit)) {
        let numberEnd = position + 1;
        while (numberEnd < end && isDigitUnit(text.charCodeAt(numberEnd))) numberEnd++;
        sentenceStart = false;
        arrays.push(position, numberEnd, flags, "0");
        position = numberEnd;
        continue;
      }
      let markEnd = position + 1;
      while (markEnd < end && text.charCodeAt(markEnd) === unit) markEnd++;
      const asks = isGreekQuestion(text, position);
      if (asks || isTerminal(unit) || isQuoteMark(unit)) sentenceStart = true;
      arrays.push(position, markEnd, flags, intern(asks ? "?" : text.charAt(position)));
      position = markEnd;
    }
  });
  paragraphStart[paragraphs.length] = arrays.count;
  return {
    count: arrays.count,
    start: arrays.start,
    end: arrays.end,
    flags: arrays.flags,
    lower: arrays.lower,
    paragraphStart,
  };
}

/** A hyphen or an apostrophe between letters that ends a word. */
function isJoint(text: string, position: number, end: number, language: LanguageData): boolean {
  if (language.elisions === undefined && language.joinedPronouns === undefined) return false;
  const unit = text.charCodeAt(position);
  if (!isApostropheUnit(unit) && unit !== 0x2d && unit !== 0x2010) return false;
  return (
    position + 1 < end && isLetterUnit(text.charCodeAt(position - 1)) && isLetterUnit(text.charCodeAt(position + 1))
  );
}

/** Letters, with single apostrophes and hyphens between them. */
function endOfWord(text: string, start: number, limit: number, language: LanguageData): number {
  let position = start + 1;
  while (position < limit) {
    const unit = text.charCodeAt(position);
    if (isLetterUnit(unit)) {
      position++;
      continue;
    }
    const joins = isApostropheUnit(unit) || unit === 0x2d || unit === 0x2010;
    if (joins && position + 1 < limit && isLetterUnit(text.charCodeAt(position + 1))) {
      if (isElided(text, start, position, language) || joinsPronoun(text, position, limit, language)) return position;
      position += 2;
      continue;
    }
    break;
  }
  return position;
}

function isElided(text: string, start: number, position: number, language: LanguageData): boolean {
  if (language.elisions === undefined || position - start > 5 || !isApostropheUnit(text.charCodeAt(position)))
    return false;
  return language.elisions.has(text.slice(start, position).toLowerCase());
}

/** A hyphen before a pronoun that belongs to the verb: "dit-il". */
function joinsPronoun(text: string, position: number, limit: number, language: LanguageData): boolean {
  if (language.joinedPronouns === undefined || isApostropheUnit(text.charCodeAt(position))) return false;
  let end = position + 1;
  while (end < limit && end - position < 8 && isLetterUnit(text.charCodeAt(end))) end++;
  return language.joinedPronouns.has(text.slice(position + 1, end).toLowerCase());
}

function isShouted(text: string, start: number, end: number): boolean {
  for (let position = start; position < end; position++) {
    const unit = text.charCodeAt(position);
    if (isLetterUnit(unit) && !isUpperUnit(unit)) return false;
  }
  return true;
}

function isAbbreviation(lower: string, flags: number, language: LanguageData): boolean {
  if ((flags & CAPITAL) === 0) return false;
  if (lower.length === 1) return lower !== "i";
  return (lower.length <= 5 && isShortTitle(lower, language)) || ABBREVIATIONS.has(lower);
}

/** "Mr", "Capt". A sentence can end after "the Baron", "sir" and "old". */
function isShortTitle(lower: string, { titles, roles, maleCalls, femaleCalls }: LanguageData): boolean {
  const title = titles.get(lower);
  if (title === undefined || title.rank === "epithet") return false;
  return !roles.has(lower) && !maleCalls.has(lower) && !femaleCalls.has(lower);
}

/** Whether a token continues the run that began at `first`: only spaces between, on the same side of a quotation mark. */
export function sameRun(tokens: Tokens, first: number, index: number): boolean {
  if (index === first) return true;
  const flags = tokens.flags[index]!;
  if ((flags & SENTENCE_START) !== 0 || (flags & WORD) === 0) return false;
  if (((flags ^ tokens.flags[first]!) & IN_SPEECH) !== 0) return false;
  const gap = tokens.start[index]! - tokens.end[index - 1]!;
  return gap <= 12;
}

/** Index of the first token that ends after `offset`. */
export function tokenAt(tokens: Tokens, offset: number): number {
  let low = 0;
  let high = tokens.count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tokens.end[middle]! <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
