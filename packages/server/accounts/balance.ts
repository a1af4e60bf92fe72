// The balance of an account, and its possible actions.

import type { AccountCapabilities, Balance, Caller } from "@fullcast/contract";
import { available, type Balances, PLANS, type PlanId, settled, wordsFor } from "@fullcast/core/ledger";
import { sha256 } from "../hash.ts";
import { readCursor, writeCursor } from "../http/http.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { Services } from "../services.ts";
import { allowanceOf, preparationLimit } from "../voices/voices.ts";
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

/** Grants and charges, newest first. @throws ApiError INVALID_REQUEST for a bad cursor. */
export async function listBalanceEntries(
  { ledger }: { readonly ledger: Ledger },
  caller: Caller,
  query: { readonly limit: number; readonly cursor?: string | undefined },
) {
  const after = query.cursor === undefined ? null : readCursor(query.cursor);
  const rows = await ledger.entries(caller.accountId, after, query.limit + 1);
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    entries: page.map((row) => ({ ...row, created_at: row.created_at.toISOString() })),
    next_cursor:
      rows.length > query.limit && last !== undefined ? writeCursor({ at: last.created_at, id: last.id }) : null,
  };
}

const ALLOWED = { allowed: true, reason: null };
const refused = (reason: string) => ({ allowed: false, reason });
const AS_OF_DIGITS = 32;

/** Also claims the account's welcome grant, once. */
export async function getCapabilities(
  services: Pick<Services, "db" | "clock" | "engines" | "settings" | "ledger"> & { readonly profiles: Profiles },
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
      clone_voice: await cloning(services, caller, plan.id),
    },
  };
}

/** The plan comes first: the account can change it. */
async function cloning(services: Pick<Services, "db" | "clock" | "engines">, { accountId }: Caller, plan: PlanId) {
  if (PLANS[plan].monthly_voice_clones === 0) return refused("This plan has no custom voices.");
  const { engines } = await services.engines.catalogue();
  const preparing = engines.find(({ limits }) => limits.voice_slots_left !== undefined);
  if (preparing === undefined) return refused("No engine of this installation clones voices.");
  const limit = preparationLimit(await allowanceOf(services, accountId), preparing);
  return limit === null ? ALLOWED : refused(limit.message);
}
