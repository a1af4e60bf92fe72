// The natural English cast: Flite in worker threads, turned into many people, with true word timings.
// Always true: the same request gives the same bytes, on any thread, whatever was spoken before.

import { createEmbeddedEngine, type EmbeddedOptions } from "../embedded-engine.ts";
import type { EngineVoice, SpeechEngine } from "../engine.ts";
import { BASES, STRONG_ACCENT } from "./bases.ts";
import { SOUND_VERSION } from "./sound-version.ts";
import measured from "./voice-features.json" with { type: "json" };
import { VOICES, type VoiceDesign, voiceDigest } from "./voices.ts";

const FEATURES: Readonly<Record<string, readonly number[]>> = measured.features;

function engineVoice(voice: VoiceDesign): EngineVoice {
  const base = BASES[voice.base];
  return {
    id: voice.id,
    name: voice.name,
    models: ["flite"],
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

export function createFliteEngine(options: EmbeddedOptions = {}): SpeechEngine {
  return createEmbeddedEngine(
    {
      provider: "flite",
      model: "flite",
      name: "Natural English voices (Flite)",
      revision: String(SOUND_VERSION),
      voices: VOICES.map((voice) => engineVoice(voice)),
      program: new URL("./worker.ts", import.meta.url),
    },
    options,
  );
}
