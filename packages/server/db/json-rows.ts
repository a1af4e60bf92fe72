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

/** By the name of a value in each row, the SQL that tells it. */
export type ColumnsSql = { readonly [name: string]: string };

/**
 * The rows as one JSON object that is not parsed here: by name, an array of the values of all rows in their order, null
 * where there are no rows. Names stand there once and no row is built: for many narrow columns that is the cheapest way.
 * `from` is the query from its FROM on.
 */
export async function jsonColumns(
  db: { readonly q: Kysely<Tables> },
  columns: ColumnsSql,
  from: RawBuilder<unknown>,
): Promise<string> {
  const names = Object.keys(columns);
  const values = names.map((name) => sql`${sql.raw(columns[name]!)} as ${sql.ref(name)}`);
  const arrays = names.map((name) => sql`${sql.lit(name)}, json_agg(r.${sql.ref(name)})`);
  // An aggregate over one sorted subquery meets its rows in their order (PostgreSQL 15, section 9.21).
  const { rows } = await sql<{ columns: string }>`
    select json_build_object(${sql.join(arrays)})::text as columns from (select ${sql.join(values)} ${from}) as r`.execute(
    db.q,
  );
  return rows[0]!.columns;
}
