// Cuts texts into paragraphs, and the scripts of a story into groups of whole paragraphs with whole blocks.

import { type Block, isText, matchLines, UNMATCHED } from "../document/document.ts";

export interface Piece {
  readonly start: number;
  readonly end: number;
  /** The words of the piece; white space is one space. */
  readonly key: string;
}

/** Blocks of a script over whole paragraphs, with the paragraphs of the file that they came from. */
export interface Group {
  readonly section: number;
  readonly blocks: readonly Block[];
  /** What the file said there. Empty for a group without a paragraph of the file. */
  readonly base: readonly Piece[];
  readonly baseText: string;
  /** Whether a person changed the words since. */
  readonly isTouched: boolean;
}

const BREAK = /(?:\r\n?|\n)\s*/gu;
const EMPTY_LINE = /(?:\r\n?|\n)[^\S\r\n]*(?:\r\n?|\n)\s*/gu;
/** A text with an empty line in every 40 lines, or more, separates its paragraphs by empty lines. */
const LINES_PER_PARAGRAPH = 40;

/** The paragraphs of a text: separated by empty lines if the text uses them, else by line breaks. They cover the text. */
export function cutPieces(text: string): readonly Piece[] {
  const lines = text.match(BREAK)?.length ?? 0;
  const empty = text.match(EMPTY_LINE)?.length ?? 0;
  const pieces: Piece[] = [];
  let start = 0;
  const add = (end: number) => {
    const key = wordsOf(text.slice(start, end));
    if (key === "") return;
    pieces.push({ start, end, key });
    start = end;
  };
  for (const found of text.matchAll(empty > 0 && empty * LINES_PER_PARAGRAPH >= lines ? EMPTY_LINE : BREAK))
    add(found.index + found[0].length);
  add(text.length);
  const last = pieces.pop();
  if (last !== undefined) pieces.push({ ...last, end: text.length });
  return pieces;
}

export const wordsOf = (text: string): string => text.replaceAll(/\s+/gu, " ").trim();

/**
 * The groups of a script. `base` is the text that the file had; it differs from the script's text where a person changed
 * words. Paragraphs that a person deleted are groups without blocks; inserted ones belong to the group before them.
 */
export function groupsOf(section: number, base: string, blocks: readonly Block[]): readonly Group[] {
  const text = blocks.map((block) => (isText(block) ? block.content.text : "")).join("");
  const pieces = cutPieces(text);
  const cuts = new Set(pieces.map((piece) => piece.end));
  const runs: Block[][] = [];
  const ends: number[] = [];
  let run: Block[] = [];
  let at = 0;
  for (const block of blocks) {
    if (!isText(block)) {
      // A note or a sound belongs to the text before it.
      (run.length === 0 ? (runs.at(-1) ?? run) : run).push(block);
      continue;
    }
    run.push(block);
    at += block.content.text.length;
    if (!cuts.has(at)) continue;
    runs.push(run);
    ends.push(at);
    run = [];
  }
  if (run.length > 0) {
    runs.push(run);
    ends.push(text.length);
  }
  if (base === text) {
    let piece = 0;
    return runs.map((own, index) => {
      const [from, to] = [ends[index - 1] ?? 0, ends[index] as number];
      const first = piece;
      while (piece < pieces.length && (pieces[piece] as Piece).end <= to) piece += 1;
      const inside = pieces.slice(first, piece);
      return { section, blocks: own, base: inside, baseText: text.slice(from, to), isTouched: false };
    });
  }
  return touchedGroups(section, { base, pieces, runs, ends });
}

interface Touched {
  readonly base: string;
  readonly pieces: readonly Piece[];
  readonly runs: readonly (readonly Block[])[];
  readonly ends: readonly number[];
}

function touchedGroups(section: number, { base, pieces, runs, ends }: Touched): readonly Group[] {
  const originals = cutPieces(base);
  const { before, moved } = matchLines(
    originals.map((piece) => piece.key),
    pieces.map((piece) => piece.key),
  );
  // The paragraphs of the file behind each paragraph of the script, in order.
  const behind: number[][] = pieces.map(() => []);
  const deleted = new Map<number, number[]>();
  let next = 0;
  let waiting: number[] = [];
  const settle = (upTo: number) => {
    const left = Array.from({ length: upTo - next }, (_, index) => next + index);
    if (waiting.length === left.length)
      for (const [index, at] of waiting.entries()) behind[at]?.push(left[index] as number);
    else if (waiting.length > 0) behind[waiting[0] as number]?.push(...left);
    else if (left.length > 0) deleted.set(next, left);
    waiting = [];
  };
  for (const at of pieces.keys()) {
    const original = before[at] ?? UNMATCHED;
    if (original === UNMATCHED || moved.has(at)) {
      waiting.push(at);
      continue;
    }
    settle(original);
    behind[at]?.push(original);
    next = original + 1;
  }
  settle(originals.length);
  const groups: Group[] = [];
  const gone = (upTo: number) => {
    for (const [from, indices] of deleted) {
      if (from >= upTo) continue;
      deleted.delete(from);
      groups.push({ section, blocks: [], ...partOf(base, originals, indices), isTouched: true });
    }
  };
  let piece = 0;
  for (const [index, blocks] of runs.entries()) {
    const own: number[] = [];
    let isSame = true;
    for (; piece < pieces.length && (pieces[piece]?.end ?? 0) <= (ends[index] as number); piece += 1) {
      const found = behind[piece] ?? [];
      isSame &&= found.length === 1 && originals[found[0] as number]?.key === pieces[piece]?.key;
      own.push(...found);
    }
    if (own.length > 0) gone(own[0] as number);
    const last = groups.at(-1);
    if (own.length === 0 && last !== undefined) {
      groups[groups.length - 1] = { ...last, blocks: [...last.blocks, ...blocks], isTouched: true };
    } else groups.push({ section, blocks, ...partOf(base, originals, own), isTouched: !isSame });
  }
  gone(Number.POSITIVE_INFINITY);
  return groups;
}

function partOf(text: string, pieces: readonly Piece[], indices: readonly number[]) {
  const base = indices.map((index) => pieces[index] as Piece);
  return { base, baseText: base.map(({ start, end }) => text.slice(start, end)).join("") };
}
