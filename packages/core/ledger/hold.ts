// A hold: snowcoins set aside for one piece of work before anything is sent to a paid engine.

import { available, type Balances, type Entry, entriesOf } from "./books.ts";
import { snowcoinsFor } from "./cost.ts";

export interface Hold {
  /** Reserved and not spent yet, by the book that it came from. */
  readonly held_account: number;
  readonly held_promotional: number;
  /** Exact cost of everything that was sent under this hold, millionths of a snowcoin. */
  readonly sent_millionths: number;
  /** Snowcoins that were charged for it. */
  readonly charged: number;
}

export const NEW_HOLD: Hold = { held_account: 0, held_promotional: 0, sent_millionths: 0, charged: 0 };

export type HoldChange =
  | { readonly kind: "changed"; readonly entries: readonly Entry[]; readonly hold: Hold }
  | { readonly kind: "insufficient"; readonly needed: number; readonly available: number };

/**
 * Adjusts a hold so that it covers `millionths` beyond what was charged. The amount that it still holds counts; an excess
 * is returned.
 */
export function holdMore(hold: Hold, balances: Balances, millionths: number): HoldChange {
  const needed = Math.max(0, snowcoinsFor(hold.sent_millionths + millionths) - hold.charged);
  const own = hold.held_account + hold.held_promotional;
  if (needed > available(balances) + own) {
    return { kind: "insufficient", needed, available: available(balances) + own };
  }
  const promotional = Math.min(needed, balances.promotional + hold.held_promotional);
  const account = needed - promotional;
  return {
    kind: "changed",
    entries: entriesOf({
      promotional: hold.held_promotional - promotional,
      held_promotional: promotional - hold.held_promotional,
      account: hold.held_account - account,
      held_account: account - hold.held_account,
    }),
    hold: { ...hold, held_account: account, held_promotional: promotional },
  };
}

/**
 * Charges what was sent. The total is rounded up once: ten lines of a tenth of a snowcoin cost one. If more was sent than
 * was held, the rest is taken from the spendable balance, as far as it reaches. The next settlement of the same hold charges
 * what remains unpaid.
 */
export function settleHold(hold: Hold, balances: Balances, millionths: number) {
  const sent_millionths = hold.sent_millionths + millionths;
  let due = Math.max(0, snowcoinsFor(sent_millionths) - hold.charged);
  const pay = (most: number) => {
    const paid = Math.min(due, most);
    due -= paid;
    return paid;
  };
  const heldPromotional = pay(hold.held_promotional);
  const heldAccount = pay(hold.held_account);
  const promotional = pay(balances.promotional);
  const account = pay(balances.account);
  const spent = heldPromotional + heldAccount + promotional + account;
  return {
    entries: entriesOf({
      held_promotional: -heldPromotional,
      held_account: -heldAccount,
      promotional: -promotional,
      account: -account,
      spent,
    }),
    hold: {
      held_account: hold.held_account - heldAccount,
      held_promotional: hold.held_promotional - heldPromotional,
      sent_millionths,
      charged: hold.charged + spent,
    },
  };
}

/** Returns the unspent amount to the books that it came from. */
export function releaseHold(hold: Hold) {
  return {
    entries: entriesOf({
      held_promotional: -hold.held_promotional,
      promotional: hold.held_promotional,
      held_account: -hold.held_account,
      account: hold.held_account,
    }),
    hold: { ...hold, held_account: 0, held_promotional: 0 },
  };
}
