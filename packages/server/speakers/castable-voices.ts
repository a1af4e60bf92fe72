// The voices that automatic casting may choose, ranked by their engines.

import type { CastableVoice } from "@fullcast/core/direction";
import type { Catalogue, CatalogVoice } from "../engines/registry.ts";

/** A voice of the catalogue with its place in the order of preference. */
export type RankedVoice = CatalogVoice & Required<Pick<CastableVoice, "rank">>;

/** Embedded engines with voices that were made of recorded people. A listener likes them alike, so the accent decides. */
const NATURAL: ReadonlySet<string> = new Set(["flite", "pico"]);

/**
 * The voices of the catalogue, ranked for casting: those of the preferred engine first, then natural embedded ones, then the other
 * embedded ones. Other engines cost money or can be away, so nothing is cast with them unless a person prefers them. A voice
 * whose engine is away is not chosen, and neither is one that would have to be prepared, which uses an allowance, nor a custom
 * voice of an account: people choose those.
 * @param preferred provider of the engine that a person prefers; null without a preference
 */
export function castableVoices({ engines, voices }: Catalogue, preferred: string | null): readonly RankedVoice[] {
  const embedded = engines
    .filter(({ kind, provider }) => kind === "embedded" && provider !== preferred)
    .map(({ provider }) => provider);
  const tiers = [
    engines.map(({ provider }) => provider).filter((provider) => provider === preferred),
    embedded.filter((provider) => NATURAL.has(provider)),
    embedded.filter((provider) => !NATURAL.has(provider)),
  ];
  const tierOf = new Map(tiers.flatMap((providers, tier) => providers.map((provider) => [provider, tier])));
  const spoken = tiers.map(() => new Set<string>());
  for (const { provider, languages } of voices)
    for (const language of languages) spoken[tierOf.get(provider) ?? -1]?.add(primaryOf(language));
  // A tier counts in the languages that it speaks: where no natural voice speaks a language, eSpeak NG's are the first ones.
  const rankOf = ({ provider, languages }: CatalogVoice) => {
    const tier = tierOf.get(provider);
    if (tier === undefined) return null;
    const mine = languages.map(primaryOf);
    return spoken.slice(0, tier).filter((known) => mine.some((one) => known.has(one))).length;
  };
  return voices.map((voice) => ({
    ...voice,
    rank: voice.available && !voice.preparation_required && voice.account_id === null ? rankOf(voice) : null,
  }));
}

const primaryOf = (language: string) => language.toLowerCase().split("-", 1)[0]!;
