// The embedded engine: eSpeak NG in worker threads, a cast of our own voices, true word timings. It works on every
// machine from the first start; its voices are intelligible, not beautiful.
// Always true: the same request gives the same bytes, on any thread and after any other request.

import { availableParallelism } from "node:os";
import { describeEmbeddedModel, EMBEDDED_MODEL } from "../embedded-model.ts";
import { withoutEndlessWords } from "../endless-words.ts";
import type { EngineVoice, SpeakRequest, SpeechEngine } from "../engine.ts";
import { withProfile } from "../profile-options.ts";
import { checkRequest, unsupportedWishes, withWarnings } from "../request.ts";
import { createSpeakingPool } from "../speaking-pool.ts";
import { findVoice, modelDigest, revisionOf, VOICES } from "./voice-catalogue.ts";
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

function engineVoice(voice: VoiceDesign, revision: string): EngineVoice {
  const accent = ACCENTS[voice.accent];
  return {
    id: voice.id,
    name: voice.name,
    models: [MODEL],
    languages: [accent.language],
    accent: accent.label,
    gender: voice.gender,
    age: voice.age,
    tags: voice.tags,
    description: voice.description,
    license: "GPL-3.0",
    publishable: true,
    preparation_required: false,
    revision,
    features: FEATURES[voice.id] ?? null,
  };
}

export function createEspeakEngine(options: EspeakOptions = {}): SpeechEngine {
  const threads = Math.max(1, options.threads ?? availableParallelism());
  const pool = createSpeakingPool({ program: new URL("./worker.ts", import.meta.url), threads });
  const description = describeEmbeddedModel(
    { id: MODEL, revision: `${SOUND_VERSION}-${modelDigest()}` },
    VOICES.map((voice) => engineVoice(voice, `${SOUND_VERSION}-${revisionOf(voice)}`)),
  );
  const check = (request: SpeakRequest) =>
    checkRequest(request, {
      models: [MODEL],
      max_characters: EMBEDDED_MODEL.max_characters,
      hasVoice: (id) => findVoice(id) !== undefined,
    });
  return {
    provider: "espeak",
    name: "Embedded voices (eSpeak NG)",
    kind: "embedded",
    // Twice the threads: while one utterance is spoken the next already waits at the thread.
    concurrency: threads * 2,
    describe: async () => description,
    async speak(request, signal) {
      check(request);
      const { request: spoken, warnings } = withoutEndlessWords(withProfile(request));
      const answer = await pool.speak(spoken, signal);
      return withWarnings(answer, [...warnings, ...unsupportedWishes(request, EMBEDDED_MODEL)]);
    },
    async record(request, signal) {
      check(request);
      const { request: spoken, warnings } = withoutEndlessWords(withProfile(request));
      const { recording, file } = await pool.record(spoken, signal);
      const all = [...warnings, ...unsupportedWishes(request, EMBEDDED_MODEL)];
      return { recording: withWarnings(recording, all), file };
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}
