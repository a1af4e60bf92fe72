// Voices and the engines that have them.

import { z } from "zod";
import { count, url, uuid } from "./primitives.ts";

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
    preparation_required: z.boolean(),
    preview_url: url.nullable(),
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
  })
  .meta({ id: "Engine" });
