// Accounts as an administrator makes, changes and funds them.

import { ApiError, type Caller, invalidField, LIMITS, type ManagedAccount, SCOPES } from "@fullcast/contract";
import { type FundingKind, NO_BALANCES, type PlanId } from "@fullcast/core/ledger";
import { uniqueViolation } from "../db/db.ts";
import { canonicalRequest, once } from "../db/once.ts";
import type { Services } from "../services.ts";
import { insertApiKey } from "./api-keys.ts";
import { toBalance } from "./balance.ts";
import type { Profiles } from "./profile.ts";
import { newRawKey } from "./raw-key.ts";

const FIRST_KEY = "first";
const COLUMNS = ["id", "username", "display_name", "avatar_url", "email", "plan", "created_at"] as const;

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

/** Oldest first; the cursor names the last account of the page before. */
export async function listAccounts(
  services: Pick<Services, "db" | "ledger">,
  query: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
): Promise<{ accounts: ManagedAccount[]; next_cursor: string | null }> {
  const limit = query.limit ?? LIMITS.account_page;
  const after = query.cursor === undefined ? null : decodeCursor(query.cursor);
  const rows = await services.db.q
    .selectFrom("accounts")
    .select(COLUMNS)
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
    accounts: page.map((row) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      balance: toBalance(funds.get(row.id) ?? NO_BALANCES),
    })),
    next_cursor: rows.length > limit && last !== undefined ? encodeCursor(last) : null,
  };
}

const encodeCursor = (row: { readonly created_at: Date; readonly id: string }) =>
  Buffer.from(`${row.created_at.toISOString()} ${row.id}`).toString("base64url");

const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

function decodeCursor(cursor: string): { readonly at: Date; readonly id: string } {
  const [, at, id] = CURSOR.exec(Buffer.from(cursor, "base64url").toString("utf8")) ?? [];
  const date = new Date(at ?? "");
  if (id === undefined || Number.isNaN(date.getTime()))
    throw invalidField("cursor", "must be the next_cursor of a page", "query");
  return { at: date, id };
}

export type AccountChange = { readonly [Name in "username" | "display_name" | "plan"]?: string | undefined } & {
  readonly email?: string | null | undefined;
  readonly plan?: PlanId | undefined;
};

/** What is not named stays. @throws ApiError NOT_FOUND, USERNAME_TAKEN */
export async function changeAccount(
  services: Administrator & { readonly profiles: Profiles },
  accountId: string,
  change: AccountChange,
): Promise<{ account: ManagedAccount }> {
  const { db, profiles } = services;
  return refusingTakenNames(() =>
    db.transaction(async () => {
      await db.q.updateTable("accounts").set(change).where("id", "=", accountId).execute();
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

async function managedAccount(
  { db, ledger }: Pick<Services, "db" | "ledger">,
  accountId: string,
): Promise<ManagedAccount> {
  const row = await db.q.selectFrom("accounts").select(COLUMNS).where("id", "=", accountId).executeTakeFirst();
  if (row === undefined) throw new ApiError("NOT_FOUND", { resource: "account" });
  const funds = (await ledger.fundsOf([accountId])).get(accountId) ?? NO_BALANCES;
  return { ...row, created_at: row.created_at.toISOString(), balance: toBalance(funds) };
}

async function refusingTakenNames<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (uniqueViolation(error)?.startsWith("accounts_username") !== true) throw error;
    throw new ApiError("USERNAME_TAKEN", { field: "username" });
  }
}
