// Tables for tests of the database.

import type { Kysely } from "kysely";
import type { Database } from "./db.ts";

export interface ProbeTables {
  probe: { id: number; value: string | null; amount: number | null };
  probe_wide: {
    id: number;
    at: Date | null;
    document: unknown;
    bytes: Uint8Array | null;
    note: string | undefined;
    big: number | null;
  };
}

const PROBES = `
  create table if not exists probe (id integer primary key, value text, amount bigint);
  create table if not exists probe_wide (
    id integer primary key, at timestamptz, document jsonb, bytes bytea, note text not null default 'none', big bigint
  );
  truncate probe, probe_wide`;

/** A database with empty probe tables, and queries of them. */
export type Prepare = () => Promise<{ readonly db: Database; readonly q: Kysely<ProbeTables> }>;

/** Returns the same database each time, with empty probe tables. `open` is called once. */
export function probes(open: () => Promise<Database>): Prepare {
  let opened: Promise<Database> | undefined;
  return async () => {
    opened ??= open();
    const db = await opened;
    await db.script(PROBES);
    return { db, q: db.q as unknown as Kysely<ProbeTables> };
  };
}

export const addProbe = (q: Kysely<ProbeTables>, id: number, amount = 0) =>
  q.insertInto("probe").values({ id, value: null, amount }).execute();

/** The ids in ascending order. */
export const probeIds = async (q: Kysely<ProbeTables>): Promise<readonly number[]> =>
  (await q.selectFrom("probe").select("id").orderBy("id").execute()).map(({ id }) => id);
