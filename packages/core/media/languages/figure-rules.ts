// Figures of languages other than English: what the languages have in common. Every pattern has a bounded length and is tried
// at the first digit of a figure only.

import { isDigit, isLetter } from "../spoken-characters.ts";
import type { Place, Replacement } from "./spoken-language.ts";

/** Grammatical form of a number's word, as each language defines it; "alone" is the form for counting. */
export type Form = string;

/** The text around a figure. */
export interface Near {
  /** Up to 32 units before it. */
  readonly before: string;
  /** Up to 32 units after it. */
  readonly after: string;
}

/** `length` is how much of the match the words stand for, all of it when absent. */
export type Said = string | { readonly say: string; readonly length: number };

export interface FigureRule {
  /** Sticky. */
  readonly pattern: RegExp;
  readonly say: (match: readonly (string | undefined)[], near: Near) => Said | null;
  /** A figure may follow behind a dash: "10–12". */
  readonly range?: boolean;
}

/** Groups that no number, date or range has: "555 01 23", "22 555 01 23", "555-0143", "555-35-35". */
const PHONE_GROUPS =
  /^(?:\d{1,4}[ \u00a0-]){0,2}\d{3}([ \u00a0-])\d{2}\1\d{2}$|^(?:\d{1,3}[ \u00a0-])?\d{3}-(?!(?:1[0-9]|20)\d\d$)\d{4}$/;

const MIXED: Readonly<Record<string, string>> = {
  "1/2": "\u00bd",
  "1/4": "\u00bc",
  "3/4": "\u00be",
  "1/3": "\u2153",
  "2/3": "\u2154",
};

/** A unit or a currency: its words by number() of the language, and the form of the number before it. */
export interface Counted {
  readonly words: readonly string[];
  readonly form: Form;
}

export interface Currency extends Counted {
  readonly cents: Counted;
}

export interface FigureWords {
  readonly cardinal: (value: number, form: Form) => string;
  /** Words for a decimal number, without sign: "drei Komma eins vier". */
  readonly decimal: (whole: number, fraction: string) => string;
  /** Index of the words of a Counted. `fraction`: the number is a decimal number. */
  readonly number: (value: number, fraction: boolean) => number;
  /** The words of a number that stands alone or before a noun. */
  readonly plain: (value: number, digits: string, near: Near) => string;
  readonly digit: readonly string[];
  /** Characters of a class that divide thousands, and the one before decimals. */
  readonly thousands: string;
  readonly decimalMark: "," | ".";
  /** Words between the two figures of a range, with spaces around them. */
  readonly to: string;
  /** The rules of the language alone, tried first. */
  readonly own: readonly FigureRule[];
  readonly currencies: ReadonlyMap<string, Currency>;
  readonly units: ReadonlyMap<string, Counted>;
  readonly percent: Counted;
  /** Words of "million" and the like by their abbreviation. */
  readonly scales: ReadonlyMap<string, Counted>;
  /** A sum with cents. `whole` is not 0. */
  readonly cents: (whole: string, cents: number, currency: Currency) => string;
  /** The word that joins a scale with a currency: "millions d'euros". */
  readonly scaleJoint: (plural: string, currency: Currency) => string;
  /** Text before a figure after which it is a telephone number. */
  readonly phone: RegExp;
  /** The word of the stroke between two units: "Kilometer pro Stunde". */
  readonly per: string;
  /** The same behind a price, where it is another word. */
  readonly perOfPrice?: string;
  /** Whether a word with a capital begins a sentence: where nouns have capitals as well. Others begin one always. */
  readonly begins?: (word: string) => boolean;
  readonly version: string;
  /** Words for "½" after a whole number, and alone. */
  readonly fractions: Readonly<Record<string, readonly [alone: string, after: string]>>;
  /** "3/4"; null leaves it to the other rules. */
  readonly ratio: (above: number, below: number, near: Near) => string | null;
}

/** A pattern that is tried at one place only. */
export const sticky = (text: string) => new RegExp(text, "yu");

export const isTime = (hours: string | undefined, minutes: string | undefined) =>
  Number(hours) <= 24 && Number(minutes ?? 0) < 60;

/**
 * Reads the figures behind a decimal mark: leading zeros one by one, the others as one number.
 *
 * @param longest more figures are read one by one
 */
export function decimalsReader(digits: readonly string[], longest: number, cardinal: (value: number) => string) {
  return (fraction: string): string => {
    const zeros = /^0*/.exec(fraction)![0];
    const rest = fraction.slice(zeros.length);
    const words = [...zeros].map(() => digits[0]!);
    if (rest.length > longest) words.push(...[...rest].map((digit) => digits[Number(digit)]!));
    else if (rest !== "") words.push(cardinal(Number(rest)));
    return words.join(" ");
  };
}

export const GAP = "[ \\u00a0\\u202f\\u2009]";
/** A character that may not follow a word or a sign. */
const END = "(?![\\p{L}\\d])";
const LONGEST_NUMBER = 15;
const AROUND = 32;

export function nearOf(source: string, start: number, end: number, from: number, to: number): Near {
  return {
    before: source.slice(Math.max(from, start - AROUND), start),
    after: source.slice(end, Math.min(to, end + AROUND)),
  };
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** Alternatives, the longest first. */
export function anyOf(words: Iterable<string>): string {
  return [...words]
    .sort((one, other) => other.length - one.length)
    .map(escaped)
    .join("|");
}

export interface FigureReader {
  readonly figure: (place: Place) => Replacement | null;
  readonly money: (place: Place) => Replacement | null;
  readonly fraction: (place: Place) => Replacement | null;
}

export function figureReader(words: FigureWords): FigureReader {
  const mark = escaped(words.decimalMark);
  const number = `(\\d{1,3}(?:[${words.thousands}]\\d{3}(?!\\d)){1,4}|\\d{1,${LONGEST_NUMBER}})(?!\\d)(?:${mark}(\\d{1,12})(?!\\d))?`;
  const scale = anyOf(words.scales.keys());
  const sign = anyOf(words.currencies.keys());
  const units = anyOf(words.units.keys());
  /** Units that hold a stroke have words of their own. */
  const withStroke = anyOf([...words.units.keys()].filter((unit) => unit.includes("/")));
  const plainDigits = (text: string) => text.replaceAll(/\D/g, "");
  const eachDigit = (text: string) => [...plainDigits(text)].map((digit) => words.digit[Number(digit)]!).join(" ");

  /** A unit of which there is a part: "half a kilogram". Languages with three forms have it in the genitive. */
  const partOfUnit = (unit: string): string => {
    const { words: forms } = words.units.get(unit)!;
    return forms[forms.length < 3 ? 0 : Math.min(words.number(0, true), forms.length - 1)]!;
  };
  const counted = (digits: string, fraction: string | undefined, { words: forms, form }: Counted): string => {
    const value = Number(plainDigits(digits));
    const said = fraction === undefined ? words.cardinal(value, form) : words.decimal(value, fraction);
    return `${said} ${forms[Math.min(words.number(value, fraction !== undefined), forms.length - 1)]!}`;
  };
  const sum = (digits: string, fraction: string | undefined, scaled: string | undefined, name: string): string => {
    const currency = words.currencies.get(name)!;
    if (scaled !== undefined) {
      const scaledWords = counted(digits, fraction, words.scales.get(scaled)!);
      return `${scaledWords}${words.scaleJoint(currency.words.at(-1)!, currency)}`;
    }
    if (fraction === undefined || /^0+$/.test(fraction)) return counted(digits, undefined, currency);
    if (fraction.length !== 2) return counted(digits, fraction, currency);
    const cents = Number(fraction);
    if (Number(plainDigits(digits)) === 0) return counted(String(cents), undefined, currency.cents);
    return words.cents(plainDigits(digits), cents, currency);
  };

  const phone: FigureRule = {
    pattern: sticky(`\\d{1,${LONGEST_NUMBER}}(?:[ \\u00a0/.)-]{1,2}\\d{1,${LONGEST_NUMBER}}){0,6}(?![\\d])`),
    say: ([all = ""], { before }) => {
      const digits = plainDigits(all);
      const called = words.phone.test(before.replace(/[(+]$/, "")) && digits.length >= 3;
      const long = /^0\d{1,5}[ \u00a0/)-]/.test(all) && digits.length >= 6;
      return called || long || PHONE_GROUPS.test(all) ? eachDigit(all) : null;
    },
  };
  const rules: readonly FigureRule[] = [
    ...words.own,
    phone,
    {
      pattern: sticky(`\\d{1,4}(?:\\.\\d{1,4}){2,6}(?![\\d])`),
      say: ([all = ""]) => {
        const parts = all.split(".");
        if (words.thousands.includes(".") && parts.slice(1).every(({ length }) => length === 3)) return null;
        return parts.map((part) => words.cardinal(Number(part), "alone")).join(` ${words.version} `);
      },
    },
    {
      pattern: sticky(`0\\d{1,${LONGEST_NUMBER - 1}}(?![\\d.,:])`),
      say: ([all = ""]) => eachDigit(all),
    },
    {
      pattern: sticky(`(\\d{1,4})${GAP}?([\\u00bd\\u00bc\\u00be\\u2153\\u2154])`),
      say: ([, whole = "", part = ""], near) => {
        const after = words.fractions[part]![1];
        return whole === "0" ? words.fractions[part]![0] : `${words.plain(Number(whole), whole, near)}${after}`;
      },
    },
    {
      pattern: sticky(`(\\d{1,3})${GAP}(1/2|1/4|3/4|1/3|2/3)(?![\\d/])`),
      say: ([, whole = "", part = ""], near) =>
        whole === "0" ? null : `${words.plain(Number(whole), whole, near)}${words.fractions[MIXED[part]!]![1]}`,
    },
    {
      pattern: sticky(`(\\d{1,3})/(\\d{1,3})(?![\\d/])(?:${GAP}?(${units})${END})?`),
      say: ([, above, below, unit], { before, after }) => {
        if (unit === undefined) return words.ratio(Number(above), Number(below), { before, after });
        const name = partOfUnit(unit);
        const said = words.ratio(Number(above), Number(below), { before, after: ` ${name}${after}` });
        if (said === null) return null;
        return `${said} ${name}`;
      },
    },
    {
      pattern: sticky(`${number}(?:${GAP}?(${scale}))?${GAP}?(${sign})/(${units})${END}`),
      say: ([, digits = "", fraction, scaled, name = "", unit = ""]) =>
        `${sum(digits, fraction, scaled, name)} ${words.perOfPrice ?? words.per} ${words.units.get(unit)!.words[0]!}`,
    },
    {
      pattern: sticky(`${number}(?:${GAP}?(${scale}))?${GAP}?(${sign})${END}`),
      say: ([, digits = "", fraction, scaled, name = ""]) => sum(digits, fraction, scaled, name),
      range: true,
    },
    {
      pattern: sticky(`${number}${GAP}?%`),
      say: ([, digits = "", fraction]) => counted(digits, fraction, words.percent),
      range: true,
    },
    {
      pattern: sticky(`${number}${GAP}?(?!(?:${withStroke})${END})(${units})/(${units})${END}`),
      say: ([, digits = "", fraction, unit = "", other = ""]) =>
        `${counted(digits, fraction, words.units.get(unit)!)} ${words.per} ${words.units.get(other)!.words[0]!}`,
    },
    {
      pattern: sticky(`${number}${GAP}?(${units})(\\.?)${END}`),
      say: ([all = "", digits = "", fraction, unit = "", stop = ""], { after }) => {
        const says = counted(digits, fraction, words.units.get(unit)!);
        // A full stop behind a unit ends the sentence.
        // A figure behind it: it is another abbreviation ("m. 12").
        if (stop !== "" && /^[ \u00a0]\d/.test(after)) return null;
        return stop === "" ? says : after === "" || /^\s/.test(after) ? { say: says, length: all.length - 1 } : null;
      },
      range: true,
    },
    {
      pattern: sticky(`${number}${GAP}?(${scale})${END}`),
      say: ([, digits = "", fraction, scaled = ""]) => counted(digits, fraction, words.scales.get(scaled)!),
    },
    {
      pattern: sticky(number),
      say: ([, digits = "", fraction], near) => {
        const value = Number(plainDigits(digits));
        if (fraction !== undefined) return words.decimal(value, fraction);
        return words.plain(value, digits, near);
      },
      range: true,
    },
  ];
  const RANGE = /(?:-|\u2013|\u2014|--)(?=\d)/y;

  const figure = ({ source, at, from, to }: Place): Replacement | null => {
    if (at > from && isLetter(source.charCodeAt(at - 1))) return null;
    let run = at;
    while (run < to && run <= at + LONGEST_NUMBER && isDigit(source.charCodeAt(run))) run++;
    if (run > at + LONGEST_NUMBER) {
      while (run < to && isDigit(source.charCodeAt(run))) run++;
      let said = "";
      for (let i = at; i < run; i++) said += (i === at ? "" : " ") + words.digit[source.charCodeAt(i) - 48]!;
      return { start: at, end: run, say: said, words: true };
    }
    for (const rule of rules) {
      rule.pattern.lastIndex = at;
      const match = rule.pattern.exec(source);
      if (match === null || at + match[0].length > to) continue;
      const said = rule.say(match, nearOf(source, at, at + match[0].length, from, to));
      if (said === null) continue;
      const say = typeof said === "string" ? said : said.say;
      let end = at + (typeof said === "string" ? match[0].length : said.length);
      RANGE.lastIndex = end;
      const dash = rule.range === true ? RANGE.exec(source) : null;
      if (dash !== null && end + dash[0].length < to && isRange(source, at, end, end + dash[0].length)) {
        end += dash[0].length;
        return { start: at, end, say: `${say}${words.to}`, words: true };
      }
      // The full stop of an abbreviation may end the sentence as well.
      const isShort = end - at > 2 && source[end - 1] === "." && !isDigit(source.charCodeAt(end - 2));
      const stop = isShort && endsSentence(source, end, to, words.begins) ? "." : "";
      return { start: at, end, say: say + stop, words: true };
    }
    return null;
  };

  const PREFIX = sticky(`(${sign})${GAP}?${number}(?:${GAP}?(${scale})${END}|,[-\u2013]{1,2})?`);
  const money = ({ source, at, from, to }: Place): Replacement | null => {
    if (at > from && (isLetter(source.charCodeAt(at - 1)) || isDigit(source.charCodeAt(at - 1)))) return null;
    PREFIX.lastIndex = at;
    const match = PREFIX.exec(source);
    if (match === null || at + match[0].length > to) return null;
    const [all, name = "", digits = "", fraction, scaled] = match;
    return { start: at, end: at + all.length, say: sum(digits, fraction, scaled, name), words: true };
  };

  const UNIT_AFTER = sticky(`${GAP}?(${units})${END}`);
  const fraction = ({ source, at, to }: Place): Replacement | null => {
    const said = words.fractions[source[at]!];
    if (said === undefined) return null;
    UNIT_AFTER.lastIndex = at + 1;
    const match = UNIT_AFTER.exec(source);
    if (match === null || at + 1 + match[0].length > to || match[0].endsWith("."))
      return { start: at, end: at + 1, say: said[0], words: true };
    const unit = partOfUnit(match[1]!);
    const half = source[at] === "\u00bd" ? words.ratio(1, 2, { before: "", after: ` ${unit}` }) : null;
    return { start: at, end: at + 1 + match[0].length, say: `${half ?? said[0]} ${unit}`, words: true };
  };
  return { figure, money, fraction };
}

const SECOND = /\d{1,9}/y;

/** Whether the figure behind a dash ends a range: "10-15", "1914–18"; not "555-1234". */
function isRange(source: string, at: number, end: number, next: number): boolean {
  SECOND.lastIndex = next;
  const second = SECOND.exec(source)?.[0] ?? "";
  // "555-0143" is a telephone number; "1901-08" are years.
  if (second.startsWith("0") && second.length !== 2) return false;
  if (/[-\d]/.test(source[next + second.length] ?? "") && source[next + second.length] !== undefined) return false;
  const first = /^\d{1,9}/.exec(source.slice(at, Math.min(end, at + 10)))?.[0] ?? "";
  return second.length <= Math.max(first.length, 2) || Number(second) < Number(first) * 20;
}

/** Whether a sentence ends before `at`: at the end, before an empty line, and before a capital. */
export function endsSentence(
  source: string,
  at: number,
  to: number,
  begins: (word: string) => boolean = () => true,
): boolean {
  const rest = source.slice(at, Math.min(to, at + 8));
  const word = /^[ \u00a0](\p{Lu}[\p{L}\p{M}]{0,15})/u.exec(source.slice(at, Math.min(to, at + 18)))?.[1];
  if (word !== undefined && !begins(word)) return false;
  return /^(?:["\u201c\u201d\u00bb\u203a'\u2019)\]]*(?:$|\s*$|\s*\n\s*\n|\s+["\u201e\u00ab\u201c\u00bf\u00a1]?\p{Lu}))/u.test(
    rest,
  );
}
