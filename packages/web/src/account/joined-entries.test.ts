// Charges of one run are one row; nothing is lost by joining.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { BalanceEntry } from "../api/api.ts";
import { joinedEntries } from "./joined-entries.ts";

const entry = fc.record<BalanceEntry>({
  id: fc.uuid(),
  kind: fc.constantFrom("grant", "charge"),
  snowcoins: fc.integer({ min: -1_000, max: 1_000 }),
  work_id: fc.option(fc.constantFrom("run-a", "run-b", "run-c")),
  purpose: fc.constantFrom("workflow_step", "voice_preview", null),
  note: fc.option(fc.string()),
  created_at: fc.constant("2026-11-24T10:00:00.000Z"),
});
const unique = fc.uniqueArray(entry, { selector: ({ id }) => id, maxLength: 30 });

test("the sum stays, a run has one row, and the order is that of the newest entries", () => {
  fc.assert(
    fc.property(unique, (entries) => {
      const rows = joinedEntries(entries);
      const sum = (list: readonly BalanceEntry[]) => list.reduce((total, { snowcoins }) => total + snowcoins, 0);
      assert.equal(sum(rows), sum(entries));
      const names = rows.map(({ work_id, id }) => work_id ?? id);
      assert.deepEqual(names, [...new Set(entries.map(({ work_id, id }) => work_id ?? id))]);
    }),
  );
});
