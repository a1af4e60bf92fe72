// The owner of the installation: created at the first start, and identified by a flag of its row, not by its username.

import { SCOPES } from "@fullcast/contract";
import type { Services } from "../services.ts";
import { insertApiKey } from "./api-keys.ts";
import { keyHash, newRawKey } from "./raw-key.ts";

const OWNER_KEY_NAME = "owner";

export interface OwnerStart {
  readonly accountId: string;
  /** The generated key, only at the very first start and only when none was given. */
  readonly generatedKey: string | null;
  /** The reason why the given key does not work. Null if it works or if none was given. */
  readonly keyFault: "revoked" | "of_another_account" | null;
}

/**
 * Creates the owner account (all scopes, plan "unlimited") when there is none. A given owner key that is new becomes a key
 * of the owner and revokes the one before. A generated key is passed to `keepKey`, which resolves when the key is durable;
 * the account is committed only then, so that no crash leaves an account without its key.
 */
export async function ensureOwner(
  services: Pick<Services, "db" | "clock" | "newId">,
  givenKey: string | null,
  keepKey: (rawKey: string) => Promise<void>,
): Promise<OwnerStart> {
  const { db, clock, newId } = services;
  return db.transaction(async () => {
    const owner = await db.q.selectFrom("accounts").select("id").where("is_owner", "=", true).executeTakeFirst();
    if (owner !== undefined) {
      const keyFault = givenKey === null ? null : await giveOwnerKey(services, owner.id, givenKey);
      return { accountId: owner.id, generatedKey: null, keyFault };
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
        is_owner: true,
      })
      .execute();
    const rawKey = givenKey ?? newRawKey();
    await giveOwnerKey(services, accountId, rawKey);
    if (givenKey !== null) return { accountId, generatedKey: null, keyFault: null };
    await keepKey(rawKey);
    return { accountId, generatedKey: rawKey, keyFault: null };
  });
}

async function giveOwnerKey(
  { db, clock, newId }: Pick<Services, "db" | "clock" | "newId">,
  accountId: string,
  rawKey: string,
): Promise<OwnerStart["keyFault"]> {
  const known = await db.q
    .selectFrom("api_keys")
    .select(["account_id", "revoked_at"])
    .where("key_hash", "=", keyHash(rawKey))
    .executeTakeFirst();
  // A revoked key stays revoked, because another person may know it.
  if (known !== undefined && known.account_id === accountId) return known.revoked_at === null ? null : "revoked";
  if (known !== undefined) return "of_another_account";
  await db.q
    .updateTable("api_keys")
    .set({ revoked_at: clock() })
    .where("account_id", "=", accountId)
    .where("name", "=", OWNER_KEY_NAME)
    .where("revoked_at", "is", null)
    .execute();
  const key = { accountId, name: OWNER_KEY_NAME, rawKey, scopes: SCOPES, expires_at: null };
  await insertApiKey({ db, clock, newId }, key);
  return null;
}
