// The ledger: the funds of accounts, holds for running work, and charges.
// Always true: every change is an append-only transaction whose entries sum to zero, written together with the
// balances it makes and with what it pays for; a hold outlives a crash and is given back when its work is over; only
// audio that is stored is charged, and once.

import { LIMITS } from "@fullcast/contract";
import {
  costOf,
  type FundingKind,
  grantEntries,
  holdMore,
  type Prices,
  priceOf,
  releaseHold,
  settleHold,
} from "@fullcast/core/ledger";
import { remembered } from "../db/remembered.ts";
import type { LedgerHoldsTable } from "../db/tables.ts";
import type { Services } from "../services.ts";
import {
  abandonedHolds,
  type EntryRow,
  entriesAfter,
  type Funds,
  findHold,
  fundsOf,
  holdOf,
  lockFunds,
  markWelcomed,
  type Posting,
  post,
  readFunds,
  saveHold,
  updateHold,
} from "./store.ts";

export type { EntryRow, Funds } from "./store.ts";

/** Longer than any request that holds something. */
const LONGEST_REQUEST_MS = 30 * 60_000;

export interface HeldWork {
  /** The workflow step's id, or a fresh one. */
  readonly id: string;
  readonly purpose: LedgerHoldsTable["purpose"];
  readonly accountId: string;
  /** The cost of the text that is still to be sent, millionths of a snowcoin. */
  readonly millionths: number;
}

export type HoldOutcome =
  | { readonly kind: "held" }
  | { readonly kind: "insufficient"; readonly needed: number; readonly available: number };

export interface Grant {
  readonly id: string;
  readonly accountId: string;
  readonly kind: FundingKind;
  readonly snowcoins: number;
  readonly note: string | null;
}

export interface Ledger {
  /** Millionths of a snowcoin that a provider's characters cost; 0 for whatever has no price. */
  cost(provider: string, characters: number): number;
  funds(accountId: string): Promise<Funds>;
  fundsOf(accountIds: readonly string[]): Promise<ReadonlyMap<string, Funds>>;
  /** Grants and charges after a place, newest first. */
  entries(
    accountId: string,
    after: { readonly at: Date; readonly id: string } | null,
    limit: number,
  ): Promise<readonly EntryRow[]>;
  /** Null, and nothing granted, when the account would have more than LIMITS.account_snowcoins. */
  grant(grant: Grant): Promise<Funds | null>;
  /** Grants promotional snowcoins once, to an account that has had no welcome grant. */
  welcome(accountId: string, snowcoins: number): Promise<Funds>;
  /** Holds the possible cost of the work before anything is sent. A second call for the same work adjusts the hold. */
  hold(work: HeldWork): Promise<HoldOutcome>;
  /** Charges the sent text. Call it in the transaction that stores the result. */
  settle(holdId: string, millionths: number): Promise<void>;
  /** Releases the unused part of a hold. Call it wherever work ends; without a hold it does nothing. */
  release(holdId: string): Promise<void>;
  /** Releases holds of work that a crash ended. */
  releaseAbandoned(): Promise<void>;
}

export function createLedger(services: Pick<Services, "db" | "clock" | "newId">, prices: Prices): Ledger {
  const { db, clock, newId } = services;
  const memory = remembered(services, (accountId) => readFunds(services, accountId));

  const changing = <T>(work: () => Promise<T>): Promise<T> =>
    db.transaction(async () => {
      db.afterCommit(() => memory.forget());
      return work();
    });
  const posting = (funds: Funds, change: Omit<Posting, "id">) => post(services, funds, { id: newId(), ...change });

  const release = (holdId: string) =>
    changing(async () => {
      const stored = await findHold(services, holdId);
      if (stored === undefined || stored.held_account + stored.held_promotional === 0) return;
      const funds = await lockFunds(services, stored.account_id);
      const { entries, hold } = releaseHold(holdOf(await findHold(services, holdId)));
      await posting(funds, { accountId: stored.account_id, kind: "release", holdId, note: null, entries });
      await updateHold(services, holdId, hold);
    });

  return {
    cost: (provider, characters) => costOf(characters, priceOf(prices, provider)),
    funds: async (accountId) => (await memory.get(accountId)) ?? readFunds(services, accountId),
    fundsOf: (accountIds) => fundsOf(services, accountIds),
    entries: (accountId, after, limit) => entriesAfter(services, accountId, after, limit),
    grant: ({ id, accountId, kind, snowcoins, note }) =>
      changing(async () => {
        const funds = await lockFunds(services, accountId);
        const total = funds.account + funds.promotional + funds.held_account + funds.held_promotional + snowcoins;
        if (total > LIMITS.account_snowcoins) return null;
        const entries = grantEntries(kind, snowcoins);
        return post(services, funds, { id, accountId, kind: "grant", holdId: null, note, entries });
      }),
    welcome: (accountId, snowcoins) =>
      changing(async () => {
        const funds = await lockFunds(services, accountId);
        if (funds.welcomed) return funds;
        await markWelcomed(services, accountId);
        const entries = grantEntries("promotional", snowcoins);
        const next = await posting(funds, { accountId, kind: "grant", holdId: null, note: "welcome", entries });
        return { ...next, welcomed: true };
      }),
    hold: ({ id, purpose, accountId, millionths }) =>
      changing(async () => {
        const funds = await lockFunds(services, accountId);
        const change = holdMore(holdOf(await findHold(services, id)), funds, millionths);
        if (change.kind === "insufficient") return change;
        await posting(funds, { accountId, kind: "hold", holdId: id, note: null, entries: change.entries });
        await saveHold(services, id, accountId, purpose, change.hold);
        return { kind: "held" as const };
      }),
    settle: (holdId, millionths) =>
      changing(async () => {
        if (millionths === 0) return;
        const stored = await findHold(services, holdId);
        if (stored === undefined) throw new Error("Text was sent to a paid engine without a hold.");
        const funds = await lockFunds(services, stored.account_id);
        const { entries, hold } = settleHold(holdOf(await findHold(services, holdId)), funds, millionths);
        await posting(funds, { accountId: stored.account_id, kind: "charge", holdId, note: null, entries });
        await updateHold(services, holdId, hold);
      }),
    release,
    async releaseAbandoned() {
      const before = new Date(clock().getTime() - LONGEST_REQUEST_MS);
      for (const holdId of await abandonedHolds(services, before)) await release(holdId);
    },
  };
}
