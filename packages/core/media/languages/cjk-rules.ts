// Chinese and Japanese: figures stand between characters without spaces, and so do their words.

import { isDigit } from "../spoken-characters.ts";
import { type Near, nearOf } from "./figure-rules.ts";
import type { Place, Replacement, SpokenLanguage } from "./spoken-language.ts";

export interface CjkRule {
  /** Sticky, of bounded length. */
  readonly pattern: RegExp;
  readonly say: (match: readonly (string | undefined)[], near: Near) => string | null;
  /** A figure may follow behind a dash or a wave: "10~15". */
  readonly range?: boolean;
}

export interface CjkWords {
  readonly rules: readonly CjkRule[];
  /** Signs and letters that are read with a figure, at their first one. */
  readonly short: readonly CjkRule[];
  /** The word between the figures of a range. */
  readonly range: string;
  readonly money: CjkRule;
  readonly fractions: Readonly<Record<string, string>>;
  readonly symbols: Readonly<Record<string, string>>;
  /** The word for "-" before a figure, by the text behind the sign. */
  readonly minus: (after: string) => string;
  readonly digits: readonly string[];
}

const LONGEST_NUMBER = 15;
const RANGE = /[-\u2013\u2014~\uff5e\u301c](?=\d)/y;
/** How far a sign before a figure looks ahead. */
const AHEAD = 12;

export function cjkLanguage(words: CjkWords): SpokenLanguage {
  const figure = ({ source, at, from, to }: Place): Replacement | null => {
    if (at > from && /[A-Za-z\d]/.test(source[at - 1]!)) return null;
    let run = at;
    while (run < to && isDigit(source.charCodeAt(run))) run++;
    if (run > at + LONGEST_NUMBER) {
      let said = "";
      for (let i = at; i < run; i++) said += words.digits[source.charCodeAt(i) - 48]!;
      return { start: at, end: run, say: said };
    }
    for (const rule of words.rules) {
      rule.pattern.lastIndex = at;
      const match = rule.pattern.exec(source);
      if (match === null || at + match[0].length > to) continue;
      const end = at + match[0].length;
      const said = rule.say(match, nearOf(source, at, end, from, to));
      if (said === null) continue;
      RANGE.lastIndex = end;
      const isRange = rule.range === true && end + 1 < to && RANGE.test(source);
      const say = isRange ? `${said}${words.range}` : said;
      return { start: at, end: isRange ? end + 1 : end, say };
    }
    return null;
  };
  const replaced = (place: Place, say: string | undefined): Replacement | null =>
    say === undefined ? null : { start: place.at, end: place.at + 1, say };
  return {
    words: "all",
    word: ({ source, at, from, to }) => {
      if (at > from && /[A-Za-z\d]/.test(source[at - 1]!)) return null;
      for (const { pattern, say } of words.short) {
        pattern.lastIndex = at;
        const match = pattern.exec(source);
        if (match === null || at + match[0].length > to) continue;
        const said = say(match, nearOf(source, at, at + match[0].length, from, to));
        if (said !== null) return { start: at, end: at + match[0].length, say: said };
      }
      return null;
    },
    figure,
    money: ({ source, at, to }) => {
      words.money.pattern.lastIndex = at;
      const match = words.money.pattern.exec(source);
      if (match === null || at + match[0].length > to) return null;
      const say = words.money.say(match, { before: "", after: "" });
      return say === null ? null : { start: at, end: at + match[0].length, say };
    },
    fraction: (place) => replaced(place, words.fractions[place.source[place.at]!]),
    stop: () => null,
    colon: () => null,
    symbol: (place) => replaced(place, words.symbols[place.source[place.at]!]),
    negative: ({ source, at, to }) => words.minus(source.slice(at + 1, Math.min(to, at + AHEAD))),
    minus: "",
    elisions: new Set(),
    isHeading: () => false,
  };
}
