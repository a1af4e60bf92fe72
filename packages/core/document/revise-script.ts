// Applies a written script to its document. Unchanged lines keep their blocks, rewritten lines keep their ids, moved lines
// move, and only new lines create blocks.

import type { Block, Point, SpokenBlock, TextContent } from "./blocks.ts";
import { likeness, wordSet } from "./likeness.ts";
import { matchLines, UNMATCHED } from "./match-lines.ts";
import { rewrittenLine } from "./rewrite-line.ts";
import { blocksOfPart, type WrittenCast } from "./script-from-written.ts";
import { isSameEnd, soundEnds, soundOf, withEnd } from "./sound-ends.ts";
import { isSpoken } from "./source-text.ts";
import { boundaryPauses, isEqual, type ScriptUnit, sideOf } from "./write-script.ts";
import { PARTS_PER_STEP, type WrittenPart } from "./written-script.ts";

export interface RevisedScript {
  /** The whole script. A block that did not change is the same object as before. */
  readonly blocks: readonly Block[];
  /** Blocks from before whose place among the others changed. */
  readonly moved: ReadonlySet<string>;
}

/** A piece of the new script; `unit` is the index of the piece before that it came from. */
interface Entry {
  readonly part: WrittenPart;
  readonly unit: number;
  blocks: readonly Block[];
  hidden: readonly Block[];
}

/** A key that no line of a script has. Pieces with it are always parsed again. */
const NEVER_EQUAL = "\u0000";
/** A rewritten line is searched among this many removed lines around it. */
const LOOK_AHEAD = 20;
/** Share of common words from which a line is a rewritten one. */
const ALIKE = 0.5;

/** Revises a script without interruption. */
export function reviseWritten(
  text: string,
  parts: readonly WrittenPart[],
  units: readonly ScriptUnit[],
  cast: WrittenCast,
): RevisedScript {
  const revising = revisingWritten(text, parts, units, cast);
  for (;;) {
    const step = revising.next();
    if (step.done === true) return step.value;
  }
}

/**
 * The document of `units` after the script `text` with its `parts`; interrupted every 1,000 parts. Text that is not
 * prepared yet (`unparsed`) is always read as a script. Blocks without a script form stay at their place.
 */
export function* revisingWritten(
  text: string,
  parts: readonly WrittenPart[],
  units: readonly ScriptUnit[],
  cast: WrittenCast,
): Generator<undefined, RevisedScript> {
  const textOf = (part: WrittenPart) => text.slice(part.start, part.end);
  const keys = units.map((unit) => (unit.kind === "unparsed" || unit.text === "" ? NEVER_EQUAL : compared(unit.text)));
  const matches = matchLines(
    keys,
    parts.map((part) => compared(textOf(part))),
  );
  yield;
  const rewritten = rewrittenLines(parts, units, textOf, matches);
  yield;
  const entries: Entry[] = [];
  const moved = new Set<string>();
  const surviving = new Set<number>();
  for (const [index, part] of parts.entries()) {
    if (index % PARTS_PER_STEP === PARTS_PER_STEP - 1) yield;
    const kept = matches.before[index] ?? UNMATCHED;
    const paired = rewritten.get(index);
    const unit = kept === UNMATCHED ? undefined : units[kept];
    if (unit !== undefined) {
      const blocks = keptBlocks(unit, textOf(part), part, cast);
      entries.push({ part, unit: kept, blocks, hidden: unit.hidden });
      if (matches.moved.has(index)) for (const block of [...blocks, ...unit.hidden]) moved.add(block.id);
      else surviving.add(kept);
    } else if (paired !== undefined) {
      const before = units[paired] as ScriptUnit;
      entries.push({
        part,
        unit: paired,
        blocks: [rewrittenLine(before, textOf(part), part, cast)],
        hidden: before.hidden,
      });
      surviving.add(paired);
    } else entries.push({ part, unit: UNMATCHED, blocks: blocksOfPart(textOf(part), part, cast), hidden: [] });
  }
  const opening = keepHidden(entries, units, surviving, new Set(entries.map((entry) => entry.unit)));
  setPauses(entries, units, cast);
  setSoundEnds(entries, units);
  return { blocks: [...opening, ...entries.flatMap(({ blocks, hidden }) => [...blocks, ...hidden])], moved };
}

/** Writes the ends of looping sounds into their placements. Unchanged ends stay as they are. */
function setSoundEnds(entries: readonly Entry[], units: readonly ScriptUnit[]): void {
  const now = soundEnds(entries.map(({ part, blocks }) => ({ blocks, ...soundOf(part) })));
  if (now.size === 0) return;
  const before = soundEnds(units.map((unit) => ({ blocks: unit.blocks, ...unit.sound })));
  for (const entry of entries) {
    if (entry.part.kind !== "sound_effect" || !entry.part.loop) continue;
    entry.blocks = entry.blocks.map((block) => {
      const end = now.get(block.id);
      if (block.kind !== "sfx" || end === undefined || isSameEnd(end, before.get(block.id))) return block;
      return withEnd(block, end);
    });
  }
}

const compared = (text: string): string => text.replace(/\r\n?/gu, "\n").trim();

/** The blocks of an unchanged piece. If it is stored as written, changed white space is taken over. */
function keptBlocks(unit: ScriptUnit, text: string, part: WrittenPart, cast: WrittenCast): readonly Block[] {
  if (!unit.isAsStored || text === unit.text) return unit.blocks;
  if (unit.kind === "spoken") return [rewrittenLine(unit, text, part, cast)];
  return unit.blocks.map((block) =>
    block.content.type === "text"
      ? ({ ...block, content: { ...block.content, ...excludedText(block.content, text) } } as Block)
      : block,
  );
}

/** An excluded text with other white space. Spans keep covering their words. */
function excludedText(content: TextContent, text: string): Pick<TextContent, "text" | "annotations"> {
  const end = text.trimEnd().length;
  return { text, annotations: content.annotations.map((one) => ({ ...one, start_utf16: 0, end_utf16: end })) };
}

/** For lines without an equal line before: the index of the piece that they rewrite. */
function rewrittenLines(
  parts: readonly WrittenPart[],
  units: readonly ScriptUnit[],
  textOf: (part: WrittenPart) => string,
  { before, moved }: { readonly before: Int32Array; readonly moved: ReadonlySet<number> },
): ReadonlyMap<number, number> {
  const pairs = new Map<number, number>();
  const taken = new Set(before);
  const isLine = (part: WrittenPart | undefined) => part?.kind === "line" || part?.kind === "narration";
  let firstUnit = 0;
  let lines: number[] = [];
  const pair = (end: number) => {
    const free: number[] = [];
    for (let unit = firstUnit; unit < end; unit += 1)
      if (!taken.has(unit) && units[unit]?.kind === "spoken") free.push(unit);
    if (free.length === lines.length) for (const [at, line] of lines.entries()) pairs.set(line, free[at] as number);
    else {
      let from = 0;
      const words = new Map(free.map((unit) => [unit, wordSet(units[unit]?.text ?? "")]));
      for (const line of lines) {
        const own = wordSet(textOf(parts[line] as WrittenPart));
        const near = free.slice(from, from + LOOK_AHEAD).map((unit) => likeness(own, words.get(unit) ?? new Set()));
        const best = Math.max(ALIKE, ...near);
        const at = near.indexOf(best);
        if (at < 0) continue;
        pairs.set(line, free[from + at] as number);
        from += at + 1;
      }
    }
    lines = [];
  };
  for (const [index, part] of parts.entries()) {
    const kept = before[index] ?? UNMATCHED;
    if (kept === UNMATCHED) {
      if (isLine(part)) lines.push(index);
    } else if (!moved.has(index)) {
      pair(kept);
      firstUnit = kept + 1;
    }
  }
  pair(units.length);
  return pairs;
}

/** Moves hidden blocks of removed pieces to the previous remaining piece. Returns those before all pieces. */
function keepHidden(
  entries: readonly Entry[],
  units: readonly ScriptUnit[],
  surviving: ReadonlySet<number>,
  used: ReadonlySet<number>,
): readonly Block[] {
  const orphans = new Map<number, Block[]>();
  let last = UNMATCHED;
  for (const [index, unit] of units.entries()) {
    if (surviving.has(index)) last = index;
    else if (!used.has(index) && unit.hidden.length > 0) {
      const found = orphans.get(last) ?? [];
      orphans.set(last, found);
      found.push(...unit.hidden);
    }
  }
  for (const entry of entries) {
    const more = surviving.has(entry.unit) ? orphans.get(entry.unit) : undefined;
    if (more !== undefined) entry.hidden = [...entry.hidden, ...more];
  }
  return orphans.get(UNMATCHED) ?? [];
}

/** The pauses between two spoken pieces before, and the spoken piece after them. */
interface Between {
  readonly durations: readonly number[];
  readonly next: number;
}

/** Writes the pauses of the script into the points of the adjacent lines. Unchanged pauses stay as they are. */
function setPauses(entries: readonly Entry[], units: readonly ScriptUnit[], cast: WrittenCast): void {
  const was = pausesBetween(units);
  let last: Entry | null = null;
  let durations: number[] = [];
  const settle = (next: Entry | null) => {
    const before = was.get(last === null ? UNMATCHED : last.unit);
    const isNewLine = last?.unit === UNMATCHED || next?.unit === UNMATCHED;
    const isAsBefore = !isNewLine && before?.next === (next?.unit ?? UNMATCHED) && isEqual(before.durations, durations);
    if (!isAsBefore) {
      if (last !== null) setSide(last, "trailing", durations, cast);
      if (next !== null) setSide(next, "leading", last === null ? durations : [], cast);
    }
    durations = [];
  };
  for (const entry of entries) {
    if (entry.part.kind === "pause") durations.push(entry.part.duration_ms);
    if (!entry.blocks.some(isSpoken)) continue;
    settle(entry);
    last = entry;
  }
  settle(null);
}

function pausesBetween(units: readonly ScriptUnit[]): ReadonlyMap<number, Between> {
  const between = new Map<number, Between>();
  let last = UNMATCHED;
  let durations: number[] = [];
  for (const [index, unit] of units.entries()) {
    if (unit.kind === "pause") durations.push(unit.duration_ms ?? 0);
    if (unit.kind !== "spoken") continue;
    between.set(last, { durations, next: index });
    last = index;
    durations = [];
  }
  return between.set(last, { durations, next: UNMATCHED });
}

/** The spoken block of an entry with these pauses on one side of its words. */
function setSide(entry: Entry, side: "leading" | "trailing", durations: readonly number[], cast: WrittenCast): void {
  entry.blocks = entry.blocks.map((block) => {
    if (!isSpoken(block) || isEqual(boundaryPauses(block.content)[side], durations)) return block;
    const { content } = block;
    const where = sideOf(content);
    const others = content.points.filter((one) => one.kind !== "timed_silence" || where(one.offset_utf16) !== side);
    const offset_utf16 = side === "leading" ? 0 : content.text.length;
    const pauses = durations.map(
      (duration_ms): Point => ({ kind: "timed_silence", id: cast.newId(), offset_utf16, duration_ms }),
    );
    const points = side === "leading" ? [...pauses, ...others] : [...others, ...pauses];
    return { ...block, content: { ...content, points } } as SpokenBlock;
  });
}
