// The natural English cast: Flite in worker threads, turned into many people, with true word timings.
// Always true: the same request gives the same bytes, on any thread, whatever was spoken before.

import { availableParallelism } from "node:os";
import { describeEmbeddedModel, EMBEDDED_MODEL } from "../embedded-model.ts";
import { withoutEndlessWords } from "../endless-words.ts";
import type { EngineVoice, SpeakRequest, SpeechEngine } from "../engine.ts";
import { withProfile } from "../profile-options.ts";
import { checkRequest, unsupportedWishes, withWarnings } from "../request.ts";
import { createSpeakingPool } from "../speaking-pool.ts";
import { BASES, STRONG_ACCENT } from "./bases.ts";
import { SOUND_VERSION } from "./sound-version.ts";
import measured from "./voice-features.json" with { type: "json" };
import { findVoice, VOICES, type VoiceDesign, voiceDigest } from "./voices.ts";

const FEATURES: Readonly<Record<string, readonly number[]>> = measured.features;

const MODEL = "flite";

export interface FliteOptions {
  /** Worker threads; by default as many as there are processors. */
  readonly threads?: number;
}

function engineVoice(voice: VoiceDesign): EngineVoice {
  const base = BASES[voice.base];
  return {
    id: voice.id,
    name: voice.name,
    models: [MODEL],
    languages: [base.language],
    accent: base.accent,
    gender: voice.gender,
    age: voice.age,
    tags: voice.base === STRONG_ACCENT.base ? [...voice.tags, STRONG_ACCENT.tag] : voice.tags,
    description: voice.description,
    license: "Flite (CMU), permissive: keep the notice, mark changes, keep the authors' names, no endorsement",
    publishable: true,
    preparation_required: false,
    revision: `${SOUND_VERSION}-${voiceDigest(voice)}`,
    features: FEATURES[voice.id] ?? null,
  };
}

export function createFliteEngine(options: FliteOptions = {}): SpeechEngine {
  const threads = Math.max(1, options.threads ?? availableParallelism());
  const pool = createSpeakingPool({ program: new URL("./worker.ts", import.meta.url), threads });
  const description = describeEmbeddedModel(
    { id: MODEL, revision: String(SOUND_VERSION) },
    VOICES.map((voice) => engineVoice(voice)),
  );
  const check = (request: SpeakRequest) =>
    checkRequest(request, {
      models: [MODEL],
      max_characters: EMBEDDED_MODEL.max_characters,
      hasVoice: (id) => findVoice(id) !== undefined,
    });
  return {
    provider: "flite",
    name: "Natural English voices (Flite)",
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
    warm: () => pool.warm(),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}
