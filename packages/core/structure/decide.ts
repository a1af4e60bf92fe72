// The one place that decides who says a line: candidates are scored by the evidence at the line, conversations are read
// as a whole, and the most probable person is taken.

import { type Candidate, findCandidates } from "./candidates.ts";
import type { Cast } from "./cast.ts";
import { confidenceOf } from "./confidence.ts";
import { posteriors } from "./lattice.ts";
import { scoreCandidates } from "./scores.ts";
import type { Reading } from "./subjects.ts";
import { scoreTurns } from "./turns.ts";
import type { Line } from "./units.ts";

export interface Decision {
  /** Person of the cast, or -1 when nobody could be named. */
  readonly person: number;
  readonly confidence: number;
  readonly method: string;
  readonly candidates: readonly { readonly person: number; readonly score: number }[];
}

const NOBODY: Decision = { person: -1, confidence: 0, method: "none", candidates: [] };
const ABSENT: readonly Candidate[] = [{ person: -1, distance: 0 }];

export function decideSpeakers(lines: readonly Line[], cast: Cast, reading: Reading): Decision[] {
  const candidates = findCandidates(lines, cast, reading).map((list) => (list.length > 0 ? list : ABSENT));
  const scores = lines.map((line, index) =>
    candidates[index] === ABSENT
      ? [{ total: 0, method: "none" }]
      : scoreCandidates(line, candidates[index]!, cast, reading),
  );
  const probabilities = posteriors(
    lines.map((line, index) => ({
      people: candidates[index]!.map((candidate) => candidate.person),
      scores: scores[index]!.map((score) => score.total),
      turns:
        index === 0 || candidates[index] === ABSENT || candidates[index - 1] === ABSENT
          ? index === 0
            ? null
            : { pair: new Float64Array(candidates[index]!.length * candidates[index - 1]!.length), back: 0 }
          : scoreTurns(lines[index - 1]!, line, candidates[index - 1]!, candidates[index]!, cast, reading),
    })),
  );
  return lines.map((_, index) => {
    if (candidates[index] === ABSENT) return NOBODY;
    const order = candidates[index]!.map((candidate, place) => ({
      person: candidate.person,
      probability: probabilities[index]![place]!,
      method: scores[index]![place]!.method,
      own: scores[index]![place]!.total,
    })).sort((left, right) => right.probability - left.probability);
    const first = order[0]!;
    // When the line's own evidence points elsewhere, or hardly here, the conversation decided.
    const ownBest = order.every((other) => other.own <= first.own);
    const method = ownBest && first.method !== "nearby" ? first.method : first.method === "tag" ? "tag" : "turn";
    return {
      person: first.person,
      confidence: confidenceOf(first.probability, method),
      method,
      candidates: order.slice(0, 3).map(({ person, probability }) => ({ person, score: round(probability) })),
    };
  });
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
