// Looks up keys and sessions by their hashes, many in one query. A flood of bad keys therefore costs one query at a time.

import { timingSafeEqual } from "node:crypto";
import type { Caller, Scope } from "@fullcast/contract";
import type { Services } from "../services.ts";

export interface KnownKey {
  readonly caller: Caller;
  readonly expiresAt: number | null;
  readonly isDisabled: boolean;
}

type Db = Pick<Services, "db">;
export type FindKey = (hash: string) => Promise<KnownKey | undefined>;

const MOST_AT_ONCE = 200;

interface Waiting {
  readonly hash: string;
  readonly resolve: (key: KnownKey | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Returns a function that finds the unrevoked key with a hash. */
export const keyFinder = (services: Db): FindKey => batched(services, findKeys);

/** Returns a function that finds the session with a hash, while its key is not revoked. */
export const sessionFinder = (services: Db): FindKey => batched(services, findSessions);

/**
 * A call reads its row after the call was made, so a key that any process revoked before is never found. Calls that arrive
 * while a query runs share the next one.
 */
function batched(services: Db, findAll: (services: Db, hashes: ReadonlySet<string>) => Promise<Found>): FindKey {
  let waiting: Waiting[] = [];
  let isRunning = false;

  const run = async () => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MOST_AT_ONCE);
      waiting = waiting.slice(MOST_AT_ONCE);
      try {
        const found = await findAll(services, new Set(batch.map(({ hash }) => hash)));
        for (const { hash, resolve } of batch) resolve(found.get(hash));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isRunning = false;
  };

  return (hash) =>
    new Promise((resolve, reject) => {
      waiting.push({ hash, resolve, reject });
      if (isRunning) return;
      isRunning = true;
      // Outside of a transaction of the first caller, which the others do not belong to.
      void services.db.outside(run);
    });
}

type Found = ReadonlyMap<string, KnownKey>;

async function findKeys({ db }: Db, hashes: ReadonlySet<string>): Promise<Found> {
  const rows = await db.q
    .selectFrom("api_keys")
    .innerJoin("accounts", "accounts.id", "api_keys.account_id")
    .select([
      "api_keys.id as key_id",
      "api_keys.account_id",
      "api_keys.key_hash as hash",
      "api_keys.scopes",
      "api_keys.expires_at",
      "accounts.disabled_at",
    ])
    .where("api_keys.key_hash", "in", [...hashes])
    .where("api_keys.revoked_at", "is", null)
    .execute();
  return byHash(
    hashes,
    rows.map((row) => ({ ...row, session_id: null, ends: [row.expires_at] })),
  );
}

async function findSessions({ db }: Db, hashes: ReadonlySet<string>): Promise<Found> {
  const rows = await db.q
    .selectFrom("sessions")
    .innerJoin("api_keys", "api_keys.id", "sessions.api_key_id")
    .innerJoin("accounts", "accounts.id", "sessions.account_id")
    .select([
      "sessions.id as session_id",
      "sessions.token_hash as hash",
      "sessions.scopes as session_scopes",
      "sessions.expires_at as session_ends",
      "api_keys.id as key_id",
      "api_keys.account_id",
      "api_keys.scopes",
      "api_keys.expires_at",
      "accounts.disabled_at",
    ])
    .where("sessions.token_hash", "in", [...hashes])
    .where("api_keys.revoked_at", "is", null)
    .execute();
  return byHash(
    hashes,
    rows.map((row) => ({
      ...row,
      scopes: row.session_scopes === null ? row.scopes : row.scopes.filter((one) => row.session_scopes?.includes(one)),
      ends: [row.expires_at, row.session_ends],
    })),
  );
}

interface KeyRow {
  readonly hash: string;
  readonly key_id: string;
  readonly session_id: string | null;
  readonly account_id: string;
  readonly scopes: readonly string[];
  readonly disabled_at: Date | null;
  /** It ends at the earliest of them. */
  readonly ends: readonly (Date | null)[];
}

function byHash(hashes: ReadonlySet<string>, rows: readonly KeyRow[]): Found {
  const found = new Map<string, KnownKey>();
  for (const hash of hashes) {
    // The index searches by the hash, which no client can choose; the final comparison takes constant time.
    const row = rows.find((one) => timingSafeEqual(Buffer.from(one.hash), Buffer.from(hash)));
    if (row === undefined) continue;
    const ends = row.ends.filter((end) => end !== null).map((end) => end.getTime());
    found.set(hash, {
      caller: {
        accountId: row.account_id,
        keyId: row.key_id,
        ...(row.session_id === null ? {} : { sessionId: row.session_id }),
        scopes: new Set(row.scopes as readonly Scope[]),
      },
      expiresAt: ends.length === 0 ? null : Math.min(...ends),
      isDisabled: row.disabled_at !== null,
    });
  }
  return found;
}
