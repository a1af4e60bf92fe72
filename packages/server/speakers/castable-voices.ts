// The voices that automatic casting may choose, ranked by their engines.

import type { CastableVoice } from "@fullcast/core/direction";
import type { Catalogue, CatalogVoice } from "../engines/registry.ts";

/** A voice of the catalogue with its place in the order of preference. */
export type RankedVoice = CatalogVoice & Required<Pick<CastableVoice, "rank">>;

/**
 * The voices of the catalogue, ranked for casting: those of the preferred engine first, then the embedded engines in their
 * order. Other engines cost money or can be away, so nothing is cast with them unless a person prefers them. A voice whose
 * engine is away is not chosen, and neither is one that would have to be prepared: that uses an allowance.
 * @param preferred provider of the engine that a person prefers; null without a preference
 */
export function castableVoices({ engines, voices }: Catalogue, preferred: string | null): readonly RankedVoice[] {
  const first = engines.filter(({ provider }) => provider === preferred);
  const order = [...first, ...engines.filter(({ kind, provider }) => kind === "embedded" && provider !== preferred)];
  const ranks = new Map(order.map(({ provider }, rank) => [provider, rank]));
  return voices.map((voice) => ({
    ...voice,
    rank: voice.available && !voice.preparation_required ? (ranks.get(voice.provider) ?? null) : null,
  }));
}
