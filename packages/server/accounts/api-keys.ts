// The keys of an account: created, listed, revoked.

import { ApiError, type Caller, type Scope } from "@fullcast/contract";
import type { Services } from "../services.ts";
import type { Authenticator } from "./authenticate.ts";
import { keyHash, keyPrefix, newRawKey } from "./raw-key.ts";

const DAY_MS = 86_400_000;
const COLUMNS = ["id", "name", "scopes", "prefix", "created_at", "expires_at", "last_used_at", "revoked_at"] as const;

export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly scopes: Scope[];
  readonly prefix: string;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
}

interface ApiKeyRow {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly prefix: string;
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
  readonly revoked_at: Date | null;
}

const toApiKey = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  scopes: [...row.scopes] as Scope[],
  prefix: row.prefix,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
  last_used_at: row.last_used_at?.toISOString() ?? null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
});

/**
 * @throws ApiError INSUFFICIENT_SCOPE for a scope that the calling key lacks; API_KEY_OUTLIVES_CREATOR for a life beyond
 * that of the calling key; API_KEY_NAME_TAKEN while another active key of the account has the name.
 */
export async function createApiKey(
  { db, clock, newId }: Pick<Services, "db" | "clock" | "newId">,
  caller: Caller,
  input: { readonly name: string; readonly scopes: readonly Scope[]; readonly expires_in_days: number | null },
): Promise<{ api_key: ApiKey; raw_key: string }> {
  for (const scope of input.scopes) {
    if (!caller.scopes.has(scope)) throw new ApiError("INSUFFICIENT_SCOPE", { required_scope: scope });
  }
  const now = clock();
  const expires_at = input.expires_in_days === null ? null : new Date(now.getTime() + input.expires_in_days * DAY_MS);
  return db.transaction(async () => {
    // A lock on the account's row makes the checks and the insert atomic.
    await db.q.selectFrom("accounts").select("id").where("id", "=", caller.accountId).forUpdate().execute();
    await refuseLongerLife({ db }, caller, expires_at);
    const taken = await db.q
      .selectFrom("api_keys")
      .select("id")
      .where("account_id", "=", caller.accountId)
      .where("name", "=", input.name)
      .where("revoked_at", "is", null)
      .where((e) => e.or([e("expires_at", "is", null), e("expires_at", ">", now)]))
      .executeTakeFirst();
    if (taken !== undefined) throw new ApiError("API_KEY_NAME_TAKEN", { field: "name" });
    const key = { ...input, accountId: caller.accountId, rawKey: newRawKey(), expires_at };
    return insertApiKey({ db, clock: () => now, newId }, key);
  });
}

/** A key that expires cannot create one that expires later or never. */
async function refuseLongerLife({ db }: Pick<Services, "db">, caller: Caller, wanted: Date | null): Promise<void> {
  const creator = await db.q
    .selectFrom("api_keys")
    .select("expires_at")
    .where("id", "=", caller.keyId)
    .executeTakeFirstOrThrow();
  const end = creator.expires_at;
  if (end === null || (wanted !== null && wanted <= end)) return;
  throw new ApiError("API_KEY_OUTLIVES_CREATOR", { field: "expires_in_days", expires_at: end.toISOString() });
}

/** Inserts a key without any check; the caller has checked. */
export async function insertApiKey(
  { db, clock, newId }: Pick<Services, "db" | "clock" | "newId">,
  key: {
    readonly accountId: string;
    readonly name: string;
    readonly rawKey: string;
    readonly scopes: readonly Scope[];
    readonly expires_at: Date | null;
  },
): Promise<{ api_key: ApiKey; raw_key: string }> {
  const row = {
    id: newId(),
    name: key.name,
    prefix: keyPrefix(key.rawKey),
    created_at: clock(),
    expires_at: key.expires_at,
    last_used_at: null,
    revoked_at: null,
  };
  await db.q
    .insertInto("api_keys")
    .values({
      ...row,
      account_id: key.accountId,
      key_hash: keyHash(key.rawKey),
      scopes: JSON.stringify(key.scopes),
    })
    .execute();
  return { api_key: toApiKey({ ...row, scopes: key.scopes }), raw_key: key.rawKey };
}

/** Newest first. */
export async function listApiKeys(
  { db, authenticator }: Pick<Services, "db"> & { readonly authenticator: Authenticator },
  account: Pick<Caller, "accountId">,
): Promise<{ api_keys: ApiKey[] }> {
  await authenticator.noteUses();
  const rows = await db.q
    .selectFrom("api_keys")
    .select(COLUMNS)
    .where("account_id", "=", account.accountId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  return { api_keys: rows.map(toApiKey) };
}

/** Takes effect at once; revoking a revoked key changes nothing. */
export async function revokeApiKey(
  { db, clock, authenticator }: Pick<Services, "db" | "clock"> & { readonly authenticator: Authenticator },
  account: Pick<Caller, "accountId">,
  apiKeyId: string,
): Promise<{ api_key: ApiKey }> {
  await db.q
    .updateTable("api_keys")
    .set({ revoked_at: clock() })
    .where("id", "=", apiKeyId)
    .where("account_id", "=", account.accountId)
    .where("revoked_at", "is", null)
    .execute();
  authenticator.forgetKey(apiKeyId);
  const row = await db.q
    .selectFrom("api_keys")
    .select(COLUMNS)
    .where("id", "=", apiKeyId)
    .where("account_id", "=", account.accountId)
    .executeTakeFirst();
  if (row === undefined) throw new ApiError("NOT_FOUND", { resource: "api_key" });
  return { api_key: toApiKey(row) };
}
