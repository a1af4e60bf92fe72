// The result of deciding who says a line.

import type { Candidate } from "./candidates.ts";
import type { Score } from "./scores.ts";

export interface Decision {
  /** Person of the cast, or -1 when no person fits. */
  readonly person: number;
  readonly confidence: number;
  readonly method: string;
  readonly candidates: readonly { readonly person: number; readonly score: number }[];
}

export interface Judgement {
  readonly candidates: readonly Candidate[];
  readonly scores: readonly Score[];
  /** Posterior of each candidate. */
  readonly probabilities: Float64Array;
}
