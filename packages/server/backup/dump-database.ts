// Writes the whole database as lines of text, independent of the kind of database: rows are JSON objects, everything else
// is a JSON array. The same lines restore an embedded database or one on a server.
//
//   ["fullcast-database", 1, { schema, created_at }]
//   ["table", name, columns]     then its rows, one object a line
//   ["objects", sha256s]         objects of the file store that rows name
//   ["end", { rows, objects }]   without this line the dump is not whole

import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdCompress } from "node:zlib";
import type { Database } from "../db/db.ts";
import { namedObjects } from "../media/media.ts";

export const DUMP_FORMAT = "fullcast-database";
export const DUMP_VERSION = 1;

/** Not restored: the record of the schema, and turns at engines that processes hold while they run. */
const LEFT_OUT: ReadonlySet<string> = new Set(["schema_migrations", "engine_requests", "engine_waiters"]);
/** Stored bytes of the rows that one query reads. Text is stored compressed, up to about a hundredth of its size. */
const PAGE_BYTES = 256 * 1024;
const PAGE_ROWS = 400;
const OBJECTS_A_LINE = 1_000;

export interface DumpedDatabase {
  /** Number of the last migration. */
  readonly schema: number;
  readonly rows: number;
  /** Objects of the file store that rows name. */
  readonly objects: number;
  /** How long the snapshot was open, ms. An embedded database answers no other queries during that time. */
  readonly pause_ms: number;
}

/**
 * Writes a snapshot of the database to a new file, compressed with Zstandard.
 * @throws system errors of the file, QueryError
 */
export async function dumpDatabase(db: Database, file: string, createdAt: Date): Promise<DumpedDatabase> {
  const from = performance.now();
  return db.transaction(async () => {
    const counts = { schema: await schemaOf(db), rows: 0, objects: 0 };
    const lines = Readable.from(dumpLines(db, counts, createdAt), { objectMode: false });
    // A repeated transaction writes the file again.
    await pipeline(lines, createZstdCompress(), createWriteStream(file, { mode: 0o600, flush: true }));
    return { ...counts, pause_ms: Math.round(performance.now() - from) };
  });
}

interface Counts {
  readonly schema: number;
  rows: number;
  objects: number;
}

const line = (value: unknown): string => `${JSON.stringify(value)}\n`;

async function* dumpLines(db: Database, counts: Counts, createdAt: Date): AsyncGenerator<string> {
  yield line([DUMP_FORMAT, DUMP_VERSION, { schema: counts.schema, created_at: createdAt.toISOString() }]);
  const tables = await tablesOf(db);
  for (const { name, columns } of tables) {
    if (LEFT_OUT.has(name)) continue;
    yield line(["table", name, columns]);
    for await (const { lines, count } of pagesOf(db, name)) {
      counts.rows += count;
      yield `${lines}\n`;
    }
  }
  const objects = await namedObjects({ db }, new Set(tables.map(({ name }) => name)));
  counts.objects = objects.length;
  for (let start = 0; start < objects.length; start += OBJECTS_A_LINE)
    yield line(["objects", objects.slice(start, start + OBJECTS_A_LINE)]);
  yield line(["end", { rows: counts.rows, objects: counts.objects }]);
}

export interface TableColumns {
  readonly name: string;
  /** Without those that the database computes. */
  readonly columns: readonly string[];
}

export async function tablesOf(db: Database): Promise<readonly TableColumns[]> {
  const { rows } = await db.execute(
    `select c.table_name as name, array_agg(c.column_name::text order by c.ordinal_position) as columns
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
     group by c.table_name order by c.table_name`,
    [],
  );
  return rows as TableColumns[];
}

export async function schemaOf(db: Database): Promise<number> {
  const { rows } = await db.execute("select max(number)::int as number from schema_migrations", []);
  return (rows[0] as { number: number }).number;
}

/** Rows of a table as lines of JSON, in the order in which they are stored. */
async function* pagesOf(
  db: Database,
  table: string,
): AsyncGenerator<{ readonly lines: string; readonly count: number }> {
  const name = quoted(table);
  let after = "(0,0)";
  for (;;) {
    const { rows } = await db.execute(
      `with sized as (
         select t.ctid as at, pg_column_size(t.*) as bytes from ${name} t
         where t.ctid > $1::tid order by t.ctid limit ${PAGE_ROWS}
       ), running as (
         select at, sum(bytes) over (order by at) as bytes, row_number() over (order by at) as place from sized
       ), page as (
         select max(at) as last, count(*)::int as count from running where bytes <= ${PAGE_BYTES} or place = 1
       )
       select page.last::text as last, page.count,
         (select string_agg(to_jsonb(t)::text, E'\\n') from ${name} t where t.ctid > $1::tid and t.ctid <= page.last) as lines
       from page`,
      [after],
    );
    const page = rows[0] as { last: string | null; count: number; lines: string | null };
    if (page.last === null || page.lines === null) return;
    yield { lines: page.lines, count: page.count };
    after = page.last;
  }
}

/** SHA-256 of every object that a row names. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
