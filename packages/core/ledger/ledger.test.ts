import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  applied,
  available,
  type Balances,
  costOf,
  type Entry,
  freeBesidePriced,
  grantEntries,
  holdMore,
  NEW_HOLD,
  NO_BALANCES,
  priceOf,
  releaseHold,
  settled,
  settleHold,
  snowcoinsFor,
  wordsFor,
} from "./ledger.ts";

const sum = (entries: readonly Entry[]) => entries.reduce((total, entry) => total + entry.amount, 0);
const funds = (account: number, promotional: number): Balances => ({ ...NO_BALANCES, account, promotional });

test("an engine without a price is named only beside one that has a price", () => {
  const embedded = ["flite", "espeak"];
  assert.deepEqual(freeBesidePriced({ espeak: 2 }, embedded), ["flite"]);
  assert.deepEqual(freeBesidePriced({ espeak: 2, flite: 0 }, embedded), ["flite"]);
  assert.deepEqual(freeBesidePriced({ espeak: 2, flite: 1 }, embedded), []);
  assert.deepEqual(freeBesidePriced({ other: 5 }, embedded), []);
});

test("a cost is exact in millionths and rounded up once", () => {
  assert.equal(costOf(1_000, 12), 12_000_000);
  assert.equal(costOf(1, 0.001), 1);
  assert.equal(costOf(3, 0.3), 900);
  assert.deepEqual([0, 1, 1_000_000, 1_000_001].map(snowcoinsFor), [0, 1, 1, 2]);
});

test("a provider without a price costs nothing, whatever its name", () => {
  assert.deepEqual(
    ["a", "b", "constructor", "__proto__"].map((name) => priceOf({ a: 2.5 }, name)),
    [2.5, 0, 0, 0],
  );
});

test("words are counted at the highest price", () => {
  assert.equal(wordsFor(60, { a: 2, b: 10 }), 1_000);
  assert.equal(wordsFor(60, {}), 10_000);
  assert.equal(wordsFor(60, { a: 0 }), 10_000);
});

test("promotional snowcoins are held first, spent first, and given back to where they came from", () => {
  const held = holdMore(NEW_HOLD, funds(10, 4), 6_000_000);
  assert.equal(held.kind, "changed");
  if (held.kind !== "changed") return;
  const balances = applied(funds(10, 4), held.entries);
  assert.deepEqual(balances, { account: 8, promotional: 0, held_account: 2, held_promotional: 4 });
  const paid = settleHold(held.hold, balances, 3_000_000);
  const after = applied(balances, paid.entries);
  assert.deepEqual(after, { account: 8, promotional: 0, held_account: 2, held_promotional: 1 });
  const freed = releaseHold(paid.hold);
  assert.deepEqual(applied(after, freed.entries), funds(10, 1));
});

test("a hold that cannot be paid is refused, and the refusal states what was needed", () => {
  assert.deepEqual(holdMore(NEW_HOLD, funds(1, 1), 2_000_001), { kind: "insufficient", needed: 3, available: 2 });
});

test("what was sent beyond the hold is paid from what is there, and never more", () => {
  const { entries, hold } = settleHold(
    { ...NEW_HOLD, held_account: 1 },
    { ...funds(2, 0), held_account: 1 },
    9_000_000,
  );
  assert.deepEqual([sum(entries), hold.charged, hold.held_account], [0, 3, 0]);
});

const operation = fc.oneof(
  fc.record({
    kind: fc.constant("grant"),
    to: fc.constantFrom("account", "promotional"),
    of: fc.integer({ min: 1, max: 99 }),
  }),
  fc.record({ kind: fc.constant("hold"), of: fc.integer({ min: 0, max: 50_000_000 }) }),
  fc.record({ kind: fc.constant("settle"), of: fc.integer({ min: 0, max: 5_000_000 }) }),
  fc.record({ kind: fc.constant("release") }),
);

test("whatever happens: entries sum to zero, no book is below zero, a charge is the exact total rounded up once", () => {
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 60 }), (operations) => {
      let balances = NO_BALANCES;
      let hold = NEW_HOLD;
      let granted = 0;
      for (const one of operations) {
        const before = balances;
        let entries: readonly Entry[] = [];
        if (one.kind === "grant") {
          entries = grantEntries(one.to as "account", one.of as number);
          granted += one.of as number;
        } else if (one.kind === "hold") {
          const change = holdMore(hold, balances, one.of as number);
          if (change.kind === "changed") ({ entries, hold } = change);
          else assert.ok(change.needed > change.available);
        } else if (one.kind === "settle") ({ entries, hold } = settleHold(hold, balances, one.of as number));
        else ({ entries, hold } = releaseHold(hold));
        balances = applied(before, entries);
        assert.equal(sum(entries), 0);
        assert.ok(Object.values(balances).every((amount) => amount >= 0 && Number.isSafeInteger(amount)));
        assert.equal(granted, settled(balances) + hold.charged);
        assert.deepEqual(
          [balances.held_account, balances.held_promotional],
          [hold.held_account, hold.held_promotional],
        );
        assert.ok(hold.charged <= snowcoinsFor(hold.sent_millionths));
        if (hold.charged < snowcoinsFor(hold.sent_millionths)) {
          assert.ok(one.kind !== "settle" || available(balances) === 0, "unpaid although there was something");
        }
      }
    }),
  );
});
