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

const FEET = /(?:'|\u2019|\u2032)(\d{1,2})(?=["\u201d\u2033]|'')/y;
/** "555-0143", "020 7946 0958", "(212) 555-0143": no range has them. */
const PHONE = /(?:\d{3}\)?[-. ])?\d{3}-(?:0\d{3}|\d{4}(?<=[-. )]\d{3}-\d{4}))(?![\d-])|0\d{2,4} \d{3,4} \d{3,4}(?!\d)/y;
const DATE = /(\d{1,2})\/(\d{1,2})\/(\d{4})(?![\d/])/y;
const ISO_DATE = /(\d{4})-(\d{2})-(\d{2})(?![\d-])/y;
const MONTHS = "January February March April May June July August September October November December".split(" ");
const STONE =
  /[ \u00a0]?st(?:[ \u00a0](?=\d{1,2}[ \u00a0]?lbs?(?!\p{L}))|(?=[ \u00a0]?\d{1,2}[ \u00a0]?lbs?(?!\p{L})))/uy;
const UNIT =
  /[ \u00a0]?(km\/h|kmh|kph|mph|km\u00b2|m\u00b2|m\u00b3|km|cm|mm|kg|mg|ml|kW|MW|Hz|kHz|MHz|GB|MB|lbs?|oz|ft|ins|yds?|hrs?|mins?|secs?)(?![\p{L}\d])(?:\.(?=[ \u00a0][\p{Ll}\d]))?/uy;
const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  "km/h": ["kilometre per hour", "kilometres per hour"],
  kmh: ["kilometre per hour", "kilometres per hour"],
  kph: ["kilometre per hour", "kilometres per hour"],
  mph: ["mile per hour", "miles per hour"],
  "km\u00b2": ["square kilometre", "square kilometres"],
  "m\u00b2": ["square metre", "square metres"],
  "m\u00b3": ["cubic metre", "cubic metres"],
  km: ["kilometre", "kilometres"],
  cm: ["centimetre", "centimetres"],
  mm: ["millimetre", "millimetres"],
  kg: ["kilogram", "kilograms"],
  mg: ["milligram", "milligrams"],
  ml: ["millilitre", "millilitres"],
  kW: ["kilowatt", "kilowatts"],
  MW: ["megawatt", "megawatts"],
  Hz: ["hertz", "hertz"],
  kHz: ["kilohertz", "kilohertz"],
  MHz: ["megahertz", "megahertz"],
  GB: ["gigabyte", "gigabytes"],
  MB: ["megabyte", "megabytes"],
  lb: ["pound", "pounds"],
  oz: ["ounce", "ounces"],
  ft: ["foot", "feet"],
  ins: ["inch", "inches"],
  yd: ["yard", "yards"],
  hr: ["hour", "hours"],
  min: ["minute", "minutes"],
  sec: ["second", "seconds"],
};

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

/** "2 1/2". */
const MIXED = /[ \u00a0](1\/2|1\/4|3\/4|1\/3|2\/3)(?![\d/])/y;
const MIXED_PARTS: Readonly<Record<string, string>> = {
  "1/2": "a half",
  "1/4": "a quarter",
  "3/4": "three quarters",
  "1/3": "a third",
  "2/3": "two thirds",
};
/** After these, four figures from 1001 are a year already: "in 1066". */
const YEAR_BEFORE = /\b(?:in|from|since|until|till|before|after|by|year|circa|c\.)[ \u00a0]$/i;

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

/** "1066" is "ten sixty-six". */
function earlyYearWords(digits: string): string {
  const end = Number(digits.slice(2));
  return `ten ${end < 10 ? "oh " : ""}${cardinalWords(String(end))}`;
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

/** Words of a date in figures. Which of two small figures is the month is not stated, so both are read as they stand. */
function dateWords(parts: readonly string[]): string | null {
  const [first, second, third] = parts.map(Number) as [number, number, number];
  const [year, month, day] =
    parts[0]!.length === 4 ? [first, second, third] : first > 12 ? [third, second, first] : [third, first, second];
  if (month < 1 || month > 12 || day < 1 || day > 31) return null;
  const isSure = parts[0]!.length === 4 || day > 12;
  const said = isSure
    ? `${MONTHS[month - 1]!} ${ordinalWords(String(day))}`
    : `${cardinalWords(String(first))} ${cardinalWords(String(second))}`;
  return `${said} ${yearWords(year)}`;
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

  const phone = matchAt(PHONE, source, at);
  if (phone) return say(digitWords(phone[0].replaceAll(/\D/g, "")), at + phone[0].length);
  const date = matchAt(DATE, source, at) ?? matchAt(ISO_DATE, source, at);
  if (date) {
    const words = dateWords(date.slice(1));
    if (words !== null) return say(words, at + date[0].length);
  }
  const feet = fraction === undefined ? matchAt(FEET, source, after) : null;
  if (feet && value < 100)
    return say(`${cardinalWords(digits)} foot ${cardinalWords(feet[1]!)}`, after + feet[0].length);
  const stone = matchAt(STONE, source, after);
  if (stone) return say(`${withFraction(digits, fraction)} stone`, after + stone[0].length);

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
    const isPence = part !== undefined && matchAt(PENCE, source, after + 1) !== null;
    if (part)
      return say(`${cardinalWords(digits)} and ${part[1]}${isPence ? " pence" : ""}`, after + (isPence ? 3 : 1));
    const mixed = digits.length <= 3 ? matchAt(MIXED, source, after) : null;
    if (mixed) return say(`${cardinalWords(digits)} and ${MIXED_PARTS[mixed[1]!]!}`, after + mixed[0].length);
    const ratio = digits.length <= 4 ? matchAt(RATIO, source, after) : null;
    if (ratio) return say(ratioWords(digits, ratio[1]!), after + ratio[0].length);
    const range = digits.length <= 4 ? matchAt(RANGE, source, after) : null;
    if (range) {
      const isEarly = /^10(?!00)\d\d$/.test(digits) && /^1\d\d\d$/.test(range[1]!);
      const last = range[1]!;
      const short = isYear(digits) && last.length === 2 && last.startsWith("0");
      const lastWords = short ? `oh ${cardinalWords(last.slice(1))}` : plainNumber(last);
      return say(`${isEarly ? earlyYearWords(digits) : plainNumber(digits)} to ${lastWords}`, after + range[0].length);
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
  const unit = matchAt(UNIT, source, after);
  if (unit) {
    const names = UNITS[unit[1]!] ?? UNITS[unit[1]!.slice(0, -1)]!;
    return say(
      `${withFraction(digits, fraction)} ${names[digits === "1" && fraction === undefined ? 0 : 1]}`,
      after + unit[0].length,
    );
  }
  if (fraction !== undefined) return say(withFraction(digits, fraction), after);
  const isEarly = /^10(?!00)\d\d$/.test(grouped) && YEAR_BEFORE.test(source.slice(Math.max(0, at - 8), at));
  if (isEarly) return say(earlyYearWords(digits), after);
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
