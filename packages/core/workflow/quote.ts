// What making the audio that is missing would cost, and about how long it takes. The characters are what the blocks hold
// now; the charge is what is sent in the end.

import { costOf, type Prices, priceOf, snowcoinsFor } from "../ledger/cost.ts";

/** Spoken text that lacks current audio. */
export interface QuotedWork {
  readonly provider: string;
  readonly blocks: number;
  /** UTF-16 units. */
  readonly characters: number;
}

export interface ProviderQuote extends QuotedWork {
  readonly snowcoins: number;
}

export interface Quote {
  readonly blocks: number;
  readonly characters: number;
  readonly snowcoins: number;
  readonly estimated_audio_ms: number;
  /** Of waiting for it. */
  readonly estimated_seconds: number;
  readonly by_provider: readonly ProviderQuote[];
}

/**
 * Sums up work by provider.
 * @param prices snowcoins per 1,000 characters by provider
 * @param audioMsPerCharacter how long a character is when it is spoken
 * @param speed ms of audio that a provider makes in a second of waiting
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
  const sumOf = (of: (one: ProviderQuote) => number) => by_provider.reduce((sum, one) => sum + of(one), 0);
  const characters = sumOf((one) => one.characters);
  return {
    blocks: sumOf((one) => one.blocks),
    characters,
    snowcoins: snowcoinsFor(sumOf((one) => cost(one.provider, one.characters))),
    estimated_audio_ms: Math.round(characters * audioMsPerCharacter),
    estimated_seconds: Math.ceil(sumOf((one) => (one.characters * audioMsPerCharacter) / speed(one.provider))),
    by_provider,
  };
}
