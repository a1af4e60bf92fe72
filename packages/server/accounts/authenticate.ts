// From a raw key, or the token of a session, to a caller.

import { ApiError, type Caller } from "@fullcast/contract";
import { faultFields } from "../log.ts";
import type { Services } from "../services.ts";
import { type FindKey, type KnownKey, keyFinder, sessionFinder } from "./find-keys.ts";
import { keyHash } from "./raw-key.ts";

const LAST_USE_FLUSH_MS = 30_000;
const MOST_REMEMBERED = 1_000;

export interface Authenticator extends AsyncDisposable {
  /** Null for a key that does not exist, is revoked or has expired. @throws ApiError ACCOUNT_DISABLED */
  authenticate(rawKey: string): Promise<Caller | null>;
  /**
   * The caller of a cached key that no other process can have revoked since. Null does not mean that the key is bad.
   * @throws ApiError ACCOUNT_DISABLED
   */
  recall(rawKey: string): Caller | null;
  /** Null for a session that does not exist, has ended or whose key has. @throws ApiError ACCOUNT_DISABLED */
  ofSession(token: string): Promise<Caller | null>;
  /** Drops a key and its sessions from the cache. The process that revoked it must call this after the commit. */
  forgetKey(keyId: string): void;
  /** Drops a session from the cache. The process that ended it must call this after the commit. */
  forgetSession(sessionId: string): void;
  /** Drops the keys of an account from the cache. The process that changed the account must call this after the commit. */
  forgetAccount(accountId: string): void;
  /** Stores the last uses of keys that this process knows of. Also runs by itself every 30 s. */
  noteUses(): Promise<void>;
}

export function createAuthenticator(services: Pick<Services, "db" | "clock" | "log">): Authenticator {
  const { db, clock, log } = services;
  const findKey = keyFinder(services);
  const findSession = sessionFinder(services);
  // On the embedded database this process is the only one (a lock ensures that), so it may remember keys. On PostgreSQL
  // another process may revoke a key at any moment, so every request reads the row.
  const mayRemember = db.kind === "embedded";
  const remembered = new Map<string, KnownKey>();
  let changes = 0;
  const lastUses = { api_keys: new Map<string, Date>(), sessions: new Map<string, Date>() };

  const flush = async () => {
    const { api_keys, sessions } = lastUses;
    if (api_keys.size === 0 && sessions.size === 0) return;
    const uses = [
      ...[...api_keys].map(([id, at]) => ({ table: "api_keys" as const, id, at })),
      ...[...sessions].map(([id, at]) => ({ table: "sessions" as const, id, at })),
    ];
    api_keys.clear();
    sessions.clear();
    await db.transaction(async () => {
      for (const { table, id, at } of uses) {
        await db.q.updateTable(table).set({ last_used_at: at }).where("id", "=", id).execute();
      }
    });
  };
  const timer = setInterval(() => {
    flush().catch((error: unknown) => log.warn("last use of keys not recorded", faultFields(error)));
  }, LAST_USE_FLUSH_MS);
  timer.unref();

  const admitted = (found: KnownKey | undefined): Caller | null => {
    if (found === undefined) return null;
    const now = clock();
    if (found.expiresAt !== null && found.expiresAt <= now.getTime()) return null;
    if (found.isDisabled) throw new ApiError("ACCOUNT_DISABLED");
    const { keyId, sessionId } = found.caller;
    lastUses.api_keys.set(keyId, now);
    if (sessionId !== undefined) lastUses.sessions.set(sessionId, now);
    return found.caller;
  };
  const load = async (find: FindKey, name: string, hash: string): Promise<KnownKey | undefined> => {
    const before = changes;
    const found = await find(hash);
    // A row that was read before a change must not be remembered after it.
    if (found === undefined || !mayRemember || before !== changes) return found;
    if (remembered.size >= MOST_REMEMBERED) remembered.delete(remembered.keys().next().value!);
    remembered.set(name, found);
    return found;
  };
  // A token of a session must not pass for a key, nor a key for a token.
  const nameOf = (kind: "key" | "session", hash: string) => `${kind} ${hash}`;
  const known = async (kind: "key" | "session", raw: string) => {
    const hash = keyHash(raw);
    const name = nameOf(kind, hash);
    return remembered.get(name) ?? (await load(kind === "key" ? findKey : findSession, name, hash));
  };
  const forget = (isConcerned: (key: KnownKey) => boolean) => {
    changes += 1;
    for (const [hash, key] of remembered) if (isConcerned(key)) remembered.delete(hash);
  };

  return {
    authenticate: async (rawKey) => admitted(await known("key", rawKey)),
    recall: (rawKey) => admitted(remembered.get(nameOf("key", keyHash(rawKey)))),
    ofSession: async (token) => admitted(await known("session", token)),
    forgetSession: (sessionId) => forget(({ caller }) => caller.sessionId === sessionId),
    forgetKey: (keyId) => forget(({ caller }) => caller.keyId === keyId),
    forgetAccount: (accountId) => forget(({ caller }) => caller.accountId === accountId),
    noteUses: flush,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await flush();
    },
  };
}
