// Text in script form: "NAME: words", "NAME. words", "NAME" on its own line above the words, stage directions
// in brackets. Found in groups of lines in which such labels repeat and cover nearly all text, so
// a colon in a novel is no label.

import { isSpaceUnit } from "./code-units.ts";
import type { Exclusion } from "./exclusions.ts";
import type { TextLine, TextLines } from "./text-lines.ts";

export type ScriptPart =
  | {
      readonly kind: "line";
      readonly name: string;
      /** Start of the words, in units of the text. */
      readonly wordsStart: number;
    }
  | { readonly kind: "stage_direction" };

export interface ScriptForm {
  /** The part that begins at each line of the text. */
  readonly begins: ReadonlyMap<number, ScriptPart>;
  /** For each line, 1 when it continues the part above it. */
  readonly goesOn: Uint8Array;
}

interface Label {
  readonly line: number;
  readonly name: string;
  readonly wordsStart: number;
  /** The line after the last of its words. */
  end: number;
  /** The form of the line alone shows that it is a label. */
  readonly certain?: boolean;
  /** The words are below it. */
  readonly isAbove?: boolean;
  /** After "@". */
  readonly isForced?: boolean;
}

const HEAD_UNITS = 320;
const MAX_NAME_WORDS = 5;
const TITLE = String.raw`(?:(?:MRS?|MS|DR|ST|SGT|CAPT|LT|COL|GEN|PROF|REV|MME|MLLE|SR|SRA|HR|FR)\.?[ ])?`;
const CAPITALS = String.raw`${TITLE}\p{Lu}[\p{Lu}\p{M}\p{N}'’-]{1,24}(?:[ ](?:&[ ]|OF[ ]|#)?[\p{Lu}\p{N}][\p{Lu}\p{M}\p{N}'’-]{0,24}){0,4}`;
const DIRECTION = String.raw`(?:[ \t]{0,3}[_*]{0,2}(?:\([^()\r\n]{1,200}\)|\[[^[\]\r\n]{1,200}\])[_*]{0,2}[.,]?){0,2}`;
const COLON = new RegExp(
  String.raw`^[_*]{0,3}(\p{L}[\p{L}\p{M}\p{N}.'’&# -]{0,40}?|[\p{Lo}\p{M}ー]{1,12})[_*]{0,3}${DIRECTION}[ \t]{0,2}[:：][_*]{0,3}(?=\s|$|[^\x00-\x7f])[ \t]*`,
  "u",
);
const POINT = new RegExp(
  String.raw`^[_*]{0,3}(${CAPITALS})[_*]{0,3}${DIRECTION}[ \t]?[.][_*]{0,3}[—–-]{0,2}(?=\s|$)[ \t]*`,
  "u",
);
/** Fountain marks the second speaker of a dual dialogue with "^". */
const ALONE = new RegExp(`^[_*]{0,3}(${CAPITALS})[_*]{0,3}${DIRECTION}[.]?[_*]{0,3}(?:[ \\t]*\\^)?$`, "u");
/** Fountain's "@McALLISTER": a speaker's name in any letters. */
const FORCED = new RegExp(String.raw`^@(\p{L}[\p{L}\p{M}\p{N}.'’&# -]{0,40}?)${DIRECTION}(?:[ \t]*\^)?$`, "u");
/** A numbered line of a radio play: "4 ELSIE: Pa!" */
const NUMBERED = new RegExp(String.raw`^\d{1,4}[.)]?[ \t]+(${CAPITALS})${DIRECTION}[ \t]{0,2}[:：](?=\s|$)[ \t]*`, "u");
/** A line of a chat log: "[12:01] Anna: …", "12:01 - Anna: …", "<nell> …", "anna_k: …". */
const STAMP = String.raw`[\[(]?(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?[ ])?\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?: ?[AaPp][Mm])?[\])]?(?:[ \t]*[-–—|])?[ \t]+`;
const HANDLE = String.raw`[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.’'-]{0,24}(?: [\p{L}\p{N}][\p{L}\p{M}\p{N}_.’'-]{0,24}){0,2}`;
const CHAT = new RegExp(`^(?:${STAMP}(?:<(${HANDLE})>|(${HANDLE}):)|<(${HANDLE})>)(?=[ \\t])[ \\t]*`, "u");
/** "Mia — Today at 3:04 PM" above the words, "Mia (21:14): hey", "Mia  3:04 PM" above the words. */
const CLOCK = String.raw`\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?: ?[AaPp]\.?[Mm]\.?)?`;
const ABOVE = new RegExp(
  String.raw`^(${HANDLE})(?:[ \t]+[—–-][ \t]+(?:(?:Today|Yesterday|Heute|Gestern|Hoy|Ayer|Hier|Aujourd[’']hui|\d[\d./-]{3,9})[, ]*(?:at|um|à|a las)?[ ]*)|[ \t]{1,4})[\[(]?${CLOCK}[\])]?$`,
  "u",
);
const TIMED = new RegExp(String.raw`^(${HANDLE})[ \t]*[\[(]${CLOCK}[\])][ \t]*:(?=[ \t])[ \t]*`, "u");
/** A name in small letters without a time: every line of the log has such a label. */
const SMALL_HANDLE = /^([\p{L}\p{N}_][\p{L}\p{N}_.-]{0,24}):(?=[ \t])[ \t]*/u;
const PARTICLES = new Set("a an and de del der di du la le of the to und van von y".split(" "));
/** Words that are no speaker's label. */
const NOBODY =
  /^(?:chapter|act|scene|note|notes|part|book|prologue|epilogue|warning|ps|p\.s\.|n\.?b\.?|https?|contents|characters|cast|time|date|place|setting|re|subject|from|to|cc|author|authors|credit|source|draft date|contact|copyright|step|tip|end|the end|curtain|exit|exeunt|enter|int|ext|fade (?:in|out)|cut to|[ivxlcdm]+)\.?$|^(?:scene|act|sound|sounds|sfx|fx|music|effects?|lights?|lighting|montage|title|super|voices? off|pause|silence|beat)(?![\p{L}'’-])(?! off)/iu;
/** A line of effects: "SOUND: RAIN", "MUSIC: UP AND OUT", and the number of a scene. */
const EFFECT =
  /^[[(_*]{0,3}(?:(?:SOUNDS?|SFX|FX|MUSIC|EFFECTS?|LIGHTS?|LIGHTING|MONTAGE|SUPER|TITLE)(?: [A-Z]+)?[ \t]*[:.—–-]|(?:SCENE|ACT)(?: [\p{L}\d]+)?[ \t]*(?:[:.—–-]|$)|(?:[A-Z]+ ){1,3}TO:$)/u;
const TITLE_ALONE = /^(?:mrs?|ms|dr|st|sgt|capt|lt|col|gen|prof|rev|mme|mlle|sr|sra|hr|fr)\.?$/iu;
const ENTRANCE =
  /^(?:>[ \t]*)?[[(_*]{0,3}(?:re-?enter|enters?|exits?|exeunt|curtain|blackout|fade (?:in|out)|cut to|int\.|ext\.)(?![\p{L}'’])/iu;
const MAX_ENTRANCE_UNITS = 300;
const MAX_DIRECTION_LINES = 12;
/** At most this many lines between two labelled turns belong to the same group. */
const MAX_BETWEEN = 10;
const MIN_LABELS = 3;
/** The share of a group that turns and directions must cover: with few labels, and with many. */
const FEW_SHARE = 0.9;
const MANY = 6;
const MANY_SHARE = 0.6;

/** A voice of WebVTT: "<v Anna>". */
const VOICE = /^<v(?:\.[\w.-]{1,40})?[ \t]+([^<>]{1,40})>[ \t]*/u;
/** The time of a subtitle: "00:01:02,500 --> 00:01:04,000". */
const CUE_TIME = /^(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{3}[ \t]+-->/u;
const STAMPED = new RegExp(`^${STAMP}`, "u");

/** The number or the time of a subtitle, or the first line of a WebVTT file. */
function isCueHead(text: string, lines: TextLines, line: number): boolean {
  const read = (index: number): string => {
    const one = lines.get(index);
    return one === undefined
      ? ""
      : text.slice(one.contentStart, Math.min(one.contentEnd, one.contentStart + HEAD_UNITS));
  };
  const head = read(line);
  if (CUE_TIME.test(head)) return true;
  const next = lines.get(line + 1);
  if (next === undefined) return false;
  return (
    (/^\d{1,6}$/u.test(head) && !next.blankBefore && CUE_TIME.test(read(line + 1))) ||
    (line === 0 && head.startsWith("WEBVTT"))
  );
}

function isName(name: string): boolean {
  if (NOBODY.test(name) || TITLE_ALONE.test(name)) return false;
  const words = name.split(" ").filter((word) => word !== "");
  if (words.length === 0 || words.length > MAX_NAME_WORDS) return false;
  return words.every((word, index) => (index > 0 && PARTICLES.has(word)) || !/^[^\p{L}\p{N}]*\p{Ll}/u.test(word));
}

/** Whether nearly all lines have a label in small letters: a chat log without times. */
function hasSmallHandles(text: string, lines: TextLines): boolean {
  const names = new Map<string, number>();
  let labelled = 0;
  for (const { contentStart, contentEnd } of lines) {
    const found = SMALL_HANDLE.exec(text.slice(contentStart, Math.min(contentEnd, contentStart + 40)));
    if (found === null) continue;
    labelled++;
    names.set(found[1]!, (names.get(found[1]!) ?? 0) + 1);
  }
  return labelled >= MIN_LABELS && labelled * 10 >= lines.length * 9 && names.size * 2 <= labelled;
}

function labelAt(text: string, lines: TextLines, line: number, smallHandles: boolean): Label | null {
  const { contentStart, contentEnd } = lines.at(line);
  const head = text.slice(contentStart, Math.min(contentEnd, contentStart + HEAD_UNITS));
  const voice = VOICE.exec(head);
  if (voice !== null)
    return { line, name: voice[1]!.trim(), wordsStart: contentStart + voice[0].length, end: line + 1, certain: true };
  const chat = CHAT.exec(head);
  const handle = chat?.[1] ?? chat?.[2] ?? chat?.[3];
  if (chat && handle !== undefined)
    return { line, name: handle, wordsStart: contentStart + chat[0].length, end: line + 1 };
  const small = smallHandles ? SMALL_HANDLE.exec(head) : null;
  if (small) return { line, name: small[1]!, wordsStart: contentStart + small[0].length, end: line + 1 };
  const timed = TIMED.exec(head);
  if (timed) return { line, name: timed[1]!, wordsStart: contentStart + timed[0].length, end: line + 1, certain: true };
  const match = NUMBERED.exec(head) ?? COLON.exec(head) ?? POINT.exec(head);
  if (match && isName(match[1]!.trim()))
    return { line, name: match[1]!.trim(), wordsStart: contentStart + match[0].length, end: line + 1 };
  const below = lines.get(line + 1);
  if (below === undefined || below.blankBefore || head.length < contentEnd - contentStart) return null;
  const forced = FORCED.exec(head);
  const above = ABOVE.exec(head) ?? forced;
  if (above)
    return {
      line,
      name: above[1]!.trim(),
      wordsStart: contentEnd,
      end: line + 1,
      certain: true,
      isAbove: true,
      isForced: forced !== null,
    };
  const alone = ALONE.exec(head);
  if (!alone || !isName(alone[1]!)) return null;
  // Consecutive lines of capitals are a title.
  if (!/\p{Ll}/u.test(text.slice(below.contentStart, Math.min(below.contentEnd, below.contentStart + HEAD_UNITS))))
    return null;
  return { line, name: alone[1]!, wordsStart: contentEnd, end: line + 1, isAbove: true };
}

/** The line after the stage direction that begins at a line; that line itself when none does. */
function directionEnd(text: string, lines: TextLines, line: number): number {
  const { contentStart, contentEnd } = lines.at(line);
  if (isCueHead(text, lines, line) || isStamped(text, lines.at(line))) return line + 1;
  let first = contentStart;
  while (first < contentEnd && isEmphasis(text.charCodeAt(first))) first++;
  const open = text.charAt(first);
  if (open === "(" || open === "[") {
    const close = open === "(" ? ")" : "]";
    for (let next = line; next < Math.min(lines.length, line + MAX_DIRECTION_LINES); next++) {
      if (next > line && lines.at(next).blankBefore) return line;
      const content = text.slice(next === line ? first : lines.at(next).contentStart, lines.at(next).contentEnd);
      const found = content.indexOf(close);
      if (found < 0) continue;
      return /^[.,_*]*$/.test(content.slice(found + 1)) ? next + 1 : line;
    }
    return line;
  }
  return isEntrance(text, lines.at(line)) ? line + 1 : line;
}

/** A line of a log that has no speaker: "[10:04] Bob joined the channel". */
function isStamped(text: string, { contentStart, contentEnd }: TextLine): boolean {
  return STAMPED.test(text.slice(contentStart, Math.min(contentEnd, contentStart + HEAD_UNITS)));
}

/** A direction without brackets: "Enter Anna.", a whole line in italics. */
function isEntrance(text: string, { contentStart, contentEnd }: TextLine): boolean {
  if (contentEnd - contentStart > MAX_ENTRANCE_UNITS) return false;
  const content = text.slice(contentStart, contentEnd);
  return ENTRANCE.test(content) || EFFECT.test(content) || /^_[^_]{2,}_\.?$/u.test(content);
}

function isEmphasis(unit: number): boolean {
  return unit === 0x5f || unit === 0x2a;
}

/** The script form of a text, given as its non-blank lines; null when no group of lines has that form. */
export function findScriptForm(text: string, lines: TextLines): ScriptForm | null {
  let labels: Label[] = [];
  const smallHandles = hasSmallHandles(text, lines);
  for (let line = 0; line < lines.length; line++) {
    const label = labelAt(text, lines, line, smallHandles);
    if (label !== null) labels.push(label);
  }
  const often = new Map<string, number>();
  for (const { name } of labels) often.set(name, (often.get(name) ?? 0) + 1);
  const screenplay = isScreenplay(text, lines);
  // A name after "@" also shows that the text is in Fountain's form, where words such as "Listen: …" are no label.
  const isFountain = screenplay || labels.some(({ isForced }) => isForced);
  if (isFountain && labels.filter(({ isAbove }) => isAbove).length * 2 > labels.length)
    labels = labels.filter(({ isAbove }) => isAbove);
  if (labels.length < MIN_LABELS && !screenplay && !labels.some(({ certain }) => certain)) return null;
  labels.forEach((label, index) => {
    const limit = labels[index + 1]?.line ?? lines.length;
    // A direction in brackets inside a turn only interrupts it.
    while (label.end < limit && !lines.at(label.end).blankBefore && !endsTurn(text, lines, label.end)) label.end++;
  });
  const begins = new Map<number, ScriptPart>();
  const goesOn = new Uint8Array(lines.length);
  let first = 0;
  for (let next = 1; next <= labels.length; next++) {
    const last = labels[next - 1]!;
    if (next < labels.length && labels[next]!.line - last.end <= MAX_BETWEEN) continue;
    markStretch(text, lines, labels.slice(first, next), screenplay, begins, goesOn);
    first = next;
  }
  if (begins.size === 0) return null;
  if (screenplay) markDirections(text, lines, begins, goesOn);
  return { begins, goesOn };
}

/** A field of Fountain's title page. */
const TITLE_FIELD = /^(?:title|credit|authors?|source|notes|draft date|date|contact|copyright):/iu;

/** Marks what is not spoken between the turns of a screenplay: its title page, the headings of its scenes, its transitions. */
function markDirections(text: string, lines: TextLines, begins: Map<number, ScriptPart>, goesOn: Uint8Array): void {
  for (let line = 0; line < lines.length; line++) {
    if (begins.has(line) || goesOn[line] === 1) continue;
    const { contentStart, contentEnd, blankBefore } = lines.at(line);
    const isOnTitlePage = line === 0 || (!blankBefore && begins.has(line - 1) && line < MAX_DIRECTION_LINES);
    const isField =
      isOnTitlePage && TITLE_FIELD.test(text.slice(contentStart, Math.min(contentEnd, contentStart + 20)));
    if (isField || directionEnd(text, lines, line) === line + 1) begins.set(line, { kind: "stage_direction" });
  }
}

/** Lines that are searched for the heading of a screenplay's scene. */
const HEADINGS_AMONG = 60;
const SLUG = /^\.?(?:\d{1,3}[.)]?[ \t]+)?(?:INT|EXT|EST|INT\.?\/EXT|I\/E)[. ]{1,2}[^\r\n]*\p{Lu}/u;

/** Whether scenes have a screenplay's headings: "INT. LIGHTHOUSE - NIGHT". */
function isScreenplay(text: string, lines: TextLines): boolean {
  for (let line = 0; line < Math.min(lines.length, HEADINGS_AMONG); line++) {
    const { contentStart, contentEnd } = lines.at(line);
    if (SLUG.test(text.slice(contentStart, Math.min(contentEnd, contentStart + HEAD_UNITS)))) return true;
  }
  return false;
}

function endsTurn(text: string, lines: TextLines, line: number): boolean {
  return isEntrance(text, lines.at(line)) || isCueHead(text, lines, line) || isStamped(text, lines.at(line));
}

function unitsOf(lines: TextLines, from: number, to: number): number {
  let units = 0;
  for (let line = from; line < to; line++) units += lines.at(line).contentEnd - lines.at(line).contentStart;
  return units;
}

function markStretch(
  text: string,
  lines: TextLines,
  labels: readonly Label[],
  screenplay: boolean,
  begins: Map<number, ScriptPart>,
  goesOn: Uint8Array,
): void {
  const counts = new Map<string, number>();
  for (const { name } of labels) counts.set(name, (counts.get(name) ?? 0) + 1);
  const again = labels.filter(({ name }) => counts.get(name)! > 1).length;
  const certain = screenplay || labels.every((label) => label.certain === true);
  if (!certain && (labels.length < MIN_LABELS || counts.size < 2 || again * 2 < labels.length)) return;
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
  // Action can be most of a screenplay; a name in capitals above the words is its only form of label.
  const share =
    screenplay && labels.every(({ isAbove }) => isAbove) ? 0 : labels.length >= MANY ? MANY_SHARE : FEW_SHARE;
  if (filled < unitsOf(lines, start, end) * share) return;
  for (const [at, { part, end: behind }] of parts) {
    begins.set(at, part);
    goesOn.fill(1, at + 1, behind);
  }
  // Directions at the edges of a group belong to it.
  for (let edge = start - 1; edge >= Math.max(0, start - 3); edge--)
    if (directionEnd(text, lines, edge) === edge + 1) begins.set(edge, { kind: "stage_direction" });
  for (let edge = end; edge < Math.min(lines.length, end + 3); edge++)
    if (directionEnd(text, lines, edge) === edge + 1) begins.set(edge, { kind: "stage_direction" });
}

/** The parts of a labelled line that are not spoken: its label, and directions in brackets. */
export function scriptExclusions(
  text: string,
  contentStart: number,
  contentEnd: number,
  wordsStart: number,
): Exclusion[] {
  const found: Exclusion[] = [{ start: contentStart, end: wordsStart, reason: "speaker_label" }];
  const content = text.slice(wordsStart, contentEnd);
  for (const match of content.matchAll(/<\/?[a-z][^<>]{0,40}>/gu)) {
    const start = wordsStart + match.index;
    found.push({ start, end: start + match[0].length, reason: "speaker_label" });
  }
  for (const match of content.matchAll(/[_*]?(?:\([^()]{1,300}\)|\[[^[\]]{1,300}\])[_*]?/gu)) {
    const start = wordsStart + match.index;
    found.push({ start, end: start + match[0].length, reason: "stage_direction" });
  }
  return found;
}

/** Whether anything but white space and emphasis marks is outside the exclusions. */
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
