// Does the work of a server's autovacuum. The embedded database has no background processes: without this, the space of
// changed and deleted rows would never be reused, and the planner would have no statistics.

import type { ConnectionSource } from "../connections.ts";

/** autovacuum_naptime. A plan without statistics can cost a hundred times as much. */
const INTERVAL_MS = 60 * 1000;

// Autovacuum's own thresholds (https://www.postgresql.org/docs/15/routine-vacuuming.html#AUTOVACUUM).
const DUE = `
  select format('%I.%I', schemaname, stats.relname) as name
  from pg_stat_user_tables as stats join pg_class on pg_class.oid = stats.relid
  where n_dead_tup > 50 + 0.2 * greatest(reltuples, 0)
     or n_mod_since_analyze > 50 + 0.1 * greatest(reltuples, 0)`;

/** Vacuums the tables that need it, one in each turn, so that other callers get turns in between. Returns their names. */
export async function upkeep(source: ConnectionSource): Promise<readonly string[]> {
  const query = async (sql: string) => {
    const connection = await source.acquire();
    try {
      return (await connection.query(sql, [])).rows;
    } finally {
      source.release(connection);
    }
  };
  // PostgreSQL publishes its counts about once a second. This forces it now.
  await query("select pg_stat_force_next_flush()");
  const due = ((await query(DUE)) as { name: string }[]).map(({ name }) => name);
  for (const name of due) await query(`vacuum (analyze) ${name}`);
  return due;
}

/** Runs upkeep in intervals until the returned function is called. @param onError receives a failure; the next interval tries again. */
export function startUpkeep(source: ConnectionSource, onError: (error: unknown) => void): () => void {
  let busy = false;
  const timer = setInterval(async () => {
    if (busy) return;
    busy = true;
    try {
      await upkeep(source);
    } catch (error) {
      onError(error);
    } finally {
      busy = false;
    }
  }, INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
