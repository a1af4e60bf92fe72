// Text in script form: "NAME: words", "NAME. words", "NAME" on a line of its own with the words below, stage directions
// in brackets. Found by stretches of lines in which such labels come again and carry nearly all that stands there, so
// that a colon in a novel labels nobody.

import { isSpaceUnit } from "./code-units.ts";
import type { Exclusion } from "./exclusions.ts";

export type ScriptPart =
  | {
      readonly kind: "line";
      readonly name: string;
      /** Where the words begin, in units of the text. */
      readonly wordsStart: number;
    }
  | { readonly kind: "stage_direction" };

export interface ScriptForm {
  /** What begins at a line of the text. */
  readonly begins: ReadonlyMap<number, ScriptPart>;
  /** For each line 1 when it goes on with the part above it. */
  readonly goesOn: Uint8Array;
}

interface SourceLine {
  readonly contentStart: number;
  readonly contentEnd: number;
  readonly blankBefore: boolean;
}

interface Label {
  readonly line: number;
  readonly name: string;
  readonly wordsStart: number;
  /** Line behind the last of its words. */
  end: number;
}

const HEAD_UNITS = 320;
const MAX_NAME_WORDS = 5;
const TITLE = String.raw`(?:(?:MRS?|MS|DR|ST|SGT|CAPT|LT|COL|GEN|PROF|REV|MME|MLLE|SR|SRA|HR|FR)\.?[ ])?`;
const CAPITALS = String.raw`${TITLE}\p{Lu}[\p{Lu}\p{M}\p{N}'’-]{1,24}(?:[ ](?:&[ ]|OF[ ])?[\p{Lu}\p{N}][\p{Lu}\p{M}\p{N}'’-]{0,24}){0,4}`;
const DIRECTION = String.raw`(?:[ \t]{0,3}[_*]{0,2}(?:\([^()\r\n]{1,200}\)|\[[^[\]\r\n]{1,200}\])[_*]{0,2}[.,]?)?`;
const COLON = new RegExp(
  String.raw`^[_*]{0,3}(\p{L}[\p{L}\p{M}\p{N}.'’& -]{0,40}?|[\p{Lo}\p{M}ー]{1,12})[_*]{0,3}${DIRECTION}[ \t]{0,2}[:：][_*]{0,3}(?=\s|$|[^\x00-\x7f])[ \t]*`,
  "u",
);
const POINT = new RegExp(
  String.raw`^[_*]{0,3}(${CAPITALS})[_*]{0,3}${DIRECTION}[ \t]?[.][_*]{0,3}[—–-]{0,2}(?=\s|$)[ \t]*`,
  "u",
);
const ALONE = new RegExp(`^[_*]{0,3}(${CAPITALS})[_*]{0,3}${DIRECTION}[.]?[_*]{0,3}$`, "u");
const PARTICLES = new Set("a an and de del der di du la le of the to und van von y".split(" "));
/** What labels no speaker. */
const NOBODY =
  /^(?:chapter|act|scene|note|notes|part|book|prologue|epilogue|warning|ps|p\.s\.|n\.?b\.?|https?|contents|characters|cast|time|date|place|setting|re|subject|from|to|cc|end|the end|curtain|exit|exeunt|enter|int|ext|fade (?:in|out)|cut to|[ivxlcdm]+)\.?$/iu;
const TITLE_ALONE = /^(?:mrs?|ms|dr|st|sgt|capt|lt|col|gen|prof|rev|mme|mlle|sr|sra|hr|fr)\.?$/iu;
const ENTRANCE =
  /^[[(_*]{0,3}(?:re-?enter|enters?|exits?|exeunt|curtain|blackout|fade (?:in|out)|cut to|int\.|ext\.)(?![\p{L}'’])/iu;
const MAX_ENTRANCE_UNITS = 300;
const MAX_DIRECTION_LINES = 12;
/** Lines that may stand between two labels' turns without ending the stretch. */
const MAX_BETWEEN = 10;
const MIN_LABELS = 3;
/** Share of a stretch that turns and directions must fill: with few labels, and with many. */
const FEW_SHARE = 0.9;
const MANY = 6;
const MANY_SHARE = 0.6;

function isName(name: string): boolean {
  if (NOBODY.test(name) || TITLE_ALONE.test(name)) return false;
  const words = name.split(" ").filter((word) => word !== "");
  if (words.length === 0 || words.length > MAX_NAME_WORDS) return false;
  return words.every((word, index) => (index > 0 && PARTICLES.has(word)) || !/^[^\p{L}\p{N}]*\p{Ll}/u.test(word));
}

function labelAt(text: string, lines: readonly SourceLine[], line: number): Label | null {
  const { contentStart, contentEnd } = lines[line]!;
  const head = text.slice(contentStart, Math.min(contentEnd, contentStart + HEAD_UNITS));
  const match = COLON.exec(head) ?? POINT.exec(head);
  if (match && isName(match[1]!.trim()))
    return { line, name: match[1]!.trim(), wordsStart: contentStart + match[0].length, end: line + 1 };
  const below = lines[line + 1];
  if (below === undefined || below.blankBefore || head.length < contentEnd - contentStart) return null;
  const alone = ALONE.exec(head);
  if (!alone || !isName(alone[1]!)) return null;
  // Lines of capitals one below the other are a title.
  if (!/\p{Ll}/u.test(text.slice(below.contentStart, Math.min(below.contentEnd, below.contentStart + HEAD_UNITS))))
    return null;
  return { line, name: alone[1]!, wordsStart: contentEnd, end: line + 1 };
}

/** Line behind the stage direction that begins at a line, or that line when none does. */
function directionEnd(text: string, lines: readonly SourceLine[], line: number): number {
  const { contentStart, contentEnd } = lines[line]!;
  let first = contentStart;
  while (first < contentEnd && isEmphasis(text.charCodeAt(first))) first++;
  const open = text.charAt(first);
  if (open === "(" || open === "[") {
    const close = open === "(" ? ")" : "]";
    for (let next = line; next < Math.min(lines.length, line + MAX_DIRECTION_LINES); next++) {
      if (next > line && lines[next]!.blankBefore) return line;
      const content = text.slice(next === line ? first : lines[next]!.contentStart, lines[next]!.contentEnd);
      const found = content.indexOf(close);
      if (found < 0) continue;
      return /^[.,_*]*$/.test(content.slice(found + 1)) ? next + 1 : line;
    }
    return line;
  }
  return isEntrance(text, lines[line]!) ? line + 1 : line;
}

/** A direction without brackets: "Enter Anna.", a whole line in italics. */
function isEntrance(text: string, { contentStart, contentEnd }: SourceLine): boolean {
  if (contentEnd - contentStart > MAX_ENTRANCE_UNITS) return false;
  const content = text.slice(contentStart, contentEnd);
  return ENTRANCE.test(content) || /^_[^_]{2,}_\.?$/u.test(content);
}

function isEmphasis(unit: number): boolean {
  return unit === 0x5f || unit === 0x2a;
}

/** The script form of a text given by its lines that are not blank, or null when no stretch of it has that form. */
export function findScriptForm(text: string, lines: readonly SourceLine[]): ScriptForm | null {
  const labels: Label[] = [];
  for (let line = 0; line < lines.length; line++) {
    const label = labelAt(text, lines, line);
    if (label !== null) labels.push(label);
  }
  const often = new Map<string, number>();
  for (const { name } of labels) often.set(name, (often.get(name) ?? 0) + 1);
  if (labels.length < MIN_LABELS) return null;
  labels.forEach((label, index) => {
    const limit = labels[index + 1]?.line ?? lines.length;
    // A direction in brackets within a turn interrupts it only.
    while (label.end < limit && !lines[label.end]!.blankBefore && !isEntrance(text, lines[label.end]!)) label.end++;
  });
  const begins = new Map<number, ScriptPart>();
  const goesOn = new Uint8Array(lines.length);
  let first = 0;
  for (let next = 1; next <= labels.length; next++) {
    const last = labels[next - 1]!;
    if (next < labels.length && labels[next]!.line - last.end <= MAX_BETWEEN) continue;
    markStretch(text, lines, labels.slice(first, next), begins, goesOn);
    first = next;
  }
  return begins.size === 0 ? null : { begins, goesOn };
}

function unitsOf(lines: readonly SourceLine[], from: number, to: number): number {
  let units = 0;
  for (let line = from; line < to; line++) units += lines[line]!.contentEnd - lines[line]!.contentStart;
  return units;
}

function markStretch(
  text: string,
  lines: readonly SourceLine[],
  labels: readonly Label[],
  begins: Map<number, ScriptPart>,
  goesOn: Uint8Array,
): void {
  const counts = new Map<string, number>();
  for (const { name } of labels) counts.set(name, (counts.get(name) ?? 0) + 1);
  const again = labels.filter(({ name }) => counts.get(name)! > 1).length;
  if (labels.length < MIN_LABELS || counts.size < 2 || again * 2 < labels.length) return;
  const start = labels[0]!.line;
  const end = labels[labels.length - 1]!.end;
  const parts = new Map<number, { readonly part: ScriptPart; readonly end: number }>();
  let filled = 0;
  let line = start;
  let next = 0;
  while (line < end) {
    const label = labels[next];
    if (label !== undefined && label.line === line) {
      parts.set(line, { part: { kind: "line", name: label.name, wordsStart: label.wordsStart }, end: label.end });
      filled += unitsOf(lines, line, label.end);
      line = label.end;
      next++;
      continue;
    }
    const behind = Math.min(directionEnd(text, lines, line), end);
    if (behind > line) {
      parts.set(line, { part: { kind: "stage_direction" }, end: behind });
      filled += unitsOf(lines, line, behind);
    }
    line = Math.max(behind, line + 1);
  }
  const share = labels.length >= MANY ? MANY_SHARE : FEW_SHARE;
  if (filled < unitsOf(lines, start, end) * share) return;
  for (const [at, { part, end: behind }] of parts) {
    begins.set(at, part);
    goesOn.fill(1, at + 1, behind);
  }
  // Directions at the very edges belong to it.
  for (let edge = start - 1; edge >= Math.max(0, start - 3); edge--)
    if (directionEnd(text, lines, edge) === edge + 1) begins.set(edge, { kind: "stage_direction" });
  for (let edge = end; edge < Math.min(lines.length, end + 3); edge++)
    if (directionEnd(text, lines, edge) === edge + 1) begins.set(edge, { kind: "stage_direction" });
}

/** What a labelled line does not say: its label, and the directions in brackets. */
export function scriptExclusions(
  text: string,
  contentStart: number,
  contentEnd: number,
  wordsStart: number,
): Exclusion[] {
  const found: Exclusion[] = [{ start: contentStart, end: wordsStart, reason: "speaker_label" }];
  const content = text.slice(wordsStart, contentEnd);
  for (const match of content.matchAll(/[_*]?(?:\([^()]{1,300}\)|\[[^[\]]{1,300}\])[_*]?/gu)) {
    const start = wordsStart + match.index;
    found.push({ start, end: start + match[0].length, reason: "stage_direction" });
  }
  return found;
}

/** Whether anything but white space and marks of emphasis stands outside the exclusions. */
export function leavesWords(text: string, start: number, end: number, exclusions: readonly Exclusion[]): boolean {
  let position = start;
  for (const one of [...exclusions, { start: end, end }]) {
    for (; position < Math.min(one.start, end); position++) {
      const unit = text.charCodeAt(position);
      if (!isSpaceUnit(unit) && !isEmphasis(unit)) return true;
    }
    position = Math.max(position, one.end);
  }
  return false;
}
