// Many rows of an answer as one JSON text, the other direction of insert-many.ts. On the embedded database each value of
// each row is otherwise parsed, copied between threads and put into an object one by one: 25,000 rows of a timeline take
// 1.5 s so, and 0.6 s as text.

import { type Expression, type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "./tables.ts";

/**
 * The rows of a query, in its order. Values are as JSON has them: times and uuids as text, json as it is; not for bytea,
 * nor for numbers beyond 2^53.
 */
export async function jsonRows<T>(db: { readonly q: Kysely<Tables> }, query: Expression<T>): Promise<readonly T[]> {
  // An aggregate over one sorted subquery meets its rows in their order (PostgreSQL 15, section 9.21).
  const { rows } = await sql<{ rows: string | null }>`select json_agg(r)::text as rows from ${query} as r`.execute(
    db.q,
  );
  return JSON.parse(rows[0]?.rows ?? "[]") as T[];
}

/**
 * The rows as one JSON array that is not parsed here, each row an array of its values in the order of `columns`: of many
 * narrow columns the names are most of the text. `from` is the query from its FROM on.
 */
export async function jsonTuples(
  db: { readonly q: Kysely<Tables> },
  columns: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
): Promise<string> {
  const { rows } = await sql<{ rows: string | null }>`
    select json_agg(r.t)::text as rows from (select json_build_array(${columns}) as t ${from}) as r`.execute(db.q);
  return rows[0]?.rows ?? "[]";
}
