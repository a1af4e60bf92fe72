import type { Caller } from "@fullcast/contract";
import type { Services } from "../services.ts";

export async function getProfile({ db }: Pick<Services, "db">, caller: Caller) {
  const account = await db.q
    .selectFrom("accounts")
    .select(["id", "username", "display_name", "avatar_url", "email", "plan", "created_at"])
    .where("id", "=", caller.accountId)
    .executeTakeFirstOrThrow();
  return { ...account, created_at: account.created_at.toISOString() };
}

export async function getPreferences({ db }: Pick<Services, "db">, caller: Caller) {
  return db.q
    .selectFrom("accounts")
    .select("allow_fallbacks")
    .where("id", "=", caller.accountId)
    .executeTakeFirstOrThrow();
}

export async function setPreferences(
  { db }: Pick<Services, "db">,
  caller: Caller,
  input: { readonly allow_fallbacks: boolean },
) {
  await db.q
    .updateTable("accounts")
    .set({ allow_fallbacks: input.allow_fallbacks })
    .where("id", "=", caller.accountId)
    .execute();
  return { allow_fallbacks: input.allow_fallbacks };
}
