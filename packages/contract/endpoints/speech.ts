// Speech for other programs, compatible with OpenAI's API. Success has no envelope; errors have Fullcast's envelope.

import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { mutationBody } from "../schemas/mutation-body.ts";
import { text } from "../schemas/primitives.ts";
import { endpoint } from "./endpoint.ts";

const VOICE_ID = "0b7c8b1e-4f9e-5d0a-9c55-1d3f7a2b6c10";

/** The content type of each `response_format`, as OpenAI returns it. */
export const SPEECH_TYPES = {
  mp3: "audio/mpeg",
  wav: "audio/wav",
  flac: "audio/flac",
  opus: "audio/opus",
  pcm: "audio/pcm",
} as const;

/** Names of the model that speaks with one voice. Programs written for OpenAI send OpenAI's names. */
export const ONE_VOICE_MODELS = ["fullcast", "tts-1", "tts-1-hd", "gpt-4o-mini-tts"] as const;
/** The model that casts the people of a text. */
export const CAST_MODEL = "fullcast-cast";

const speechRequest = mutationBody({
  model: text({ min: 1, max: LIMITS.speech_name_units }).meta({
    description: `${ONE_VOICE_MODELS.map((name) => `\`${name}\``).join(", ")} or a model of the named voice: one voice speaks. \`${CAST_MODEL}\`: each person of the text has a voice, and \`voice\` narrates.`,
  }),
  input: text({ min: 1, max: LIMITS.speech_input_units }).meta({ description: "The text to speak." }),
  voice: text({ min: 1, max: LIMITS.speech_name_units }).meta({
    description: `The \`id\` or the \`name\` of a voice of \`GET /audio/voices\`. A name of OpenAI's, such as \`alloy\`, that no voice has is spoken by an embedded voice. With \`${CAST_MODEL}\` it may be \`auto\`.`,
  }),
  response_format: z.enum(["mp3", "wav", "flac", "opus", "pcm"]).default("mp3").meta({
    description: "`opus` is Opus in Ogg. `pcm` is samples without a header: 24 kHz, 16 bit, little-endian, mono.",
  }),
  speed: z
    .number()
    .min(LIMITS.speech_speed.min)
    .max(LIMITS.speech_speed.max)
    .default(1)
    .meta({ description: "The pace as a multiple of the usual one." }),
  stream_format: z.enum(["audio", "sse"]).optional().meta({
    description:
      "Sends the audio in parts while the rest is spoken. `audio`: the bytes. `sse`: events `speech.audio.delta` with base64, then `speech.audio.done`. Absent: the whole file with its length. `flac`, `opus` and the model `fullcast-cast` are sent in one part.",
  }),
  instructions: text({ max: LIMITS.speech_input_units }).optional().meta({
    description: "How to speak, for models that accept instructions. Other models ignore it.",
  }),
});
export type SpeechRequest = z.output<typeof speechRequest>;

const speechModel = z.strictObject({
  id: z.string(),
  object: z.literal("model").meta({ description: "Always `model`." }),
});

export const speechEndpoints = {
  createSpeech: endpoint({
    method: "POST",
    path: "/audio/speech",
    scope: "studio:write",
    tag: "Voices",
    summary: "Speak a text, as OpenAI's speech interface does",
    description:
      "Returns the audio without an envelope; errors have the envelope of this interface. Nothing is stored. If the voice's engine has a price, the text is charged when its audio is finished; if a streamed answer ends early, the spoken part is charged. A request waits for its turn and for the engine. An account with too many waiting requests gets 429.",
    body: speechRequest,
    answer: "bytes",
    answerTypes: [...Object.values(SPEECH_TYPES), "text/event-stream"],
    responses: { 200: z.string().meta({ description: "The audio, in the requested format." }) },
    errors: [
      "INSUFFICIENT_FUNDS",
      "ENGINE_UNREACHABLE",
      "ENGINE_ACCESS_DENIED",
      "ENGINE_QUOTA_EXCEEDED",
      "SERVICE_UNAVAILABLE",
      "STORAGE_FULL",
    ],
    examples: { body: { model: "fullcast", voice: "Agnes", input: "The boat was late.", response_format: "mp3" } },
  }),
  listSpeechVoices: endpoint({
    method: "GET",
    path: "/audio/voices",
    scope: "voices:read",
    tag: "Voices",
    summary: "The voices for `POST /audio/speech`",
    description: "All voices of available engines, by name. No envelope.",
    answer: "json",
    responses: { 200: z.strictObject({ voices: z.array(z.strictObject({ id: z.string(), name: z.string() })) }) },
    errors: [],
    examples: { responses: { 200: { voices: [{ id: VOICE_ID, name: "Agnes" }] } } },
  }),
  listSpeechModels: endpoint({
    method: "GET",
    path: "/models",
    scope: "any",
    tag: "Voices",
    summary: "The models for `POST /audio/speech`",
    description: "No envelope.",
    answer: "json",
    responses: {
      200: z.strictObject({
        object: z.literal("list").meta({ description: "Always `list`." }),
        data: z.array(speechModel),
      }),
    },
    errors: [],
    examples: { responses: { 200: { object: "list", data: [{ id: "fullcast", object: "model" }] } } },
  }),
  readSpeechModel: endpoint({
    method: "GET",
    path: "/models/{model}",
    scope: "any",
    tag: "Voices",
    summary: "One model for `POST /audio/speech`",
    description: "No envelope. A slash in the model's name is written as `%2F`.",
    params: z.strictObject({ model: text({ min: 1, max: LIMITS.speech_name_units }) }),
    answer: "json",
    responses: { 200: speechModel },
    errors: ["NOT_FOUND"],
    examples: { responses: { 200: { id: "fullcast", object: "model" } } },
  }),
};
