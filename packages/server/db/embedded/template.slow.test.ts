// The template equals an empty database after all migrations, plus the embedded voices.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { storeEmbedded } from "../../engines/catalogue-keeper.ts";
import { createEngines } from "../../engines/registry.ts";
import { type Database, openDatabase } from "../db.ts";
import { silentLog } from "../test-data-directory.ts";
import type { DatabaseOrigin } from "./worker-messages.ts";

/** Every definition in the schema as PostgreSQL prints it, without object numbers, which may differ. */
const DEFINITIONS: Readonly<Record<string, string>> = {
  columns: `
    select table_name, column_name, ordinal_position, data_type, udt_name, column_default, is_nullable, is_generated,
      generation_expression, identity_generation, collation_name
    from information_schema.columns where table_schema = 'public' order by 1, 3`,
  relations: `
    select relname, relkind, relpersistence, relreplident, reloptions, relrowsecurity from pg_class
    where relnamespace = 'public'::regnamespace order by 1, 2`,
  constraints: `
    select conrelid::regclass::text as of, conname, convalidated, pg_get_constraintdef(oid) as is from pg_constraint
    where connamespace = 'public'::regnamespace order by 1, 2`,
  indexes: "select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1",
  triggers: `
    select tgrelid::regclass::text as of, tgname, tgenabled, pg_get_triggerdef(oid) as is from pg_trigger
    where not tgisinternal order by 1, 2`,
  functions: `
    select proname, pg_get_functiondef(oid) as is from pg_proc where pronamespace = 'public'::regnamespace order by 1, 2`,
  views: "select viewname, definition from pg_views where schemaname = 'public' order by 1",
  types: `
    select typname, typtype from pg_type where typnamespace = 'public'::regnamespace order by 1`,
  sequences: `
    select sequencename, data_type, start_value, increment_by, last_value from pg_sequences
    where schemaname = 'public' order by 1`,
  statistics: "select stxname, pg_get_statisticsobjdef(oid) as is from pg_statistic_ext order by 1",
  targets: `
    select attrelid::regclass::text as of, attname, attstattarget, attoptions, attstorage, attcompression
    from pg_attribute where attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
      and attnum > 0 order by 1, 2`,
  comments: "select objoid::regclass::text as of, description from pg_description where objoid >= 16384 order by 1, 2",
  extensions: "select extname, extversion from pg_extension order by 1",
  schemas: "select nspname, nspacl::text from pg_namespace where nspname not like 'pg_toast%' order by 1",
  roles: "select rolname, rolsuper, rolconfig from pg_roles order by 1",
  database: `
    select pg_encoding_to_char(encoding) as encoding, datlocprovider, datcollate, datctype, datcollversion
    from pg_database where datname = current_database()`,
  settings: "select name, setting from pg_settings where name not like 'plpgsql.%' order by 1",
  migrations: "select number, name from schema_migrations order by 1",
};

async function open(origin: DatabaseOrigin): Promise<AsyncDisposable & { readonly db: Database }> {
  const dataDir = mkdtempSync(join(tmpdir(), "fullcast-test-"));
  const db = await openDatabase({ dataDir, url: null, log: silentLog, origin });
  return {
    db,
    async [Symbol.asyncDispose]() {
      await db[Symbol.asyncDispose]();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

test("a database from the template has the schema, settings and rows of one that was initialised and migrated", async () => {
  await using prepared = await open("template");
  await using initialised = await open("initdb");
  await using engines = createEngines();
  await storeEmbedded(initialised.db, engines.list());
  const same = async (what: string, sql: string) => {
    const [found, expected] = await Promise.all([prepared, initialised].map(({ db }) => db.execute(sql, [])));
    assert.deepEqual(found?.rows, expected?.rows, what);
    return expected?.rows ?? [];
  };
  for (const [what, sql] of Object.entries(DEFINITIONS)) await same(what, sql);
  const tables = await same("tables", "select tablename from pg_tables where schemaname = 'public' order by 1");
  assert.ok(tables.length > 20);
  for (const { tablename } of tables as { tablename: string }[]) {
    await same(
      tablename,
      `select to_jsonb(t) - '{applied_at,last_seen_at}'::text[] as row from ${tablename} t order by 1`,
    );
  }
});
