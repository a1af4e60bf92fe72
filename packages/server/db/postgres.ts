// A PostgreSQL server (15 or later) as the database.

import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Log } from "../log.ts";
import type { Alone, Connection, ConnectionSource, Listener } from "./connections.ts";
import { type DatabaseHost, type DatabaseHosts, databaseHosts } from "./database-hosts.ts";
import { takePresence } from "./presence.ts";
import { DatabaseUnavailable, QueryError } from "./query-error.ts";
import { type ServerWatch, watchServer } from "./server-watch.ts";
import { StartError } from "./start-error.ts";
import { createTurns } from "./turns.ts";
import { asText, OID, parseInt8 } from "./value-types.ts";

/** Of one process, besides the one that listens. */
export const CONNECTIONS = 16;
/** The time limit for opening a connection, and for waiting while all connections are in use. */
const TURN_TIMEOUT_MS = 60_000;
/** How long the start waits for a database that starts at the same time (compose, reboot). */
const PATIENCE_MS = 5_000;
const OLDEST = 150_000;
const LISTEN_AGAIN_MS = 1_000;
/** How often it is looked at whether a statement waits for a server that disappeared. */
const LOOK_MS = 5_000;
/** A connection without a message for this long is asked whether its other end is there. */
const KEEPALIVE_IDLE_S = 15;

// @types/pg declares this export as a function, but it is an object with a function.
const int8Arrays = pg.types.arrayParser as unknown as {
  create(text: string, parse: (text: string) => number): { parse(): number[] };
};

const parsers: { readonly [oid: number]: (text: string) => unknown } = {
  [OID.int8]: parseInt8,
  [OID.date]: asText,
  [OID.timestamp]: asText,
  [OID.interval]: asText,
  [OID.bytea]: (text) => new Uint8Array(Buffer.from(text.slice(2), "hex")),
  [OID.int8Array]: (text) => int8Arrays.create(text, parseInt8).parse(),
};

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    (format === "binary" ? undefined : parsers[oid]) ?? pg.types.getTypeParser(oid, format as "text")) as never,
};

/** The hosts of the database, and the one that took writes last: new connections go there. */
interface Hosts {
  readonly count: number;
  present(): DatabaseHost;
  /** New connections go to the next host, unless another failure moved them already. */
  leave(host: DatabaseHost): void;
}

function hostsOf(all: DatabaseHosts, first: DatabaseHost): Hosts {
  let at = all.indexOf(first);
  return {
    count: all.length,
    present: () => all[at] ?? all[0],
    leave(host) {
      if (all[at] === host) at = (at + 1) % all.length;
    },
  };
}

/** @throws StartError DatabaseUnreachable */
export async function openPostgres(url: string, log: Log): Promise<ConnectionSource> {
  const all = understood(url);
  const hosts = hostsOf(all, await reach(all));
  /** A connection of the pool to the present host. One that does not answer is left after a few seconds if there are others. */
  class PresentClient extends pg.Client {
    constructor(config: pg.ClientConfig = {}) {
      const { connectionTimeoutMillis } = config;
      const patience = hosts.count > 1 ? PATIENCE_MS : connectionTimeoutMillis;
      super({ ...config, ...clientConfig(hosts.present().url), connectionTimeoutMillis: patience });
    }
  }
  const pool = new pg.Pool({
    Client: PresentClient,
    max: CONNECTIONS,
    connectionTimeoutMillis: TURN_TIMEOUT_MS,
    types,
    onConnect: prepareConnection as (client: pg.ClientBase) => void,
  });
  let closed: Promise<void> | null = null;
  const lost = (error: Error) => {
    if (closed === null) log.warn("A database connection was lost", { error });
  };
  // An idle connection that the server closed: the pool drops it and opens another one when needed.
  pool.on("error", lost);
  const watch = watchServer({
    answers: () => answers(hosts.present().url),
    onGone: (statements) => {
      log.warn("The database server disappeared: statements that wait for it are given up", { statements });
      hosts.leave(hosts.present());
    },
    now: () => performance.now(),
  });
  const looking = setInterval(() => void watch.look(), LOOK_MS).unref();
  const clients = new WeakMap<Connection, pg.PoolClient>();
  const acquire = async () => {
    const client = await connected(hosts, () => pool.connect()).catch(rethrow);
    const connection = onClient(client, watch);
    clients.set(connection, client);
    // The pool listens for errors of idle connections only, and an unhandled error event would end the process. A query
    // on this connection rejects by itself, and the pool does not take a dead connection back.
    client.on("error", lost);
    return connection;
  };
  return {
    // With one connection (the embedded database) transactions are serial. Here they must behave the same.
    begin: BEGIN,
    alone,
    acquire,
    acquireShared: acquire,
    listen: (channel, heard, presence) => listen(hosts, { channel, heard, presence, log }),
    release: (connection, broken) => {
      const client = clients.get(connection);
      client?.off("error", lost);
      client?.release(broken);
    },
    close: () => {
      clearInterval(looking);
      closed ??= pool.end();
      return closed;
    },
  };
}

const BEGIN = "begin isolation level serializable";
/** Of advisory locks; any number that nothing else in the database uses. */
const ALONE = 7_411_000_002;
/** While one transaction waits for the open ones, further ones do not begin. A long transaction must not stop all others. */
const ALONE_WITHIN_MS = 1_000;
const LOCK_NOT_AVAILABLE = "55P03";

/**
 * PostgreSQL notices conflicts by the pages and, from a few dozen rows on, by the tables that a transaction read. So the scripts
 * of two accounts conflict although they share no row, and a transaction could be overtaken each time for as long as others
 * are busy.
 */
const alone: Alone = {
  beginBeside: `${BEGIN}; select pg_advisory_xact_lock_shared(${ALONE})`,
  async take(connection) {
    // Outside of a transaction, so that the one that follows sees what the others committed.
    await connection.query("select set_config('lock_timeout', $1, false)", [`${ALONE_WITHIN_MS}ms`]);
    try {
      await connection.query(`select pg_advisory_lock(${ALONE})`, []);
      return true;
    } catch (error) {
      if (error instanceof QueryError && error.code === LOCK_NOT_AVAILABLE) return false;
      throw error;
    } finally {
      await connection.script("reset lock_timeout");
    }
  },
  async leave(connection) {
    await connection.query(`select pg_advisory_unlock(${ALONE})`, []);
  },
};

/** Tries each host once, beginning with the one that took writes last. */
async function connected<T>(hosts: Hosts, connect: () => Promise<T>): Promise<T> {
  for (let left = hosts.count; ; left--) {
    const host = hosts.present();
    try {
      return await connect();
    } catch (error) {
      if (left <= 1 || !mayBeElsewhere(error)) throw error;
      hosts.leave(host);
    }
  }
}

/** The server is away, starts, stops or is a standby. */
function mayBeElsewhere(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable || isConnectionFault(error)) return true;
  return error instanceof pg.DatabaseError && /^(?:57P0|53300)/.test(error.code ?? "");
}

interface Listening {
  readonly channel: string;
  readonly heard: (text: string | null) => void;
  readonly presence: number | undefined;
  readonly log: Log;
}

/** One connection of its own; when it is lost, another one is opened, second by second, until that succeeds. */
function listen(hosts: Hosts, { channel, heard, presence, log }: Listening): Listener {
  const stopped = new AbortController();
  let isListening = false;
  const untilLost = async () => {
    const lost = Promise.withResolvers<void>();
    const host = hosts.present();
    const address = clientConfig(host.url);
    const client = new pg.Client({ ...address, connectionTimeoutMillis: PATIENCE_MS });
    client.on("error", () => lost.resolve());
    client.on("end", () => lost.resolve());
    client.on("notification", ({ payload }) => heard(payload ?? ""));
    const stop = () => lost.resolve();
    stopped.signal.addEventListener("abort", stop, { once: true });
    try {
      // pg never settles a connection attempt that is ended before it succeeds. So it is only ended afterwards.
      await client.connect();
      await prepareConnection(client);
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      if (presence !== undefined) await client.query(takePresence(presence));
      if (!stopped.signal.aborted) {
        isListening = true;
        heard(null);
        await lost.promise;
      }
    } catch (error) {
      if (mayBeElsewhere(error)) hosts.leave(host);
      throw error;
    } finally {
      isListening = false;
      stopped.signal.removeEventListener("abort", stop);
      await client.end().catch(() => undefined);
    }
  };
  const running = (async () => {
    while (!stopped.signal.aborted) {
      try {
        await untilLost();
      } catch (error) {
        if (!stopped.signal.aborted) log.warn("Messages of other processes cannot be received", { error });
      }
      await delay(LISTEN_AGAIN_MS, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  })();
  return {
    isListening: () => isListening,
    async [Symbol.asyncDispose]() {
      stopped.abort();
      await running;
    },
  };
}

export function clientConfig(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: "fullcast",
    options: "-c timezone=UTC",
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_IDLE_S * 1000,
  };
}

function onClient(client: pg.PoolClient, watch: ServerWatch): Connection {
  // The types of pg leave out the socket. What waits on a destroyed one is rejected as a lost connection.
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } }).connection;
  const giveUp = () => void stream.destroy();
  // A transaction may send several queries at once; the client takes one statement at a time.
  const turns = createTurns();
  const inTurn = async <T>(run: () => Promise<T>): Promise<T> => {
    await turns.take();
    try {
      return await watch.run(run, giveUp);
    } catch (error) {
      return rethrow(error);
    } finally {
      turns.pass();
    }
  };
  return {
    query: async (sql, parameters, opening) => {
      const result = await inTurn(async () => {
        if (opening !== undefined) await client.query(opening);
        return client.query(sql, [...parameters]);
      });
      return { rows: result.rows, affected: result.command === "SELECT" ? null : result.rowCount };
    },
    script: async (sql) => {
      await inTurn(() => client.query(sql));
    },
  };
}

function rethrow(error: unknown): never {
  if (error instanceof pg.DatabaseError && error.code !== undefined) {
    throw new QueryError(error.code, error.message, error.constraint ?? null, error.table ?? null);
  }
  throw isConnectionFault(error) ? new DatabaseUnavailable("The database cannot be reached.", { cause: error }) : error;
}

/** Messages of pg and pg-pool for errors without a system code. */
const LOST =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed)/;

function isConnectionFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isConnectionFault);
  return ("syscall" in error && "code" in error) || LOST.test(error.message);
}

/** The hosts of an address. @throws StartError DatabaseUnreachable */
export function understood(url: string): DatabaseHosts {
  const hosts = databaseHosts(url);
  if (hosts === null) throw unreachable(explain("ERR_INVALID_URL"), null);
  return hosts;
}

/** The first host that takes writes; waits for servers that are starting. @throws StartError DatabaseUnreachable */
export async function reach(hosts: DatabaseHosts): Promise<DatabaseHost> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const faults: { readonly host: DatabaseHost; readonly code: string; readonly error: unknown }[] = [];
    for (const host of hosts) {
      try {
        const { version, standby } = await serverState(host.url);
        if (version < OLDEST)
          throw new StartError("DatabaseUnreachable", "The database server is older than PostgreSQL 15. Upgrade it.");
        if (!standby) return host;
        throw Object.assign(new Error("standby"), { code: STANDBY });
      } catch (error) {
        if (error instanceof StartError) throw error;
        faults.push({ host, code: errorCode(error), error });
      }
    }
    const mayComeUp = faults.some(({ code }) => COMES_UP.has(code));
    if (!mayComeUp || performance.now() > deadline) {
      const reason =
        hosts.length === 1
          ? explain(faults[0]!.code)
          : `none of its ${hosts.length} servers takes writes (${faults.map(({ host, code }) => `${host.name}: ${explain(code)}`).join("; ")})`;
      throw unreachable(reason, faults[0]!.error);
    }
    await delay(250);
  }
}

/**
 * Sets a new connection up, and refuses one to a standby. During a failover the address can lead to the standby before it is
 * promoted. A standby refuses serializable transactions and reads from it can be old. A server becomes a standby only by a
 * restart, which ends its connections.
 * @throws DatabaseUnavailable
 */
async function prepareConnection(client: Pick<pg.ClientBase, "query">): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>(
    `select pg_is_in_recovery() as standby, ${LIVENESS.map(([name, value]) => `set_config('${name}', '${value}', false)`).join(", ")}`,
  );
  if (rows[0]?.standby === true) throw new DatabaseUnavailable("The database server is a standby.");
}

/**
 * A machine that disappears without closing its connections leaves transactions with locks behind, which others wait for. The server
 * asks after 15 s without a message, and gives the connection up after three questions without an answer: within 30 s. Its own
 * default, that of the system, is mostly two hours.
 */
const LIVENESS = [
  ["tcp_keepalives_idle", KEEPALIVE_IDLE_S],
  ["tcp_keepalives_interval", 5],
  ["tcp_keepalives_count", 3],
] as const;

async function isStandby(client: Pick<pg.ClientBase, "query">): Promise<boolean> {
  const { rows } = await client.query<{ standby: boolean }>("select pg_is_in_recovery() as standby");
  return rows[0]?.standby === true;
}

/** Whether the server answers a new connection, with a refusal too. */
async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ ...clientConfig(url), connectionTimeoutMillis: PATIENCE_MS });
  // A failure also rejects the promise below.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    return error instanceof pg.DatabaseError;
  } finally {
    // A server that disappeared does not confirm the end.
    void client.end().catch(() => undefined);
  }
}

async function serverState(url: string): Promise<{ readonly version: number; readonly standby: boolean }> {
  const client = new pg.Client({ ...clientConfig(url), connectionTimeoutMillis: PATIENCE_MS });
  client.on("error", () => {
    // A failure also rejects the promise below.
  });
  try {
    await client.connect();
    const { rows } = await client.query("select current_setting('server_version_num')::int as version");
    return { version: rows[0].version, standby: await isStandby(client) };
  } finally {
    await client.end();
  }
}

function errorCode(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0]);
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "NO_ANSWER";
}

const STANDBY = "STANDBY";
const COMES_UP: ReadonlySet<string> = new Set(["ECONNREFUSED", "ENOTFOUND", "57P03", STANDBY]);

const EXPLANATIONS: { readonly [code: string]: string } = {
  NO_ANSWER: "it does not answer",
  ERR_INVALID_URL: "its URL is not valid",
  ECONNREFUSED: "nothing listens at its address",
  ENOTFOUND: "its host name is unknown",
  "28P01": "the password is wrong",
  "28000": "the user is not admitted",
  "3D000": "the database does not exist",
  [STANDBY]: "its server is a standby, which takes no writes until it is promoted",
};

function explain(code: string): string {
  return EXPLANATIONS[code] ?? code;
}

function unreachable(reason: string, cause: unknown): StartError {
  return new StartError(
    "DatabaseUnreachable",
    `The PostgreSQL database cannot be used: ${reason}. Check FULLCAST_DATABASE_URL, or leave it out to use the embedded database.`,
    { cause },
  );
}
