// The database: an embedded PostgreSQL under the data directory, or a PostgreSQL server; the same code for both.
// Always true: a committed transaction is on disk; every query inside transaction() belongs to it; transactions behave as
// if they ran one after the other; at most one process uses an embedded database.

import { Kysely } from "kysely";
import type { Log } from "../log.ts";
import type { Listen } from "./connections.ts";
import { type EmbeddedSource, openEmbedded } from "./embedded/embedded.ts";
import type { DatabaseOrigin } from "./embedded/worker-messages.ts";
import { routedDialect } from "./kysely-driver.ts";
import { MIGRATIONS, migrate } from "./migrate.ts";
import { openPostgres } from "./postgres.ts";
import type { Tables } from "./tables.ts";
import { createTransactions, type Fence } from "./transactions.ts";

export type { Listener } from "./connections.ts";
export { unwritable as unwritableDataDirectory } from "./embedded/directory-lock.ts";
export type { EmbeddedSource } from "./embedded/embedded.ts";
export { insertMany } from "./insert-many.ts";
export { type ColumnsSql, jsonColumns, jsonRows } from "./json-rows.ts";
export { isAbsent, PRESENCES } from "./presence.ts";
export { DatabaseUnavailable, QueryError, uniqueViolation } from "./query-error.ts";
export { StartError, type StartErrorCode } from "./start-error.ts";
export type { Fence } from "./transactions.ts";

export interface Database extends AsyncDisposable {
  readonly kind: "embedded" | "postgres";
  /** Kysely handle. Inside transaction() (same async context) every query goes to that transaction. */
  readonly q: Kysely<Tables>;
  /**
   * Runs `work` in one transaction: committed when it resolves, rolled back when it throws. A nested call joins the outer
   * transaction; if it throws, the whole transaction is rolled back, even if the caller catches the error. A failed
   * statement also forces a rollback, so catch uniqueViolation outside. `work` must be repeatable: on PostgreSQL it runs
   * again after a serialization failure or a deadlock. Await everything that `work` starts. Never wait in it for something
   * that needs the database from another context: the embedded database has one connection, which is taken.
   */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /** Runs after the outermost transaction committed (immediately when there is none); never when it rolled back. */
  afterCommit(action: () => void): void;
  /** Runs `work` outside of the surrounding transaction. For starting long-lived things. */
  outside<T>(work: () => T): T;
  /**
   * Runs `work`. Until it settles, every transaction in its async context is committed only if `fence` holds at its end;
   * otherwise it is rolled back and throws the fence's error. For work that another process may have taken over.
   */
  fenced<T>(fence: Fence, work: () => Promise<T>): Promise<T>;
  /** Messages of all processes that use this database; null on the embedded database, which has only one process. */
  readonly listen: Listen | null;
  /** SQL text with parameters, routed like q: for libraries that bring their own statements. */
  execute(sql: string, parameters: readonly unknown[]): Promise<{ rows: unknown[] }>;
  /** Several statements without parameters, one after the other. */
  script(sql: string): Promise<void>;
  /** How often the embedded database synced a file since it was opened; null on a server. */
  countFsyncs(): Promise<number | null>;
}

export interface DatabaseOptions {
  readonly dataDir: string;
  /** postgres://…, or null for the embedded database. */
  readonly url: string | null;
  readonly log: Log;
  /** The embedded database has stopped and cannot recover: end the process. Committed data is safe. */
  readonly onFatal?: (error: Error) => void;
  /** Folder of the numbered migrations; the product's own by default. */
  readonly migrations?: string;
  /** The last migration that runs; all by default. For restoring what an older version wrote. */
  readonly migrateUpTo?: number;
  /** How a new embedded database is made; from the template by default. */
  readonly origin?: DatabaseOrigin;
  /** An embedded database that is already opening. `dataDir`, `origin` and `onFatal` are then ignored. */
  readonly embedded?: Promise<EmbeddedSource>;
}

/** Opens the database and brings its schema forward. @throws StartError */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { dataDir, url, log } = options;
  const fatal = (error: Error) => {
    log.error("The database has stopped", { error });
    options.onFatal?.(error);
  };
  const embedded = url === null ? await (options.embedded ?? openEmbedded(dataDir, fatal, options.origin)) : null;
  const source = embedded ?? (await openPostgres(url ?? "", log));
  const transactions = createTransactions(source, log);
  // A migration chooses its own isolation, which must be the first statement of its transaction.
  const { alone: _, ...plain } = source;
  try {
    await migrate(createTransactions(plain, log), options.migrations ?? MIGRATIONS, log, options.migrateUpTo);
  } catch (error) {
    await source.close();
    throw error;
  }
  return {
    kind: embedded === null ? "postgres" : "embedded",
    q: new Kysely<Tables>({ dialect: routedDialect(transactions) }),
    transaction: transactions.transaction,
    afterCommit: transactions.afterCommit,
    outside: transactions.outside,
    fenced: transactions.fenced,
    listen: source.listen ?? null,
    execute: async (sql, parameters) => {
      const { rows } = await transactions.withConnection((connection) => connection.query(sql, parameters));
      return { rows: [...rows] };
    },
    script: (sql) => transactions.withConnection((connection) => connection.script(sql)),
    countFsyncs: async () => (embedded === null ? null : embedded.countFsyncs()),
    [Symbol.asyncDispose]: () => source.close(),
  };
}
