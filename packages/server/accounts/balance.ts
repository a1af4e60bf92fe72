// What an account has, and what it can do now.

import type { AccountCapabilities, Balance, Caller } from "@fullcast/contract";
import { available, type Balances, PLANS, type PlanId, settled, wordsFor } from "@fullcast/core/ledger";
import { sha256 } from "../hash.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { Services } from "../services.ts";
import { getProfile, type Profiles } from "./profile.ts";
import { storageLeft } from "./storage.ts";

export const toBalance = (funds: Balances): Balance => ({
  snowcoins: settled(funds),
  available_snowcoins: available(funds),
});

export async function getBalance(
  { ledger }: { readonly ledger: Ledger },
  caller: Caller,
): Promise<{ balance: Balance }> {
  return { balance: toBalance(await ledger.funds(caller.accountId)) };
}

const ALLOWED = { allowed: true, reason: null };
const refused = (reason: string) => ({ allowed: false, reason });
const AS_OF_DIGITS = 32;

/** Also claims the account's welcome grant, once. */
export async function getCapabilities(
  services: Pick<Services, "db" | "engines" | "settings" | "ledger"> & { readonly profiles: Profiles },
  caller: Caller,
): Promise<AccountCapabilities> {
  const { engines, ledger, settings } = services;
  const plan = PLANS[(await getProfile(services, caller)).plan];
  let funds = await ledger.funds(caller.accountId);
  if (!funds.welcomed) funds = await ledger.welcome(caller.accountId, plan.welcome_snowcoins);
  const total = available(funds);
  const left = await storageLeft(services, caller.accountId);
  const storing = left === null || left > 0 ? ALLOWED : refused("The account has used up its storage.");
  const someIsFree = engines.list().some((engine) => ledger.cost(engine.provider, 1) === 0);
  return {
    studio_funding: {
      total_available_snowcoins: total,
      total_available_words: wordsFor(total, settings.prices),
      account_snowcoins: funds.account,
      promotional_snowcoins: funds.promotional,
    },
    as_of: sha256(`${caller.accountId} ${funds.version} ${plan.id}`).slice(0, AS_OF_DIGITS),
    plan: { id: plan.id, name: plan.name },
    actions: {
      prepare_sections: ALLOWED,
      create_audio:
        total > 0 || someIsFree ? storing : refused("There are no snowcoins left, and every engine has a price."),
      export: storing,
      upload_sound: storing,
      clone_voice: cloning(plan.id),
    },
  };
}

/** The plan comes first: the account can change it. */
function cloning(plan: PlanId) {
  return PLANS[plan].monthly_voice_clones === 0
    ? refused("This plan has no custom voices.")
    : refused("No engine of this installation clones voices.");
}
