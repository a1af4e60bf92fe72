// Reads all lines of a text together: second-order forward-backward over the candidates of each line, so that certain lines
// of a conversation decide uncertain ones in both directions. Returns each candidate's posterior probability.
// L. R. Rabiner, "A tutorial on hidden Markov models", Proc. IEEE 77 (2), 1989, sections III.A and V.A (scaling).

import type { TurnScores } from "./turns.ts";

export interface LatticeLine {
  /** Ids of the candidates; the same id in neighbouring lines is the same person. */
  readonly people: readonly number[];
  readonly scores: readonly number[];
  /** Relative to the line before; unused for the first line. */
  readonly turns: TurnScores | null;
}

/** The first line has no predecessor. */
const START: readonly number[] = [-1];

/** Posterior of each candidate of each line; every line needs at least one candidate. */
export function posteriors(lines: readonly LatticeLine[]): Float64Array[] {
  const lattice = new Lattice(lines);
  for (let index = 0; index < lines.length; index++) lattice.forwards(index);
  const result: Float64Array[] = new Array(lines.length);
  for (let index = lines.length - 1; index >= 0; index--) result[index] = lattice.backwards(index);
  return result;
}

/**
 * The values of all lines are stored in a few long arrays. A state at a line is a pair (candidate of the line before, candidate of
 * this line), row by row; the first line has one row.
 */
class Lattice {
  private readonly lines: readonly LatticeLine[];
  /** Index of each line's first candidate and first state. */
  private readonly candidateAt: Int32Array;
  private readonly stateAt: Int32Array;
  /** The odds of each candidate from the line alone. */
  private readonly emitted: Float64Array;
  /** The odds of each state from the turn and the line. */
  private readonly odds: Float64Array;
  private readonly alpha: Float64Array;
  /** The states of the line that the backward pass reads, and a buffer for the line before. */
  private beta: Float64Array;
  private earlier: Float64Array;

  constructor(lines: readonly LatticeLine[]) {
    const count = lines.length;
    let largest = 0;
    this.lines = lines;
    this.candidateAt = new Int32Array(count + 1);
    this.stateAt = new Int32Array(count + 1);
    for (let index = 0; index < count; index++) {
      const size = lines[index]!.people.length;
      this.candidateAt[index + 1] = this.candidateAt[index]! + size;
      const states = size * this.peopleOf(index - 1).length;
      this.stateAt[index + 1] = this.stateAt[index]! + states;
      largest = Math.max(largest, states);
    }
    this.emitted = new Float64Array(this.candidateAt[count]!);
    const states = this.stateAt[count]!;
    this.odds = new Float64Array(states);
    this.alpha = new Float64Array(states);
    this.beta = new Float64Array(largest).fill(1);
    this.earlier = new Float64Array(largest);
  }

  private peopleOf(index: number): readonly number[] {
    return index < 0 ? START : this.lines[index]!.people;
  }

  forwards(index: number): void {
    const { scores, turns } = this.lines[index]!;
    const columns = scores.length;
    const rows = this.peopleOf(index - 1).length;
    const from = this.stateAt[index]!;
    emit(scores, this.emitted, this.candidateAt[index]!);
    fillOdds(turns?.pair ?? null, this.emitted, this.candidateAt[index]!, this.odds, from, rows, columns);
    if (index === 0) this.alpha.set(this.odds.subarray(0, columns));
    else {
      sumColumns(this.alpha, this.stateAt[index - 1]!, from, rows, columns);
      this.addReturns(index, turns);
      for (let state = from; state < this.stateAt[index + 1]!; state++) this.alpha[state]! *= this.odds[state]!;
    }
    scale(this.alpha, from, this.stateAt[index + 1]!);
  }

  /** The speaker before last can speak again. */
  private addReturns(index: number, turns: TurnScores | null): void {
    if (turns === null || turns.back === 0) return;
    const back = Math.exp(turns.back) - 1;
    const here = this.lines[index]!.people;
    const before = this.peopleOf(index - 1);
    const first = this.peopleOf(index - 2);
    const from = this.stateAt[index]!;
    const last = this.stateAt[index - 1]!;
    for (let c = 0; c < here.length; c++) {
      const a = first.indexOf(here[c]!);
      if (a < 0) continue;
      for (let b = 0; b < before.length; b++) {
        if (before[b] !== here[c])
          this.alpha[from + b * here.length + c]! += back * this.alpha[last + a * before.length + b]!;
      }
    }
  }

  /** The posteriors of a line; then steps to the line before. */
  backwards(index: number): Float64Array {
    const from = this.stateAt[index]!;
    const end = this.stateAt[index + 1]!;
    const columns = this.lines[index]!.people.length;
    const marginal = new Float64Array(columns);
    for (let row = from; row < end; row += columns) {
      for (let c = 0; c < columns; c++) marginal[c]! += this.alpha[row + c]! * this.beta[row - from + c]!;
    }
    scale(marginal, 0, columns);
    if (index > 0) this.stepBack(index);
    return marginal;
  }

  private stepBack(index: number): void {
    const here = this.lines[index]!.people;
    const before = this.peopleOf(index - 1);
    const first = this.peopleOf(index - 2);
    const from = this.stateAt[index]!;
    const size = from - this.stateAt[index - 1]!;
    const { odds, beta, earlier } = this;
    for (let b = 0, state = 0; b < before.length; b++) {
      let sum = 0;
      for (let c = 0; c < here.length; c++, state++) {
        beta[state]! *= odds[from + state]!;
        sum += beta[state]!;
      }
      for (let at = b; at < size; at += before.length) earlier[at] = sum;
    }
    const turns = this.lines[index]!.turns;
    if (turns !== null && turns.back !== 0) {
      const back = Math.exp(turns.back) - 1;
      for (let a = 0; a < first.length; a++) {
        const c = here.indexOf(first[a]!);
        if (c < 0) continue;
        for (let b = 0; b < before.length; b++) {
          if (before[b] !== here[c]) earlier[a * before.length + b]! += back * beta[b * here.length + c]!;
        }
      }
    }
    scale(earlier, 0, size);
    this.beta = earlier;
    this.earlier = beta;
  }
}

/** The odds of each candidate relative to the best one. */
function emit(scores: readonly number[], emitted: Float64Array, at: number): void {
  let top = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < scores.length; index++) if (scores[index]! > top) top = scores[index]!;
  for (let index = 0; index < scores.length; index++) emitted[at + index] = Math.exp(scores[index]! - top);
}

function fillOdds(
  pair: Float64Array | null,
  emitted: Float64Array,
  at: number,
  odds: Float64Array,
  from: number,
  rows: number,
  columns: number,
): void {
  for (let b = 0, state = 0; b < rows; b++) {
    for (let c = 0; c < columns; c++, state++) {
      // A pair's odds have few different values, most often 1.
      const turn = pair === null ? 0 : pair[state]!;
      odds[from + state] = turn === 0 ? emitted[at + c]! : Math.exp(turn) * emitted[at + c]!;
    }
  }
}

/** Fills each row of the states from `from` with what the line before, whose states begin at `last`, passes to its candidate. */
function sumColumns(alpha: Float64Array, last: number, from: number, rows: number, columns: number): void {
  for (let b = 0; b < rows; b++) {
    let sum = 0;
    for (let state = last + b; state < from; state += rows) sum += alpha[state]!;
    const row = from + b * columns;
    for (let c = 0; c < columns; c++) alpha[row + c] = sum;
  }
}

/** Scales the values to a sum of one; an underflow becomes equal shares. */
function scale(values: Float64Array, from: number, end: number): void {
  let sum = 0;
  for (let index = from; index < end; index++) sum += values[index]!;
  if (!(sum > 0) || !Number.isFinite(sum)) {
    values.fill(1 / (end - from), from, end);
    return;
  }
  for (let index = from; index < end; index++) values[index]! /= sum;
}
