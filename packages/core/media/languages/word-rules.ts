// Abbreviations, symbols and roman numerals of languages other than English: what the languages have in common.

import { isCapital, isDigit, isLetter, isSpace, isWordUnit } from "../spoken-characters.ts";
import { endsSentence, type FigureReader, nearOf } from "./figure-rules.ts";
import { romanValue } from "./roman-numerals.ts";
import type { Place, Replacement, SpokenLanguage, WordPlace } from "./spoken-language.ts";

/**
 * Where an abbreviation is one: `always`; `number` only before a number; `name` only before a capital; `end` may also end a
 * sentence, then its full stop stays.
 */
export type Where = "always" | "number" | "name" | "end";

/** A numeral in its surroundings. `before` is the word before it, without a full stop behind it. */
export interface Numeral {
  readonly value: number;
  readonly numeral: string;
  readonly before: string;
  readonly beforeText: string;
  readonly after: string;
}

export interface WordWords {
  /** By place: abbreviations as they are written, without spaces ("z.B."); those without a full stop end with a letter. */
  readonly abbreviations: Readonly<Record<Where, Readonly<Record<string, string>>>>;
  readonly symbols: Readonly<Record<string, string>>;
  readonly cardinal: (value: number) => string;
  /** "x" between figures. */
  readonly times: string;
  readonly minus: string;
  /** The words of a roman numeral; `stop`: they stand for the full stop behind it as well. Null leaves it as it is. */
  readonly roman: (numeral: Numeral) => string | { readonly say: string; readonly stop: true } | null;
  /** Endings of ordinals in roman numerals, as in "XIXe": a sticky pattern and its words. */
  readonly romanOrdinal?: { readonly ending: RegExp; readonly say: (value: number, near: Numeral) => string | null };
  /** Words of two or three letters that are read as words in capitals: "NON". Others are left to the engine. */
  readonly shouted: ReadonlySet<string>;
  /** Words that begin with an apostrophe: "'t", in lowercase. */
  readonly elisions?: ReadonlySet<string>;
  /** Nouns before a number in a heading: "Kapitel". Lowercase. */
  readonly numbered: ReadonlySet<string>;
  /** Further rules for a word, tried first; sticky patterns with a bounded length. */
  readonly own?: readonly { readonly pattern: RegExp; readonly say: string | ((match: readonly string[]) => string) }[];
}

interface Entry {
  readonly say: string;
  readonly where: Where;
}

/** A word with what may follow it in an abbreviation: "z. B.", "p.ej.", "S.". */
const SHORT = /\p{L}{1,9}(?:\.(?:[ \u00a0\u202f]?\p{L}{1,6}\.){0,3})?/uy;
const ROMAN = /[IVXLCDM]{1,15}(?![\p{L}\d])/uy;
const ROMAN_PREFIX = /[IVXLCDM]{1,15}/y;
const CAPITALS = /\p{Lu}{2,30}(?![\p{L}\d.])/uy;
const ACRONYMS: ReadonlySet<string> = new Set(
  "nato unesco unicef opec nasa aids otan onu ovni sida html gmbh ifop sncf ratp cgil rai fifa uefa isbn issn iban dlrg adac udssr usaf awol hiv".split(
    " ",
  ),
);
const WORD_BEFORE = /([\p{L}\p{M}'\u2019-]{1,24})\.?[ \u00a0\u202f]{1,2}$/u;
const HEADING = /^[ \t]*(\p{L}{1,20})[ \t]+([IVXLCDM]{1,15}|\d{1,5})$/u;

export function wordBefore(text: string): string {
  return WORD_BEFORE.exec(text)?.[1] ?? "";
}

/** The word that begins a text after a space. */
export function wordAfter(text: string): string {
  return /^[ \u00a0\u202f]([\p{L}\p{M}'\u2019-]{1,24})/u.exec(text)?.[1] ?? "";
}

export function languageOf(figures: FigureReader, words: WordWords): SpokenLanguage {
  const table = new Map<string, Entry>();
  for (const where of ["always", "number", "name", "end"] as const) {
    for (const [short, say] of Object.entries(words.abbreviations[where])) table.set(short, { say, where });
  }
  const entryOf = (short: string): Entry | undefined => {
    const exact = table.get(short);
    if (exact !== undefined) return exact;
    // At the beginning of a sentence it is written with a capital.
    const first = short[0]!;
    if (first === first.toLowerCase()) return undefined;
    const lower = table.get(first.toLowerCase() + short.slice(1));
    if (lower === undefined || short.length < 3) return undefined;
    return { ...lower, say: lower.say[0]!.toUpperCase() + lower.say.slice(1) };
  };

  const abbreviation = ({ source, at, from, to }: WordPlace): Replacement | null => {
    SHORT.lastIndex = at;
    const match = SHORT.exec(source)?.[0];
    if (match === undefined || at + match.length > to) return null;
    for (let end = match.length; end > 0; end = match.lastIndexOf(".", end - 2) + 1) {
      const written = match.slice(0, end);
      const entry = entryOf(written.replaceAll(/[ \u00a0\u202f]/g, ""));
      if (entry !== undefined && fits(entry, source, at, at + end, from, to)) {
        const stop = written.endsWith(".") && endsSentence(source, at + end, to) ? "." : "";
        return { start: at, end: at + end, say: entry.say + (entry.where === "end" ? stop : ""), words: true };
      }
    }
    const bare = /^\p{L}+/u.exec(match)?.[0] ?? "";
    const entry = table.get(bare);
    if (entry === undefined || bare.length === match.length || isLetter(source.charCodeAt(at + bare.length)))
      return null;
    if (!fits(entry, source, at, at + bare.length, from, to)) return null;
    return { start: at, end: at + bare.length, say: entry.say, words: true };
  };

  const roman = ({ source, at, from, to }: WordPlace): Replacement | null => {
    const numeralOf = (numeral: string, end: number): Numeral | null => {
      const value = romanValue(numeral);
      if (value === null) return null;
      const near = nearOf(source, at, end, from, to);
      const before = wordBefore(near.before);
      // "cap. XI": the noun that the abbreviation stands for.
      const whole = near.before.trimEnd().endsWith(".") ? table.get(`${before.toLowerCase()}.`) : undefined;
      const noun = whole?.where === "number" && before.length > 1 ? whole.say : before;
      return { value, numeral, before: noun, beforeText: near.before, after: near.after };
    };
    const { romanOrdinal } = words;
    if (romanOrdinal !== undefined) {
      ROMAN_PREFIX.lastIndex = at;
      const numeral = ROMAN_PREFIX.exec(source)?.[0];
      if (numeral === undefined) return null;
      romanOrdinal.ending.lastIndex = at + numeral.length;
      const ending = romanOrdinal.ending.exec(source)?.[0];
      if (ending !== undefined) {
        const end = at + numeral.length + ending.length;
        const given = end > to ? null : numeralOf(numeral, end);
        const said = given === null ? null : romanOrdinal.say(given.value, given);
        if (said !== null) return { start: at, end, say: said, words: true };
      }
    }
    ROMAN.lastIndex = at;
    const numeral = ROMAN.exec(source)?.[0];
    if (numeral === undefined || at + numeral.length > to) return null;
    const end = at + numeral.length;
    const given = numeralOf(numeral, end);
    const said = given === null ? null : (words.roman(given) ?? alone(given));
    if (said === null) return null;
    if (typeof said === "string") return { start: at, end, say: said, words: true };
    const stops = source[end] === "." && !endsSentence(source, end + 1, to);
    return { start: at, end: stops ? end + 1 : end, say: said.say, words: true };
  };

  /** A numeral that is a line of its own is a number of a chapter. */
  const alone = ({ value, numeral, beforeText, after }: Numeral): string | null => {
    const opens = beforeText === "" || /\n[ \t]*$/.test(beforeText);
    const closes = /^\.?[ \t]*(?:\n|$)/.test(after);
    return opens && closes && (numeral.length > 1 || "VX".includes(numeral)) ? words.cardinal(value) : null;
  };

  const capitals = ({ source, at, to, capitalLine, opening }: WordPlace): Replacement | null => {
    CAPITALS.lastIndex = at;
    const word = CAPITALS.exec(source)?.[0];
    if (word === undefined || at + word.length > to) return null;
    const lower = word.toLowerCase();
    const said = word[0]! + lower.slice(1);
    const hasVowel = /[aeiouyàâäáãåæéèêëíìîïóòôöõøœúùûüýąęо]/u.test(lower);
    if (said.length !== word.length || !hasVowel) return null;
    if (capitalLine) return { start: at, end: at + word.length, say: said };
    const isWord = words.shouted.has(lower) || (word.length >= 4 && !ACRONYMS.has(lower));
    return isWord ? { start: at, end: at + word.length, say: said, stress: !opening } : null;
  };

  const times = ({ source, at, from, to }: WordPlace): Replacement | null => {
    if (source[at] !== "x" && source[at] !== "X") return null;
    if (at + 1 < to && isWordUnit(source.charCodeAt(at + 1)) && !isDigit(source.charCodeAt(at + 1))) return null;
    const isFigure = /\d[ \u00a0]?$/.test(source.slice(Math.max(from, at - 2), at));
    if (!isFigure || !/^[ \u00a0]?\d/.test(source.slice(at + 1, at + 3))) return null;
    return { start: at, end: at + 1, say: words.times, words: true };
  };

  const own = ({ source, at, to }: WordPlace): Replacement | null => {
    for (const { pattern, say } of words.own ?? []) {
      pattern.lastIndex = at;
      const match = pattern.exec(source);
      if (match === null || at + match[0].length > to) continue;
      return { start: at, end: at + match[0].length, say: typeof say === "string" ? say : say(match), words: true };
    }
    return null;
  };

  const symbol = ({ source, at }: Place): Replacement | null => {
    const said = words.symbols[source[at]!];
    return said === undefined ? null : { start: at, end: at + 1, say: ` ${said} `, words: true };
  };

  return {
    words: "all",
    word: (place) => {
      const code = place.source.charCodeAt(place.at);
      // A figure before the letters has been read with them, or they belong to a code.
      if (place.at > place.from && isDigit(place.source.charCodeAt(place.at - 1))) return null;
      return (
        own(place) ??
        abbreviation(place) ??
        (isCapital(code) ? roman(place) : null) ??
        capitals(place) ??
        times(place) ??
        figures.money(place)
      );
    },
    ...figures,
    stop: () => null,
    colon: () => null,
    symbol,
    minus: `${words.minus} `,
    elisions: words.elisions ?? new Set(),
    isHeading: (line) => {
      const match = HEADING.exec(line);
      return match !== null && words.numbered.has(match[1]!.toLowerCase());
    },
  };
}

function fits({ where }: Entry, source: string, start: number, end: number, from: number, to: number): boolean {
  if (start > from && /[\d'\u2019-]/.test(source[start - 1]!) && source[end - 1] === "." && end - start < 4)
    return false;
  let next = end;
  while (next < to && next < end + 3 && isSpace(source.charCodeAt(next))) next++;
  const follower = source.slice(next, Math.min(to, next + 6));
  if (where === "number") return /^(?:\d|[IVXLC]+(?!\p{L}))/u.test(follower);
  if (where === "name") return /^\p{Lu}/u.test(follower);
  return true;
}
