// The cheapest way from the words that should be spoken to those that were heard.

import type { KeyedWord } from "./word-keys.ts";

export interface ExpectedWord extends KeyedWord {
  /** A name of the lexicon: whatever was heard in its place counts as right, and it counts for no sum. */
  readonly exempt: boolean;
}

/** A step of the way: `expected` words of the text stand against `heard` words. */
export interface Step {
  readonly expected: number;
  readonly heard: number;
  readonly agrees: boolean;
}

/** Words that one written word may be heard as, and the reverse: "light house". */
const MOST_JOINED = 3;
/** Cells of the table. Longer texts are compared along a band around the diagonal. */
const MOST_CELLS = 4_000_000;
/** An exempt word stands for one heard word rather than for none, two or three. */
const UNUSUAL = 0.05;
const FAR = 1e9;

interface Move {
  readonly expected: number;
  readonly heard: number;
}

const MOVES: readonly Move[] = [
  { expected: 1, heard: 1 },
  { expected: 1, heard: 0 },
  { expected: 0, heard: 1 },
  { expected: 1, heard: 2 },
  { expected: 1, heard: 3 },
  { expected: 2, heard: 1 },
  { expected: 3, heard: 1 },
];

/** Steps in order; together they use up all words of both lists. */
export function alignWords(expected: readonly ExpectedWord[], heard: readonly KeyedWord[]): readonly Step[] {
  const rows = expected.length + 1;
  const columns = heard.length + 1;
  const half = rows * columns <= MOST_CELLS ? columns : Math.max(64, Math.floor(MOST_CELLS / rows / 2));
  const slope = heard.length / Math.max(1, expected.length);
  const from = (row: number) => Math.max(0, Math.floor(row * slope) - half);
  const to = (row: number) => Math.min(heard.length, Math.ceil(row * slope) + half);
  const width = Math.min(columns, 2 * half + 3);
  const costs = new Float32Array(rows * width).fill(FAR);
  const moves = new Uint8Array(rows * width);
  const cell = (row: number, column: number) => row * width + column - from(row);
  const numbers = new Map<string, number>();
  const words: Compared = {
    exempt: expected.map(({ exempt }) => exempt),
    written: numbered(expected, numbers),
    said: numbered(heard, numbers),
  };
  costs[0] = 0;
  for (let row = 0; row < rows; row++) {
    for (let column = from(row); column <= to(row); column++) {
      if (row === 0 && column === 0) continue;
      const here = cell(row, column);
      for (let move = 0; move < MOVES.length; move++) {
        const before = MOVES[move]!;
        const i = row - before.expected;
        const j = column - before.heard;
        if (i < 0 || j < from(i) || j > to(i)) continue;
        const step = costOf(words, i, j, before);
        const cost = step === null ? FAR : costs[cell(i, j)]! + step;
        if (cost < costs[here]!) {
          costs[here] = cost;
          moves[here] = move;
        }
      }
    }
  }
  const steps: Step[] = [];
  for (let [row, column] = [expected.length, heard.length]; row > 0 || column > 0; ) {
    const move = MOVES[moves[cell(row, column)]!]!;
    row -= move.expected;
    column -= move.heard;
    steps.push({ ...move, agrees: agrees(words, row, column, move) });
  }
  return steps.reverse();
}

/** Both lists as the table compares them: millions of cells compare numbers, not texts. */
interface Compared {
  readonly exempt: readonly boolean[];
  readonly written: readonly Int32Array[];
  readonly said: readonly Int32Array[];
}

/**
 * By the count of joined words, less one: the number of the joined keys that begin at each place. Equal keys have equal numbers.
 * @param numbers the numbers that are given so far
 */
function numbered(words: readonly KeyedWord[], numbers: Map<string, number>): Int32Array[] {
  return Array.from({ length: MOST_JOINED }, (_, more) =>
    Int32Array.from(words, (_word, at) => {
      const key = joined(words.slice(at, at + more + 1));
      const known = numbers.get(key) ?? numbers.size;
      numbers.set(key, known);
      return known;
    }),
  );
}

/** Null: the move is not allowed here. */
function costOf(words: Compared, i: number, j: number, move: Move): number | null {
  if (agrees(words, i, j, move)) {
    if (!words.exempt[i]!) return 0;
    return UNUSUAL * Math.abs(move.heard - 1) + (words.written[0]![i] === words.said[0]![j] ? 0 : UNUSUAL);
  }
  return move.expected <= 1 && move.heard <= 1 ? 1 : null;
}

function agrees({ exempt, written, said }: Compared, i: number, j: number, move: Move): boolean {
  if (move.expected === 0) return false;
  if (move.expected === 1 && exempt[i]!) return true;
  if (move.heard === 0) return false;
  // A name takes no word beside it.
  for (let at = i; at < i + move.expected; at++) if (exempt[at]!) return false;
  return written[move.expected - 1]![i] === said[move.heard - 1]![j];
}

const joined = (words: readonly KeyedWord[]) => words.map(({ key }) => key).join("");
