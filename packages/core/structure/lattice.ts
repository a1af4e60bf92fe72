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

const NOBODY: readonly number[] = [];

/** Posterior of each candidate of each line; every line needs at least one candidate. */
export function posteriors(lines: readonly LatticeLine[]): Float64Array[] {
  const count = lines.length;
  if (count === 0) return [];
  // State at line i: the pair (candidate of i-1, candidate of i), row by row; at line 0 the first index is 0.
  const emission = lines.map((line) => normalised(line.scores));
  const pairs = lines.map((line) => (line.turns ? line.turns.pair.map(exp) : new Float64Array(0)));
  const backs = lines.map((line) => (line.turns ? Math.exp(line.turns.back) : 1));
  const forward: Float64Array[] = [emission[0]!.slice()];
  scale(forward[0]!);
  for (let index = 1; index < count; index++) {
    const here = lines[index]!.people;
    const before = lines[index - 1]!.people;
    const first = index >= 2 ? lines[index - 2]!.people : [-1];
    const alpha = forward[index - 1]!;
    const next = new Float64Array(before.length * here.length);
    const back = backs[index]! - 1;
    const returns = back === 0 ? NOBODY : here.map((person) => first.indexOf(person));
    const pair = pairs[index]!;
    const emitted = emission[index]!;
    for (let b = 0; b < before.length; b++) {
      let sum = 0;
      for (let a = 0; a < first.length; a++) sum += alpha[a * before.length + b]!;
      for (let c = 0; c < here.length; c++) {
        let mass = sum;
        const a = back === 0 ? -1 : returns[c]!;
        if (a >= 0 && before[b] !== here[c]) mass += back * alpha[a * before.length + b]!;
        next[b * here.length + c] = mass * pair[b * here.length + c]! * emitted[c]!;
      }
    }
    scale(next);
    forward.push(next);
  }
  const result: Float64Array[] = new Array(count);
  let beta = new Float64Array(forward[count - 1]!.length).fill(1);
  for (let index = count - 1; index >= 0; index--) {
    const here = lines[index]!.people;
    const before = index >= 1 ? lines[index - 1]!.people : [-1];
    const alpha = forward[index]!;
    const marginal = new Float64Array(here.length);
    for (let b = 0; b < before.length; b++) {
      for (let c = 0; c < here.length; c++) marginal[c]! += alpha[b * here.length + c]! * beta[b * here.length + c]!;
    }
    scale(marginal);
    result[index] = marginal;
    if (index === 0) break;
    const first = index >= 2 ? lines[index - 2]!.people : [-1];
    const back = backs[index]! - 1;
    const returns = back === 0 ? NOBODY : first.map((person) => here.indexOf(person));
    const earlier = new Float64Array(first.length * before.length);
    const pair = pairs[index]!;
    const emitted = emission[index]!;
    for (let b = 0; b < before.length; b++) {
      let sum = 0;
      for (let c = 0; c < here.length; c++) {
        sum += pair[b * here.length + c]! * emitted[c]! * beta[b * here.length + c]!;
      }
      for (let a = 0; a < first.length; a++) {
        let mass = sum;
        const c = back === 0 ? -1 : returns[a]!;
        if (c >= 0 && before[b] !== here[c]) {
          mass += back * pair[b * here.length + c]! * emitted[c]! * beta[b * here.length + c]!;
        }
        earlier[a * before.length + b] = mass;
      }
    }
    scale(earlier);
    beta = earlier;
  }
  return result;
}

/** A pair's odds are one of few: most often even. */
function exp(odds: number): number {
  return odds === 0 ? 1 : Math.exp(odds);
}

function normalised(scores: readonly number[]): Float64Array {
  let top = Number.NEGATIVE_INFINITY;
  for (const score of scores) if (score > top) top = score;
  return Float64Array.from(scores, (score) => Math.exp(score - top));
}

/** Makes the values sum to one; underflow becomes even shares. */
function scale(values: Float64Array): void {
  let sum = 0;
  for (const value of values) sum += value;
  if (!(sum > 0) || !Number.isFinite(sum)) {
    values.fill(1 / values.length);
    return;
  }
  for (let index = 0; index < values.length; index++) values[index]! /= sum;
}
