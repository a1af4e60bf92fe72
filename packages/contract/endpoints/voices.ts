import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { text } from "../schemas/primitives.ts";
import { age, engine, gender, voice } from "../schemas/voices.ts";
import { endpoint } from "./endpoint.ts";

export const voiceEndpoints = {
  listVoices: endpoint({
    method: "GET",
    path: "/voices",
    scope: "voices:read",
    tag: "Voices",
    summary: "The voices of all engines",
    query: z.object({
      provider: text({ max: 64 }).optional(),
      model: text({ max: 200 }).optional(),
      language: text({ max: 64 }).optional(),
      gender: gender.optional(),
      age: age.optional(),
      q: text({ max: 200 }).optional(),
      limit: z.int().min(1).max(LIMITS.voice_page).default(LIMITS.voice_page),
      cursor: text({ max: 500 }).optional(),
    }),
    responses: { 200: z.strictObject({ voices: z.array(voice), next_cursor: z.string().nullable() }) },
    errors: [],
  }),
  listEngines: endpoint({
    method: "GET",
    path: "/studio/engines",
    scope: "studio:read",
    tag: "Voices",
    summary: "The speech engines of this installation",
    responses: { 200: z.strictObject({ engines: z.array(engine) }) },
    errors: [],
  }),
};
