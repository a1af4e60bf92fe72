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
  costs[0] = 0;
  for (let row = 0; row < rows; row++) {
    for (let column = from(row); column <= to(row); column++) {
      if (row === 0 && column === 0) continue;
      const here = cell(row, column);
      for (let move = 0; move < MOVES.length; move++) {
        const before = MOVES[move]!;
        const [i, j] = [row - before.expected, column - before.heard];
        if (i < 0 || j < from(i) || j > to(i)) continue;
        const step = costOf(expected, heard, i, j, before);
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
    steps.push({ ...move, agrees: agrees(expected, heard, row, column, move) });
  }
  return steps.reverse();
}

/** Null: the move is not allowed here. */
function costOf(
  expected: readonly ExpectedWord[],
  heard: readonly KeyedWord[],
  i: number,
  j: number,
  move: Move,
): number | null {
  if (agrees(expected, heard, i, j, move)) {
    const isName = expected[i]!.exempt;
    return isName ? UNUSUAL * Math.abs(move.heard - 1) + (expected[i]!.key === heard[j]?.key ? 0 : UNUSUAL) : 0;
  }
  return move.expected <= 1 && move.heard <= 1 ? 1 : null;
}

function agrees(
  expected: readonly ExpectedWord[],
  heard: readonly KeyedWord[],
  i: number,
  j: number,
  move: Move,
): boolean {
  if (move.expected === 0) return false;
  const first = expected[i]!;
  if (move.expected === 1 && first.exempt) return true;
  if (move.heard === 0) return false;
  if (move.expected === 1 && move.heard === 1) return first.key === heard[j]!.key;
  // A name takes no word beside it.
  const written = expected.slice(i, i + move.expected);
  if (written.some(({ exempt }) => exempt)) return false;
  const said = heard.slice(j, j + move.heard);
  if (said.length > MOST_JOINED || written.length > MOST_JOINED) return false;
  return joined(written) === joined(said);
}

const joined = (words: readonly KeyedWord[]) => words.map(({ key }) => key).join("");
