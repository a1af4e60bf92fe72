// Reads a range of source text from left to right and writes its spoken form. Linear in the length: every rule looks back a
// fixed distance at most and consumes the text that it looks ahead at.

import { ELISIONS, NUMBERED } from "./spoken-abbreviations.ts";
import {
  type CharacterClass,
  characterClass,
  isDigit,
  isLetter,
  isLowercase,
  isPictograph,
  isSpace,
  isWordUnit,
} from "./spoken-characters.ts";
import { type Replacement, sayFraction, sayMoney, sayNumber } from "./spoken-figures.ts";
import type { EmphasisMark } from "./spoken-marks.ts";
import { romanValue } from "./spoken-numbers.ts";
import { sayCapitals, sayColon, sayStop } from "./spoken-words.ts";
import { copySource, type SpokenWriter, writeSpoken } from "./spoken-writer.ts";

export interface Scan {
  readonly source: string;
  readonly writer: SpokenWriter;
  /** Whether figures, abbreviations and symbols are written out as English words. */
  readonly english: boolean;
  readonly marks: ReadonlyMap<number, EmphasisMark>;
  readonly emphasis: { start: number; end: number }[];
  emphasisStart: number;
  /** The line that was read last, and whether it is in capitals: a heading or a shout. */
  line: { readonly start: number; readonly end: number; readonly capitals: boolean };
}

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

const FOOTNOTE = /\[\d{1,3}\]/y;
const ELIDED = /[A-Za-z]{1,6}/y;
const HEADING_LINE = /^[ \t]*([A-Za-z]+)[ \t]+([A-Za-z]+|\d+)$/;
const DASHES: ReadonlySet<CharacterClass> = new Set(["dash", "hyphen"]);
/** After these the end of a paragraph gets no full stop: . ! ? : ; , … — */
const CLAUSE_ENDS: ReadonlySet<number> = new Set([46, 33, 63, 58, 59, 44, 0x2026, 0x2014]);

function lineAt(scan: Scan, at: number): Scan["line"] {
  const { source, line } = scan;
  if (at >= line.start && at < line.end) return line;
  const start = source.lastIndexOf("\n", at - 1) + 1;
  const next = source.indexOf("\n", at);
  const end = next < 0 ? source.length : next;
  let capitals = 0;
  for (let i = start; i < end && capitals >= 0; i++) {
    const code = source.charCodeAt(i);
    if (code >= 65 && code <= 90) capitals++;
    else if (isLowercase(code)) capitals = -1;
  }
  scan.line = { start, end, capitals: capitals >= 4 };
  return scan.line;
}

/** Whether the line that ends at `end` is a heading that runs on in the next line: "Chapter 1", "THE ARRIVAL". */
function isHeadingLine(scan: Scan, end: number): boolean {
  const line = lineAt(scan, Math.max(0, end - 1));
  if (line.end - line.start > 60) return false;
  const next = scan.source.slice(end, end + 80).trimStart();
  if (line.capitals) return /\p{Ll}/u.test(next);
  const match = HEADING_LINE.exec(scan.source.slice(line.start, line.end).trimEnd());
  return (
    match !== null && NUMBERED.has(match[1]!.toLowerCase()) && (/^\d/.test(match[2]!) || romanValue(match[2]!) !== null)
  );
}

/** A range of white space that is more than one plain space. */
function sayWhitespace(scan: Scan, at: number, to: number): Replacement | null {
  const { source, writer, english } = scan;
  let end = at;
  let breaks = 0;
  while (end < to) {
    const code = source.charCodeAt(end);
    if (!isSpace(code)) break;
    if (code === 10 || code === 0x2028 || code === 0x85 || (code === 13 && source.charCodeAt(end + 1) !== 10)) breaks++;
    if (code === 0x2029) breaks += 2;
    end++;
  }
  if (end === at + 1 && source.charCodeAt(at) === 32) return null;
  // A word that is broken at its hyphen continues without a space.
  const brokenWord = breaks === 1 && source.charCodeAt(at - 1) === 45 && at > 1 && isLetter(source.charCodeAt(at - 2));
  if (brokenWord) return { start: at, end, say: "" };
  const ends = CLAUSE_ENDS.has(writer.last) || writer.length === 0 || !isWordUnit(writer.last);
  const pause = !ends && (breaks >= 2 || (english && breaks === 1 && isHeadingLine(scan, at)));
  return { start: at, end, say: pause ? ". " : " " };
}

function sayDash(scan: Scan, at: number, to: number): Replacement {
  const { source, writer } = scan;
  let end = at;
  while (end < to && DASHES.has(characterClass(source.charCodeAt(end)))) end++;
  const next = end < to ? source.charCodeAt(end) : 0;
  const silent = writer.length === 0 || (next !== 0x2014 && CLAUSE_ENDS.has(next)) || writer.last === 0x2014;
  return { start: at, end, say: silent ? " " : writer.last === 32 ? "\u2014 " : " \u2014 " };
}

function sayHyphen(scan: Scan, at: number, to: number): Replacement | null {
  const { source, english } = scan;
  const before = at > 0 ? source.charCodeAt(at - 1) : 32;
  const after = at + 1 < to ? source.charCodeAt(at + 1) : 32;
  if (after === 45 || characterClass(after) === "dash") return sayDash(scan, at, to);
  if (isWordUnit(before) && !isSpace(after)) return null;
  if (isWordUnit(before)) return at + 1 < to ? null : sayDash(scan, at, to);
  if (isSpace(before) && isDigit(after)) return english ? { start: at, end: at + 1, say: "minus ", words: true } : null;
  if (isSpace(before) && isSpace(after)) return sayDash(scan, at, to);
  return { start: at, end: at + 1, say: "" };
}

/** End of the ellipsis that begins at `at`, or `at` when there is none: "...", "…", ". . .". */
function ellipsisEnd(source: string, at: number, to: number): number {
  let end = at;
  let dots = 0;
  for (let i = at; i < to; i++) {
    const code = source.charCodeAt(i);
    if (code === 46 || code === 0x2026 || code === 0x2025) {
      dots += code === 46 ? 1 : 3;
      end = i + 1;
    } else if (
      !((code === 32 || code === 0xa0) && (source.charCodeAt(i + 1) === 46 || source.charCodeAt(i + 1) === 0x2026))
    ) {
      break;
    }
  }
  return dots >= 2 ? end : at;
}

function sayEllipsis(scan: Scan, at: number, end: number): Replacement {
  if (scan.writer.length === 0) return { start: at, end, say: "" };
  return { start: at, end, say: isWordUnit(scan.source.charCodeAt(end)) ? "\u2026 " : "\u2026" };
}

function sayApostrophe(scan: Scan, at: number, to: number): Replacement | null {
  const { source, english } = scan;
  const before = at > 0 && isWordUnit(source.charCodeAt(at - 1));
  const after = at + 1 < to && isLetter(source.charCodeAt(at + 1));
  const code = source.charCodeAt(at);
  if (before && after && code !== 96) return code === 0x2018 ? { start: at, end: at + 1, say: "\u2019" } : null;
  if (after && english && code !== 96) {
    ELIDED.lastIndex = at + 1;
    const word = ELIDED.exec(source)?.[0];
    if (word !== undefined && ELISIONS.has(word.toLowerCase()) && !isLetter(source.charCodeAt(at + 1 + word.length))) {
      return code === 0x2018 ? { start: at, end: at + 1, say: "\u2019" } : null;
    }
  }
  return { start: at, end: at + 1, say: "" };
}

function saySymbol(scan: Scan, at: number): Replacement | null {
  const { source, english } = scan;
  const symbol = source[at]!;
  if (symbol === "[") {
    FOOTNOTE.lastIndex = at;
    const note = FOOTNOTE.exec(source);
    if (note) return { start: at, end: at + note[0].length, say: "" };
  }
  if (english && symbol === "&" && source[at + 1] === "c") {
    if (!isLetter(source.charCodeAt(at + 2))) {
      const stop = source[at + 2] === "." && /\S/.test(source.slice(at + 3, at + 8));
      return { start: at, end: stop ? at + 3 : at + 2, say: "etcetera", words: true };
    }
  }
  if (english && symbol === "#" && isDigit(source.charCodeAt(at + 1))) {
    return { start: at, end: at + 1, say: "number ", words: true };
  }
  const word = SYMBOLS[symbol];
  if (word !== undefined) return english ? { start: at, end: at + 1, say: ` ${word} `, words: true } : null;
  return { start: at, end: at + 1, say: separated(scan, at, at + 1) };
}

/** The replacement of something silent: a space where letters would otherwise touch. */
function separated(scan: Scan, start: number, end: number): string {
  const { source } = scan;
  return start > 0 && isWordUnit(source.charCodeAt(start - 1)) && isWordUnit(source.charCodeAt(end)) ? " " : "";
}

function sayEmphasis(scan: Scan, at: number, to: number): Replacement {
  const { source, writer, marks } = scan;
  let end = at;
  while (end < to && source.charCodeAt(end) === source.charCodeAt(at)) end++;
  const mark = marks.get(at);
  if (mark === undefined || mark.side === "stray") return { start: at, end, say: separated(scan, at, end) };
  if (mark.side === "open") scan.emphasisStart = mark.stress ? writer.length : -1;
  else {
    if (scan.emphasisStart >= 0 && writer.length > scan.emphasisStart) {
      scan.emphasis.push({ start: scan.emphasisStart, end: writer.length });
    }
    scan.emphasisStart = -1;
  }
  return { start: at, end, say: "" };
}

/** Writes the spoken form of source[from, to). */
export function scanSpoken(scan: Scan, from: number, to: number): void {
  const { source, writer, english } = scan;
  let plain = from;
  let i = from;
  const flush = (end: number) => {
    if (end > plain) copySource(writer, source, plain, end);
    plain = end;
  };
  while (i < to) {
    const code = source.charCodeAt(i);
    const kind = characterClass(code);
    let replacement: Replacement | null = null;
    let width = 1;
    switch (kind) {
      case "plain":
        i++;
        continue;
      case "space":
        if (code === 32 && i + 1 < to && !isSpace(source.charCodeAt(i + 1))) {
          i++;
          continue;
        }
        flush(i);
        replacement = sayWhitespace(scan, i, to);
        break;
      case "newline":
        flush(i);
        replacement = sayWhitespace(scan, i, to);
        break;
      case "capital":
        if (!english || isLowercase(source.charCodeAt(i + 1)) || (i > from && isLetter(source.charCodeAt(i - 1)))) {
          i++;
          continue;
        }
        flush(i);
        replacement = sayCapitals(source, i, from, to, lineAt(scan, i).capitals, writer.length === 0);
        break;
      case "digit":
        replacement = english ? sayNumber(source, i) : null;
        if (replacement === null) while (i + width < to && isDigit(source.charCodeAt(i + width))) width++;
        break;
      case "stop": {
        const end = ellipsisEnd(source, i, to);
        if (end > i) {
          flush(i);
          replacement = sayEllipsis(scan, i, end);
        } else if (english) replacement = sayStop(source, i, Math.max(from, plain), to);
        break;
      }
      case "ellipsis":
        flush(i);
        replacement = sayEllipsis(scan, i, ellipsisEnd(source, i, to));
        break;
      case "colon":
        replacement = english ? sayColon(source, i, Math.max(from, plain)) : null;
        break;
      case "currency":
        replacement = english ? sayMoney(source, i) : null;
        break;
      case "fraction":
        replacement = english ? sayFraction(source, i) : null;
        break;
      case "apostrophe":
        replacement = sayApostrophe(scan, i, to);
        break;
      case "dash":
        flush(i);
        replacement = sayDash(scan, i, to);
        break;
      case "hyphen":
        flush(i);
        replacement = sayHyphen(scan, i, to);
        break;
      case "emphasis":
        flush(i);
        replacement = sayEmphasis(scan, i, to);
        break;
      case "symbol":
        replacement = saySymbol(scan, i);
        break;
      case "quote":
        replacement = { start: i, end: i + 1, say: separated(scan, i, i + 1) };
        break;
      case "silent":
        replacement = { start: i, end: i + 1, say: "" };
        break;
      case "surrogate": {
        const point = i + 1 < to ? source.codePointAt(i)! : code;
        width = point > 0xffff ? 2 : 1;
        if (width === 1 || isPictograph(point)) replacement = { start: i, end: i + width, say: "" };
        break;
      }
      default:
        kind satisfies never;
    }
    // A rule that consumed nothing must not stop the scan.
    if (replacement === null || replacement.end > to || replacement.end <= replacement.start) {
      i += width;
      continue;
    }
    flush(replacement.start);
    say(scan, replacement);
    i = replacement.end;
    plain = i;
  }
  flush(to);
}

/** Writes a replacement, set off from its neighbours where it is words. */
export function say(scan: Scan, replacement: Replacement): void {
  const { source, writer } = scan;
  const { start, end, words } = replacement;
  let text = replacement.say;
  if (words && text.length > 0) {
    if (isWordUnit(writer.last) && isWordUnit(text.charCodeAt(0))) text = ` ${text}`;
    if (isWordUnit(text.charCodeAt(text.length - 1)) && isWordUnit(source.charCodeAt(end))) text += " ";
  }
  const before = writer.length;
  writeSpoken(writer, text, start, end);
  if (replacement.stress && scan.emphasisStart < 0 && writer.length > before) {
    scan.emphasis.push({ start: before, end: writer.length });
  }
}
