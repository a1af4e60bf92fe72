import { z } from "zod";
import { LIMITS } from "../limits.ts";
import {
  accountCapabilities,
  accountProfile,
  apiKey,
  balance,
  balanceEntry,
  generationPreferences,
  scope,
  storage,
} from "../schemas/account.ts";
import { mutationBody } from "../schemas/mutation-body.ts";
import { text, uuid } from "../schemas/primitives.ts";
import { endpoint } from "./endpoint.ts";

const apiKeyAnswer = z.strictObject({ api_key: apiKey });

const exampleKey = {
  id: "9a3f9c1e-52f0-4a7b-9d54-0b7f5c2d8e01",
  name: "laptop",
  scopes: ["studio:read", "studio:write"],
  prefix: "fc_Zk3xQ",
  created_at: "2026-11-21T04:00:00.000Z",
  expires_at: "2027-02-19T04:00:00.000Z",
  last_used_at: null,
  revoked_at: null,
};
const allowed = { allowed: true, reason: null };

export const accountEndpoints = {
  readProfile: endpoint({
    method: "GET",
    path: "/me",
    scope: "account:read",
    tag: "Account",
    summary: "The account behind the key",
    responses: { 200: accountProfile },
    errors: [],
    examples: {
      responses: {
        200: {
          id: "3c7d1f52-8a55-4f55-9c37-2f8a4c1b9e10",
          username: "mara",
          display_name: "Mara",
          avatar_url: null,
          email: "mara@example.org",
          plan: "creator",
          created_at: "2026-11-21T04:00:00.000Z",
        },
      },
    },
  }),
  readBalance: endpoint({
    method: "GET",
    path: "/me/balance",
    scope: "account:read",
    tag: "Account",
    summary: "The account's snowcoins",
    description:
      "A current snapshot, not a history. `snowcoins` includes holds for work in progress, `available_snowcoins` excludes them. Both include promotional snowcoins.",
    responses: { 200: z.strictObject({ balance }) },
    errors: [],
    examples: { responses: { 200: { balance: { snowcoins: 600, available_snowcoins: 480 } } } },
  }),
  listBalanceEntries: endpoint({
    method: "GET",
    path: "/me/balance/entries",
    scope: "account:read",
    tag: "Account",
    summary: "Grants and charges, newest first",
    description:
      "Grants and charges. Snowcoins held for running work are not spent yet, so they have no entry; the balance shows them.",
    query: z.object({
      limit: z.int().min(1).max(LIMITS.balance_entry_page).default(25),
      cursor: text({ max: LIMITS.cursor_units }).optional().meta({ description: "next_cursor of the page before." }),
    }),
    responses: {
      200: z
        .strictObject({ entries: z.array(balanceEntry), next_cursor: z.string().nullable() })
        .meta({ id: "BalanceEntryPage", description: "A page of grants and charges, newest first." }),
    },
    errors: [],
    examples: {
      responses: {
        200: {
          entries: [
            {
              id: "6f0a9a34-24d5-4b3c-9b55-9b0f7a2f1c01",
              kind: "charge",
              snowcoins: -12,
              work_id: "6f0a9a34-24d5-4b3c-9b55-9b0f7a2f1c02",
              purpose: "workflow_step",
              note: null,
              created_at: "2026-11-22T09:30:00.000Z",
            },
            {
              id: "6f0a9a34-24d5-4b3c-9b55-9b0f7a2f1c03",
              kind: "grant",
              snowcoins: 500,
              work_id: null,
              purpose: null,
              note: "Welcome",
              created_at: "2026-11-21T04:00:00.000Z",
            },
          ],
          next_cursor: null,
        },
      },
    },
  }),
  readStorage: endpoint({
    method: "GET",
    path: "/me/storage",
    scope: "account:read",
    tag: "Account",
    summary: "Storage used by the account",
    responses: { 200: z.strictObject({ storage }) },
    errors: [],
    examples: { responses: { 200: { storage: { stored_bytes: 48_210_944, quota_bytes: null } } } },
  }),
  readAccountCapabilities: endpoint({
    method: "GET",
    path: "/studio/account-capabilities",
    scope: "studio:read",
    tag: "Account",
    summary: "Funding, plan and possible actions of the account",
    description:
      "One consistent snapshot. Actions are advisory: neither a check of a provider nor a guarantee. The first read of an account claims its welcome grant; later reads do not repeat it.",
    responses: { 200: accountCapabilities },
    errors: [],
    examples: {
      responses: {
        200: {
          studio_funding: {
            total_available_snowcoins: 600,
            total_available_words: 8_333,
            account_snowcoins: 500,
            promotional_snowcoins: 100,
          },
          as_of: "b1946ac92492d2347c6235b4d2611184",
          plan: { id: "creator", name: "Creator" },
          actions: {
            prepare_sections: allowed,
            create_audio: allowed,
            export: allowed,
            upload_sound: allowed,
            clone_voice: { allowed: false, reason: "No engine of this installation clones voices." },
          },
        },
      },
    },
  }),
  readGenerationPreferences: endpoint({
    method: "GET",
    path: "/me/generation-preferences",
    scope: "account:read",
    tag: "Account",
    summary: "Read the generation preferences",
    responses: { 200: generationPreferences },
    errors: [],
    examples: { responses: { 200: { allow_fallbacks: true, allow_paid_retries: false } } },
  }),
  changeGenerationPreferences: endpoint({
    method: "PATCH",
    path: "/me/generation-preferences",
    scope: "account:write",
    tag: "Account",
    summary: "Change the generation preferences",
    description: "Submitted work does not change. If allow_paid_retries is absent, that preference stays as it is.",
    body: mutationBody({ allow_fallbacks: z.boolean(), allow_paid_retries: z.boolean().optional() }),
    responses: { 200: generationPreferences },
    errors: [],
    examples: {
      body: { allow_fallbacks: false },
      responses: { 200: { allow_fallbacks: false, allow_paid_retries: false } },
    },
  }),
  listApiKeys: endpoint({
    method: "GET",
    path: "/api-keys",
    scope: "api_keys:read",
    tag: "Account",
    summary: "The account's keys",
    description: "Raw keys are never returned.",
    responses: { 200: z.strictObject({ api_keys: z.array(apiKey) }) },
    errors: [],
    examples: { responses: { 200: { api_keys: [exampleKey] } } },
  }),
  createApiKey: endpoint({
    method: "POST",
    path: "/api-keys",
    scope: "api_keys:write",
    tag: "Account",
    summary: "Create a key",
    description:
      "Only this answer contains the raw key. A key cannot grant scopes that it does not hold. Two active keys cannot have the same name. A key that expires cannot create one that is valid longer: a later end, or null, is 403 `API_KEY_OUTLIVES_CREATOR`.",
    body: mutationBody({
      name: text({ min: 1, max: LIMITS.api_key_name_units }),
      scopes: z
        .array(scope)
        .min(1)
        .refine((scopes) => new Set(scopes).size === scopes.length, "must not name the same scope twice"),
      expires_in_days: z.int().min(1).max(LIMITS.api_key_days).nullable(),
    }),
    responses: { 201: z.strictObject({ api_key: apiKey, raw_key: z.string().regex(/^fc_/) }) },
    errors: ["API_KEY_NAME_TAKEN", "API_KEY_OUTLIVES_CREATOR"],
    examples: {
      body: { name: "laptop", scopes: ["studio:read", "studio:write"], expires_in_days: 90 },
      responses: { 201: { api_key: exampleKey, raw_key: "fc_shown-once" } },
    },
  }),
  revokeApiKey: endpoint({
    method: "DELETE",
    path: "/api-keys/{apiKeyId}",
    scope: "api_keys:write",
    tag: "Account",
    summary: "Revoke a key",
    description: "Takes effect immediately. Revoking a revoked key changes nothing.",
    params: z.strictObject({ apiKeyId: uuid }),
    responses: { 200: apiKeyAnswer },
    errors: ["NOT_FOUND"],
    examples: { responses: { 200: { api_key: { ...exampleKey, revoked_at: "2026-11-22T09:30:00.000Z" } } } },
  }),
};
