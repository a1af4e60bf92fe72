// Restores the lines of dump-database.ts into an empty database of the same schema.

import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { createZstdDecompress } from "node:zlib";
import { z } from "zod";
import type { Database } from "../db/db.ts";
import { DUMP_FORMAT, DUMP_VERSION, quoted, tablesOf } from "./dump-database.ts";

/** The file is not a dump, is incomplete, or does not fit this database. The message is for a person. */
export class DumpError extends Error {
  override readonly name = "DumpError";
}

const head = z.tuple([
  z.literal(DUMP_FORMAT),
  z.int(),
  z.object({ schema: z.int().min(1), created_at: z.iso.datetime() }),
]);
const control = z.union([
  z.tuple([z.literal("table"), z.string(), z.array(z.string())]),
  z.tuple([z.literal("objects"), z.array(z.string().regex(/^[0-9a-f]{64}$/))]),
  z.tuple([z.literal("end"), z.object({ rows: z.int(), objects: z.int() })]),
]);

/** SHA-256 of every object of the file store that the rows of a dump name. @throws DumpError */
export async function objectsOfDump(file: string): Promise<readonly string[]> {
  const objects: string[] = [];
  for await (const text of linesOf(file)) {
    if (!text.startsWith('["objects"')) continue;
    const said = controlOf(text);
    if (said[0] === "objects") objects.push(...said[1]);
  }
  return objects;
}

const BATCH_CHARACTERS = 1_000_000;

export interface DumpHead {
  readonly schema: number;
  readonly created_at: string;
}

/** @throws DumpError */
export async function readDumpHead(file: string): Promise<DumpHead> {
  for await (const first of linesOf(file)) return headOf(first);
  throw new DumpError("The database of the backup is empty.");
}

/**
 * Replaces all rows of the database by those of the dump, in one transaction.
 * @returns the rows that were restored, and the SHA-256 of the objects that they name
 * @throws DumpError; nothing is changed then
 */
export async function loadDatabase(
  db: Database,
  file: string,
): Promise<{ readonly rows: number; readonly objects: ReadonlySet<string> }> {
  return db.transaction(async () => {
    const tables = new Map((await tablesOf(db)).map(({ name, columns }) => [name, columns]));
    const keys = await foreignKeys(db);
    // Rows are in any order, so references are checked at the end. Triggers are off, so no events are written.
    for (const { table, name } of keys) await db.execute(`alter table ${table} drop constraint ${quoted(name)}`, []);
    for (const name of tables.keys()) await db.execute(`alter table ${quoted(name)} disable trigger user`, []);
    const emptied = [...tables.keys()].filter((name) => name !== "schema_migrations").map(quoted);
    await db.execute(`truncate ${emptied.join(", ")}`, []);
    const loaded = await loadRows(db, tables, file);
    for (const { table, name, definition } of keys)
      await db.execute(`alter table ${table} add constraint ${quoted(name)} ${definition}`, []);
    for (const name of tables.keys()) await db.execute(`alter table ${quoted(name)} enable trigger user`, []);
    await continueNumbers(db);
    return loaded;
  });
}

async function loadRows(db: Database, tables: ReadonlyMap<string, readonly string[]>, file: string) {
  const objects = new Set<string>();
  let rows = 0;
  let table: { readonly name: string; readonly columns: readonly string[] } | null = null;
  let batch: string[] = [];
  let characters = 0;
  let isWhole = false;
  let isFirst = true;
  const flush = async () => {
    if (table === null || batch.length === 0) return;
    const columns = table.columns.map(quoted).join(", ");
    const { name } = table;
    await db.execute(
      `insert into ${quoted(name)} (${columns}) overriding system value
       select ${columns} from jsonb_populate_recordset(null::${quoted(name)}, $1::jsonb)`,
      [`[${batch.join(",")}]`],
    );
    rows += batch.length;
    batch = [];
    characters = 0;
  };
  for await (const text of linesOf(file)) {
    if (isFirst) {
      headOf(text);
      isFirst = false;
      continue;
    }
    if (isWhole) throw new DumpError("The database of the backup goes on after its end.");
    if (text.startsWith("{")) {
      if (table === null) throw new DumpError("The database of the backup has a row of no table.");
      batch.push(text);
      characters += text.length;
      if (characters >= BATCH_CHARACTERS) await flush();
      continue;
    }
    await flush();
    const said = controlOf(text);
    if (said[0] === "objects") for (const sha256 of said[1]) objects.add(sha256);
    if (said[0] === "table") table = known(tables, said[1], said[2]);
    if (said[0] === "end") {
      isWhole = true;
      if (said[1].rows !== rows || said[1].objects !== objects.size)
        throw new DumpError(
          `The database of the backup is not whole: ${rows} of ${said[1].rows} rows, ${objects.size} of ${said[1].objects} names of objects.`,
        );
    }
  }
  if (!isWhole) throw new DumpError("The database of the backup is not whole: its end is missing.");
  return { rows, objects };
}

function known(tables: ReadonlyMap<string, readonly string[]>, name: string, columns: readonly string[]) {
  const own = tables.get(name);
  const unknown = own === undefined ? name : columns.find((column) => !own.includes(column));
  if (unknown === undefined) return { name, columns };
  throw new DumpError(
    `The database of the backup has ${JSON.stringify(unknown.slice(0, 80))}, which this version does not know.`,
  );
}

function headOf(text: string): DumpHead {
  const parsed = head.safeParse(json(text));
  if (!parsed.success) throw new DumpError("This is no database of a backup.");
  const [, version, facts] = parsed.data;
  if (version === DUMP_VERSION) return facts;
  throw new DumpError(
    `The backup has format ${version}; this version reads ${DUMP_VERSION}. Use a newer version of Fullcast.`,
  );
}

function controlOf(text: string) {
  const parsed = control.safeParse(json(text));
  if (parsed.success) return parsed.data;
  throw new DumpError("The database of the backup is damaged.");
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @throws DumpError when it cannot be decompressed; system errors of the file */
async function* linesOf(file: string): AsyncGenerator<string> {
  const text = createZstdDecompress();
  // The file's errors end the text, which is read below.
  pipeline(createReadStream(file), text, () => undefined);
  const decoder = new StringDecoder("utf8");
  let rest = "";
  try {
    for await (const chunk of text) {
      const lines = (rest + decoder.write(chunk)).split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
    }
  } catch (error) {
    throw isOfSystem(error) ? error : new DumpError("The database of the backup is damaged.");
  } finally {
    text.destroy();
  }
  if (rest !== "") throw new DumpError("The database of the backup is not whole: its last line is cut off.");
}

function isOfSystem(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}

interface ForeignKey {
  /** Quoted. */
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

async function foreignKeys(db: Database): Promise<readonly ForeignKey[]> {
  const { rows } = await db.execute(
    `select conrelid::regclass::text as "table", conname::text as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace order by 1, 2`,
    [],
  );
  return rows as ForeignKey[];
}

/** The next number of an identity column follows the highest that was restored. */
async function continueNumbers(db: Database): Promise<void> {
  const { rows } = await db.execute(
    `select table_name as "table", column_name as "column",
       pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
     from information_schema.columns where table_schema = current_schema() and is_identity = 'YES'`,
    [],
  );
  for (const { table, column, sequence } of rows as { table: string; column: string; sequence: string }[])
    await db.execute(`select setval($1::regclass, max(${quoted(column)})) from ${quoted(table)} having count(*) > 0`, [
      sequence,
    ]);
}
