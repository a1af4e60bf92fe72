// Reads a whole text's lines together: second-order forward-backward over the candidates of each line, so that what is
// sure in a conversation settles what is not, in both directions. Gives each candidate's posterior probability.
// L. R. Rabiner, "A tutorial on hidden Markov models", Proc. IEEE 77 (2), 1989, sections III.A and V.A (scaling).

import type { TurnScores } from "./turns.ts";

export interface LatticeLine {
  /** Ids of the candidates; the same id in neighbouring lines is the same person. */
  readonly people: readonly number[];
  readonly scores: readonly number[];
  /** Against the line before; unused for the first. */
  readonly turns: TurnScores | null;
}

/** What a step from line to line works on; states are pairs (candidate of the line before, candidate of this line), row by row. */
interface Step {
  readonly first: readonly number[];
  readonly before: readonly number[];
  readonly here: readonly number[];
  readonly emitted: Float64Array;
  /** For each state its odds by turns. */
  readonly pair: Float64Array;
  /** What is added when the speaker before last returns. */
  readonly back: number;
}

const NO_PAIRS = new Float64Array(0);
/** Before the first line stands nobody. */
const START: readonly number[] = [-1];

/** Posterior of each candidate of each line; every line needs at least one candidate. */
export function posteriors(lines: readonly LatticeLine[]): Float64Array[] {
  const steps = lines.map(({ people, scores, turns }, index): Step => ({
    first: lines[index - 2]?.people ?? START,
    before: lines[index - 1]?.people ?? START,
    here: people,
    emitted: normalised(scores),
    pair: turns === null ? NO_PAIRS : oddsOf(turns.pair),
    back: turns === null ? 0 : Math.exp(turns.back) - 1,
  }));
  const forward: Float64Array[] = [];
  for (const step of steps) {
    const last = forward[forward.length - 1];
    const next = last === undefined ? step.emitted.slice() : forwards(step, last);
    scale(next);
    forward.push(next);
  }
  const result: Float64Array[] = new Array(lines.length);
  let beta: Float64Array = new Float64Array(forward[lines.length - 1]?.length ?? 0).fill(1);
  for (let index = lines.length - 1; index >= 0; index--) {
    const step = steps[index]!;
    const marginal = marginalOf(forward[index]!, beta, step.here.length);
    scale(marginal);
    result[index] = marginal;
    if (index === 0) break;
    beta = backwards(step, beta);
    scale(beta);
  }
  return result;
}

function forwards({ first, before, here, emitted, pair, back }: Step, alpha: Float64Array): Float64Array {
  const rows = before.length;
  const columns = here.length;
  const next = new Float64Array(rows * columns);
  for (let b = 0; b < rows; b++) {
    let sum = 0;
    for (let at = b; at < alpha.length; at += rows) sum += alpha[at]!;
    const row = b * columns;
    for (let c = 0; c < columns; c++) next[row + c] = sum;
  }
  if (back !== 0) {
    for (let c = 0; c < columns; c++) {
      const a = first.indexOf(here[c]!);
      if (a < 0) continue;
      for (let b = 0; b < rows; b++) {
        if (before[b] !== here[c]) next[b * columns + c]! += back * alpha[a * rows + b]!;
      }
    }
  }
  for (let b = 0, at = 0; b < rows; b++) {
    for (let c = 0; c < columns; c++, at++) next[at]! *= pair[at]! * emitted[c]!;
  }
  return next;
}

function backwards({ first, before, here, emitted, pair, back }: Step, beta: Float64Array): Float64Array {
  const rows = before.length;
  const columns = here.length;
  const mass = new Float64Array(rows * columns);
  const earlier = new Float64Array(first.length * rows);
  for (let b = 0, at = 0; b < rows; b++) {
    let sum = 0;
    for (let c = 0; c < columns; c++, at++) {
      const own = pair[at]! * emitted[c]! * beta[at]!;
      mass[at] = own;
      sum += own;
    }
    for (let to = b; to < earlier.length; to += rows) earlier[to] = sum;
  }
  if (back === 0) return earlier;
  for (let a = 0; a < first.length; a++) {
    const c = here.indexOf(first[a]!);
    if (c < 0) continue;
    for (let b = 0; b < rows; b++) {
      if (before[b] !== here[c]) earlier[a * rows + b]! += back * mass[b * columns + c]!;
    }
  }
  return earlier;
}

/** The posterior of each candidate of a line, summed over those of the line before. */
function marginalOf(alpha: Float64Array, beta: Float64Array, columns: number): Float64Array {
  const marginal = new Float64Array(columns);
  for (let row = 0; row < alpha.length; row += columns) {
    for (let c = 0; c < columns; c++) marginal[c]! += alpha[row + c]! * beta[row + c]!;
  }
  return marginal;
}

function oddsOf(pair: Float64Array): Float64Array {
  const odds = new Float64Array(pair.length);
  for (let at = 0; at < pair.length; at++) odds[at] = exp(pair[at]!);
  return odds;
}

/** A pair's odds are one of few: most often even. */
function exp(odds: number): number {
  return odds === 0 ? 1 : Math.exp(odds);
}

function normalised(scores: readonly number[]): Float64Array {
  let top = Number.NEGATIVE_INFINITY;
  for (const score of scores) if (score > top) top = score;
  const values = new Float64Array(scores.length);
  for (let index = 0; index < values.length; index++) values[index] = Math.exp(scores[index]! - top);
  return values;
}

/** Makes the values sum to one; underflow becomes even shares. */
function scale(values: Float64Array): void {
  let sum = 0;
  for (let index = 0; index < values.length; index++) sum += values[index]!;
  if (!(sum > 0) || !Number.isFinite(sum)) {
    values.fill(1 / values.length);
    return;
  }
  for (let index = 0; index < values.length; index++) values[index]! /= sum;
}
