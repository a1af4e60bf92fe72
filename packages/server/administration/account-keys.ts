// The keys of other accounts.

import { type Authenticator, listApiKeys, managedAccount, revokeApiKey } from "../accounts/accounts.ts";
import type { Services } from "../services.ts";

type Keeper = Pick<Services, "db" | "ledger" | "clock"> & { readonly authenticator: Authenticator };

/** @throws ApiError NOT_FOUND */
export async function listKeysOf(services: Keeper, accountId: string) {
  await managedAccount(services, accountId);
  return listApiKeys(services, { accountId });
}

/** @throws ApiError NOT_FOUND for an account or a key of it */
export async function revokeKeyOf(services: Keeper, accountId: string, keyId: string) {
  await managedAccount(services, accountId);
  return revokeApiKey(services, { accountId }, keyId);
}
