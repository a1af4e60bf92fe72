import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { quoteOf } from "./quote.ts";

const PRICES: { readonly [provider: string]: number } = { paid: 12, cheap: 0.5 };
const given = { prices: PRICES, audioMsPerCharacter: 60, speed: () => 6_000 };

test("sums up by provider, rounds snowcoins up once, and estimates length and waiting", () => {
  const quote = quoteOf(
    [
      { provider: "paid", blocks: 1, characters: 40 },
      { provider: "free", blocks: 2, characters: 100 },
      { provider: "paid", blocks: 2, characters: 60 },
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

test("however the work is divided, the quote is the same, and never less than its parts cost", () => {
  const part = fc.record({
    provider: fc.constantFrom("paid", "cheap", "free"),
    blocks: fc.nat(10),
    characters: fc.nat(5_000),
  });
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const quote = quoteOf(parts, given);
      assert.deepEqual(quoteOf([...parts].reverse(), given), quote);
      const exact = parts.reduce((sum, one) => sum + (one.characters * (PRICES[one.provider] ?? 0)) / 1_000, 0);
      assert.ok(quote.snowcoins >= exact - 1e-9 && quote.snowcoins < exact + 1);
    }),
  );
});
