// Ranges as browsers ask for them while they play.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { byteRange } from "./byte-range.ts";

test("what browsers send", () => {
  assert.equal(byteRange(null, 10), null);
  assert.deepEqual(byteRange("bytes=0-", 10), { start: 0, end: 9 });
  assert.deepEqual(byteRange("bytes=4-7", 10), { start: 4, end: 7 });
  assert.deepEqual(byteRange("bytes=4-99", 10), { start: 4, end: 9 });
  assert.deepEqual(byteRange("bytes=-3", 10), { start: 7, end: 9 });
  assert.equal(byteRange("bytes=10-", 10), "unsatisfiable");
  assert.equal(byteRange("bytes=-0", 10), "unsatisfiable");
  assert.equal(byteRange("bytes=0-1,4-5", 10), null);
  assert.equal(byteRange("bytes=5-4", 10), null);
  assert.equal(byteRange("bytes=-", 10), null);
});

test("whatever the header says, a range lies within the file", () => {
  const header = fc.oneof(
    fc.string(),
    fc.tuple(fc.option(fc.nat()), fc.option(fc.nat())).map(([from, to]) => `bytes=${from ?? ""}-${to ?? ""}`),
  );
  fc.assert(
    fc.property(header, fc.nat(), (text, size) => {
      const range = byteRange(text, size);
      if (range === null || range === "unsatisfiable") return;
      assert.ok(range.start >= 0 && range.start <= range.end && range.end < size);
    }),
  );
});
