// The cast of a project.

import { z } from "zod";
import { generationProfileOverride } from "./document.ts";
import { count, uuid } from "./primitives.ts";
import { age, gender } from "./voices.ts";

export const speaker = z
  .strictObject({
    id: uuid,
    name: z.string(),
    role: z.enum(["narrator", "character"]),
    aliases: z.array(z.string()),
    gender: gender.nullable(),
    age: age.nullable(),
    description: z.string().nullable(),
    color_index: count,
    casting: z
      .strictObject({
        voice_id: uuid,
        voice_name: z.string(),
        provider: z.string(),
        model: z.string(),
        generation_profile: generationProfileOverride.nullable(),
        source: z.enum(["automatic", "user"]),
      })
      .nullable(),
    usage: z.strictObject({ section_count: count, block_count: count, character_count: count }),
  })
  .meta({
    id: "Speaker",
    description: "Every project has one narrator. A cast made by the user is never overwritten.",
  });
