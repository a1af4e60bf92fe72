// Reads a range of source text from left to right and writes its spoken form. Linear in the length: every rule looks back a
// fixed distance at most and consumes the text that it looks ahead at.

import type { Replacement, SpokenLanguage } from "./languages/spoken-language.ts";
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
import type { EmphasisMark } from "./spoken-marks.ts";
import { copySource, type SpokenWriter, writeSpoken } from "./spoken-writer.ts";

export interface Scan {
  readonly source: string;
  readonly writer: SpokenWriter;
  /** The rules by which figures, abbreviations and symbols are written out; null leaves them to the engine. */
  readonly language: SpokenLanguage | null;
  readonly marks: ReadonlyMap<number, EmphasisMark>;
  readonly emphasis: { start: number; end: number }[];
  emphasisStart: number;
  /** The line that was read last, and whether it is in capitals: a heading or a shout. */
  line: { readonly start: number; readonly end: number; readonly capitals: boolean };
}

const FOOTNOTE = /\[\d{1,3}\]/y;
const ELIDED = /[A-Za-z]{1,6}/y;
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
  return scan.language?.isHeading(scan.source.slice(line.start, line.end).trimEnd()) ?? false;
}

/** A range of white space that is more than one plain space. */
function sayWhitespace(scan: Scan, at: number, to: number): Replacement | null {
  const { source, writer, language } = scan;
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
  const pause = !ends && (breaks >= 2 || (language !== null && breaks === 1 && isHeadingLine(scan, at)));
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
  const { source, language } = scan;
  const before = at > 0 ? source.charCodeAt(at - 1) : 32;
  const after = at + 1 < to ? source.charCodeAt(at + 1) : 32;
  if (after === 45 || characterClass(after) === "dash") return sayDash(scan, at, to);
  if (language?.negative !== undefined && isDigit(after) && (at === 0 || !/[A-Za-z\d]/.test(source[at - 1]!))) {
    return { start: at, end: at + 1, say: language.negative({ source, at, from: at, to }) };
  }
  if (isWordUnit(before) && !isSpace(after)) return null;
  if (isWordUnit(before)) return at + 1 < to ? null : sayDash(scan, at, to);
  if (isSpace(before) && isDigit(after)) {
    return language === null ? null : { start: at, end: at + 1, say: language.minus, words: true };
  }
  if (isSpace(before) && isSpace(after)) return sayDash(scan, at, to);
  return { start: at, end: at + 1, say: "" };
}

/** The sign of mathematics before a figure is read as a hyphen there; elsewhere it is a dash. */
const MINUS = 0x2212;

function sayMinus(scan: Scan, at: number, to: number): Replacement | null {
  const { source, language } = scan;
  const isBefore = at + 1 < to && isDigit(source.charCodeAt(at + 1));
  const isAfter = at > 0 && isWordUnit(source.charCodeAt(at - 1));
  if (language === null || !isBefore) return sayDash(scan, at, to);
  if (language.negative === undefined && isAfter) return sayDash(scan, at, to);
  const say = language.negative?.({ source, at, from: at, to }) ?? language.minus;
  return { start: at, end: at + 1, say, words: true };
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
  const { source, language } = scan;
  const before = at > 0 && isWordUnit(source.charCodeAt(at - 1));
  const after = at + 1 < to && isLetter(source.charCodeAt(at + 1));
  const code = source.charCodeAt(at);
  // "L'8 settembre": the article of a figure.
  if (
    before &&
    language?.words === "all" &&
    isDigit(source.charCodeAt(at + 1)) &&
    !isDigit(source.charCodeAt(at - 1))
  ) {
    return null;
  }
  if (before && after && code !== 96) return code === 0x2018 ? { start: at, end: at + 1, say: "\u2019" } : null;
  if (after && language !== null && language.elisions.size > 0 && code !== 96) {
    ELIDED.lastIndex = at + 1;
    const word = ELIDED.exec(source)?.[0];
    if (
      word !== undefined &&
      language.elisions.has(word.toLowerCase()) &&
      !isLetter(source.charCodeAt(at + 1 + word.length))
    ) {
      return code === 0x2018 ? { start: at, end: at + 1, say: "\u2019" } : null;
    }
  }
  return { start: at, end: at + 1, say: "" };
}

/** Symbols that are words in every language: without rules they are left to the engine. */
const SAID_SYMBOLS = "&%+=@\u00b0\u00a7\u00d7\u00f7\u00a2\u00b1";

function saySymbol(scan: Scan, at: number, from: number, to: number): Replacement | null {
  const { source, language } = scan;
  const symbol = source[at]!;
  if (symbol === "[") {
    FOOTNOTE.lastIndex = at;
    const note = FOOTNOTE.exec(source);
    if (note) return { start: at, end: at + note[0].length, say: "" };
  }
  const said = language?.symbol({ source, at, from, to }) ?? null;
  if (said !== null || SAID_SYMBOLS.includes(symbol)) return said;
  return { start: at, end: at + 1, say: separated(scan, at + 1) };
}

/** The replacement of something silent: a space where letters would otherwise touch. What is before it has been written. */
function separated({ source, writer }: Scan, end: number): string {
  return isWordUnit(writer.last) && isWordUnit(source.charCodeAt(end)) ? " " : "";
}

function sayEmphasis(scan: Scan, at: number, to: number): Replacement {
  const { source, writer, marks } = scan;
  let end = at;
  while (end < to && source.charCodeAt(end) === source.charCodeAt(at)) end++;
  const mark = marks.get(at);
  if (mark === undefined || mark.side === "stray") return { start: at, end, say: separated(scan, end) };
  if (mark.side === "open") scan.emphasisStart = mark.stress ? writer.length : -1;
  else {
    if (scan.emphasisStart >= 0 && writer.length > scan.emphasisStart) {
      scan.emphasis.push({ start: scan.emphasisStart, end: writer.length });
    }
    scan.emphasisStart = -1;
  }
  return { start: at, end, say: "" };
}

/** In scripts without spaces a Latin letter or a numeral of one sign begins a word behind any other character. */
function beginsWord({ source, language }: Scan, at: number): boolean {
  const before = source.charCodeAt(at - 1);
  if (!isWordUnit(before)) return true;
  const isLatin = (code: number) => code < 128 || (code >= 0x2160 && code <= 0x216b);
  return language?.negative !== undefined && isLatin(source.charCodeAt(at)) && !isLatin(before);
}

function sayWord(scan: Scan, at: number, from: number, to: number): Replacement | null {
  const { source, writer } = scan;
  const opening = writer.length === 0;
  return scan.language!.word({ source, at, from, to, capitalLine: lineAt(scan, at).capitals, opening });
}

/** Writes the spoken form of source[from, to). */
export function scanSpoken(scan: Scan, from: number, to: number): void {
  const { source, writer, language } = scan;
  const allWords = language?.words === "all";
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
        if (!allWords || !isLetter(code) || (i > from && !beginsWord(scan, i))) {
          i++;
          continue;
        }
        replacement = sayWord(scan, i, from, to);
        break;
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
        if (language === null || (i > from && isLetter(source.charCodeAt(i - 1)) && !beginsWord(scan, i))) {
          i++;
          continue;
        }
        // The rule must know whether something was said before.
        if (!isLowercase(source.charCodeAt(i + 1))) flush(i);
        replacement = sayWord(scan, i, from, to);
        break;
      case "digit":
        replacement = language?.figure({ source, at: i, from, to }) ?? null;
        if (replacement === null) while (i + width < to && isDigit(source.charCodeAt(i + width))) width++;
        break;
      case "stop": {
        const end = ellipsisEnd(source, i, to);
        if (end > i) {
          flush(i);
          replacement = sayEllipsis(scan, i, end);
        } else replacement = language?.stop({ source, at: i, from: Math.max(from, plain), to }) ?? null;
        break;
      }
      case "ellipsis":
        flush(i);
        replacement = sayEllipsis(scan, i, ellipsisEnd(source, i, to));
        break;
      case "colon":
        replacement = language?.colon({ source, at: i, from: Math.max(from, plain), to }) ?? null;
        break;
      case "currency":
        replacement = language?.money({ source, at: i, from, to }) ?? null;
        break;
      case "fraction":
        replacement = language?.fraction({ source, at: i, from, to }) ?? null;
        break;
      case "apostrophe":
        replacement = sayApostrophe(scan, i, to);
        break;
      case "dash":
        flush(i);
        replacement = code === MINUS ? sayMinus(scan, i, to) : sayDash(scan, i, to);
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
        flush(i);
        replacement = saySymbol(scan, i, from, to);
        break;
      case "quote":
        flush(i);
        replacement = { start: i, end: i + 1, say: separated(scan, i + 1) };
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
