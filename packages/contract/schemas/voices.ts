// Voices and their engines.

import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { count, text, timestamp, url, uuid } from "./primitives.ts";

export const gender = z.enum(["male", "female", "neutral"]);
export const age = z.enum(["child", "young", "adult", "old"]);

export const voice = z
  .strictObject({
    voice_id: uuid,
    name: z.string(),
    provider: z.string(),
    model: z.string(),
    language: z.string().meta({ description: "BCP 47, such as en-GB." }),
    accent: z.string().nullable(),
    gender,
    age,
    tags: z.array(z.string()),
    description: z.string(),
    license: z.string(),
    publishable: z.boolean().nullable(),
    preparation_required: z.boolean(),
    preview_url: url.nullable(),
    available: z.boolean(),
  })
  .meta({
    id: "Voice",
    description:
      "The voice_id is computed from provider and voice: the same voice has the same id on every installation.",
  });

export const engine = z
  .strictObject({
    provider: z.string(),
    name: z.string(),
    kind: z.enum(["embedded", "local", "remote"]),
    models: z.array(z.string()),
    status: z.enum(["available", "unconfigured", "unreachable", "exhausted"]),
    notice: z.string().nullable(),
    capabilities: z.strictObject({
      word_timings: z.boolean(),
      seed: z.boolean(),
      controls: z.array(z.string()),
      max_characters: count,
      languages: z.array(z.string()),
    }),
    model_details: z.array(
      z
        .strictObject({
          model: z.string(),
          languages: z.array(z.string()),
          max_characters: count,
          controls: z.array(z.string()),
          word_timings: z.boolean(),
          seed: z.boolean(),
          snowcoins_per_1000: z.number().min(0),
        })
        .meta({ id: "EngineModel" }),
    ),
    limits: z
      .strictObject({
        concurrency: z.int().min(1),
        requests_per_minute: z.int().min(1).nullable(),
        monthly_characters: count.nullable(),
        voice_slots_left: count.nullable().optional(),
        custom_voices: z
          .strictObject({
            kinds: z.array(z.enum(["cloned", "designed"])).meta({ description: "The kinds of voices that it makes." }),
            references: z
              .strictObject({
                files: count.meta({ description: "The most recordings for a cloned voice." }),
                bytes: count.meta({ description: "The largest recording." }),
              })
              .meta({ description: "What it takes to clone a voice." }),
          })
          .nullable()
          .optional()
          .meta({ description: "What voices it makes for an account. Absent or null: none." }),
      })
      .meta({ id: "EngineLimits" }),
    last_seen_at: timestamp.nullable(),
    checked_at: timestamp.nullable(),
  })
  .meta({ id: "Engine" });

/** Up to 50 UUIDs with commas between them. */
export const voiceIdList = text({ min: 1, max: LIMITS.preparation_voices * 38 })
  .refine(
    (list) => list.split(",").every((id) => uuid.safeParse(id.trim()).success),
    "must be UUIDs separated by commas",
  )
  .refine(
    (list) => list.split(",").length <= LIMITS.preparation_voices,
    `must name at most ${LIMITS.preparation_voices} voices`,
  )
  .meta({ description: "Up to 50 voice ids, separated by commas. Absent: a new voice." });

export const voicePreparation = z
  .strictObject({
    provider: z.string(),
    status: z.enum(["available", "exhausted", "unknown"]),
    notice: z.string().nullable(),
    voices: z.array(z.strictObject({ voice_id: uuid, preparation_required: z.boolean() })),
  })
  .meta({ id: "VoicePreparation" });

export const voicePreview = z
  .strictObject({ url, expires_at: timestamp, content_type: z.string(), duration_ms: z.int().min(1) })
  .meta({ id: "VoicePreview" });
