// Words that are spoken differently from how they are written: abbreviations, initials, roman numerals, capitals, addresses.

import { isCapital, isDigit, isLetter, isLowercase, isSpace, isWordUnit } from "../../spoken-characters.ts";
import { romanValue } from "../roman-numerals.ts";
import type { Replacement } from "../spoken-language.ts";
import {
  ABBREVIATIONS,
  ACRONYMS,
  BEFORE_YEARS,
  CAPITAL_ONLY,
  NUMBERED,
  REGNAL_NAMES,
  SHORT_WORDS,
} from "./abbreviations.ts";
import { cardinalWords, ordinalWords } from "./number-words.ts";

/** How far the word before a full stop or a numeral is searched; keeps scanning linear. */
const MAX_LOOK_BACK = 16;

const CAPITALS = /[A-Z](?:[A-Z]|['\u2019](?=[A-Z]))*/y;
const INITIALS = /[A-Z]\.(?:[ \u00a0\n]?[A-Z]\.)+/y;
const ADDRESS = /[^\s<>"\u201c\u201d\u2018\u2019()[\]{}]+/y;
const DOMAIN = /(?:com|org|net|edu|gov|info|io|uk|de|fr)\b/iy;
const TRAILING = ".,;:!?'*_-";
const VOWEL = /[AEIOUY]/;
const WORDLIKE_ROMAN: ReadonlySet<string> = new Set([
  "MIX",
  "DI",
  "LI",
  "MI",
  "MD",
  "CD",
  "DC",
  "MC",
  "CC",
  "XXX",
  "CV",
  "MM",
  "LL",
  "DL",
  "ML",
  "CL",
]);

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(source);
}

function skipSpaces(source: string, at: number, to: number): number {
  let i = at;
  while (i < to && i < at + 4 && isSpace(source.charCodeAt(i))) i++;
  return i;
}

/** Start of the word (letters and inner full stops) that ends before `at`. */
function wordStart(source: string, at: number, from: number): number {
  let i = at;
  while (i > from && at - i < MAX_LOOK_BACK) {
    const code = source.charCodeAt(i - 1);
    if (!isLetter(code) && code !== 46) break;
    i--;
  }
  // The limit may fall between the two halves of a character.
  const isHalf =
    i > from && (source.charCodeAt(i) & 0xfc00) === 0xdc00 && (source.charCodeAt(i - 1) & 0xfc00) === 0xd800;
  return isHalf ? i + 1 : i;
}

/** The word before the one at `at`, without its full stop. */
function previousWord(source: string, at: number, from: number): string {
  let end = at;
  while (end > from && at - end < 4 && isSpace(source.charCodeAt(end - 1))) end--;
  if (end === at) return "";
  if (end > from && source.charCodeAt(end - 1) === 46) end--;
  return source.slice(wordStart(source, end, from), end);
}

function endsSentence(source: string, at: number, to: number, capitalEnds: boolean): boolean {
  let i = at;
  while (i < to && i < at + 8) {
    const code = source.charCodeAt(i);
    if (isWordUnit(code)) return capitalEnds && isCapital(code);
    if (code === 44 || code === 59 || code === 58 || code === 41) return false;
    if (code === 10 && source.charCodeAt(i + 1) === 10) return true;
    i++;
  }
  return i >= to;
}

/** A web address from `start`; its scheme ends before `at`. */
function sayAddress(source: string, start: number, at: number): Replacement | null {
  const match = matchAt(ADDRESS, source, at);
  if (match === null) return null;
  let length = match[0].length;
  while (length > 0 && TRAILING.includes(match[0][length - 1]!)) length--;
  const address = match[0].slice(0, length);
  const query = address.search(/[?#]/);
  const place = (query < 0 ? address : address.slice(0, query)).replace(/^www\./i, "").replace(/\/$/, "");
  const shown = place.length > 80 ? place.slice(0, 80).replace(/\/.*$/, "") : place;
  const words = shown
    .replaceAll(".", " dot ")
    .replaceAll("/", " slash ")
    .replaceAll(/[^\p{L}\p{N} ]+/gu, " ")
    .replaceAll(/ +/g, " ")
    .trim();
  return { start, end: at + address.length, say: words, words: true };
}

/** At a colon: the address when "http://" or the like ends there. */
export function sayColon(source: string, at: number, from: number): Replacement | null {
  if (source.charCodeAt(at + 1) !== 47 || source.charCodeAt(at + 2) !== 47) return null;
  return sayAddress(source, wordStart(source, at, from), at + 3);
}

/** At a full stop: the abbreviation that it ends, or an address; null when it is a full stop. */
export function sayStop(source: string, at: number, from: number, to: number): Replacement | null {
  const start = wordStart(source, at, from);
  if (start === at || at - start >= MAX_LOOK_BACK) return null;
  const written = source.slice(start, at);
  if (written.length === 3 && written.toLowerCase() === "www") return sayAddress(source, start, start);
  if (isLetter(source.charCodeAt(at + 1)) && matchAt(DOMAIN, source, at + 1)) {
    return { start: at, end: at + 1, say: " dot ", words: true };
  }
  const short = written.toLowerCase();
  const entry = ABBREVIATIONS.get(short);
  if (entry === undefined) return null;
  if (start > from && /[\d'\u2019-]/.test(source[start - 1]!)) return null;
  if (CAPITAL_ONLY.has(short) && !isCapital(source.charCodeAt(start))) return null;
  const next = skipSpaces(source, at + 1, to);
  const follower = next < to ? source.charCodeAt(next) : 0;
  const say = (words: string): Replacement => ({ start, end: at + 1, say: words, words: true });
  switch (entry.where) {
    case "always":
      return say(entry.say);
    case "number":
      if (short === "no" && !isDigit(follower)) return null;
      if (BEFORE_YEARS.has(short) && (written !== short || !/^\d{3,4}(?!\d)/.test(source.slice(next, next + 6))))
        return null;
      return isDigit(follower) || /^[IVXLC]+\b/.test(source.slice(next, next + 8)) ? say(entry.say) : null;
    case "name":
      if (next > at + 1 && isCapital(follower)) return say(entry.say);
      return short === "st" && isCapital(previousWord(source, start, from).charCodeAt(0)) ? say("Street") : null;
    case "end":
      return say(endsSentence(source, at + 1, to, short === "etc") ? `${entry.say}.` : entry.say);
  }
}

/** The reading of a roman numeral in its surroundings; null when it is read as letters. */
function sayRoman(
  source: string,
  at: number,
  numeral: string,
  from: number,
  to: number,
  capsLine: boolean,
): string | null {
  const value = romanValue(numeral);
  if (value === null || value > 399) return null;
  const end = at + numeral.length;
  const follower = end < to ? source.charCodeAt(end) : 10;
  const closed =
    !(follower === 32 && isLowercase(source.charCodeAt(end + 1))) && follower !== 39 && follower !== 0x2019;
  const before = previousWord(source, at, from);
  const noun = before.toLowerCase();
  const single = numeral.length === 1;
  const plausible =
    !single || (numeral === "I" ? closed || capsLine : numeral === "V" || numeral === "X" || numeral === "L");
  if (plausible && (!single || isCapital(before.charCodeAt(0))) && NUMBERED.has(noun))
    return cardinalWords(String(value));
  if (plausible && numeral !== "L" && isCapital(before.charCodeAt(0)) && REGNAL_NAMES.has(noun)) {
    return `the ${ordinalWords(String(value))}`;
  }
  const opensLine = at === from || source.charCodeAt(at - 1) === 10;
  const closesLine =
    end >= to || follower === 10 || (follower === 46 && (end + 1 >= to || source.charCodeAt(end + 1) === 10));
  if (opensLine && closesLine && numeral !== "I") return cardinalWords(String(value));
  if (opensLine && closesLine && at === from && end + 1 >= to) return cardinalWords(String(value));
  if (opensLine && capsLine && follower === 46 && numeral !== "C" && numeral !== "D")
    return cardinalWords(String(value));
  if (single || WORDLIKE_ROMAN.has(numeral) || value > 39) return null;
  const named = isCapital(before.charCodeAt(0)) && (capsLine || isLowercase(before.charCodeAt(1)));
  return named ? cardinalWords(String(value)) : null;
}

/** A word in capitals at `at`. `capsLine`: its whole line is in capitals. `opening`: nothing has been said before it. */
export function sayCapitals(
  source: string,
  at: number,
  from: number,
  to: number,
  capsLine: boolean,
  opening: boolean,
): Replacement | null {
  const word = matchAt(CAPITALS, source, at)![0];
  const end = at + word.length;
  if (end > to || isLowercase(source.charCodeAt(end)) || isDigit(source.charCodeAt(end))) return null;
  const stopped = source.charCodeAt(end) === 46;
  const roman = sayRoman(source, at, word, from, to, capsLine);
  if (roman !== null) {
    // "Henry VIII. was": the old full stop after a numeral ends nothing.
    const oldStop = stopped && source.charCodeAt(end + 1) === 32 && isLowercase(source.charCodeAt(end + 2));
    return { start: at, end: oldStop ? end + 1 : end, say: roman, words: true };
  }
  if (word.length === 1) {
    if (!stopped) return null;
    const initials = matchAt(INITIALS, source, at);
    if (initials && at + initials[0].length <= to) {
      const letters = initials[0].replaceAll(/[^A-Z]/g, "");
      const close = at + initials[0].length;
      return { start: at, end: close, say: `${[...letters].join(".")}.`, words: true };
    }
    const next = skipSpaces(source, end + 1, to);
    const named = next > end + 1 && next < to && isCapital(source.charCodeAt(next)) && word !== "I" && word !== "A";
    return named ? { start: at, end: end + 1, say: word } : null;
  }
  const lower = word.toLowerCase();
  if (stopped && ABBREVIATIONS.has(lower)) return null;
  const titled = word[0]! + lower.slice(1);
  if (capsLine) return VOWEL.test(word) ? { start: at, end, say: titled } : null;
  const plain = lower.replaceAll(/['\u2019]/g, "'");
  const isWord = SHORT_WORDS.has(plain) || (word.length >= 4 && VOWEL.test(word) && !ACRONYMS.has(plain));
  return isWord ? { start: at, end, say: titled, stress: !opening } : null;
}
