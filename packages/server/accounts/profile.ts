import { type AccountProfile, ApiError, type Caller, type GenerationPreferences } from "@fullcast/contract";
import { type Remembered, remembered } from "../db/remembered.ts";
import type { Services } from "../services.ts";

interface AccountFacts {
  readonly profile: AccountProfile;
  readonly preferences: GenerationPreferences;
}

/** Profiles and preferences by account id; remembered while this process is the only one that can change them. */
export type Profiles = Remembered<AccountFacts>;

export function rememberedProfiles(services: Pick<Services, "db">): Profiles {
  return remembered(services, async (accountId) => {
    const account = await services.db.q
      .selectFrom("accounts")
      .select(["id", "username", "display_name", "avatar_url", "email", "plan", "created_at"])
      .select(["allow_fallbacks", "allow_paid_retries"])
      .where("id", "=", accountId)
      .executeTakeFirst();
    if (account === undefined) return undefined;
    const { allow_fallbacks, allow_paid_retries, ...profile } = account;
    return {
      profile: { ...profile, created_at: profile.created_at.toISOString() },
      preferences: { allow_fallbacks, allow_paid_retries },
    };
  });
}

export async function getProfile(
  { profiles }: { readonly profiles: Profiles },
  caller: Caller,
): Promise<AccountProfile> {
  return (await factsOf(profiles, caller)).profile;
}

async function factsOf(profiles: Profiles, caller: Caller): Promise<AccountFacts> {
  const facts = await profiles.get(caller.accountId);
  if (facts === undefined) throw new ApiError("UNAUTHENTICATED");
  return facts;
}

export async function getPreferences({ profiles }: { readonly profiles: Profiles }, caller: Caller) {
  return (await factsOf(profiles, caller)).preferences;
}

export async function setPreferences(
  { db, profiles }: Pick<Services, "db"> & { readonly profiles: Profiles },
  caller: Caller,
  input: { readonly allow_fallbacks: boolean; readonly allow_paid_retries?: boolean | undefined },
) {
  const { allow_fallbacks, allow_paid_retries } = input;
  const changed = await db.q
    .updateTable("accounts")
    .set({ allow_fallbacks, ...(allow_paid_retries === undefined ? {} : { allow_paid_retries }) })
    .where("id", "=", caller.accountId)
    .returning(["allow_fallbacks", "allow_paid_retries"])
    .executeTakeFirst();
  profiles.forget();
  if (changed === undefined) throw new ApiError("UNAUTHENTICATED");
  return changed;
}
