import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { lastStarted } from "./last-started.ts";

test("the last one that has begun, as a search from the end finds it", () => {
  const starts = fc.array(fc.nat(1_000)).map((all) => all.sort((a, b) => a - b).map((start_ms) => ({ start_ms })));
  fc.assert(
    fc.property(starts, fc.integer({ min: -1, max: 1_001 }), (all, ms) => {
      assert.equal(
        lastStarted(all, ms),
        all.findLast((one) => one.start_ms <= ms),
      );
    }),
  );
});
