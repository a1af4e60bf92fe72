// English, in the shape that every language has.

import { isDigit, isLetter, isLowercase } from "../../spoken-characters.ts";
import { romanValue } from "../roman-numerals.ts";
import type { Place, Replacement, SpokenLanguage } from "../spoken-language.ts";
import { ELISIONS, NUMBERED } from "./abbreviations.ts";
import { sayFraction, sayMoney, sayNumber } from "./figures.ts";
import { sayCapitals, sayColon, sayStop } from "./words.ts";

const SYMBOLS: Readonly<Record<string, string>> = {
  "&": "and",
  "%": "percent",
  "+": "plus",
  "=": "equals",
  "@": "at",
  "\u00b0": "degrees",
  "\u00a7": "section",
  "\u00d7": "times",
  "\u00f7": "divided by",
  "\u00a2": "cents",
  "\u00b1": "plus or minus",
};

const HEADING_LINE = /^[ \t]*([A-Za-z]+)[ \t]+([A-Za-z]+|\d+)$/;

function saySymbol({ source, at }: Place): Replacement | null {
  const symbol = source[at]!;
  if (symbol === "&" && source[at + 1] === "c" && !isLetter(source.charCodeAt(at + 2))) {
    const stop = source[at + 2] === "." && /\S/.test(source.slice(at + 3, at + 8));
    return { start: at, end: stop ? at + 3 : at + 2, say: "etcetera", words: true };
  }
  if (symbol === "#" && isDigit(source.charCodeAt(at + 1))) {
    return { start: at, end: at + 1, say: "number ", words: true };
  }
  const word = SYMBOLS[symbol];
  return word === undefined ? null : { start: at, end: at + 1, say: ` ${word} `, words: true };
}

function isHeading(line: string): boolean {
  const match = HEADING_LINE.exec(line);
  return (
    match !== null && NUMBERED.has(match[1]!.toLowerCase()) && (/^\d/.test(match[2]!) || romanValue(match[2]!) !== null)
  );
}

export const ENGLISH: SpokenLanguage = {
  words: "capitals",
  word: ({ source, at, from, to, capitalLine, opening }) =>
    isLowercase(source.charCodeAt(at + 1)) ? null : sayCapitals(source, at, from, to, capitalLine, opening),
  figure: ({ source, at }) => sayNumber(source, at),
  money: ({ source, at }) => sayMoney(source, at),
  fraction: ({ source, at }) => sayFraction(source, at),
  stop: ({ source, at, from, to }) => sayStop(source, at, from, to),
  colon: ({ source, at, from }) => sayColon(source, at, from),
  symbol: saySymbol,
  minus: "minus ",
  elisions: ELISIONS,
  isHeading,
};
