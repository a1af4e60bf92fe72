// From a raw key to a caller.

import { timingSafeEqual } from "node:crypto";
import type { Caller, Scope } from "@fullcast/contract";
import { remembered } from "../db/remembered.ts";
import { faultFields } from "../log.ts";
import type { Services } from "../services.ts";
import { keyHash } from "./raw-key.ts";

const LAST_USE_FLUSH_MS = 30_000;

interface KnownKey {
  readonly caller: Caller;
  readonly expiresAt: number | null;
}

export interface Authenticator extends AsyncDisposable {
  authenticate(rawKey: string): Promise<Caller | null>;
  /** The caller behind a key that was found before and that nobody can have revoked since; null says nothing. */
  recall(rawKey: string): Caller | null;
  /** Must be called in the process that changed or revoked a key. */
  forget(): void;
  /** Writes down the last uses of keys that this process knows of. Done by itself now and then. */
  noteUses(): Promise<void>;
}

export function createAuthenticator(services: Pick<Services, "db" | "clock" | "log">): Authenticator {
  const { db, clock, log } = services;
  const keys = remembered(services, (hash) => findKey(services, hash));
  const lastUses = new Map<string, Date>();
  const flush = async () => {
    if (lastUses.size === 0) return;
    const uses = [...lastUses];
    lastUses.clear();
    await db.transaction(async () => {
      for (const [id, at] of uses) {
        await db.q.updateTable("api_keys").set({ last_used_at: at }).where("id", "=", id).execute();
      }
    });
  };
  const timer = setInterval(() => {
    flush().catch((error: unknown) => log.warn("last use of keys not recorded", faultFields(error)));
  }, LAST_USE_FLUSH_MS);
  timer.unref();

  const admitted = (known: KnownKey | undefined): Caller | null => {
    if (known === undefined) return null;
    const now = clock();
    if (known.expiresAt !== null && known.expiresAt <= now.getTime()) return null;
    lastUses.set(known.caller.keyId, now);
    return known.caller;
  };

  return {
    authenticate: async (rawKey) => admitted(await keys.get(keyHash(rawKey))),
    recall: (rawKey) => admitted(keys.recall(keyHash(rawKey))),
    forget: () => keys.forget(),
    noteUses: flush,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await flush();
    },
  };
}

async function findKey({ db }: Pick<Services, "db">, hash: string): Promise<KnownKey | undefined> {
  const row = await db.q
    .selectFrom("api_keys")
    .select(["id", "account_id", "key_hash", "scopes", "expires_at"])
    .where("key_hash", "=", hash)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  // The index finds by the hash, of which nobody can choose a single digit; that it is the same is decided in constant time.
  if (row === undefined || !timingSafeEqual(Buffer.from(row.key_hash), Buffer.from(hash))) return undefined;
  return {
    caller: { accountId: row.account_id, keyId: row.id, scopes: new Set(row.scopes as readonly Scope[]) },
    expiresAt: row.expires_at === null ? null : row.expires_at.getTime(),
  };
}
