// Checks a PostgreSQL server for `fullcast doctor`: reads its state and settings, changes nothing.

import { randomUUID } from "node:crypto";
import pg from "pg";
import { bad, type Finding, ok } from "../finding.ts";
import type { DatabaseHost } from "./database-hosts.ts";
import { knownMigrations } from "./migrate.ts";
import { CONNECTIONS, clientConfig, reach, understood } from "./postgres.ts";
import { StartError } from "./start-error.ts";

/** Its pool, and one connection that listens. */
const CONNECTIONS_OF_PROCESS = CONNECTIONS + 1;
const MESSAGE_MS = 3_000;
/** Long transactions, such as the first storing of a book, take some seconds. */
const SHORTEST_TIMEOUT_MS = 60_000;
const TIMEOUTS = ["statement_timeout", "idle_in_transaction_session_timeout", "transaction_timeout"];

interface Examined {
  readonly findings: ReadonlyMap<string, Finding>;
  /** The installation that the database belongs to; null for a new one. */
  readonly installation: string | null;
}

/** Findings by the name of their check. A server that does not answer is one finding. */
export async function examinePostgres(url: string): Promise<Examined> {
  const findings = new Map<string, Finding>();
  let host: DatabaseHost;
  try {
    host = await reach(understood(url));
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    findings.set("database", bad(error.message));
    return { findings, installation: null };
  }
  const client = new pg.Client(clientConfig(host.url));
  // A lost connection also rejects the query that runs.
  client.on("error", () => undefined);
  try {
    await client.connect();
    const settings = await readSettings(client);
    const hasSchema = await hasMigrations(client);
    findings.set("database", examineServer(settings));
    findings.set("schema", await examineSchema(client, hasSchema));
    findings.set("durability", examineDurability(settings));
    findings.set("connections", await examineConnections(client, settings));
    findings.set("timeouts", examineTimeouts(settings));
    findings.set("messages", await examineMessages(client, host.url));
    return { findings, installation: hasSchema ? await installationOf(client) : null };
  } finally {
    await client.end();
  }
}

type ServerSettings = ReadonlyMap<string, string>;

async function readSettings(client: pg.Client): Promise<ServerSettings> {
  const { rows } = await client.query<{ name: string; setting: string }>("select name, setting from pg_settings");
  return new Map(rows.map(({ name, setting }) => [name, setting]));
}

function examineServer(settings: ServerSettings): Finding {
  const version = `PostgreSQL ${settings.get("server_version")}`;
  if (settings.get("default_transaction_read_only") === "on") {
    return bad(
      `${version} refuses writes: default_transaction_read_only is on; set it to off for this user and database`,
    );
  }
  if (settings.get("server_encoding") !== "UTF8") {
    return bad(`the database has the encoding ${settings.get("server_encoding")}; create it with encoding UTF8`);
  }
  return ok(`${version} answers and takes writes`);
}

async function hasMigrations(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    "select to_regclass('schema_migrations') is not null as found",
  );
  return rows[0]?.found === true;
}

async function examineSchema(client: pg.Client, isThere: boolean): Promise<Finding> {
  const known = (await knownMigrations()).length;
  if (!isThere) {
    const { rows } = await client.query<{ allowed: boolean | null; person: string }>(
      "select has_schema_privilege(current_schema(), 'create') as allowed, current_user as person",
    );
    const { allowed, person } = rows[0] ?? {};
    if (allowed === true) return ok(`the database is empty; the first start makes the ${known} migrations`);
    return bad(
      `the user "${person}" cannot create tables; make it the owner of the database, or run: grant create on schema public to "${person}"`,
    );
  }
  const { rows } = await client.query<{ ran: number }>(
    "select coalesce(max(number), 0)::int as ran from schema_migrations",
  );
  const ran = rows[0]?.ran ?? 0;
  if (ran > known) {
    return bad(
      `a newer version of Fullcast used the database: it has ${ran} migrations, this version knows ${known}; start that version or a later one`,
    );
  }
  return ok(
    ran === known ? `all ${known} migrations ran` : `${ran} of ${known} migrations ran; the next start runs the others`,
  );
}

/** Settings with which PostgreSQL can lose a commit that it confirmed. */
export function examineDurability(settings: ServerSettings): Finding {
  const off = ["fsync", "full_page_writes", "synchronous_commit"].filter((name) => settings.get(name) === "off");
  if (off.length > 0) {
    return bad(
      `${off.join(" and ")} ${off.length > 1 ? "are" : "is"} off, so a crash can lose what was confirmed; set ${off.length > 1 ? "them" : "it"} to on`,
    );
  }
  const commit = settings.get("synchronous_commit");
  const standbys = settings.get("synchronous_standby_names") ?? "";
  if (standbys === "") return ok(`a commit waits for the server's disk (synchronous_commit = ${commit})`);
  if (commit === "local") {
    return bad(
      `synchronous_commit is local, so a commit does not wait for the standbys "${standbys}", and a failover can lose it; set it to on`,
    );
  }
  return ok(`a commit waits for the standbys "${standbys}" (synchronous_commit = ${commit})`);
}

async function examineConnections(client: pg.Client, settings: ServerSettings): Promise<Finding> {
  const { rows } = await client.query<{ others: number; ours: number; user_limit: number; database_limit: number }>(
    `select
      (select count(*)::int from pg_stat_activity
        where backend_type = 'client backend' and application_name is distinct from 'fullcast') as others,
      (select count(*)::int from pg_stat_activity where application_name = 'fullcast' and pid <> pg_backend_pid()) as ours,
      (select rolconnlimit from pg_roles where rolname = current_user) as user_limit,
      (select datconnlimit from pg_database where datname = current_database()) as database_limit`,
  );
  const { others = 0, ours = 0, user_limit = -1, database_limit = -1 } = rows[0] ?? {};
  const number = (name: string) => Number(settings.get(name) ?? 0);
  const free =
    number("max_connections") - number("superuser_reserved_connections") - number("reserved_connections") - others;
  const limits = [
    { name: "max_connections", room: free, now: number("max_connections") },
    { name: "the connection limit of the user", room: user_limit, now: user_limit },
    { name: "the connection limit of the database", room: database_limit, now: database_limit },
  ].filter(({ room, now }) => now >= 0 && room < Number.POSITIVE_INFINITY);
  const narrowest = limits.reduce((least, one) => (one.room < least.room ? one : least));
  const processes = Math.floor(narrowest.room / CONNECTIONS_OF_PROCESS);
  if (processes < 1) {
    const missing = CONNECTIONS_OF_PROCESS - narrowest.room;
    return bad(
      `a process of Fullcast opens up to ${CONNECTIONS_OF_PROCESS} connections, and ${Math.max(0, narrowest.room)} are left; raise ${narrowest.name} from ${narrowest.now} to at least ${narrowest.now + missing}`,
    );
  }
  const room = `${narrowest.name} leaves room for ${processes} ${processes === 1 ? "process" : "processes"} of ${CONNECTIONS_OF_PROCESS} connections`;
  return ok(`${room}; Fullcast uses ${ours} now`);
}

function examineTimeouts(settings: ServerSettings): Finding {
  const short = TIMEOUTS.filter((name) => {
    const ms = Number(settings.get(name) ?? 0);
    return ms > 0 && ms < SHORTEST_TIMEOUT_MS;
  });
  if (short.length === 0) return ok("no time limit ends long transactions");
  const stated = short.map((name) => `${name} is ${settings.get(name)} ms`).join(" and ");
  return bad(
    `${stated}, which ends long transactions; set ${short.length > 1 ? "them" : "it"} to 0, or to at least ${SHORTEST_TIMEOUT_MS / 1000} s, for this user`,
  );
}

/** LISTEN needs a connection that stays with one session of the server; some poolers do not keep it. */
async function examineMessages(sender: pg.Client, url: string): Promise<Finding> {
  const listener = new pg.Client(clientConfig(url));
  listener.on("error", () => undefined);
  const channel = `doctor_${randomUUID().replaceAll("-", "")}`;
  try {
    await listener.connect();
    const heard = new Promise<boolean>((resolve) => {
      listener.on("notification", () => resolve(true));
      setTimeout(() => resolve(false), MESSAGE_MS).unref();
    });
    await listener.query(`listen ${channel}`);
    await sender.query("select pg_notify($1, '')", [channel]);
    if (await heard) return ok("a message to another connection arrives");
    return bad(
      "a message to another connection does not arrive; connect to PostgreSQL directly, or set the pooler to session mode",
    );
  } finally {
    await listener.end();
  }
}

async function installationOf(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ secret: string }>(
    "select secret from installation_secrets where name = 'installation'",
  );
  return rows[0]?.secret ?? null;
}
