// The embedded engine: eSpeak NG in worker threads, a cast of our own voices, true word timings. It works on every
// machine from the first start; its voices are intelligible, not beautiful.
// Always true: the same request gives the same bytes, on any thread and after any other request.

import { availableParallelism } from "node:os";
import type { EngineVoice, SpeakRequest, SpeechEngine } from "../engine.ts";
import { checkRequest } from "../request.ts";
import { createSpeakingPool } from "../speaking-pool.ts";
import { catalogueDigest, findVoice, VOICES } from "./voice-catalogue.ts";
import { ACCENTS, type VoiceDesign } from "./voice-design.ts";
import measured from "./voice-features.json" with { type: "json" };

const FEATURES: Readonly<Record<string, readonly number[]>> = measured.features;

const MODEL = "espeak-ng";
/** Raise when the code around the synthesiser changes what is heard. */
const SOUND_VERSION = 1;

export interface EspeakOptions {
  /** Worker threads; by default as many as there are processors. */
  readonly threads?: number;
}

function engineVoice(voice: VoiceDesign): EngineVoice {
  const accent = ACCENTS[voice.accent];
  return {
    id: voice.id,
    name: voice.name,
    model: MODEL,
    language: accent.language,
    accent: accent.label,
    gender: voice.gender,
    age: voice.age,
    tags: voice.tags,
    description: voice.description,
    license: "GPL-3.0",
    features: FEATURES[voice.id] ?? null,
  };
}

/** What a generation profile may ask for beside the directions of a line: faster or slower, higher or lower. */
const PROFILE_OPTIONS = { rate: { min: 0.5, max: 2 }, pitch_semitones: { min: -12, max: 12 } };

/** The request with the options of its profile in its delivery, within the limits of both. */
function withProfile(request: SpeakRequest): SpeakRequest {
  const { delivery, options } = request;
  const within = (value: number, { min, max }: { readonly min: number; readonly max: number }) =>
    Math.min(max, Math.max(min, value));
  const rate = typeof options.rate === "number" ? delivery.rate * options.rate : delivery.rate;
  const pitch = typeof options.pitch_semitones === "number" ? options.pitch_semitones : 0;
  return {
    ...request,
    delivery: {
      ...delivery,
      rate: within(rate, PROFILE_OPTIONS.rate),
      pitch_semitones: within(delivery.pitch_semitones + pitch, PROFILE_OPTIONS.pitch_semitones),
    },
  };
}

export function createEspeakEngine(options: EspeakOptions = {}): SpeechEngine {
  const threads = Math.max(1, options.threads ?? availableParallelism());
  const pool = createSpeakingPool({ program: new URL("./worker.ts", import.meta.url), threads });
  const voices = VOICES.map(engineVoice);
  const capabilities = {
    word_timings: true,
    seed: false,
    controls: ["rate", "pitch_semitones", "volume_db", "range", "whisper", "emphasis", "pronunciation"],
    max_characters: 65_536,
    languages: [...new Set(voices.map((voice) => voice.language))],
  };
  const check = (request: SpeakRequest) =>
    checkRequest(request, {
      models: [MODEL],
      max_characters: capabilities.max_characters,
      hasVoice: (id) => findVoice(id) !== undefined,
    });
  return {
    provider: "espeak",
    name: "Embedded voices (eSpeak NG)",
    kind: "embedded",
    models: [MODEL],
    revision: `${SOUND_VERSION}-${catalogueDigest()}`,
    capabilities,
    profileOptions: PROFILE_OPTIONS,
    // Twice the threads: while one utterance is spoken the next already waits at the thread.
    concurrency: threads * 2,
    voices: async () => voices,
    status: async () => ({ status: "available", notice: null }),
    async speak(request, signal) {
      check(request);
      return pool.speak(withProfile(request), signal);
    },
    async record(request, signal) {
      check(request);
      return pool.record(withProfile(request), signal);
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}
