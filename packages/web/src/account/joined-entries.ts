// A run pays for its audio in parts. People see one row for each run.

import type { BalanceEntry } from "../api/api.ts";

/** Charges of the same work become one, at the place of the newest. */
export function joinedEntries(entries: readonly BalanceEntry[]): readonly BalanceEntry[] {
  const rows = new Map<string, BalanceEntry>();
  for (const entry of entries) {
    const name = entry.work_id ?? entry.id;
    const row = rows.get(name);
    rows.set(name, row === undefined ? entry : { ...row, snowcoins: row.snowcoins + entry.snowcoins });
  }
  return [...rows.values()];
}
