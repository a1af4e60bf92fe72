// Looks keys up by their hashes, many in one query: a flood of bad keys costs one query at a time, however many come.

import { timingSafeEqual } from "node:crypto";
import type { Caller, Scope } from "@fullcast/contract";
import type { Services } from "../services.ts";

export interface KnownKey {
  readonly caller: Caller;
  readonly expiresAt: number | null;
  readonly isDisabled: boolean;
}

const MOST_AT_ONCE = 200;

interface Waiting {
  readonly hash: string;
  readonly resolve: (key: KnownKey | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Returns a function that finds the unrevoked key with a hash. A call reads its row after the call was made, so a key that
 * any process revoked before is never found. Calls that arrive while a query runs share the next one.
 */
export function keyFinder(services: Pick<Services, "db">): (hash: string) => Promise<KnownKey | undefined> {
  let waiting: Waiting[] = [];
  let isRunning = false;

  const run = async () => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MOST_AT_ONCE);
      waiting = waiting.slice(MOST_AT_ONCE);
      try {
        const found = await findKeys(services, new Set(batch.map(({ hash }) => hash)));
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

async function findKeys({ db }: Pick<Services, "db">, hashes: ReadonlySet<string>) {
  const rows = await db.q
    .selectFrom("api_keys")
    .innerJoin("accounts", "accounts.id", "api_keys.account_id")
    .select([
      "api_keys.id",
      "api_keys.account_id",
      "api_keys.key_hash",
      "api_keys.scopes",
      "api_keys.expires_at",
      "accounts.disabled_at",
    ])
    .where("api_keys.key_hash", "in", [...hashes])
    .where("api_keys.revoked_at", "is", null)
    .execute();
  const found = new Map<string, KnownKey>();
  for (const hash of hashes) {
    // The index searches by the hash, which no client can choose; the final comparison takes constant time.
    const row = rows.find(({ key_hash }) => timingSafeEqual(Buffer.from(key_hash), Buffer.from(hash)));
    if (row === undefined) continue;
    found.set(hash, {
      caller: { accountId: row.account_id, keyId: row.id, scopes: new Set(row.scopes as readonly Scope[]) },
      expiresAt: row.expires_at === null ? null : row.expires_at.getTime(),
      isDisabled: row.disabled_at !== null,
    });
  }
  return found;
}
