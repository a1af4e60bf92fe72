// Accounts, their keys and their money, as schemas.

import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { SCOPES } from "../scopes.ts";
import { count, text, timestamp, trimmedText, url, uuid } from "./primitives.ts";

export const scope = z.enum(SCOPES).meta({ id: "Scope" });

export const planId = z.enum(["free", "creator", "studio", "unlimited"]);

const profileFields = {
  id: uuid,
  username: z.string(),
  display_name: z.string(),
  avatar_url: url.nullable(),
  email: z.string().nullable(),
  plan: planId,
  created_at: timestamp,
};

export const accountProfile = z.strictObject(profileFields).meta({ id: "AccountProfile" });

export const balance = z
  .strictObject({
    snowcoins: count.meta({ description: "All snowcoins of the account, promotional and held ones included." }),
    available_snowcoins: count.meta({ description: "Snowcoins minus holds." }),
  })
  .meta({ id: "Balance", description: "A snapshot in whole snowcoins." });

export const balanceEntry = z
  .strictObject({
    id: uuid,
    kind: z.enum(["grant", "charge"]).meta({ description: "grant: snowcoins were added. charge: audio was paid." }),
    snowcoins: z.int().meta({ description: "Whole snowcoins; negative for a charge." }),
    work_id: uuid.nullable().meta({
      description:
        "Charges of the same work have the same id, because a run pays for its audio in parts. Null for a grant.",
    }),
    purpose: z.enum(["workflow_step", "voice_preview"]).nullable().meta({
      description: "What was paid: the audio of a run, a sample, a spoken credit, or speech. Null for a grant.",
    }),
    note: z.string().nullable().meta({ description: "The note of the grant." }),
    created_at: timestamp,
  })
  .meta({ id: "BalanceEntry", description: "A grant or a charge." });

export const storage = z
  .strictObject({
    stored_bytes: count.meta({
      description: "Audio, covers, sounds, finished exports and unfinished uploads. The same bytes count once.",
    }),
    quota_bytes: count.nullable().meta({ description: "The most that the account may store. Null: no limit." }),
  })
  .meta({ id: "Storage", description: "What an account stores and may store." });

export const managedAccount = z
  .strictObject({
    ...profileFields,
    is_owner: z
      .boolean()
      .meta({ description: "Whether it is the owner of the installation, which cannot be disabled or deleted." }),
    disabled_at: timestamp.nullable().meta({ description: "When the account was disabled. Null: it is enabled." }),
    balance,
  })
  .meta({ id: "ManagedAccount", description: "An account as an administrator sees it." });

const action = z.strictObject({ allowed: z.boolean(), reason: z.string().nullable() }).meta({
  id: "ActionCapability",
  description: "Whether an action is possible now, and the reason if it is not. Advisory.",
});

export const accountCapabilities = z
  .strictObject({
    studio_funding: z.strictObject({
      total_available_snowcoins: count,
      total_available_words: count.meta({
        description: "The estimated number of words that the funds pay for at the highest price of this installation.",
      }),
      account_snowcoins: count,
      promotional_snowcoins: count,
    }),
    as_of: z.string().meta({ description: "An opaque id of this snapshot; the same snapshot has the same id." }),
    plan: z.strictObject({ id: planId, name: z.string() }),
    actions: z.strictObject({
      prepare_sections: action,
      create_audio: action,
      export: action,
      upload_sound: action,
      clone_voice: action,
    }),
  })
  .meta({ id: "AccountCapabilities" });

export const generationPreferences = z
  .strictObject({ allow_fallbacks: z.boolean(), allow_paid_retries: z.boolean() })
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
  .meta({ id: "ApiKey", description: "The metadata of a key. The key itself is shown once, when it is created." });

/** The format of usernames. Other accounts share sounds by username. */
export const username = z
  .string()
  .max(LIMITS.username_units)
  .regex(
    /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/,
    "must be letters, digits, dots, hyphens and underscores, with a letter or digit at both ends",
  );
export const displayName = trimmedText({ min: 1, max: LIMITS.display_name_units });
export const email = z.email("must be an e-mail address").max(LIMITS.email_units);
export const grantedSnowcoins = z.int().min(1).max(LIMITS.account_snowcoins);
export const grantNote = text({ max: LIMITS.grant_note_units });
