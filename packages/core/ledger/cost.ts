// What characters cost. Prices are snowcoins per 1,000 characters, so a character often costs less than one: costs are
// counted exactly, in millionths of a snowcoin, and become whole snowcoins only where they are held or charged.

/** Snowcoins per 1,000 characters by provider, at most three decimals; a provider that is not named costs nothing. */
export type Prices = { readonly [provider: string]: number };

const MILLIONTHS = 1_000_000;
/** Letters of an average English word in fiction, with the space after it. */
const CHARACTERS_PER_WORD = 6;
/** The nominal price for counting words while every engine is free. */
const NOMINAL_PRICE = 1;

export function priceOf(prices: Prices, provider: string): number {
  return Object.hasOwn(prices, provider) ? (prices[provider] ?? 0) : 0;
}

/**
 * Millionths of a snowcoin. Exact up to 2^53. A larger sum costs more than any account can hold, so every paid amount is
 * exact.
 * @param characters UTF-16 units that are sent to the engine
 * @param price snowcoins per 1,000 characters
 */
export function costOf(characters: number, price: number): number {
  return characters * Math.round(price * 1_000);
}

/**
 * The providers that are free although another one of them has a price. Voices of all embedded engines speak one story, so
 * a price on one of them alone is most likely an oversight. Empty when all or none have a price.
 */
export function freeBesidePriced(prices: Prices, providers: readonly string[]): readonly string[] {
  const free = providers.filter((provider) => priceOf(prices, provider) === 0);
  return free.length === providers.length ? [] : free;
}

/** Whole snowcoins that cover a cost. */
export function snowcoinsFor(millionths: number): number {
  return Math.ceil(millionths / MILLIONTHS);
}

/**
 * About how many words some snowcoins buy at the highest configured price; other engines speak more words for them. While
 * every engine is free, a nominal price of one snowcoin per 1,000 characters is used.
 */
export function wordsFor(snowcoins: number, prices: Prices): number {
  const highest = Math.max(0, ...Object.values(prices)) || NOMINAL_PRICE;
  return Math.floor((snowcoins * 1_000) / (highest * CHARACTERS_PER_WORD));
}
