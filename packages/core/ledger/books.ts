// Double entry: every change moves snowcoins between books, so the sum over all books stays zero.

/**
 * "account" and "promotional" can be spent. "held_…" is reserved for running work and still belongs to the account.
 * "granted" is the source of snowcoins (never above zero); "spent" receives what was charged.
 */
export type Book = "granted" | "account" | "promotional" | "held_account" | "held_promotional" | "spent";
export type FundingKind = "account" | "promotional";

export interface Entry {
  readonly book: Book;
  /** Whole snowcoins, never 0. */
  readonly amount: number;
}

/** The books of one account that may never fall below zero. */
export interface Balances {
  readonly account: number;
  readonly promotional: number;
  readonly held_account: number;
  readonly held_promotional: number;
}

export const NO_BALANCES: Balances = { account: 0, promotional: 0, held_account: 0, held_promotional: 0 };

/** The amount that can be spent now. */
export const available = (balances: Balances): number => balances.account + balances.promotional;

/** The account's whole balance, reserved amounts included. */
export const settled = (balances: Balances): number =>
  available(balances) + balances.held_account + balances.held_promotional;

export function grantEntries(kind: FundingKind, snowcoins: number): readonly Entry[] {
  return entriesOf({ granted: -snowcoins, [kind]: snowcoins });
}

/** Entries from amounts by book; books that do not change have none. */
export function entriesOf(amounts: { readonly [Name in Book]?: number }): readonly Entry[] {
  return Object.entries(amounts)
    .filter(([, amount]) => amount !== 0)
    .map(([book, amount]) => ({ book: book as Book, amount }));
}

/** The balances after some entries. */
export function applied(balances: Balances, entries: readonly Entry[]): Balances {
  const next = { ...balances };
  for (const { book, amount } of entries) {
    if (book !== "granted" && book !== "spent") next[book] += amount;
  }
  return next;
}
