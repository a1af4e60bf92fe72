// Disabling and enabling an account.

import { ApiError } from "@fullcast/contract";
import { type Authenticator, managedAccount, type Profiles } from "../accounts/accounts.ts";
import { cancelExportsOfAccount, type RunningExports } from "../exports/exports.ts";
import type { Services } from "../services.ts";
import { cancelRunsOfAccount, type RunningSteps } from "../workflows/workflows.ts";

export type Disabler = Pick<Services, "db" | "clock" | "jobs" | "ledger"> & {
  readonly authenticator: Authenticator;
  readonly profiles: Profiles;
  readonly running: RunningSteps;
  readonly runningExports: RunningExports;
};

/**
 * From the commit on the account's keys are refused, and its pages and media URLs answer as if they did not exist. Its runs and
 * exports are cancelled. Disabling a disabled account changes nothing. @throws ApiError NOT_FOUND, OWNER_PROTECTED
 */
export async function disableAccount(services: Disabler, accountId: string) {
  const { db, clock, authenticator, profiles } = services;
  await db.transaction(async () => {
    await lockOtherAccount(services, accountId);
    await db.q
      .updateTable("accounts")
      .set({ disabled_at: clock() })
      .where("id", "=", accountId)
      .where("disabled_at", "is", null)
      .execute();
    db.afterCommit(() => {
      authenticator.forgetAccount(accountId);
      profiles.forget();
    });
    await cancelRunsOfAccount(services, accountId);
    await cancelExportsOfAccount(services, accountId);
  });
  return { account: await managedAccount(services, accountId) };
}

/** @throws ApiError NOT_FOUND */
export async function enableAccount(services: Disabler, accountId: string) {
  const { db, authenticator, profiles } = services;
  await managedAccount(services, accountId);
  await db.transaction(async () => {
    await db.q.updateTable("accounts").set({ disabled_at: null }).where("id", "=", accountId).execute();
    db.afterCommit(() => {
      authenticator.forgetAccount(accountId);
      profiles.forget();
    });
  });
  return { account: await managedAccount(services, accountId) };
}

/** Locks the row until the caller's transaction ends. @throws ApiError NOT_FOUND, OWNER_PROTECTED */
export async function lockOtherAccount({ db }: Pick<Services, "db">, accountId: string): Promise<void> {
  const account = await db.q
    .selectFrom("accounts")
    .select("is_owner")
    .where("id", "=", accountId)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (account === undefined) throw new ApiError("NOT_FOUND", { resource: "account" });
  if (account.is_owner) throw new ApiError("OWNER_PROTECTED");
}
