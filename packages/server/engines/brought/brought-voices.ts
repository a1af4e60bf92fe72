import type { EngineVoice } from "../engine.ts";
import type { BroughtVoice } from "./engines-file.ts";

/** The voices of an entry as the catalogue takes them. The provider is trusted to keep a voice's sound under its id. */
export function broughtVoices(voices: readonly BroughtVoice[], models: readonly string[]): readonly EngineVoice[] {
  return voices.map((voice) => ({
    id: voice.id,
    name: voice.name ?? voice.id,
    models,
    languages: [voice.language],
    accent: voice.accent ?? null,
    gender: voice.gender,
    age: voice.age,
    tags: voice.tags,
    description: voice.description,
    license: voice.license ?? "Unknown",
    publishable: voice.publishable ?? null,
    preparation_required: false,
    revision: "1",
    features: null,
  }));
}
