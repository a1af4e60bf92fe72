// Several runs of one book: how its chapters are divided, and one quote of all.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createAudioSectionCap } from "@fullcast/contract";
import fc from "fast-check";
import { batchesOf, sumOfQuotes } from "./batches.ts";

const CAP = createAudioSectionCap({ include_generated_sfx: true, place_project_sounds: true });

test("chapters are divided in their order into as few runs as possible, of about the same size", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.uuid(), { maxLength: 200 }), (ids) => {
      const batches = batchesOf(ids);
      assert.deepEqual(batches.flat(), ids);
      assert.equal(batches.length, Math.ceil(ids.length / CAP));
      const sizes = batches.map(({ length }) => length);
      assert.ok(ids.length === 0 || (Math.max(...sizes) <= CAP && Math.max(...sizes) - Math.min(...sizes) <= 1));
    }),
  );
});

test("the quote of several runs is their sum, with each engine once", () => {
  const quote = (blocks: number, provider: string) => ({
    blocks,
    characters: 10 * blocks,
    snowcoins: 2 * blocks,
    estimated_audio_ms: 100 * blocks,
    estimated_seconds: blocks,
    by_provider: [{ provider, blocks, characters: 10 * blocks, snowcoins: 2 * blocks }],
    unspoken_language: provider === "none" ? "eo" : null,
  });
  assert.deepEqual(sumOfQuotes([quote(1, "flite"), quote(2, "none"), quote(4, "flite")]), {
    blocks: 7,
    characters: 70,
    snowcoins: 14,
    estimated_audio_ms: 700,
    estimated_seconds: 7,
    by_provider: [
      { provider: "flite", blocks: 5, characters: 50, snowcoins: 10 },
      { provider: "none", blocks: 2, characters: 20, snowcoins: 4 },
    ],
    unspoken_language: "eo",
  });
});
