// Accounts and their keys on the wire.

import { z } from "zod";
import { SCOPES } from "../scopes.ts";
import { timestamp, url, uuid } from "./primitives.ts";

export const scope = z.enum(SCOPES).meta({ id: "Scope" });

export const accountProfile = z
  .strictObject({
    id: uuid,
    username: z.string(),
    display_name: z.string(),
    avatar_url: url.nullable(),
    email: z.string().nullable(),
    plan: z.enum(["free", "creator", "studio", "unlimited"]),
    created_at: timestamp,
  })
  .meta({ id: "AccountProfile" });

export const generationPreferences = z
  .strictObject({ allow_fallbacks: z.boolean() })
  .meta({ id: "GenerationPreferences" });

export const apiKey = z
  .strictObject({
    id: uuid,
    name: z.string(),
    scopes: z.array(scope),
    prefix: z.string(),
    created_at: timestamp,
    expires_at: timestamp.nullable(),
    last_used_at: timestamp.nullable(),
    revoked_at: timestamp.nullable(),
  })
  .meta({ id: "ApiKey", description: "What is known of a key; the key itself is shown once, when it is created." });
