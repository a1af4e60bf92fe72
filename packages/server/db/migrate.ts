// Brings the schema to the version of this code. Migrations are numbered SQL files; each runs in its own transaction,
// together with its record. Kysely's Migrator does not fit: it runs TypeScript functions, opens transactions on its own
// connections, and does not distinguish a newer database from a broken one.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Log } from "../log.ts";
import type { Connection } from "./connections.ts";
import { StartError } from "./start-error.ts";
import type { Transactions } from "./transactions.ts";

export const MIGRATIONS = fileURLToPath(new URL("./migrations", import.meta.url));

/** An arbitrary number, the same in every version: processes that start together on one server migrate in turns. */
const ADVISORY_LOCK = 7_411_000_001;

export interface Migration {
  readonly number: number;
  readonly name: string;
}

/**
 * Runs the migrations of `folder` (`0001_name.sql`, numbered without gaps) that have not run on this database.
 * @param upTo the number of the last one to run
 * @throws StartError DatabaseNewer if a migration has run that this folder does not have. Nothing is changed then.
 */
export async function migrate(
  transactions: Transactions,
  folder: string,
  log: Log,
  upTo = Number.POSITIVE_INFINITY,
): Promise<void> {
  const all = await listMigrations(folder);
  const migrations = all.slice(0, upTo);
  const seen = await transactions.transaction(() =>
    transactions.withConnection(async (connection) => {
      await oneAtATime(connection);
      await connection.script(
        "create table if not exists schema_migrations (number integer primary key, name text not null, applied_at timestamptz not null default now())",
      );
      const { rows } = await connection.query(
        "select coalesce(max(number), 0)::int as number from schema_migrations",
        [],
      );
      return (rows[0] as { number: number }).number;
    }),
  );
  if (seen > all.length) {
    throw new StartError(
      "DatabaseNewer",
      `The database was used by a newer version of Fullcast (its schema is ${seen}, this version knows ${all.length}). Start that version or a later one; nothing was changed.`,
    );
  }
  for (const migration of migrations.slice(seen)) await run(transactions, folder, migration, log);
}

/** Waits until no other process migrates, and then reads the state that the other process left. */
async function oneAtATime(connection: Connection): Promise<void> {
  // A serializable transaction would still read the state before the wait.
  await connection.query("set transaction isolation level read committed", []);
  await connection.query("select pg_advisory_xact_lock($1)", [ADVISORY_LOCK]);
}

/** The migrations of this version. */
export function knownMigrations(): Promise<readonly Migration[]> {
  return listMigrations(MIGRATIONS);
}

async function listMigrations(folder: string): Promise<readonly Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return names.map((name, index) => {
    if (!name.startsWith(`${String(index + 1).padStart(4, "0")}_`)) {
      throw new Error(`Migration ${name} is out of order: ${index + 1} was expected.`);
    }
    return { number: index + 1, name: name.slice(5, -4) };
  });
}

async function run(transactions: Transactions, folder: string, { number, name }: Migration, log: Log): Promise<void> {
  const sql = await readFile(join(folder, `${String(number).padStart(4, "0")}_${name}.sql`), "utf8");
  const applied = await transactions.transaction(() =>
    transactions.withConnection(async (connection) => {
      await oneAtATime(connection);
      const { rows } = await connection.query("select 1 from schema_migrations where number = $1", [number]);
      if (rows.length > 0) return false;
      await connection.script(sql);
      await connection.query("insert into schema_migrations (number, name) values ($1, $2)", [number, name]);
      return true;
    }),
  );
  if (applied) log.info("Schema brought forward", { migration: number, name });
}
