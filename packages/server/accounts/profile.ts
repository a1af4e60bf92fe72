import { type AccountProfile, ApiError, type Caller } from "@fullcast/contract";
import { type Remembered, remembered } from "../db/remembered.ts";
import type { Services } from "../services.ts";

/** Profiles by account id, remembered while nobody else can change them. */
export type Profiles = Remembered<AccountProfile>;

export function rememberedProfiles(services: Pick<Services, "db">): Profiles {
  return remembered(services, async (accountId) => {
    const account = await services.db.q
      .selectFrom("accounts")
      .select(["id", "username", "display_name", "avatar_url", "email", "plan", "created_at"])
      .where("id", "=", accountId)
      .executeTakeFirst();
    return account && { ...account, created_at: account.created_at.toISOString() };
  });
}

export async function getProfile(
  { profiles }: { readonly profiles: Profiles },
  caller: Caller,
): Promise<AccountProfile> {
  const profile = await profiles.get(caller.accountId);
  if (profile === undefined) throw new ApiError("UNAUTHENTICATED");
  return profile;
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
