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
  const spoken = new Map(order.map(({ provider }) => [provider, new Set<string>()]));
  for (const { provider, languages } of voices)
    for (const language of languages) spoken.get(provider)?.add(primaryOf(language));
  // An engine counts in the languages that it speaks: where the first engine speaks English only, a German voice of the second
  // is among the first ones.
  const rankOf = ({ provider, languages }: CatalogVoice) => {
    const place = order.findIndex((engine) => engine.provider === provider);
    if (place < 0) return null;
    const mine = languages.map(primaryOf);
    return order.slice(0, place).filter((engine) => mine.some((one) => spoken.get(engine.provider)!.has(one))).length;
  };
  return voices.map((voice) => ({
    ...voice,
    rank: voice.available && !voice.preparation_required ? rankOf(voice) : null,
  }));
}

const primaryOf = (language: string) => language.toLowerCase().split("-", 1)[0]!;
