// Voices that an account has an engine make.

import { CONSENT_LANGUAGES } from "@fullcast/core/guests";
import { z } from "zod";
import { isLanguageTag, LANGUAGE_TAG_SHAPE } from "../language-tag.ts";
import { LIMITS } from "../limits.ts";
import { mutationBody } from "./mutation-body.ts";
import { count, hash, schemaVersion1, text, timestamp, trimmedText, uuid } from "./primitives.ts";
import { age, gender } from "./voices.ts";

const kind = z.enum(["cloned", "designed"]);
const by = z.enum(["self", "other"]);
const person = trimmedText({ min: 1, max: 100 });
const provider = text({ min: 1, max: 64 });

const languageTag = text({ min: 2, max: LIMITS.lexicon_language_units })
  .refine(isLanguageTag, "must be a language tag (BCP 47), such as en or en-GB")
  .meta({ pattern: LANGUAGE_TAG_SHAPE.source });

export const cloneConsentText = z
  .strictObject({
    version: z.int().min(1).meta({ description: "The version of the sentences." }),
    language: z.enum(CONSENT_LANGUAGES),
    text: z.string().meta({ description: "What is confirmed: paragraphs with blank lines between them." }),
    text_sha256: hash.meta({ description: "SHA-256 of the text in UTF-8. The request for the voice repeats it." }),
  })
  .meta({ id: "CloneConsentText", description: "The text that is confirmed before a voice is cloned." });

export const cloneConsentQuery = z.object({
  provider,
  person,
  by,
  language: z.enum(CONSENT_LANGUAGES).default("en"),
});

export const customVoice = z
  .strictObject({
    id: uuid,
    kind,
    provider: z.string(),
    name: z.string(),
    language: z.string(),
    gender,
    age,
    description: z.string().meta({ description: "How it sounds, in words." }),
    state: z.enum(["making", "ready", "failed", "removing", "removed"]).meta({
      description:
        "making: the engine has not made it yet. removing: no line is spoken with it any more, and the engine has not deleted it yet. Removed voices stay in the list with their consent.",
    }),
    fault: z.string().nullable().meta({ description: "Why it failed, as a sentence. Null otherwise." }),
    voice_id: uuid.nullable().meta({ description: "Its id among the voices. Null until the engine made it." }),
    consent: z
      .strictObject({
        person: z.string().meta({ description: "The person whose voice it is." }),
        by: by.meta({ description: "self: this person confirmed the text. other: someone who keeps the agreement." }),
        proof: z.string().nullable().meta({ description: "Where the agreement of the person is kept." }),
        version: z.int().min(1),
        language: z.enum(CONSENT_LANGUAGES),
        text: z.string(),
        text_sha256: hash.meta({ description: "SHA-256 of the text in UTF-8." }),
        agreed_at: timestamp.meta({ description: "When the text was confirmed." }),
        withdrawn_at: timestamp.nullable().meta({ description: "Null: it holds." }),
      })
      .nullable()
      .meta({ description: "What was confirmed. Null for a designed voice." }),
    recordings: z
      .array(
        z.strictObject({
          sound_id: uuid,
          name: z.string(),
          sha256: hash.meta({ description: "SHA-256 of the recording, which the record of the consent keeps." }),
          duration_ms: count,
        }),
      )
      .meta({ description: "The sounds that it was cloned from. Empty for a designed voice." }),
    created_at: timestamp,
    ended_at: timestamp.nullable().meta({ description: "When it was made, failed or was removed." }),
  })
  .meta({ id: "CustomVoice", description: "A voice that an engine made for the account. No other account sees it." });

const shape = {
  schema_version: schemaVersion1,
  client_mutation_id: uuid,
  provider: provider.meta({ description: "An engine whose `limits.custom_voices` has the kind." }),
  name: trimmedText({ min: 1, max: 60 }),
  language: languageTag.meta({ description: "BCP 47, such as en-GB.", pattern: LANGUAGE_TAG_SHAPE.source }),
  gender,
  age,
};

const clonedVoice = mutationBody({
  ...shape,
  kind: z.literal("cloned"),
  description: trimmedText({ max: 500 }).default(""),
  sound_ids: z
    .array(uuid)
    .min(1)
    .max(LIMITS.clone_recordings)
    .refine((ids) => new Set(ids).size === ids.length, "must not name a sound twice")
    .meta({ description: "Ready sounds of the account with the voice of one person: 5 to 300 seconds together." }),
  consent: z
    .strictObject({
      person: person.meta({ description: "The person whose voice it is." }),
      by: by.meta({ description: "self: this person confirms the text. other: someone who keeps the agreement." }),
      proof: trimmedText({ min: 3, max: 500 }).optional().meta({
        description:
          "Where the agreement of the person is kept, such as “signed letter of 2026-11-20”. Required for other.",
      }),
      language: z.enum(CONSENT_LANGUAGES),
      text_sha256: hash.meta({ description: "Of the text that was read and is confirmed." }),
    })
    .refine(({ by, proof }) => by === "self" || proof !== undefined, {
      path: ["proof"],
      message: "is required where another person's voice is cloned",
    })
    .meta({ description: "The confirmation of the consent text. Without it no voice is cloned." }),
});
const designedVoice = mutationBody({
  ...shape,
  kind: z.literal("designed"),
  description: trimmedText({ min: 20, max: 500 }).meta({
    description: "How the voice sounds. The engine makes it of this.",
  }),
});

export const customVoiceRequest = z
  .discriminatedUnion("kind", [clonedVoice, designedVoice])
  .meta({ id: "CustomVoiceRequest", description: "A voice to make: cloned from recordings, or designed from words." });

const use = z
  .strictObject({
    project_id: uuid,
    title: z.string(),
    speakers: z.array(z.string()).meta({ description: "The speakers that have the voice." }),
    takes: count.meta({ description: "Takes that the voice spoke." }),
  })
  .meta({ id: "CustomVoiceUse", description: "What a project uses a custom voice for." });

export const customVoiceList = z
  .strictObject({ custom_voices: z.array(customVoice).meta({ description: "Newest first." }) })
  .meta({ id: "CustomVoiceList", description: "The custom voices of an account." });
export const requestedCustomVoice = z
  .strictObject({ custom_voice: customVoice.meta({ description: "The voice, which is being made." }) })
  .meta({ id: "RequestedCustomVoice", description: "A voice that was requested." });
export const usedCustomVoice = z
  .strictObject({
    custom_voice: customVoice.meta({ description: "The voice as it is now." }),
    use: z.array(use).meta({ description: "The projects that use it." }),
  })
  .meta({ id: "UsedCustomVoice", description: "A custom voice with its use." });
