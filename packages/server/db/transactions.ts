// Selects the connection of a query. The async context carries the transaction: a query inside of it uses the transaction's
// connection, every other query takes its own.

import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "../log.ts";
import type { Connection, ConnectionSource, Rows } from "./connections.ts";
import { isRepeatable } from "./query-error.ts";

/** A transaction that conflicts with others is retried at least this often, and for this long (PostgreSQL only). */
const ATTEMPTS = 12;
/** Attempts beside others. Then it runs alone. */
const ATTEMPTS_BESIDE = 3;
const PATIENCE_MS = 20_000;
/** The longest random wait between two attempts. It must be long enough to spread many conflicting transactions. */
const LONGEST_PAUSE_MS = 1_000;
const LONG_MS = 10_000;

interface Transaction {
  readonly connection: Connection;
  readonly afterCommit: (() => void)[];
  state: "open" | "committed" | "over";
  /** Whether BEGIN was sent. It is sent with the first statement, which saves one message. */
  begun: boolean;
  /** The first failed statement, or the failure of a nested call. The transaction can then only roll back. */
  doomed: { readonly error: unknown } | null;
}

/** A condition of every transaction in an async context. */
export interface Fence {
  /** Returns a row while the condition holds. It is the last statement before the commit. */
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** The error of a transaction that is rolled back because the condition does not hold. */
  readonly broken: () => Error;
}

export interface Transactions {
  /** Runs `work`. Until it settles, the transactions in its async context are committed only if the fence holds. */
  fenced<T>(fence: Fence, work: () => Promise<T>): Promise<T>;
  transaction<T>(work: () => Promise<T>): Promise<T>;
  afterCommit(action: () => void): void;
  /** Runs `use`, a single statement, on the connection of the current transaction or outside of any. */
  withConnection<T>(use: (connection: Connection) => Promise<T>): Promise<T>;
  /** Runs `work` outside of the surrounding transaction. */
  outside<T>(work: () => T): T;
}

export function createTransactions(source: ConnectionSource, log: Log): Transactions {
  const current = new AsyncLocalStorage<Transaction | undefined>();
  const fences = new AsyncLocalStorage<{ fence: Fence | null }>();

  /** @param isAlone the transaction waits for all others, and they wait for it */
  async function attempt<T>(work: () => Promise<T>, isAlone: boolean): Promise<T> {
    const { alone } = source;
    if (alone === undefined || !isAlone) return attemptOn(await source.acquire(), work);
    const connection = await source.acquire();
    let isTaken: boolean;
    try {
      isTaken = await alone.take(connection);
    } catch (error) {
      source.release(connection, true);
      throw error;
    }
    if (!isTaken) return attemptOn(connection, work);
    return attemptOn(connection, work, () => alone.leave(connection));
  }

  async function attemptOn<T>(
    connection: Connection,
    work: () => Promise<T>,
    leave: () => Promise<void> = async () => undefined,
  ): Promise<T> {
    const transaction: Transaction = { connection, afterCommit: [], state: "open", begun: false, doomed: null };
    const watch = setTimeout(() => log.warn("A transaction is open for long", { seconds: LONG_MS / 1000 }), LONG_MS);
    watch.unref();
    let broken = false;
    try {
      const result = await current.run(transaction, work);
      if (transaction.doomed !== null) throw abandoned(transaction.doomed.error);
      if (transaction.begun) await passFence(connection);
      // From here on, no query may run between the last statement and the commit.
      transaction.state = "over";
      if (transaction.begun) await connection.query("commit", []);
      transaction.state = "committed";
      return result;
    } catch (error) {
      transaction.state = "over";
      // A connection that cannot roll back is not used again. The server then rolls back by itself.
      if (transaction.begun)
        await connection.query("rollback", []).catch(() => {
          broken = true;
        });
      throw error;
    } finally {
      clearTimeout(watch);
      // The server gives up the locks of a connection that is closed.
      await leave().catch(() => {
        broken = true;
      });
      source.release(connection, broken);
      if (transaction.state === "committed") runAll(transaction.afterCommit);
    }
  }

  async function passFence(connection: Connection): Promise<void> {
    const fence = fences.getStore()?.fence ?? null;
    if (fence === null) return;
    const { rows } = await connection.query(fence.sql, fence.parameters);
    if (rows.length === 0) throw fence.broken();
  }

  function runAll(actions: readonly (() => void)[]): void {
    for (const action of actions) {
      try {
        current.run(undefined, action);
      } catch (error) {
        log.error("An action after a commit failed", { error });
      }
    }
  }

  async function nested<T>(transaction: Transaction, work: () => Promise<T>): Promise<T> {
    refuseWhenOver(transaction);
    try {
      return await work();
    } catch (error) {
      transaction.doomed ??= { error };
      throw error;
    }
  }

  async function repeated<T>(work: () => Promise<T>): Promise<T> {
    const patientUntil = performance.now() + PATIENCE_MS;
    for (let tried = 1; ; tried += 1) {
      try {
        return await attempt(work, tried > ATTEMPTS_BESIDE);
      } catch (error) {
        const cause = error instanceof AbandonedTransaction ? error.cause : error;
        if (!isRepeatable(cause) || (tried >= ATTEMPTS && performance.now() > patientUntil)) throw error;
        await delay(Math.random() * Math.min(LONGEST_PAUSE_MS, 2 ** tried));
      }
    }
  }

  /** Records a failed statement: PostgreSQL would silently turn the commit into a rollback. */
  function watched(transaction: Transaction): Connection {
    const watch = async <R>(run: Promise<R>): Promise<R> => {
      try {
        return await run;
      } catch (error) {
        transaction.doomed ??= { error };
        throw error;
      }
    };
    const { connection } = transaction;
    const opening = (): string | undefined => {
      if (transaction.begun) return undefined;
      transaction.begun = true;
      return source.alone?.beginBeside ?? source.begin;
    };
    return {
      query: (sql, parameters): Promise<Rows> => watch(connection.query(sql, parameters, opening())),
      async script(sql) {
        const begin = opening();
        if (begin !== undefined) await watch(connection.query(begin, []));
        await watch(connection.script(sql));
      },
    };
  }

  return {
    async fenced(fence, work) {
      // What was started in this context and outlives the work is not bound to it.
      const holder: { fence: Fence | null } = { fence };
      try {
        return await fences.run(holder, work);
      } finally {
        holder.fence = null;
      }
    },
    transaction(work) {
      const outer = current.getStore();
      return outer === undefined ? repeated(work) : nested(outer, work);
    },
    afterCommit(action) {
      const transaction = current.getStore();
      if (transaction === undefined || transaction.state === "committed") runAll([action]);
      else if (transaction.state === "open") transaction.afterCommit.push(action);
    },
    async withConnection(use) {
      const transaction = current.getStore();
      if (transaction !== undefined) {
        refuseWhenOver(transaction);
        return use(watched(transaction));
      }
      const connection = await source.acquireShared();
      try {
        return await use(connection);
      } finally {
        source.release(connection);
      }
    },
    outside(work) {
      return current.run(undefined, () => fences.run({ fence: null }, work));
    },
  };
}

function refuseWhenOver(transaction: Transaction): void {
  if (transaction.state === "open") return;
  throw new Error(
    "This query belongs to a transaction that has already ended. Await every query inside transaction().",
  );
}

class AbandonedTransaction extends Error {}

function abandoned(cause: unknown): AbandonedTransaction {
  return new AbandonedTransaction("A part of this transaction failed, so that all of it was rolled back.", { cause });
}
