// The first start: the owner's account, its first key, and the secrets of this installation.

import { randomBytes } from "node:crypto";
import { SCOPES } from "@fullcast/contract";
import type { Services } from "../services.ts";
import { insertApiKey } from "./api-keys.ts";
import { keyHash, newRawKey } from "./raw-key.ts";

const OWNER_KEY_NAME = "owner";

export interface OwnerStart {
  readonly accountId: string;
  /** The generated key, only at the very first start and only when none was given. */
  readonly generatedKey: string | null;
}

/**
 * Creates the owner account (all scopes, plan "unlimited") when there is none. A given owner key is added to the owner
 * whenever it is not known yet, so that setting it later works too. `keepKey` must have made a generated key durable when
 * it resolves: the account is committed only then, so that no crash leaves an account without its key.
 */
export async function ensureOwner(
  services: Pick<Services, "db" | "clock" | "newId">,
  givenKey: string | null,
  keepKey: (rawKey: string) => Promise<void>,
): Promise<OwnerStart> {
  const { db, clock, newId } = services;
  return db.transaction(async () => {
    const owner = await db.q.selectFrom("accounts").select("id").where("username", "=", "owner").executeTakeFirst();
    if (owner !== undefined) {
      if (givenKey !== null) await addOwnerKey(services, owner.id, givenKey);
      return { accountId: owner.id, generatedKey: null };
    }
    const accountId = newId();
    await db.q
      .insertInto("accounts")
      .values({
        id: accountId,
        username: "owner",
        display_name: "Owner",
        avatar_url: null,
        email: null,
        plan: "unlimited",
        created_at: clock(),
      })
      .execute();
    const rawKey = givenKey ?? newRawKey();
    await addOwnerKey(services, accountId, rawKey);
    if (givenKey !== null) return { accountId, generatedKey: null };
    await keepKey(rawKey);
    return { accountId, generatedKey: rawKey };
  });
}

async function addOwnerKey(
  { db, clock, newId }: Pick<Services, "db" | "clock" | "newId">,
  accountId: string,
  rawKey: string,
): Promise<void> {
  const known = await db.q
    .selectFrom("api_keys")
    .select("id")
    .where("key_hash", "=", keyHash(rawKey))
    .executeTakeFirst();
  if (known !== undefined) return;
  const now = clock();
  // A newly given owner key takes the place of the one before.
  await db.q
    .updateTable("api_keys")
    .set({ revoked_at: now })
    .where("account_id", "=", accountId)
    .where("name", "=", OWNER_KEY_NAME)
    .where("revoked_at", "is", null)
    .execute();
  const key = { accountId, name: OWNER_KEY_NAME, rawKey, scopes: SCOPES, expires_at: null };
  await insertApiKey({ db, clock, newId }, key);
}

/** A secret that all processes of this installation share and that outlives restarts; made when first asked for. */
export async function installationSecret({ db }: Pick<Services, "db">, name: string): Promise<Uint8Array> {
  await db.q
    .insertInto("installation_secrets")
    .values({ name, secret: randomBytes(32).toString("base64url") })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db.q
    .selectFrom("installation_secrets")
    .select("secret")
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  return Buffer.from(row.secret, "base64url");
}
