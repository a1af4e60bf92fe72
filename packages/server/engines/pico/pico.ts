// The natural British, German, French, Spanish and Italian casts: SVOX Pico in worker threads, turned into many
// people, with true word timings.
// Always true: the same request gives the same bytes, on any thread, whatever was spoken before.

import { createEmbeddedEngine, type EmbeddedOptions } from "../embedded-engine.ts";
import type { EngineVoice, SpeechEngine } from "../engine.ts";
import { LANGUAGES } from "./languages.ts";
import { SOUND_VERSION } from "./sound-version.ts";
import measured from "./voice-features.json" with { type: "json" };
import { VOICES, type VoiceDesign, voiceDigest } from "./voices.ts";

const FEATURES: Readonly<Record<string, readonly number[]>> = measured.features;

function engineVoice(voice: VoiceDesign): EngineVoice {
  const { language, accent } = LANGUAGES[voice.base];
  return {
    id: voice.id,
    name: voice.name,
    models: ["pico"],
    languages: [language],
    accent,
    gender: voice.gender,
    age: voice.age,
    tags: voice.tags,
    description: voice.description,
    license: "SVOX Pico, Apache-2.0: keep the notice",
    publishable: true,
    preparation_required: false,
    revision: `${SOUND_VERSION}-${voiceDigest(voice)}`,
    features: FEATURES[voice.id] ?? null,
  };
}

export function createPicoEngine(options: EmbeddedOptions = {}): SpeechEngine {
  return createEmbeddedEngine(
    {
      provider: "pico",
      model: "pico",
      name: "Natural voices (Pico)",
      revision: String(SOUND_VERSION),
      voices: VOICES.map((voice) => engineVoice(voice)),
      program: new URL("./worker.ts", import.meta.url),
    },
    options,
  );
}
