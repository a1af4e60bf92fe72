// Fills a database with copies of the rows of one account, set by set: real rows of the product, in the number of a large
// installation.

import pg from "pg";

export type Connection = pg.Client;

export async function connect(url: string): Promise<Connection> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

export interface Copies {
  /** The account whose projects are copied. */
  readonly accountId: string;
  /** The numbers of the copies of its projects: from (1 at first) to. */
  readonly from: number;
  readonly to: number;
  /** How many accounts have the copies. The account of the template has none, and account 0 has the most of them. */
  readonly accounts: number;
}

/** Of the installation, of its processes, or of no account. */
const NOT_COPIED: ReadonlySet<string> = new Set([
  ...["schema_migrations", "installation_secrets", "installation_facts", "project_events_removed", "account_events"],
  ...["jobs", "job_processes", "failed_jobs", "object_removals"],
  ...[
    "speech_engines",
    "speech_voices",
    "voice_previews",
    "engine_states",
    "engine_requests",
    "engine_waiters",
    "engine_usage",
  ],
  ...["language_model_use", "sessions", "pairing_codes"],
]);
/** One row or a few for each account. */
const OF_ACCOUNT: ReadonlySet<string> = new Set(["accounts", "api_keys", "ledger_balances"]);
/** Voices belong to the installation. */
const SAME: ReadonlySet<string> = new Set(["voice_id", "casting_voice_id"]);
/** Texts that must differ between copies. */
const OWN_TEXTS: ReadonlySet<string> = new Set([
  ...["username", "key_hash", "mutation_key", "slug", "slug_hash", "token_hash", "name_key"],
  ...["sha256", "asset_sha256", "timeline_sha256"],
]);

/** The SQL of the id of the copies' account of this number. */
export const accountOfCopies = (accountId: string, number: number) => `md5('${accountId}' || ${number})::uuid`;

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
}

/**
 * Copies every project of an account. Accounts are unequal: the first thousandth of them has a tenth of all projects.
 * Triggers and references are not run: the copies are as consistent as the template.
 */
export async function cloneRows(client: pg.Client, { accountId, from, to, accounts }: Copies): Promise<void> {
  await client.query("set session_replication_role = replica");
  await client.query(`
    create or replace function pg_temp.other(id uuid, n integer) returns uuid immutable language sql
      as $$ select md5(id::text || n)::uuid $$;
    create or replace function pg_temp.other_text(t text, n integer) returns text immutable language sql
      as $$ select md5(t || n) || md5(n || t) $$;
    create or replace function pg_temp.account_of(n integer) returns integer immutable language sql
      as $$ select floor(${accounts} * power((n * 0.6180339887498949) % 1, 3))::integer $$;
    create or replace function pg_temp.account_id(a integer) returns uuid immutable language sql
      as $$ select md5('${accountId}' || a)::uuid $$`);
  const columns = await columnsOf(client);
  for (const [table, own] of columns) {
    if (NOT_COPIED.has(table)) continue;
    const isOfAccount = OF_ACCOUNT.has(table);
    if (isOfAccount && from > 1) continue;
    const selection = selectionOf(table, new Set(own.map(({ name }) => name)), accountId);
    await client.query(
      `create temp table if not exists "template_${table}" as select * from "${table}" where ${selection}`,
    );
    const values = own.map((column) => copyOf(column, isOfAccount));
    const numbers = isOfAccount ? `generate_series(0, ${accounts - 1})` : `generate_series(${from}, ${to})`;
    await client.query(
      `insert into "${table}" (${own.map(({ name }) => `"${name}"`).join(", ")})
       select ${values.join(", ")} from "template_${table}" t cross join ${numbers} n`,
    );
  }
  await client.query("set session_replication_role = origin");
}

async function columnsOf(client: pg.Client): Promise<ReadonlyMap<string, readonly Column[]>> {
  const { rows } = await client.query<Column>(
    `select table_name as table, column_name as name, data_type as type
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and is_identity = 'NO' and is_generated = 'NEVER'
     order by table_name, ordinal_position`,
  );
  return Map.groupBy(rows, ({ table }) => table);
}

/** The rows of the template in a table. */
function selectionOf(table: string, columns: ReadonlySet<string>, accountId: string): string {
  if (table === "accounts") return `id = '${accountId}'`;
  if (columns.has("account_id")) return `account_id = '${accountId}'`;
  const projects = `select id from projects where account_id = '${accountId}'`;
  if (columns.has("project_id")) return `project_id in (${projects})`;
  if (columns.has("section_id")) return `section_id in (select id from sections where account_id = '${accountId}')`;
  for (const [column, parent] of PARENTS)
    if (columns.has(column)) return `"${column}" in (select id from "${parent}" where account_id = '${accountId}')`;
  throw new Error(`It is not known which rows of the table ${table} belong to an account. Add the rule here.`);
}

const PARENTS: readonly (readonly [column: string, parent: string])[] = [
  ["workflow_run_id", "workflow_runs"],
  ["export_id", "exports"],
  ["project_export_id", "project_exports"],
  ["preview_id", "book_previews"],
  ["guest_link_id", "guest_links"],
  ["share_link_id", "share_links"],
  ["webhook_id", "webhooks"],
  ["sound_id", "sounds"],
  ["series_id", "series"],
];

function copyOf({ table, name, type }: Column, isOfAccount: boolean): string {
  const value = `t."${name}"`;
  if (table === "accounts" && name === "is_owner") return "false";
  if (name === "account_id" || (table === "accounts" && name === "id"))
    return isOfAccount ? "pg_temp.account_id(n)" : "pg_temp.account_id(pg_temp.account_of(n))";
  if (type === "uuid" && !SAME.has(name)) return `pg_temp.other(${value}, n)`;
  if (type === "text" && OWN_TEXTS.has(name)) return `pg_temp.other_text(${value}, n)`;
  return value;
}
