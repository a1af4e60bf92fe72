import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { accountProfile, apiKey, generationPreferences, scope } from "../schemas/account.ts";
import { text, uuid } from "../schemas/primitives.ts";
import { endpoint } from "./endpoint.ts";

const apiKeyAnswer = z.strictObject({ api_key: apiKey });

export const accountEndpoints = {
  readProfile: endpoint({
    method: "GET",
    path: "/me",
    scope: "account:read",
    tag: "Account",
    summary: "The account behind the key",
    responses: { 200: accountProfile },
    errors: [],
  }),
  readGenerationPreferences: endpoint({
    method: "GET",
    path: "/me/generation-preferences",
    scope: "account:read",
    tag: "Account",
    summary: "Read the generation preferences",
    responses: { 200: generationPreferences },
    errors: [],
  }),
  changeGenerationPreferences: endpoint({
    method: "PATCH",
    path: "/me/generation-preferences",
    scope: "account:write",
    tag: "Account",
    summary: "Change the generation preferences",
    description: "Does not alter work that was already submitted.",
    body: z.strictObject({ allow_fallbacks: z.boolean() }),
    responses: { 200: generationPreferences },
    errors: [],
    examples: { body: { allow_fallbacks: false } },
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
  }),
  createApiKey: endpoint({
    method: "POST",
    path: "/api-keys",
    scope: "api_keys:write",
    tag: "Account",
    summary: "Create a key",
    description:
      "The raw key is in this answer and nowhere else. A key cannot give scopes that it does not hold itself; two active keys cannot have the same name.",
    body: z.strictObject({
      name: text({ min: 1, max: LIMITS.api_key_name_units }),
      scopes: z
        .array(scope)
        .min(1)
        .refine((scopes) => new Set(scopes).size === scopes.length, "must not name the same scope twice"),
      expires_in_days: z.int().min(1).max(LIMITS.api_key_days).nullable(),
    }),
    responses: { 201: z.strictObject({ api_key: apiKey, raw_key: z.string().startsWith("fc_") }) },
    errors: ["API_KEY_NAME_TAKEN"],
    examples: { body: { name: "laptop", scopes: ["studio:read", "studio:write"], expires_in_days: 90 } },
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
  }),
};
