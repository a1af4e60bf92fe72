// The cost of making the missing audio, and about how long it takes. Quote and hold count the same characters
// (spokenLength) and round at the same place: once for each section, whose audio is one step and one hold.

import { costOf, type Prices, priceOf, snowcoinsFor } from "../ledger/cost.ts";

/** Text of one section without current audio that one provider will speak. */
export interface QuotedWork {
  readonly section_id: string;
  readonly provider: string;
  readonly blocks: number;
  /** UTF-16 units to send to the engine (spokenLength). */
  readonly characters: number;
}

export interface ProviderQuote {
  readonly provider: string;
  readonly blocks: number;
  readonly characters: number;
  /** Rounded up for this provider alone. */
  readonly snowcoins: number;
}

export interface Quote {
  readonly blocks: number;
  readonly characters: number;
  readonly snowcoins: number;
  readonly estimated_audio_ms: number;
  /** Waiting time. */
  readonly estimated_seconds: number;
  readonly by_provider: readonly ProviderQuote[];
}

/** The hold for the work of one section, in millionths of a snowcoin. */
export function costOfWork(work: readonly Pick<QuotedWork, "provider" | "characters">[], prices: Prices): number {
  return work.reduce((sum, one) => sum + costOf(one.characters, priceOf(prices, one.provider)), 0);
}

/**
 * Sums up work by provider.
 * @param prices snowcoins per 1,000 characters by provider
 * @param audioMsPerCharacter ms of audio for each character
 * @param speed ms of audio that a provider makes in a second
 */
export function quoteOf(
  work: readonly QuotedWork[],
  {
    prices,
    audioMsPerCharacter,
    speed,
  }: {
    readonly prices: Prices;
    readonly audioMsPerCharacter: number;
    readonly speed: (provider: string) => number;
  },
): Quote {
  const providers = new Map<string, { blocks: number; characters: number }>();
  for (const { provider, blocks, characters } of work) {
    const sum = providers.get(provider) ?? { blocks: 0, characters: 0 };
    providers.set(provider, { blocks: sum.blocks + blocks, characters: sum.characters + characters });
  }
  const cost = (provider: string, characters: number) => costOf(characters, priceOf(prices, provider));
  const by_provider = [...providers]
    .map(([provider, sum]) => ({ provider, ...sum, snowcoins: snowcoinsFor(cost(provider, sum.characters)) }))
    .sort((a, b) => (a.provider < b.provider ? -1 : 1));
  const bySection = [...Map.groupBy(work, (one) => one.section_id).values()];
  const sumOf = (of: (one: ProviderQuote) => number) => by_provider.reduce((sum, one) => sum + of(one), 0);
  const characters = sumOf((one) => one.characters);
  return {
    blocks: sumOf((one) => one.blocks),
    characters,
    snowcoins: bySection.reduce((sum, section) => sum + snowcoinsFor(costOfWork(section, prices)), 0),
    estimated_audio_ms: Math.round(characters * audioMsPerCharacter),
    estimated_seconds: Math.ceil(sumOf((one) => (one.characters * audioMsPerCharacter) / speed(one.provider))),
    by_provider,
  };
}
