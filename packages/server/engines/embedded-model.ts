// What the embedded engines say about their model: it is the same for all of them.

import type { EngineDescription, EngineModel, EngineVoice } from "./engine.ts";
import { PROFILE_OPTIONS } from "./profile-options.ts";

/** What an embedded model can do. Embedded voices cost nothing. */
export const EMBEDDED_MODEL = {
  max_characters: 65_536,
  controls: ["rate", "pitch_semitones", "volume_db", "range", "whisper", "emphasis", "pronunciation"],
  word_timings: true,
  seed: true,
  pauses: "inside",
  options: PROFILE_OPTIONS,
  snowcoins_per_1000: 0,
} as const satisfies Partial<EngineModel>;

/** The description of an embedded engine with one model. */
export function describeEmbeddedModel(
  model: Pick<EngineModel, "id" | "revision">,
  voices: readonly EngineVoice[],
): EngineDescription {
  const languages = [...new Set(voices.flatMap((voice) => voice.languages))];
  return { status: "available", notice: null, models: [{ ...model, languages, ...EMBEDDED_MODEL }], voices };
}
