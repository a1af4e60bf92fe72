// ElevenLabs: speech with the times of its characters, audio tags of eleven_v3 for directions, the voices of the account and of
// the shared library, the preparation of library voices, cloned and designed voices, sound effects, and the account's limits.
// Written after the vendor's API reference; it was tried against a local stand-in only.

import { markIn } from "@fullcast/core/custom-voices";
import { z } from "zod";
import { askService } from "../brought/ask-service.ts";
import type { ElevenLabsEntry } from "../brought/engines-file.ts";
import { speakInPieces } from "../brought/in-pieces.ts";
import type { KeyState } from "../brought/key.ts";
import {
  type CustomVoiceLimits,
  type CustomVoiceWish,
  type EngineDescription,
  EngineError,
  type EngineModel,
  type EngineVoice,
  type ServiceEffect,
  type SpeakRequest,
  type SpeakResult,
  type SpeechEngine,
} from "../engine.ts";
import { isSpeechBody } from "../openai-compatible/speech-body.ts";
import { checkRequest, unsupportedWishes } from "../request.ts";
import { alignmentSchema, wordsOf } from "./alignment.ts";

const CONCURRENCY = 3;
/** `pcm_24000`: 16-bit mono, in every plan. */
const FORMAT = { name: "pcm_24000", rate: 24_000 };
const MOST_AUDIO = 96 * 1024 * 1024;
const MOST_JSON = 16 * 1024 * 1024;
/** An answer with designs holds a sample of each. */
const MOST_DESIGNS = 64 * 1024 * 1024;
const PAGES = 50;
const LIBRARY_PAGE = 100;
const LIST_MS = 8_000;
const EFFECTS_MODEL = "eleven_text_to_sound_v2";
/** The lengths that a request may ask for, seconds. */
const EFFECT_SECONDS = { min: 0.5, max: 30 };
/** What a second of sound costs ("Create sound effect" in the vendor's API reference). */
const EFFECT_CHARACTERS_A_SECOND = 25;
const SPEED = { min: 0.7, max: 1.2 };
/** Longest texts: "Models" in the vendor's documentation. */
const LONGEST: Readonly<Record<string, number>> = { eleven_v3: 3_000, eleven_multilingual_v2: 10_000 };
const LONGEST_OF_OTHERS = 5_000;
const LANGUAGES = [
  "en",
  "ja",
  "zh",
  "de",
  "hi",
  "fr",
  "ko",
  "pt",
  "it",
  "es",
  "id",
  "nl",
  "tr",
  "fil",
  "pl",
  "sv",
  "bg",
  "ro",
  "ar",
  "cs",
  "el",
  "fi",
  "hr",
  "ms",
  "sk",
  "da",
  "ta",
  "uk",
  "ru",
];
const LICENSE = "ElevenLabs: see its terms; a paid plan is needed to publish";

const spokenSchema = z.looseObject({ audio_base64: z.string(), alignment: alignmentSchema.nullish() });
const labels = z.record(z.string(), z.string().nullish()).nullish();
const sharing = z.looseObject({ original_voice_id: z.string().nullish() }).nullish();
const voicesSchema = z.looseObject({
  voices: z.array(
    z.looseObject({ voice_id: z.string(), name: z.string(), labels, description: z.string().nullish(), sharing }),
  ),
  has_more: z.boolean().nullish(),
  next_page_token: z.string().nullish(),
});
const subscriptionSchema = z.looseObject({
  tier: z.string(),
  character_count: z.number(),
  character_limit: z.number(),
  next_character_count_reset_unix: z.number().nullish(),
  voice_limit: z.number().nullish(),
  voice_slots_used: z.number().nullish(),
  max_voice_add_edits: z.number().nullish(),
  voice_add_edit_counter: z.number().nullish(),
});
/** A voice of the library: its labels are fields of its own. */
const librarySchema = z.looseObject({
  voices: z.array(
    z.looseObject({
      voice_id: z.string(),
      public_owner_id: z.string(),
      name: z.string(),
      ...{ gender: z.string().nullish(), age: z.string().nullish(), accent: z.string().nullish() },
      ...{ language: z.string().nullish(), use_case: z.string().nullish(), descriptive: z.string().nullish() },
      description: z.string().nullish(),
    }),
  ),
  has_more: z.boolean().nullish(),
});
const addedSchema = z.looseObject({ voice_id: z.string() });
const designsSchema = z.looseObject({ previews: z.array(z.looseObject({ generated_voice_id: z.string() })) });

/** "Create IVC voice" and "Design a voice" in the vendor's API reference. */
const CUSTOM_VOICES: CustomVoiceLimits = {
  kinds: ["cloned", "designed"],
  references: { files: 8, bytes: 10 * 1024 * 1024 },
};
/** A description of a design has this length, UTF-16 units. */
const DESIGN_UNITS = { min: 20, max: 1_000 };

const effectSeconds = (duration_ms: number) =>
  Math.min(EFFECT_SECONDS.max, Math.max(EFFECT_SECONDS.min, Math.ceil(duration_ms / 100) / 10));
const effectCharacters = (duration_ms: number) => Math.ceil(effectSeconds(duration_ms) * EFFECT_CHARACTERS_A_SECOND);

/** Slots, and additions that the plan still allows; null when the service states neither. */
function slotsLeft(about: z.output<typeof subscriptionSchema>): number | null {
  const left = [
    [about.voice_limit, about.voice_slots_used],
    [about.max_voice_add_edits, about.voice_add_edit_counter],
  ].flatMap(([most, used]) => (most == null || used == null ? [] : [Math.max(0, Math.floor(most - used))]));
  return left.length === 0 ? null : Math.min(...left);
}

/** Tags stand before each piece. */
const longest = (model: string) => (LONGEST[model] ?? LONGEST_OF_OTHERS) - 100;
const isV3 = (model: string) => model.startsWith("eleven_v3");

export function createElevenLabsEngine(entry: ElevenLabsEntry, state: KeyState): SpeechEngine {
  const { provider, base_url, models } = entry;
  const name = entry.name ?? "ElevenLabs";
  const key = "key" in state ? state.key : null;
  const headers = { accept: "application/json", ...(key === null ? {} : { "xi-api-key": key }) };
  let closed = false;
  /** Library voices of the account: the library's id, and the id that speaks. Null before it was asked. */
  let copies: Map<string, string> | null = null;
  /** Voices that were made for accounts of Fullcast: the id in their mark, and the id that speaks. */
  let marked: ReadonlyMap<string, string> = new Map();
  /** Owners of library voices that the account does not have. */
  let library: ReadonlyMap<string, string> = new Map();

  async function json<T>(schema: z.ZodType<T>, path: string, signal: AbortSignal, mostBytes = MOST_JSON): Promise<T> {
    const { bytes } = await askService(name, { method: "GET", url: `${base_url}${path}`, headers, mostBytes }, signal);
    return parsed(schema, bytes);
  }

  function parsed<T>(schema: z.ZodType<T>, bytes: Uint8Array): T {
    try {
      return schema.parse(JSON.parse(new TextDecoder().decode(bytes)));
    } catch {
      throw new EngineError("broken_answer", `${name} answered in an unknown form.`, { charged: true });
    }
  }

  async function speakPiece(request: SpeakRequest, signal: AbortSignal | undefined): Promise<SpeakResult> {
    const { model, voice, text, delivery, seed } = request;
    const tag = isV3(model) ? tagsOf(request) : "";
    const speed = Math.min(SPEED.max, Math.max(SPEED.min, delivery.rate));
    const { bytes, header } = await askService(
      name,
      {
        method: "POST",
        url: `${base_url}/v1/text-to-speech/${encodeURIComponent(voice)}/with-timestamps?output_format=${FORMAT.name}`,
        headers: { ...headers, "content-type": "application/json" },
        body: {
          text: tag + text,
          model_id: model,
          ...(seed === undefined ? {} : { seed: seed % 4_294_967_296 }),
          ...(speed === 1 ? {} : { voice_settings: { speed: Math.round(speed * 100) / 100 } }),
          ...(isV3(model) ? {} : continuity(request)),
        },
        mostBytes: MOST_AUDIO,
      },
      signal,
    );
    const { audio_base64, alignment } = parsed(spokenSchema, bytes);
    const sound = Uint8Array.from(Buffer.from(audio_base64, "base64"));
    if (sound.length < 2) throw new EngineError("broken_answer", `${name} answered without audio.`, { charged: true });
    const controls = isV3(model) && request.instructions !== undefined ? DIRECTED : controlsOf(model);
    return {
      audio: {
        kind: "pcm",
        pcm: new Int16Array(sound.buffer, 0, Math.floor(sound.length / 2)),
        sample_rate: FORMAT.rate,
      },
      words: alignment == null ? null : wordsOf(alignment, tag, text),
      warnings: unsupportedWishes(request, { controls, seed: true }),
      billed_characters: costOf(header("character-cost"), tag.length + text.length),
      request_id: header("request-id"),
    };
  }

  /** The voices of the account. A copy of a library voice keeps the library's id, so that preparing changes no id. */
  async function ownVoices(signal: AbortSignal): Promise<readonly EngineVoice[]> {
    const all: EngineVoice[] = [];
    const found = new Map<string, string>();
    const ours = new Map<string, string>();
    let token = "";
    for (let page = 0; page < PAGES; page++) {
      const query = token === "" ? "" : `&next_page_token=${encodeURIComponent(token)}`;
      const listed = await json(voicesSchema, `/v2/voices?page_size=100${query}`, signal);
      for (const one of listed.voices) {
        const id = one.sharing?.original_voice_id || one.voice_id;
        if (found.has(id)) continue;
        found.set(id, one.voice_id);
        const custom = markIn(one.name);
        if (custom !== null) ours.set(custom, one.voice_id);
        all.push({ ...voiceOf({ ...one, voice_id: id }, models), ...(custom === null ? {} : { custom }) });
      }
      token = listed.next_page_token ?? "";
      if (listed.has_more !== true || token === "") break;
    }
    copies = found;
    marked = ours;
    return all;
  }

  /** Voices of the shared library that the account does not have. */
  async function libraryVoices(own: readonly EngineVoice[], signal: AbortSignal): Promise<readonly EngineVoice[]> {
    const known = new Set(own.map(({ id }) => id));
    const owners = new Map<string, string>();
    const all: EngineVoice[] = [];
    for (let page = 0; page * LIBRARY_PAGE < entry.shared_voices; page++) {
      const size = Math.min(LIBRARY_PAGE, entry.shared_voices - page * LIBRARY_PAGE);
      const path = `/v1/shared-voices?page_size=${size}&page=${page}&sort=usage_character_count_1y`;
      const listed = await json(librarySchema, path, signal).catch((error: unknown) => {
        // A gateway in front of the service need not have the library.
        if (error instanceof EngineError && error.kind === "rejected") return { voices: [], has_more: false };
        throw error;
      });
      for (const one of listed.voices) {
        if (known.has(one.voice_id) || owners.has(one.voice_id)) continue;
        owners.set(one.voice_id, one.public_owner_id);
        const { gender, age, accent, language, use_case, descriptive } = one;
        const labels = { gender, age, accent, language, use_case, descriptive };
        all.push({ ...voiceOf({ ...one, labels }, models), preparation_required: true });
      }
      if (listed.has_more !== true) break;
    }
    library = owners;
    return all;
  }

  /** The id that speaks. Another process may have prepared the voice, so the account is asked once more. */
  async function speakingId(voice: string, signal: AbortSignal | undefined): Promise<string> {
    const limited = signal ?? AbortSignal.timeout(LIST_MS);
    if (copies === null || (!copies.has(voice) && library.has(voice))) await ownVoices(limited);
    const id = copies?.get(voice);
    if (id === undefined && library.has(voice)) {
      throw new EngineError("quota", "This voice is not prepared yet.", { scope: "voice" });
    }
    return id ?? voice;
  }

  async function prepare(voice: string, signal: AbortSignal): Promise<boolean> {
    const own = await ownVoices(signal);
    if (copies?.has(voice)) return false;
    if (!library.has(voice)) await libraryVoices(own, signal);
    const owner = library.get(voice);
    if (owner === undefined) {
      throw new EngineError("rejected", `The library of ${name} no longer has this voice.`, { scope: "voice" });
    }
    const path = `/v1/voices/add/${encodeURIComponent(owner)}/${encodeURIComponent(voice)}`;
    const { bytes } = await askService(
      name,
      {
        method: "POST",
        url: `${base_url}${path}`,
        headers: { ...headers, "content-type": "application/json" },
        body: { new_name: `Fullcast ${voice}` },
        mostBytes: MOST_JSON,
      },
      signal,
    ).catch((error: unknown) => {
      if (!(error instanceof EngineError) || error.kind !== "quota") throw error;
      const message = `The account at ${name} has no room for another voice. Choose a prepared voice or another engine.`;
      throw new EngineError("quota", message, { scope: "voice" });
    });
    copies?.set(voice, parsed(addedSchema, bytes).voice_id);
    return true;
  }

  /** A request that adds a voice to the account. */
  async function adding<T>(schema: z.ZodType<T>, path: string, body: unknown, signal: AbortSignal): Promise<T> {
    const form = body instanceof FormData ? {} : { "content-type": "application/json" };
    const { bytes } = await askService(
      name,
      { method: "POST", url: `${base_url}${path}`, headers: { ...headers, ...form }, body, mostBytes: MOST_DESIGNS },
      signal,
    ).catch((error: unknown) => {
      if (!(error instanceof EngineError) || error.kind !== "quota") throw error;
      const message = `The account at ${name} has no room for another voice. Remove a voice, or choose another engine.`;
      throw new EngineError("quota", message, { scope: "voice" });
    });
    return parsed(schema, bytes);
  }

  async function makeVoice(wish: CustomVoiceWish, signal: AbortSignal): Promise<string> {
    if (key === null) throw new EngineError("auth", `${name} has no key.`);
    await ownVoices(signal);
    const made = marked.get(markIn(wish.name) ?? "");
    if (made !== undefined) return made;
    const { gender, age, language } = wish;
    const labels = { gender, age: age === "adult" ? "middle_aged" : age, language };
    if (wish.kind === "cloned") {
      const form = new FormData();
      form.set("name", wish.name);
      if (wish.description !== "") form.set("description", wish.description);
      form.set("labels", JSON.stringify(labels));
      for (const [index, { bytes, content_type }] of wish.references.entries()) {
        const type = content_type === "audio/flac" ? "flac" : "wav";
        form.append("files", new Blob([bytes], { type: content_type }), `recording-${index + 1}.${type}`);
      }
      return (await adding(addedSchema, "/v1/voices/add", form, signal)).voice_id;
    }
    const voice_description = designOf(wish);
    const designs = await adding(
      designsSchema,
      "/v1/text-to-voice/design",
      { voice_description, auto_generate_text: true },
      signal,
    );
    const [first] = designs.previews;
    if (first === undefined) throw new EngineError("broken_answer", `${name} designed no voice.`, { charged: true });
    const chosen = { voice_name: wish.name, voice_description, generated_voice_id: first.generated_voice_id, labels };
    return (await adding(addedSchema, "/v1/text-to-voice", chosen, signal)).voice_id;
  }

  async function removeVoice(voice: string, signal: AbortSignal): Promise<void> {
    if (key === null) throw new EngineError("auth", `${name} has no key.`);
    // The service answers 400 for an unknown voice, as for other faults. The list decides.
    await ownVoices(signal);
    if (!(copies?.has(voice) ?? false)) return;
    const url = `${base_url}/v1/voices/${encodeURIComponent(voice)}`;
    await askService(name, { method: "DELETE", url, headers, mostBytes: MOST_JSON }, signal);
    copies?.delete(voice);
  }

  async function makeEffect({ prompt, duration_ms }: ServiceEffect, signal: AbortSignal): Promise<SpeakResult> {
    if (key === null) throw new EngineError("auth", `${name} has no key.`);
    const seconds = effectSeconds(duration_ms);
    const { bytes, contentType, header } = await askService(
      name,
      {
        method: "POST",
        url: `${base_url}/v1/sound-generation?output_format=mp3_44100_128`,
        headers: { ...headers, accept: "audio/mpeg", "content-type": "application/json" },
        body: {
          text: prompt,
          duration_seconds: seconds,
          model_id: EFFECTS_MODEL,
          // A longer sound is repeated, so its end must lead into its beginning.
          ...(duration_ms > seconds * 1_000 ? { loop: true } : {}),
        },
        mostBytes: MOST_AUDIO,
      },
      signal,
    );
    if (!isSpeechBody(bytes, contentType)) {
      throw new EngineError("broken_answer", `${name} answered with ${contentType || "something"} that is no audio.`, {
        charged: true,
      });
    }
    return {
      audio: { kind: "file", bytes, content_type: contentType },
      words: null,
      warnings: [],
      billed_characters: costOf(header("character-cost"), effectCharacters(duration_ms)),
      request_id: header("request-id"),
    };
  }

  return {
    provider,
    name,
    kind: "remote",
    concurrency: entry.concurrency ?? CONCURRENCY,
    limits: {
      requests_per_minute: entry.requests_per_minute ?? null,
      characters_per_minute: entry.characters_per_minute ?? null,
      monthly_characters: entry.monthly_characters ?? null,
    },
    async describe(signal): Promise<EngineDescription> {
      const nothing = { models: [], voices: [] };
      if ("missing" in state || key === null) {
        const why =
          "missing" in state
            ? `The environment variable ${state.missing} with the key is not set.`
            : "The entry has no key.";
        return { status: "unconfigured", notice: why, ...nothing };
      }
      try {
        const [subscription, own] = await Promise.all([
          json(subscriptionSchema, "/v1/user/subscription", signal),
          ownVoices(signal),
        ]);
        const shared = await libraryVoices(own, signal);
        const { character_count, character_limit } = subscription;
        const isUsedUp = character_count >= character_limit;
        return {
          status: isUsedUp ? "exhausted" : "available",
          notice: isUsedUp ? `The account has used its ${character_limit} characters.` : null,
          models: models.map((id) => modelOf(id, entry.snowcoins_per_1000 ?? null)),
          voices: [...own, ...shared],
          limits: {
            requests_per_minute: entry.requests_per_minute ?? null,
            monthly_characters: entry.monthly_characters ?? null,
            voice_slots_left: slotsLeft(subscription),
            custom_voices: CUSTOM_VOICES,
          },
        };
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        const status = error.kind === "quota" ? "exhausted" : error.kind === "auth" ? "unconfigured" : "unreachable";
        return { status, notice: error.message, ...nothing };
      }
    },
    longestRequest: longest,
    usesContext: (model) => !isV3(model),
    async speak(request, signal) {
      if (closed) throw new EngineError("unavailable", `${name} is closed.`);
      if (key === null) throw new EngineError("auth", `${name} has no key.`);
      signal?.throwIfAborted();
      checkRequest(request, { models, max_characters: 65_536, hasVoice: (id) => /^[A-Za-z0-9]{1,64}$/.test(id) });
      const voice = await speakingId(request.voice, signal);
      return speakInPieces({ ...request, voice }, longest(request.model), (piece) => speakPiece(piece, signal), signal);
    },
    prepare,
    custom: { limits: CUSTOM_VOICES, make: makeVoice, remove: removeVoice },
    ...(entry.effects ? { effects: { model: EFFECTS_MODEL, characters: effectCharacters, make: makeEffect } } : {}),
    async [Symbol.asyncDispose]() {
      closed = true;
    },
  };
}

/** The description of a design, with what the account stated beside it. */
function designOf({ description, age, gender, language }: CustomVoiceWish): string {
  const stated = `${age}, ${gender}, language ${language}`;
  return `${description} (${stated})`.slice(0, DESIGN_UNITS.max).padEnd(DESIGN_UNITS.min, ".");
}

function continuity({ previous_text, next_text, previous_request_ids = [] }: SpeakRequest) {
  return {
    ...(previous_text === undefined ? {} : { previous_text }),
    ...(next_text === undefined ? {} : { next_text }),
    // The service takes three at most.
    ...(previous_request_ids.length === 0 ? {} : { previous_request_ids: previous_request_ids.slice(-3) }),
  };
}

const controlsOf = (model: string) => (isV3(model) ? ["rate", "whisper"] : ["rate"]);
/** Directions that a tag names need no warning about the single controls that they stand for. */
const DIRECTED = ["rate", "whisper", "range", "pitch_semitones", "volume_db"];

/** Audio tags (the vendor's "Prompting eleven_v3"): a person's directions in square brackets before the text. */
function tagsOf({ instructions, delivery }: SpeakRequest): string {
  const words = (instructions ?? "")
    .split(",")
    .map((word) => TAGS[word.trim()])
    .filter((tag) => tag !== undefined);
  if (delivery.whisper && !words.includes("whispers")) words.unshift("whispers");
  return words
    .slice(0, 3)
    .map((tag) => `[${tag}] `)
    .join("");
}

const TAGS: Readonly<Record<string, string>> = {
  whisper: "whispers",
  murmur: "quietly",
  shout: "shouts",
  "cry out": "cries out",
  sob: "sobbing",
  laugh: "laughs",
  angry: "angry",
  afraid: "scared",
  tender: "tenderly",
  sad: "sad",
  excited: "excited",
  cheerful: "cheerfully",
  weary: "tired",
  cold: "coldly",
  hesitant: "hesitantly",
  urgent: "urgently",
  solemn: "solemnly",
  mocking: "mockingly",
  surprised: "surprised",
  calm: "calm",
};

const costOf = (header: string | null, otherwise: number) =>
  header !== null && /^\d{1,9}$/.test(header) ? Number(header) : otherwise;

function modelOf(id: string, snowcoins_per_1000: number | null): EngineModel {
  return {
    id,
    languages: LANGUAGES,
    max_characters: 65_536,
    controls: controlsOf(id),
    word_timings: true,
    seed: true,
    pauses: "spliced",
    // The specification's engine that free plans cannot use.
    paid_plans_only: isV3(id),
    snowcoins_per_1000,
    revision: "1",
  };
}

function voiceOf(
  voice: Pick<z.output<typeof voicesSchema>["voices"][number], "voice_id" | "name" | "labels" | "description">,
  models: readonly string[],
): EngineVoice {
  const about = voice.labels ?? {};
  const { gender, age, accent, language } = about;
  return {
    id: voice.voice_id,
    name: voice.name,
    models,
    languages: [...new Set([languageOf(language), ...LANGUAGES])],
    accent: accent ?? null,
    gender: gender === "male" || gender === "female" ? gender : "neutral",
    age: age === "young" ? "young" : age === "old" ? "old" : "adult",
    tags: [about.use_case, about.descriptive, about.description].filter(
      (tag) => typeof tag === "string" && tag !== "",
    ) as string[],
    description: voice.description ?? "",
    license: LICENSE,
    publishable: null,
    preparation_required: false,
    revision: "1",
    features: null,
  };
}

function languageOf(value: string | null | undefined): string {
  try {
    return value ? new Intl.Locale(value).toString() : "en";
  } catch {
    return "en";
  }
}
