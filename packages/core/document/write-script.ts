// Writes the blocks of a document as a script. readWrittenScript() parses it to the same lines, speakers, directions,
// pauses and sound effects.

import type { Annotation, Block, DeliveryControlSet, SfxBlock, SpokenBlock, TextContent } from "./blocks.ts";
import {
  effectCue,
  effectEndCue,
  isReadAsWords,
  LITERAL_MARK,
  labelName,
  literalMarks,
  markedWords,
  pauseCue,
  readScriptLine,
  UNKNOWN_SPEAKER,
  withoutMarks,
} from "./script-lines.ts";
import { isLine, type LastingSound } from "./sound-ends.ts";
import { isSpoken } from "./source-text.ts";

export interface WritingCast {
  /** The name of a speaker. Null if the cast has no such speaker. */
  readonly nameOf: (speakerId: string) => string | null;
  /** The speaker of a name in a script. Null if the name would create a new one. */
  readonly speakerNamed: (name: string) => string | null;
  readonly narratorId: string;
  /** The direction that gives these control sets for a text of this length. Null if there is none. */
  readonly directionOf: (sets: readonly DeliveryControlSet[], textLength: number) => string | null;
  /** Whether a direction gives exactly these control sets for a text of this length. */
  readonly isDirection: (direction: string, sets: readonly DeliveryControlSet[], textLength: number) => boolean;
}

/** A piece of a written script with its blocks. */
export interface ScriptUnit {
  readonly kind: "spoken" | "direction" | "effect" | "effect_end" | "pause" | "blank" | "unparsed";
  /** The text in the script, with the line breaks after it. */
  readonly text: string;
  /** The blocks of the piece. Empty for a pause that is only a point of the block before it. */
  readonly blocks: readonly Block[];
  /** Blocks after it without a script form: notes, excluded text. Edits of the script keep them. */
  readonly hidden: readonly Block[];
  /** Whether `text` is the text of the block, except for line breaks added at its end. */
  readonly isAsStored: boolean;
  /** The duration of a pause. */
  readonly duration_ms?: number;
  /** Set for a sound that lasts until a line, and for its end cue. */
  readonly sound?: LastingSound;
}

/** Line breaks after a piece that is not written as stored. */
const BREAK = "\n";

type UnitParts = Pick<ScriptUnit, "kind" | "text"> & Partial<ScriptUnit>;

/** The pieces of a script. Its text is their joined text. The first one may be empty and hold hidden blocks only. */
export function scriptUnits(blocks: readonly Block[], cast: WritingCast): readonly ScriptUnit[] {
  const units: (ScriptUnit & { readonly hidden: Block[] })[] = [];
  const gaps = pausesToWrite(blocks);
  const sounds = soundEndsToWrite(blocks);
  const push = (unit: UnitParts) => units.push({ blocks: [], isAsStored: false, ...unit, hidden: [] });
  const pushPauses = (durations: readonly number[] = []) => {
    for (const duration_ms of durations)
      push({ kind: "pause", duration_ms, text: separated(units, `${pauseCue(duration_ms)}${BREAK}`) });
  };
  const pushEnds = (prompts: readonly string[] = []) => {
    for (const ends of prompts)
      push({ kind: "effect_end", sound: { ends }, text: separated(units, `${effectEndCue(ends)}${BREAK}`) });
  };
  let isLineStart = true;
  for (const [index, block] of blocks.entries()) {
    if (isSpoken(block) && isLine(block)) {
      pushEnds(sounds.before.get(block));
      pushPauses(gaps.before.get(block));
      push({ kind: "spoken", blocks: [block], ...spokenText(block, units, isLineStart, cast) });
      pushPauses(gaps.after.get(block));
    } else {
      const unit = gaps.cues.has(block)
        ? pauseUnit(block, units)
        : sounds.cues.has(block)
          ? soundEndUnit(block, units)
          : silentUnit(blocks, index, units, sounds.lasting);
      if (unit === "said") continue;
      if (unit !== null) push(unit);
      else {
        if (units.length === 0) push({ kind: "blank", text: "" });
        units.at(-1)?.hidden.push(block);
      }
    }
    if (block.content.type === "text") isLineStart = endsLine(block.content.text);
  }
  return finished(units);
}

/** The piece of a silent block. Null: it has no script form. "said": the previous piece contains it. */
function silentUnit(
  blocks: readonly Block[],
  index: number,
  units: readonly ScriptUnit[],
  lasting: ReadonlySet<Block>,
): UnitParts | "said" | null {
  const block = blocks[index] as Block;
  if (block.kind === "sfx") {
    const next = blocks[index + 1];
    const { prompt, duration_ms } = block.content;
    const lasts = lasting.has(block);
    const sound: LastingSound = lasts ? { begins: prompt } : {};
    if (next?.kind === "excluded" && isCueOf(next, block, lasts)) {
      const text = separated(units, next.content.text);
      return { kind: "effect", text, blocks: [block, next], isAsStored: true, sound };
    }
    const text = separated(units, `${effectCue(prompt, duration_ms, lasts)}${BREAK}`);
    return { kind: "effect", text, blocks: [block], sound };
  }
  if (block.kind === "unparsed" && /\S/u.test(block.content.text))
    return { kind: "unparsed", text: separatedByBlank(units, block.content.text), blocks: [block] };
  if (block.kind !== "excluded") return null;
  const before = blocks[index - 1];
  if (before?.kind === "sfx" && isCueOf(block, before, lasting.has(before))) return "said";
  const { text } = block.content;
  const stored = { blocks: [block], isAsStored: true };
  if (lineOf(block)?.kind === "stage_direction") return { kind: "direction", text: separated(units, text), ...stored };
  return text.trim() === "" && units.length === 0 ? { kind: "blank", text, ...stored } : null;
}

/** The piece of an excluded block that is the cue of a pause. */
function pauseUnit(block: Block, units: readonly ScriptUnit[]): UnitParts | null {
  const line = lineOf(block);
  if (line?.kind !== "pause" || block.content.type !== "text") return null;
  const { duration_ms } = line;
  return { kind: "pause", duration_ms, text: separated(units, block.content.text), blocks: [block], isAsStored: true };
}

/** An excluded block as a line of a script. Null for other blocks and for texts of several lines. */
function lineOf(block: Block): ReturnType<typeof readScriptLine> | null {
  const text = block.kind === "excluded" ? block.content.text.trimEnd() : "";
  return text === "" || /[\r\n]/u.test(text) ? null : readScriptLine(text);
}

/** The piece of an excluded block that is the end cue of a sound. */
function soundEndUnit(block: Block, units: readonly ScriptUnit[]): UnitParts | null {
  const line = lineOf(block);
  if (line?.kind !== "sound_end" || block.content.type !== "text") return null;
  const text = separated(units, block.content.text);
  return { kind: "effect_end", sound: { ends: line.prompt }, text, blocks: [block], isAsStored: true };
}

interface SoundEndsToWrite {
  /** Sound effects that are written as lasting until a line. */
  readonly lasting: ReadonlySet<Block>;
  /** Prompts of the sounds whose end cues are written before a line. */
  readonly before: ReadonlyMap<Block, readonly string[]>;
  /** Excluded blocks that are the end cues of exactly the sounds that end in their gap. */
  readonly cues: ReadonlySet<Block>;
}

/**
 * Decides where the ends of sounds are written. A sound can be written as lasting if there is a line between it and its
 * end. A sound that lasts to the end of the last line needs no end cue.
 */
function soundEndsToWrite(blocks: readonly Block[]): SoundEndsToWrite {
  const lasting = new Set<Block>();
  const before = new Map<Block, readonly string[]>();
  const cues = new Set<Block>();
  if (!blocks.some((block) => block.kind === "sfx" && block.placement?.until_block_id !== undefined))
    return { lasting, before, cues };
  const lines = blocks.filter(isLine);
  const lineAt = new Map(lines.map((block, index) => [block.id, index]));
  /** Prompts by the index of the line before which they end; those after all lines may be written or not. */
  const ends = new Map<number, string[]>();
  const found = new Map<number, { readonly block: Block; readonly prompt: string }[]>();
  const add = <T>(map: Map<number, T[]>, at: number, one: T) => {
    const known = map.get(at);
    if (known === undefined) map.set(at, [one]);
    else known.push(one);
  };
  let next = 0;
  for (const block of blocks) {
    if (isLine(block)) next += 1;
    const cue = lineOf(block);
    if (cue?.kind === "sound_end") add(found, next, { block, prompt: cue.prompt });
    if (block.kind !== "sfx" || block.placement?.until_block_id === undefined) continue;
    const line = lineAt.get(block.placement.until_block_id);
    const end = line === undefined ? 0 : block.placement.until_anchor === "end" ? line + 1 : line;
    if (end <= next) continue;
    lasting.add(block);
    add(ends, end, block.content.prompt);
  }
  for (const at of new Set([...ends.keys(), ...found.keys()])) {
    const wanted = ends.get(at) ?? [];
    const written = found.get(at) ?? [];
    const line = lines[at];
    const isSaid = line === undefined ? isWithin(written, wanted) : isSameSet(written, wanted);
    if (isSaid) for (const { block } of written) cues.add(block);
    else if (line !== undefined) before.set(line, wanted);
  }
  return { lasting, before, cues };
}

type FoundEnd = { readonly prompt: string };

/** Whether every end cue ends one of the sounds. */
function isWithin(cues: readonly FoundEnd[], sounds: readonly string[]): boolean {
  const left = new Map<string, number>();
  for (const prompt of sounds) left.set(prompt, (left.get(prompt) ?? 0) + 1);
  return cues.every(({ prompt }) => {
    const count = left.get(prompt) ?? 0;
    left.set(prompt, count - 1);
    return count > 0;
  });
}

const isSameSet = (cues: readonly FoundEnd[], sounds: readonly string[]): boolean =>
  cues.length === sounds.length && isWithin(cues, sounds);

interface PausesToWrite {
  /** Pauses to write before and after a spoken block, in ms. */
  readonly before: ReadonlyMap<Block, readonly number[]>;
  readonly after: ReadonlyMap<Block, readonly number[]>;
  /** Excluded blocks that are the cues of all pauses of their gap. */
  readonly cues: ReadonlySet<Block>;
}

/**
 * Decides where pauses are written. If the excluded blocks between two lines are exactly the cues of the pauses after the
 * first one (before the second one at the beginning of a script), these cues are used. Otherwise the pauses are written
 * again.
 */
function pausesToWrite(blocks: readonly Block[]): PausesToWrite {
  const before = new Map<Block, readonly number[]>();
  const after = new Map<Block, readonly number[]>();
  const cues = new Set<Block>();
  let last: SpokenBlock | null = null;
  let found: { readonly block: Block; readonly duration_ms: number }[] = [];
  const close = (next: SpokenBlock | null) => {
    const leading = next === null ? [] : boundaryPauses(next.content).leading;
    const trailing = last === null ? [] : boundaryPauses(last.content).trailing;
    const wanted = last === null ? leading : trailing;
    const isSaid =
      (last === null && next === null) ||
      isEqual(
        found.map(({ duration_ms }) => duration_ms),
        wanted,
      );
    if (isSaid) for (const { block } of found) cues.add(block);
    if (last !== null && !isSaid) after.set(last, trailing);
    if (next !== null && !(last === null && isSaid)) before.set(next, leading);
    found = [];
  };
  for (const block of blocks) {
    const line = lineOf(block);
    if (line?.kind === "pause") found.push({ block, duration_ms: line.duration_ms });
    if (!isSpoken(block) || !isLine(block)) continue;
    close(block);
    last = block;
  }
  close(null);
  return { before, after, cues };
}

/** Whether two lists of pauses are the same. */
export const isEqual = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((value, index) => value === other[index]);

/** The text of a script. */
export const scriptText = (units: readonly ScriptUnit[]): string => units.map((unit) => unit.text).join("");

/** Timed silences before the first and after the last letter or digit of a text, in ms, in order. */
export function boundaryPauses(content: TextContent): Readonly<Record<Side, readonly number[]>> {
  const side = sideOf(content);
  const found: Record<Side, number[]> = { leading: [], trailing: [] };
  for (const point of content.points) {
    if (point.kind !== "timed_silence") continue;
    const where = side(point.offset_utf16);
    if (where !== null) found[where].push(point.duration_ms);
  }
  return found;
}

type Side = "leading" | "trailing";

/** Returns the side of a text's letters and digits on which an offset lies. Null if it is between them. */
export function sideOf(content: TextContent): (offset: number) => Side | null {
  const { start, end } = wordsSpan(content);
  const sound = /[\p{L}\p{N}]/u;
  const words = content.text.slice(start, end);
  const first = start + words.search(sound);
  let last = end;
  while (
    last > start &&
    !sound.test(String.fromCodePoint(content.text.codePointAt(last - 1) ?? 0)) &&
    !isLowHalf(content.text, last - 1)
  )
    last -= 1;
  const hasSound = first >= start;
  return (offset) => (!hasSound || offset >= last ? "trailing" : offset <= first ? "leading" : null);
}

/** Whether the unit is the second half of a letter or digit outside the basic plane. */
function isLowHalf(text: string, at: number): boolean {
  const point = text.codePointAt(at - 1) ?? 0;
  return point > 0xffff && /[\p{L}\p{N}]/u.test(String.fromCodePoint(point));
}

/** The range of a spoken text's words: after its label, without surrounding white space. */
export function wordsSpan(content: TextContent): { readonly start: number; readonly end: number } {
  const label = labelEnd(content);
  const { text } = content;
  const end = text.trimEnd().length;
  const lead = text.slice(label).search(/\S/u);
  return lead < 0 ? { start: Math.min(label, text.length), end: Math.max(label, end) } : { start: label + lead, end };
}

/** The end of the speaker label at the beginning of a text; 0 without a label. */
export function labelEnd(content: TextContent): number {
  const label = content.annotations.find(
    (one) => one.kind === "exclusion" && one.reason === "speaker_label" && one.start_utf16 === 0,
  );
  return label?.end_utf16 ?? 0;
}

function spokenText(
  block: SpokenBlock,
  units: readonly ScriptUnit[],
  isLineStart: boolean,
  cast: WritingCast,
): { readonly text: string; readonly isAsStored: boolean } {
  const { content, speaker_id } = block;
  const { text } = content;
  const stored = storedForm(block, cast);
  if (stored === "line" && isLineStart) return { text: separated(units, text), isAsStored: true };
  const isNarration = block.kind === "narration" && (speaker_id === cast.narratorId || speaker_id === null);
  const direction = cast.directionOf(content.delivery_control_sets, text.length);
  if (isNarration && direction === null) {
    if (stored === "narration" && isLineStart) return { text: separatedByBlank(units, text), isAsStored: true };
    const words = markedWords(plainWords(content), true);
    return { text: separatedByBlank(units, `${words}${BREAK}${BREAK}`), isAsStored: false };
  }
  const name = speaker_id === null && !isNarration ? null : cast.nameOf(speaker_id ?? cast.narratorId);
  const label = name === null ? UNKNOWN_SPEAKER : labelName(name.replace(/\s+/gu, " "));
  const said = direction === null ? "" : ` (${direction})`;
  return {
    text: separated(units, `${label}${said}: ${markedWords(plainWords(content), false)}${BREAK}${BREAK}`),
    isAsStored: false,
  };
}

/** The words of a text, without label, marks of literal lines and white space around them. */
export function plainWords(content: TextContent): string {
  const { start, end } = wordsSpan(content);
  const words = content.text.slice(start, end);
  return content.annotations.some((one) => isMark(one, content.text))
    ? withoutMarks(words, labelEnd(content) === 0)
    : words;
}

/** Whether an annotation is the mark of a literal line. */
export const isMark = (one: Annotation, text: string): boolean =>
  one.kind === "exclusion" &&
  one.reason === "metadata" &&
  text.slice(one.start_utf16, one.end_utf16).trim() === LITERAL_MARK;

/** The form in which the stored text of a block parses: as this line, as this narration, or as something else (null). */
function storedForm(block: SpokenBlock, cast: WritingCast): "line" | "narration" | null {
  const { text, annotations, delivery_control_sets: sets } = block.content;
  const label = labelEnd(block.content);
  const marks = annotations.filter((one) => isMark(one, text)).length;
  if (marks !== literalMarks(text.slice(label), label === 0).length) return null;
  const [first = "", ...others] = text.trimEnd().split(/\r\n|\r|\n/u);
  if (!others.every(isReadAsWords)) return null;
  if (label === 0) return isReadAsWords(first) ? "narration" : null;
  const line = readScriptLine(first.replace(/^\ufeff/u, ""));
  if (line.kind !== "line" || label !== line.label_units + (first.startsWith("\ufeff") ? 1 : 0)) return null;
  const speaker = line.name === "" ? null : cast.speakerNamed(line.name);
  if (speaker !== block.speaker_id) return null;
  if ((block.kind === "narration") !== (speaker === cast.narratorId)) return null;
  const isSaid = line.direction === null ? sets.length === 0 : cast.isDirection(line.direction, sets, text.length);
  return isSaid ? "line" : null;
}

/** Whether an excluded block is the cue of a sound effect; `lasts` is whether that one is written as lasting until a line. */
function isCueOf(block: Block, { content: { prompt, duration_ms } }: SfxBlock, lasts: boolean): boolean {
  const line = lineOf(block);
  if (line?.kind !== "sound_effect" || line.loop !== lasts) return false;
  return line.prompt === prompt && line.duration_ms === duration_ms;
}

const endsLine = (text: string) => text === "" || /[\r\n]$/u.test(text);
const endsBlank = (text: string) => /(?:\r\n|\r(?!\n)|\n)[^\S\r\n]*(?:\r\n|\r|\n)[^\S\r\n]*$/u.test(text);

/** The text as a piece on a new line. */
function separated(units: readonly ScriptUnit[], text: string): string {
  return endsLine(textBefore(units)) ? text : `${BREAK}${text}`;
}

/** The text as a piece after a blank line. */
function separatedByBlank(units: readonly ScriptUnit[], text: string): string {
  const before = textBefore(units);
  const last = units.at(-1);
  if (before === "" || endsBlank(before) || (last?.kind !== "spoken" && last?.kind !== "unparsed"))
    return separated(units, text);
  return `${endsLine(before) ? "" : BREAK}${BREAK}${text}`;
}

/** The end of the text so far. */
function textBefore(units: readonly ScriptUnit[]): string {
  for (let index = units.length - 1; index >= 0; index -= 1) {
    const { text } = units[index] as ScriptUnit;
    if (text !== "") return text;
  }
  return "";
}

/** Moves line breaks before a piece to the end of the previous piece, where the parser finds them. */
function finished(units: readonly ScriptUnit[]): readonly ScriptUnit[] {
  const done = units.map((unit) => ({ ...unit }));
  for (let index = 1; index < done.length; index += 1) {
    const unit = done[index] as { text: string; kind: string };
    const breaks = /^\n+/u.exec(unit.text)?.[0] ?? "";
    let before = index - 1;
    while (before > 0 && done[before]?.text === "") before -= 1;
    const previous = done[before] as { text: string };
    if (breaks === "" || previous.text === "") continue;
    previous.text += breaks;
    unit.text = unit.text.slice(breaks.length);
  }
  return done;
}
