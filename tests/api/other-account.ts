// A second account with a key of its own, written into the closed database.

import { randomUUID } from "node:crypto";
import { SCOPES } from "@fullcast/contract";
import { createLog } from "@fullcast/server";
import { keyHash, newRawKey } from "../../packages/server/accounts/raw-key.ts";
import { openDatabase } from "../../packages/server/db/db.ts";
import type { TestServer } from "./server.ts";

/** Restarts the server. @returns the account's raw key, which has every scope but "admin". */
export async function addAccount(server: TestServer, username: string): Promise<string> {
  const rawKey = newRawKey();
  await inDatabase(server, async (db) => {
    const account = { id: randomUUID(), at: new Date() };
    await db.q
      .insertInto("accounts")
      .values({
        id: account.id,
        username,
        display_name: username.toUpperCase(),
        avatar_url: null,
        email: null,
        plan: "free",
        created_at: account.at,
      })
      .execute();
    await db.q
      .insertInto("api_keys")
      .values({
        id: randomUUID(),
        account_id: account.id,
        name: "first",
        prefix: rawKey.slice(0, 8),
        key_hash: keyHash(rawKey),
        scopes: JSON.stringify(SCOPES.filter((scope) => scope !== "admin")),
        created_at: account.at,
        expires_at: null,
        last_used_at: null,
        revoked_at: null,
      })
      .execute();
  });
  return rawKey;
}

/** Closes the server, works on its database, starts it again. */
export async function inDatabase(
  server: TestServer,
  work: (db: Awaited<ReturnType<typeof openDatabase>>) => Promise<void>,
): Promise<void> {
  await server.restart(async () => {
    const { dataDir, databaseUrl } = server.settings;
    await using db = await openDatabase({ dataDir, url: databaseUrl, log: createLog("error", process.stderr) });
    await work(db);
  });
}
