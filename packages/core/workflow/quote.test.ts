import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { applied, holdMore, NEW_HOLD, NO_BALANCES, settleHold } from "../ledger/ledger.ts";
import { costOfWork, quoteOf } from "./quote.ts";

const PRICES: { readonly [provider: string]: number } = { paid: 12, cheap: 0.5 };
const S = "section";
const given = { prices: PRICES, audioMsPerCharacter: 60, speed: () => 6_000 };

test("sums up by provider, rounds the snowcoins of a section up once, and estimates length and waiting", () => {
  const quote = quoteOf(
    [
      { section_id: S, provider: "paid", blocks: 1, characters: 40 },
      { section_id: S, provider: "free", blocks: 2, characters: 100 },
      { section_id: S, provider: "paid", blocks: 2, characters: 60 },
    ],
    given,
  );
  assert.deepEqual(quote, {
    blocks: 5,
    characters: 200,
    snowcoins: 2,
    estimated_audio_ms: 12_000,
    estimated_seconds: 2,
    by_provider: [
      { provider: "free", blocks: 2, characters: 100, snowcoins: 0 },
      { provider: "paid", blocks: 3, characters: 100, snowcoins: 2 },
    ],
  });
});

test("of nothing is nothing", () => {
  const quote = quoteOf([], given);
  assert.deepEqual([quote.blocks, quote.characters, quote.snowcoins, quote.estimated_seconds], [0, 0, 0, 0]);
});

test("however the work of a section is divided, the quote is the same, and it is what is held and charged for it", () => {
  const part = fc.record({
    section_id: fc.constantFrom("one", "two", "three"),
    provider: fc.constantFrom("paid", "cheap", "free"),
    blocks: fc.nat(10),
    characters: fc.nat(5_000),
  });
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const quote = quoteOf(parts, given);
      assert.deepEqual(quoteOf([...parts].reverse(), given), quote);
      let held = 0;
      let charged = 0;
      for (const work of Map.groupBy(parts, (one) => one.section_id).values()) {
        const balances = { ...NO_BALANCES, account: 1_000_000 };
        const change = holdMore(NEW_HOLD, balances, costOfWork(work, PRICES));
        assert.ok(change.kind === "changed");
        held += change.hold.held_account;
        let { hold } = change;
        let funds = applied(balances, change.entries);
        for (const take of work) {
          const paid = settleHold(hold, funds, costOfWork([take], PRICES));
          hold = paid.hold;
          funds = applied(funds, paid.entries);
        }
        charged += hold.charged;
      }
      assert.deepEqual([held, charged], [quote.snowcoins, quote.snowcoins]);
    }),
  );
});
