import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { z } from "zod";
import { readQueryValues, writeQueryValues } from "./query-values.ts";

const schema = z.object({
  count: z.int().optional(),
  share: z.number().default(1),
  version: z.literal([1, 2]).optional(),
  flag: z.boolean().optional(),
  words: z.string().optional(),
});

test("what is written into a query string is read out of it", () => {
  const values = fc.record(
    {
      count: fc.integer(),
      share: fc.constantFrom(0, 0.5, -1.25),
      version: fc.constantFrom(1, 2),
      flag: fc.boolean(),
      words: fc.string(),
    },
    { requiredKeys: ["share"], noNullPrototype: true },
  );
  fc.assert(
    fc.property(values, (given) => {
      const raw = Object.fromEntries(new URLSearchParams(writeQueryValues(given)));
      assert.deepEqual(schema.parse(readQueryValues(schema, raw)), given);
    }),
  );
});

test("what is no number stays a text, so that the schema refuses it", () => {
  for (const count of ["", " 1", "1 ", "0x10", "1e3", "Infinity", "NaN", "+1", "01", "١"]) {
    assert.equal(schema.safeParse(readQueryValues(schema, { count })).success, false, count);
  }
});
