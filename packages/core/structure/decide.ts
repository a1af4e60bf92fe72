// The one place that decides who says a line: candidates are scored by the evidence at the line, conversations are read
// as a whole, and the most probable person is taken.

import { type Candidate, findCandidates } from "./candidates.ts";
import type { Cast } from "./cast.ts";
import { confidenceOf } from "./confidence.ts";
import { posteriors } from "./lattice.ts";
import { presenceOf } from "./presence.ts";
import { type Presence, type Score, scoreCandidates } from "./scores.ts";
import type { Reading } from "./subjects.ts";
import { scoreTurns, type TurnScores } from "./turns.ts";
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

export interface Judgement {
  readonly candidates: readonly Candidate[];
  readonly scores: readonly Score[];
  /** Posterior of each candidate. */
  readonly probabilities: Float64Array;
}

/** Reads the text twice: the second time it is known who speaks how much, and who is there. */
export function judge(lines: readonly Line[], cast: Cast, reading: Reading): Judgement[] {
  const candidates = findCandidates(lines, cast, reading).map((list) => (list.length > 0 ? list : ABSENT));
  const turns = lines.map((line, index): TurnScores | null => {
    if (index === 0) return null;
    if (candidates[index] === ABSENT || candidates[index - 1] === ABSENT) {
      return { pair: new Float64Array(candidates[index]!.length * candidates[index - 1]!.length), back: 0 };
    }
    return scoreTurns(lines[index - 1]!, line, candidates[index - 1]!, candidates[index]!, cast, reading);
  });
  const read = (presence: readonly Presence[] | null): Judgement[] => {
    const scores = lines.map((line, index) =>
      candidates[index] === ABSENT
        ? [{ total: 0, method: "none" }]
        : scoreCandidates(line, candidates[index]!, cast, reading, presence?.[index] ?? null),
    );
    const probabilities = posteriors(
      lines.map((_, index) => ({
        people: candidates[index]!.map((candidate) => candidate.person),
        scores: scores[index]!.map((score) => score.total),
        turns: turns[index]!,
      })),
    );
    return lines.map((_, index) => ({
      candidates: candidates[index]!,
      scores: scores[index]!,
      probabilities: probabilities[index]!,
    }));
  };
  return read(presenceOf(lines, read(presenceOf(lines, read(null), cast)), cast));
}

export function decideSpeakers(lines: readonly Line[], cast: Cast, reading: Reading): Decision[] {
  const judgements = judge(lines, cast, reading);
  return lines.map((_, index) => {
    const { candidates, scores, probabilities } = judgements[index]!;
    if (candidates === ABSENT) return NOBODY;
    const order = candidates
      .map((candidate, place) => ({
        person: candidate.person,
        probability: probabilities[place]!,
        method: scores[place]!.method,
        own: scores[place]!.total,
      }))
      .sort((left, right) => right.probability - left.probability);
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
