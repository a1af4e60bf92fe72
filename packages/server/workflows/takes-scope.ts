// The target scope of a run that makes further takes of one line.

import type { GenerationProfileOverride } from "@fullcast/core/document";

export interface TakesScope {
  readonly kind: "takes";
  readonly block_id: string;
  /** The seeds are first_seed to first_seed + count - 1. No other run of this line uses them. */
  readonly first_seed: number;
  readonly count: number;
  /** Null: the voice of the line's speaker. */
  readonly voice_id: string | null;
  readonly profile: GenerationProfileOverride | null;
}

export function takesScopeOf(scope: unknown): TakesScope | null {
  const isTakes = typeof scope === "object" && scope !== null && (scope as { kind?: unknown }).kind === "takes";
  return isTakes ? (scope as TakesScope) : null;
}
