// The natural English cast: Flite in worker threads, turned into many people, with true word timings.
// What always holds: the same request gives the same bytes, on any thread, whatever was spoken before.

import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import type { EngineVoice, SpeakRequest, SpeechEngine } from "../engine.ts";
import { checkRequest } from "../request.ts";
import { createSpeakingPool } from "../speaking-pool.ts";
import { BASES, type VoiceDesign } from "./voice-design.ts";
import { findVoice, VOICES } from "./voices.ts";

const MODEL = "flite";
/** Raise when the code around the synthesiser changes what is heard. */
const SOUND_VERSION = 1;

export interface FliteOptions {
  /** Worker threads; by default as many as there are processors. */
  readonly threads?: number;
}

function engineVoice(voice: VoiceDesign): EngineVoice {
  const base = BASES[voice.base];
  return {
    id: voice.id,
    name: voice.name,
    model: MODEL,
    language: base.language,
    accent: base.accent,
    gender: voice.gender,
    age: voice.age,
    tags: voice.tags,
    description: voice.description,
    license: "Flite (CMU), permissive: keep the notice, mark changes, keep the authors' names, no endorsement",
    features: null,
  };
}

export function createFliteEngine(options: FliteOptions = {}): SpeechEngine {
  const threads = Math.max(1, options.threads ?? availableParallelism());
  const pool = createSpeakingPool({ program: new URL("./worker.ts", import.meta.url), threads });
  const voices = VOICES.map(engineVoice);
  const digest = createHash("sha256")
    .update(JSON.stringify([VOICES, BASES]))
    .digest("hex")
    .slice(0, 12);
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
    provider: "flite",
    name: "Natural English voices (Flite)",
    kind: "embedded",
    models: [MODEL],
    revision: `${SOUND_VERSION}-${digest}`,
    capabilities,
    // Twice the threads: while one utterance is spoken the next already waits at the thread.
    concurrency: threads * 2,
    voices: async () => voices,
    status: async () => ({ status: "available", notice: null }),
    async speak(request, signal) {
      check(request);
      return pool.speak(request, signal);
    },
    async record(request, signal) {
      check(request);
      return pool.record(request, signal);
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}
