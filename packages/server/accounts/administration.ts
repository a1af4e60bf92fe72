// Administration of accounts: creating, changing and funding them.

import { ApiError, type Caller, LIMITS, type ManagedAccount, SCOPES } from "@fullcast/contract";
import { type Balances, type FundingKind, NO_BALANCES, type PlanId } from "@fullcast/core/ledger";
import type { Selectable } from "kysely";
import { uniqueViolation } from "../db/db.ts";
import { canonicalRequest, once } from "../db/once.ts";
import type { AccountsTable } from "../db/tables.ts";
import { readCursor, writeCursor } from "../http/http.ts";
import type { Services } from "../services.ts";
import { insertApiKey } from "./api-keys.ts";
import { toBalance } from "./balance.ts";
import type { Profiles } from "./profile.ts";
import { newRawKey } from "./raw-key.ts";

const FIRST_KEY = "first";
const COLUMNS = [
  "id",
  "username",
  "display_name",
  "avatar_url",
  "email",
  "plan",
  "created_at",
  "disabled_at",
  "is_owner",
] as const;

type Administrator = Pick<Services, "db" | "clock" | "newId" | "ledger">;

export interface NewAccount {
  readonly username: string;
  readonly display_name: string;
  readonly email?: string | null | undefined;
  readonly plan: PlanId;
  readonly snowcoins?: number | undefined;
}

/** The first key holds every scope but "admin". @throws ApiError USERNAME_TAKEN */
export async function createAccount(
  services: Administrator,
  input: NewAccount,
): Promise<{ account: ManagedAccount; raw_key: string }> {
  const { db, clock, newId, ledger } = services;
  const accountId = newId();
  return refusingTakenNames(() =>
    db.transaction(async () => {
      await db.q
        .insertInto("accounts")
        .values({
          id: accountId,
          username: input.username,
          display_name: input.display_name,
          avatar_url: null,
          email: input.email ?? null,
          plan: input.plan,
          created_at: clock(),
        })
        .execute();
      const scopes = SCOPES.filter((scope) => scope !== "admin");
      const key = { accountId, name: FIRST_KEY, rawKey: newRawKey(), scopes, expires_at: null };
      const { raw_key } = await insertApiKey(services, key);
      const snowcoins = input.snowcoins ?? 0;
      if (snowcoins > 0) await ledger.grant({ id: newId(), accountId, kind: "account", snowcoins, note: "opening" });
      return { account: await managedAccount(services, accountId), raw_key };
    }),
  );
}

/** All accounts but deleted ones, oldest first. */
export async function listAccounts(
  services: Pick<Services, "db" | "ledger">,
  query: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
): Promise<{ accounts: ManagedAccount[]; next_cursor: string | null }> {
  const limit = query.limit ?? LIMITS.account_page;
  const after = query.cursor === undefined ? null : readCursor(query.cursor);
  const rows = await services.db.q
    .selectFrom("accounts")
    .select(COLUMNS)
    .where("deleted_at", "is", null)
    .$if(after !== null, (q) =>
      q.where((e) => e(e.refTuple("created_at", "id"), ">", e.tuple(after?.at ?? new Date(0), after?.id ?? ""))),
    )
    .orderBy("created_at")
    .orderBy("id")
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  const funds = await services.ledger.fundsOf(page.map((row) => row.id));
  const last = page.at(-1);
  return {
    accounts: page.map((row) => toManaged(row, funds.get(row.id))),
    next_cursor: rows.length > limit && last !== undefined ? writeCursor({ at: last.created_at, id: last.id }) : null,
  };
}

export type AccountChange = { readonly [Name in "username" | "display_name" | "plan"]?: string | undefined } & {
  readonly email?: string | null | undefined;
  readonly plan?: PlanId | undefined;
};

/** Absent fields do not change. @throws ApiError NOT_FOUND, USERNAME_TAKEN */
export async function changeAccount(
  services: Administrator & { readonly profiles: Profiles },
  accountId: string,
  change: AccountChange,
): Promise<{ account: ManagedAccount }> {
  const { db, profiles } = services;
  return refusingTakenNames(() =>
    db.transaction(async () => {
      await db.q
        .updateTable("accounts")
        .set(change)
        .where("id", "=", accountId)
        .where("deleted_at", "is", null)
        .execute();
      db.afterCommit(() => profiles.forget());
      return { account: await managedAccount(services, accountId) };
    }),
  );
}

export interface GrantBody {
  readonly client_mutation_id: string;
  readonly snowcoins: number;
  readonly kind: FundingKind;
  readonly note?: string | undefined;
}

/** @throws ApiError NOT_FOUND, IDEMPOTENCY_CONFLICT, BALANCE_LIMIT_REACHED */
export async function grantSnowcoins(services: Administrator, caller: Caller, accountId: string, body: GrantBody) {
  const { ledger, newId } = services;
  await managedAccount(services, accountId);
  const { snowcoins, kind, note = null } = body;
  const { result, replayed } = await once(
    services,
    {
      accountId: caller.accountId,
      key: body.client_mutation_id,
      operation: "grantSnowcoins",
      request: canonicalRequest({ ...body }, { accountId }),
    },
    async () => {
      const grant_id = newId();
      const funds = await ledger.grant({ id: grant_id, accountId, kind, snowcoins, note });
      if (funds === null) throw new ApiError("BALANCE_LIMIT_REACHED", { limit: LIMITS.account_snowcoins });
      return { grant_id, balance: toBalance(funds) };
    },
  );
  return { ...result, account_id: accountId, snowcoins, kind, idempotent_replay: replayed };
}

type AccountRow = Pick<Selectable<AccountsTable>, (typeof COLUMNS)[number]>;

const toManaged = (row: AccountRow, funds: Balances = NO_BALANCES): ManagedAccount => ({
  ...row,
  created_at: row.created_at.toISOString(),
  disabled_at: row.disabled_at?.toISOString() ?? null,
  balance: toBalance(funds),
});

/** @throws ApiError NOT_FOUND, also for a deleted account */
export async function managedAccount(
  { db, ledger }: Pick<Services, "db" | "ledger">,
  accountId: string,
): Promise<ManagedAccount> {
  const row = await db.q
    .selectFrom("accounts")
    .select(COLUMNS)
    .where("id", "=", accountId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (row === undefined) throw new ApiError("NOT_FOUND", { resource: "account" });
  return toManaged(row, (await ledger.fundsOf([accountId])).get(accountId));
}

async function refusingTakenNames<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (uniqueViolation(error)?.startsWith("accounts_username") !== true) throw error;
    throw new ApiError("USERNAME_TAKEN", { field: "username" });
  }
}
