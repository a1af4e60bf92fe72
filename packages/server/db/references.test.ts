// A row that other rows name is deleted without reading whole tables: PostgreSQL looks for those rows by their reference.

import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { openTestDatabase } from "./test-data-directory.ts";

/** An account is deleted rarely, and one reading of each table is enough for it. */
const RARE = "accounts";

test("each reference has an index that finds the rows of one row", async (t) => {
  const { db } = await openTestDatabase(t);
  const { rows } = await sql<{ reference: string }>`
    select conrelid::regclass || ': ' || pg_get_constraintdef(c.oid) as reference
    from pg_constraint c
    where contype = 'f' and confrelid <> ${RARE}::regclass and not exists (
      select from pg_index i
      where indrelid = conrelid and (indkey::int2[])[0:cardinality(conkey) - 1] @> conkey
        -- PostgreSQL knows that an equal value is not null; other conditions of an index do not follow.
        and (indpred is null or pg_get_expr(indpred, indrelid) = (
          select format('(%I IS NOT NULL)', attname) from pg_attribute
          where attrelid = conrelid and attnum = conkey[1] and cardinality(conkey) = 1)))
    order by 1
  `.execute(db.q);
  assert.deepEqual(rows, []);
});

test("a deleted project reads its own entries of the history", async (t) => {
  const { db } = await openTestDatabase(t);
  await sql`set enable_seqscan = off`.execute(db.q);
  const { rows } = await sql<{ "QUERY PLAN": string }>`
    explain delete from only edit_entries where ${"00000000-0000-4000-8000-000000000000"}::uuid operator(pg_catalog.=) project_id
  `.execute(db.q);
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  assert.match(plan, /edit_entries_of_project/);
});
