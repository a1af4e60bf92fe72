// From a raw key to a caller.

import { ApiError, type Caller } from "@fullcast/contract";
import { faultFields } from "../log.ts";
import type { Services } from "../services.ts";
import { type KnownKey, keyFinder } from "./find-keys.ts";
import { keyHash } from "./raw-key.ts";

const LAST_USE_FLUSH_MS = 30_000;
const MOST_REMEMBERED = 1_000;

export interface Authenticator extends AsyncDisposable {
  /** Null for a key that does not exist, is revoked or has expired. @throws ApiError ACCOUNT_DISABLED */
  authenticate(rawKey: string): Promise<Caller | null>;
  /**
   * The caller of a key that was found before and that no other process can have revoked since; null otherwise, which says
   * nothing about the key. @throws ApiError ACCOUNT_DISABLED
   */
  recall(rawKey: string): Caller | null;
  /** Forgets one key. Must be called, after the commit, in the process that revoked it. */
  forgetKey(keyId: string): void;
  /** Forgets the keys of an account. Must be called, after the commit, in the process that changed the account. */
  forgetAccount(accountId: string): void;
  /** Stores the last uses of keys that this process knows of. Also runs by itself every 30 s. */
  noteUses(): Promise<void>;
}

export function createAuthenticator(services: Pick<Services, "db" | "clock" | "log">): Authenticator {
  const { db, clock, log } = services;
  const find = keyFinder(services);
  // On the embedded database this process is the only one (a lock ensures that), so it may remember keys. On PostgreSQL
  // another process may revoke a key at any moment, so every request reads the row.
  const mayRemember = db.kind === "embedded";
  const remembered = new Map<string, KnownKey>();
  let changes = 0;
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
    if (known.isDisabled) throw new ApiError("ACCOUNT_DISABLED");
    lastUses.set(known.caller.keyId, now);
    return known.caller;
  };
  const load = async (hash: string): Promise<KnownKey | undefined> => {
    const before = changes;
    const found = await find(hash);
    // A row that was read before a change must not be remembered after it.
    if (found === undefined || !mayRemember || before !== changes) return found;
    if (remembered.size >= MOST_REMEMBERED) remembered.delete(remembered.keys().next().value!);
    remembered.set(hash, found);
    return found;
  };
  const forget = (isConcerned: (key: KnownKey) => boolean) => {
    changes += 1;
    for (const [hash, key] of remembered) if (isConcerned(key)) remembered.delete(hash);
  };

  return {
    authenticate: async (rawKey) => {
      const hash = keyHash(rawKey);
      return admitted(remembered.get(hash) ?? (await load(hash)));
    },
    recall: (rawKey) => admitted(remembered.get(keyHash(rawKey))),
    forgetKey: (keyId) => forget(({ caller }) => caller.keyId === keyId),
    forgetAccount: (accountId) => forget(({ caller }) => caller.accountId === accountId),
    noteUses: flush,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await flush();
    },
  };
}
