import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { samplePronunciation } from "../schemas/lexicon.ts";
import { mutationBody } from "../schemas/mutation-body.ts";
import { count, text, uuid } from "../schemas/primitives.ts";
import { age, engine, gender, voice, voiceIdList, voicePreparation, voicePreview } from "../schemas/voices.ts";
import { endpoint } from "./endpoint.ts";

const exampleVoice = {
  voice_id: "0b7c8b1e-4f9e-5d0a-9c55-1d3f7a2b6c10",
  name: "Agnes",
  provider: "espeak",
  model: "espeak-ng",
  language: "en-GB",
  accent: null,
  gender: "female",
  age: "old",
  tags: ["clear", "narrator"],
  description: "British, unhurried.",
  license: "GPL-3.0-or-later",
  publishable: true,
  preparation_required: false,
  preview_url: null,
  available: true,
};

export const voiceEndpoints = {
  listVoices: endpoint({
    method: "GET",
    path: "/voices",
    scope: "voices:read",
    tag: "Voices",
    summary: "The voices of all engines",
    description:
      "Sorted by name. A voice must match every given filter. A voice stays in the list while its engine is away, with `available` false. The request refreshes the list in the background; a later request shows changes. `language` `en` matches every English voice, `en-GB` British ones. `q` searches name, description, accent and tags.",
    query: z.object({
      provider: text({ max: 64 }).optional(),
      model: text({ max: 200 }).optional(),
      language: text({ max: 64 }).optional(),
      gender: gender.optional(),
      age: age.optional(),
      q: text({ max: 200 }).optional(),
      limit: z.int().min(1).max(LIMITS.voice_page).default(LIMITS.voice_page),
      cursor: text({ max: LIMITS.cursor_units }).optional(),
    }),
    responses: { 200: z.strictObject({ voices: z.array(voice), next_cursor: z.string().nullable() }) },
    errors: [],
    examples: { responses: { 200: { voices: [exampleVoice], next_cursor: null } } },
  }),
  readVoicePreparation: endpoint({
    method: "GET",
    path: "/voices/preparation-status",
    scope: "voices:read",
    tag: "Voices",
    summary: "Whether voices need preparation before they can speak",
    description: "Lists each accessible voice once. Creates and reserves nothing. The status can change at any time.",
    query: z.object({ voice_ids: voiceIdList.optional() }),
    responses: { 200: voicePreparation },
    errors: [],
    examples: {
      responses: {
        200: {
          provider: "espeak",
          status: "available",
          notice: null,
          voices: [{ voice_id: exampleVoice.voice_id, preparation_required: false }],
        },
      },
    },
  }),
  previewVoice: endpoint({
    method: "POST",
    path: "/voices/{voiceId}/preview",
    scope: "voices:read",
    tag: "Voices",
    summary: "Create a sample of a voice",
    description:
      "The voice's engine speaks the given text, or a sentence in the voice's language. The same text with the same voice is generated, stored and charged once (if the engine has a price).",
    params: z.strictObject({ voiceId: uuid }),
    body: mutationBody({
      text: text({ min: 1, max: LIMITS.preview_text_units }).optional(),
      pronunciations: z.array(samplePronunciation).max(LIMITS.preview_pronunciations).optional().meta({
        description:
          "How words of the text are pronounced, as entries of a lexicon would say it. To hear an entry before it is stored.",
      }),
    }).optional(),
    responses: { 200: voicePreview },
    errors: [
      "NOT_FOUND",
      "INSUFFICIENT_FUNDS",
      "ENGINE_UNREACHABLE",
      "ENGINE_ACCESS_DENIED",
      "ENGINE_QUOTA_EXCEEDED",
      "SERVICE_UNAVAILABLE",
      "STORAGE_FULL",
    ],
    examples: {
      body: { text: "Is anyone there?" },
      responses: {
        200: {
          url: "http://127.0.0.1:7411/v1/media/signed-token",
          expires_at: "2026-11-21T04:15:00Z",
          content_type: "audio/wav",
          duration_ms: 1_240,
        },
      },
    },
  }),
  listEngines: endpoint({
    method: "GET",
    path: "/studio/engines",
    scope: "studio:read",
    tag: "Voices",
    summary: "The speech engines of this installation",
    description:
      "What each engine can do, and its status when it was last asked (`checked_at`). The request asks no engine and does not wait for one. It has the engines asked in the background; repeat it to follow a status.",
    responses: { 200: z.strictObject({ engines: z.array(engine) }) },
    errors: [],
    examples: {
      responses: {
        200: {
          engines: [
            {
              provider: "espeak",
              name: "eSpeak NG",
              kind: "embedded",
              models: ["espeak-ng"],
              status: "available",
              notice: null,
              capabilities: {
                word_timings: true,
                seed: false,
                controls: ["rate", "pitch_semitones"],
                max_characters: 100_000,
                languages: ["en-GB", "de-DE"],
              },
              model_details: [
                {
                  model: "espeak-ng",
                  languages: ["en-GB", "de-DE"],
                  max_characters: 65_536,
                  controls: ["rate", "pitch_semitones"],
                  word_timings: true,
                  seed: false,
                  snowcoins_per_1000: 0,
                },
              ],
              limits: { concurrency: 4, requests_per_minute: null, monthly_characters: null },
              last_seen_at: "2026-11-21T04:00:00Z",
              checked_at: "2026-11-21T04:00:00Z",
            },
          ],
        },
      },
    },
  }),
  forgetEngine: endpoint({
    method: "DELETE",
    path: "/studio/engines/{provider}",
    scope: "admin",
    tag: "Voices",
    summary: "Remove an engine that the installation no longer has",
    description:
      "Removes the engine and its voices from the catalogue. Speakers keep the id of such a voice, and their lines cannot be spoken until the speaker has another voice. An engine of a running process is refused: remove it from the engines file first.",
    params: z.strictObject({ provider: text({ min: 1, max: 64 }) }),
    responses: {
      200: z
        .strictObject({ provider: z.string(), voices_removed: count })
        .meta({ id: "ForgottenEngine", description: "An engine that was removed from the catalogue." }),
    },
    errors: ["NOT_FOUND", "ENGINE_IN_USE"],
    examples: { responses: { 200: { provider: "kokoro-server", voices_removed: 54 } } },
  }),
};
