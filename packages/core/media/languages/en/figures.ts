// Figures in English prose: counts, years, ordinals, times, money, fractions, ranges.

import { isDigit, isLetter } from "../../spoken-characters.ts";
import type { Replacement } from "../spoken-language.ts";
import { cardinalWords, digitWords, ordinalWords, pluralWords, yearWords } from "./number-words.ts";

const NUMBER = /(\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.(\d+))?/y;
const TIME = /:([0-5]\d)(?![\d:])/y;
const HALF_OF_DAY = /[ \u00a0]?[ap]\.?m\b/iy;
/** "at 8.30", "the 9.15 train": the older British way to write a time. */
const TIME_WORD = /\b(?:at|the|by|till|until|since)[ \u00a0]$/i;
const ORDINAL = /(?:st|nd|rd|th)(?![a-z])/iy;
const PLURAL = /['\u2019]?s(?![a-z'\u2019])/y;
const PENCE = /d\./y;
const PERCENT = /[ \u00a0]?%/y;
const DEGREES = /[ \u00a0]?\u00b0(?:[ \u00a0]?([CF])(?![A-Za-z]))?/y;
const RATIO = /\/(\d{1,4})(?![\d/])/y;
const RANGE = /(?:-|\u2013|--|\u2014)(\d{1,4})(?![\d,.:]*[-\u2013\d])(?!st|nd|rd|th)/y;
const SCALE = /[ \u00a0](hundred|thousand|million|billion|trillion)\b/iy;
const SHORT_SCALE = /(k|m|bn)(?![A-Za-z])/y;

const FRACTIONS: Readonly<Record<string, readonly [alone: string, after: string]>> = {
  "\u00bd": ["half", "a half"],
  "\u00bc": ["a quarter", "a quarter"],
  "\u00be": ["three quarters", "three quarters"],
  "\u2153": ["a third", "a third"],
  "\u2154": ["two thirds", "two thirds"],
  "\u215b": ["an eighth", "an eighth"],
  "\u215c": ["three eighths", "three eighths"],
  "\u215d": ["five eighths", "five eighths"],
  "\u215e": ["seven eighths", "seven eighths"],
};

const MONEY: Readonly<Record<string, readonly [one: string, many: string, centOne: string, centMany: string]>> = {
  "\u00a3": ["pound", "pounds", "penny", "pence"],
  $: ["dollar", "dollars", "cent", "cents"],
  "\u20ac": ["euro", "euros", "cent", "cents"],
  "\u00a5": ["yen", "yen", "sen", "sen"],
};

const SHORT_SCALES: Readonly<Record<string, string>> = { k: "thousand", m: "million", bn: "billion" };

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(source);
}

function withFraction(whole: string, fraction: string | undefined): string {
  return fraction === undefined ? cardinalWords(whole) : `${cardinalWords(whole)} point ${digitWords(fraction)}`;
}

function isYear(digits: string): boolean {
  return digits.length === 4 && digits >= "1100" && digits <= "2099";
}

/** A number without sign or grouping, as it stands alone in prose: four digits from 1100 to 2099 are read as a year. */
function plainNumber(digits: string): string {
  return isYear(digits) ? yearWords(Number(digits)) : cardinalWords(digits);
}

function clockWords(hour: number, minute: number, halfOfDay: boolean): string {
  const hours = cardinalWords(String(hour));
  if (minute === 0) return halfOfDay ? hours : hour <= 12 ? `${hours} o'clock` : `${hours} hundred hours`;
  return minute < 10 ? `${hours} oh ${cardinalWords(String(minute))}` : `${hours} ${cardinalWords(String(minute))}`;
}

function ratioWords(above: string, below: string): string {
  const parts = Number(below);
  const count = Number(above);
  if (parts < 2 || parts > 100 || count >= parts || count === 0)
    return `${cardinalWords(above)} ${cardinalWords(below)}`;
  const part = parts === 2 ? "half" : parts === 4 ? "quarter" : ordinalWords(below);
  return `${cardinalWords(above)} ${count === 1 ? part : pluralWords(part)}`;
}

/** The number that begins at `at` (a digit). Null when it is part of a word such as "B2". */
export function sayNumber(source: string, at: number): Replacement | null {
  if (at > 0 && isLetter(source.charCodeAt(at - 1))) return null;
  const match = matchAt(NUMBER, source, at);
  if (match === null) return null;
  const grouped = match[1]!;
  const digits = grouped.replaceAll(",", "");
  const fraction = match[2];
  const after = at + match[0].length;
  const value = Number(digits);
  const say = (words: string, end: number): Replacement => ({ start: at, end, say: words, words: true });

  if (digits.length <= 2 && fraction?.length === 2 && value <= 12 && Number(fraction) < 60) {
    const halfOfDay = matchAt(HALF_OF_DAY, source, after) !== null;
    if (halfOfDay || TIME_WORD.test(source.slice(Math.max(0, at - 8), at))) {
      return say(clockWords(value, Number(fraction), halfOfDay), after);
    }
  }
  if (fraction === undefined && digits === grouped) {
    const time = digits.length <= 2 && value <= 24 ? matchAt(TIME, source, after) : null;
    if (time) {
      const end = after + 3;
      return say(clockWords(value, Number(time[1]), matchAt(HALF_OF_DAY, source, end) !== null), end);
    }
    const part = FRACTIONS[source[after] ?? ""];
    if (part) return say(`${cardinalWords(digits)} and ${part[1]}`, after + 1);
    const ratio = digits.length <= 4 ? matchAt(RATIO, source, after) : null;
    if (ratio) return say(ratioWords(digits, ratio[1]!), after + ratio[0].length);
    const range = digits.length <= 4 ? matchAt(RANGE, source, after) : null;
    if (range) {
      const last = range[1]!;
      const short = isYear(digits) && last.length === 2 && last.startsWith("0");
      const lastWords = short ? `oh ${cardinalWords(last.slice(1))}` : plainNumber(last);
      return say(`${plainNumber(digits)} to ${lastWords}`, after + range[0].length);
    }
    const plural = matchAt(PLURAL, source, after);
    if (plural) {
      const end = after + plural[0].length;
      const shillings = value < 20 && plural[0] === "s" && source[end] === ".";
      if (shillings) return say(`${cardinalWords(digits)} ${value === 1 ? "shilling" : "shillings"}`, end + 1);
      return say(pluralWords(plainNumber(digits)), end);
    }
    if (value < 12 && matchAt(PENCE, source, after)) {
      return say(value === 1 ? "one penny" : `${cardinalWords(digits)} pence`, after + 2);
    }
  }
  const ordinal = fraction === undefined ? matchAt(ORDINAL, source, after) : null;
  if (ordinal) return say(ordinalWords(digits), after + 2);
  const percent = matchAt(PERCENT, source, after);
  if (percent) return say(`${withFraction(digits, fraction)} percent`, after + percent[0].length);
  const degrees = matchAt(DEGREES, source, after);
  if (degrees) {
    const scale = degrees[1] === "C" ? " Celsius" : degrees[1] === "F" ? " Fahrenheit" : "";
    return say(
      `${withFraction(digits, fraction)} ${digits === "1" ? "degree" : "degrees"}${scale}`,
      after + degrees[0].length,
    );
  }
  if (fraction !== undefined) return say(withFraction(digits, fraction), after);
  return say(digits === grouped ? plainNumber(digits) : cardinalWords(digits), after);
}

/** The sum of money whose sign stands at `at`: "£3.50", "$5 million". Null when no number follows. */
export function sayMoney(source: string, at: number): Replacement | null {
  const unit = MONEY[source[at]!];
  const from = source.charCodeAt(at + 1) === 32 ? at + 2 : at + 1;
  if (unit === undefined || !isDigit(source.charCodeAt(from))) return null;
  const match = matchAt(NUMBER, source, from);
  if (match === null) return null;
  const digits = match[1]!.replaceAll(",", "");
  const fraction = match[2];
  const after = from + match[0].length;
  const [one, many, centOne, centMany] = unit;
  const say = (words: string, end: number): Replacement => ({ start: at, end, say: words, words: true });

  const scale = matchAt(SCALE, source, after);
  if (scale)
    return say(`${withFraction(digits, fraction)} ${scale[1]!.toLowerCase()} ${many}`, after + scale[0].length);
  const short = matchAt(SHORT_SCALE, source, after);
  if (short)
    return say(`${withFraction(digits, fraction)} ${SHORT_SCALES[short[1]!]!} ${many}`, after + short[0].length);
  const part = FRACTIONS[source[after] ?? ""];
  if (part) return say(`${cardinalWords(digits)} and ${part[1]} ${many}`, after + 1);
  const whole = `${cardinalWords(digits)} ${digits === "1" ? one : many}`;
  if (fraction === undefined) return say(whole, after);
  if (fraction.length !== 2) return say(`${withFraction(digits, fraction)} ${many}`, after);
  if (fraction === "00") return say(whole, after);
  const cents = `${cardinalWords(String(Number(fraction)))} ${fraction === "01" ? centOne : centMany}`;
  return say(Number(digits) === 0 ? cents : `${whole} and ${cents}`, after);
}

/** A fraction character that stands alone. */
export function sayFraction(source: string, at: number): Replacement | null {
  const words = FRACTIONS[source[at]!];
  return words === undefined ? null : { start: at, end: at + 1, say: words[0], words: true };
}
