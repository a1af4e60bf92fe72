// Who speaks after whom. In a conversation the speaker changes from paragraph to paragraph and returns after the
// other's turn; who was called answers, and who calls has been listening.

import type { Candidate } from "./candidates.ts";
import type { Cast } from "./cast.ts";
import { clashes } from "./scores.ts";
import type { Reading } from "./subjects.ts";
import type { Line } from "./units.ts";
import { WEIGHTS } from "./weights.ts";

export interface TurnScores {
  /** Log odds for (candidate of the line before, candidate of this line), row by row. */
  readonly pair: Float64Array;
  /** Log odds when the speaker of the line before last returns. */
  readonly back: number;
}

export function scoreTurns(
  previous: Line,
  line: Line,
  previousCandidates: readonly Candidate[],
  candidates: readonly Candidate[],
  cast: Cast,
  reading: Reading,
): TurnScores {
  const pair = new Float64Array(previousCandidates.length * candidates.length);
  if (line.newScene) return { pair, back: 0 };
  const near = line.gap <= 0;
  let same: number = WEIGHTS.sameAcrossMany;
  if (line.continues) same = WEIGHTS.continues;
  else if (line.gap === -1) same = WEIGHTS.sameParagraph;
  else if (line.gap === 0) same = WEIGHTS.sameAdjacent;
  else if (line.gap === 1) same = WEIGHTS.sameAcrossOne;
  const fade = near ? 1 : line.gap === 1 ? 0.6 : line.gap <= 3 ? 0.25 : 0;
  const calledBefore = new Set(
    previous.called.mentions.map((mention) => cast.ofForm[reading.mentions.form[mention]!]!),
  );
  const calledHere = new Set(line.called.mentions.map((mention) => cast.ofForm[reading.mentions.form[mention]!]!));
  candidates.forEach((candidate, column) => {
    let own = 0;
    if (calledBefore.has(candidate.person)) own += WEIGHTS.answersCall * fade;
    if (clashes(previous.called.gender, cast.people[candidate.person]!)) own += WEIGHTS.calledGenderClash * fade;
    previousCandidates.forEach((before, row) => {
      let score = own;
      if (before.person === candidate.person) score = same;
      else {
        if (calledHere.has(before.person)) score += WEIGHTS.callsBefore * fade;
        if (clashes(line.called.gender, cast.people[before.person]!)) score += WEIGHTS.calledGenderClash * fade;
      }
      pair[row * candidates.length + column] = score;
    });
  });
  const back = near
    ? WEIGHTS.returnAdjacent
    : line.gap === 1
      ? WEIGHTS.returnAcrossOne
      : line.gap <= 4
        ? WEIGHTS.returnAcrossMany
        : 0;
  return { pair, back };
}
