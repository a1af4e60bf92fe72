// The embedded engine: eSpeak NG in worker threads, a cast of our own voices, true word timings. It works on every
// machine from the first start; its voices are intelligible, not beautiful.
// Always true: the same request gives the same bytes, on any thread and after any other request.

import { createEmbeddedEngine, type EmbeddedOptions } from "../embedded-engine.ts";
import type { EngineVoice, SpeechEngine } from "../engine.ts";
import { modelDigest, revisionOf, VOICES } from "./voice-catalogue.ts";
import { ACCENTS, type VoiceDesign } from "./voice-design.ts";
import measured from "./voice-features.json" with { type: "json" };

const FEATURES: Readonly<Record<string, readonly number[]>> = measured.features;

const MODEL = "espeak-ng";
/** Raise when the code around the synthesiser changes what is heard. */
const SOUND_VERSION = 1;

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

export function createEspeakEngine(options: EmbeddedOptions = {}): SpeechEngine {
  return createEmbeddedEngine(
    {
      provider: "espeak",
      model: MODEL,
      name: "Embedded voices (eSpeak NG)",
      revision: `${SOUND_VERSION}-${modelDigest()}`,
      voices: VOICES.map((voice) => engineVoice(voice, `${SOUND_VERSION}-${revisionOf(voice)}`)),
      program: new URL("./worker.ts", import.meta.url),
    },
    options,
  );
}
