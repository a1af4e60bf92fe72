// Makes what a service says about itself fit to be stored and shown: short, well-formed texts, known models, unique voices.

import type { EngineDescription, EngineModel, EngineVoice } from "./engine.ts";

/** The catalogues of the large services have some thousand voices. */
const MOST_VOICES = 20_000;
const MOST_LANGUAGES = 200;
const LONGEST = { id: 200, name: 200, tag: 60, description: 1_000 } as const;
const MOST_TAGS = 20;

/** The description without what is not usable. */
export function cleanDescription(description: EngineDescription): EngineDescription {
  const models = description.models.filter(({ id }) => isId(id)).map(cleanModel);
  const ids = new Set(models.map(({ id }) => id));
  const seen = new Set<string>();
  const voices: EngineVoice[] = [];
  for (const voice of description.voices.slice(0, MOST_VOICES)) {
    if (!isId(voice.id) || seen.has(voice.id)) continue;
    seen.add(voice.id);
    voices.push(cleanVoice(voice, ids));
  }
  const { status, notice, limits } = description;
  return {
    status,
    notice: notice === null ? null : text(notice, LONGEST.description),
    models,
    voices,
    ...(limits === undefined ? {} : { limits }),
  };
}

function cleanModel(model: EngineModel): EngineModel {
  return { ...model, languages: cleanLanguages(model.languages) };
}

function cleanVoice(voice: EngineVoice, models: ReadonlySet<string>): EngineVoice {
  const languages = cleanLanguages(voice.languages);
  return {
    ...voice,
    name: text(voice.name, LONGEST.name) || voice.id,
    models: voice.models.filter((model) => models.has(model)),
    languages: languages.length === 0 ? ["und"] : languages,
    accent: voice.accent === null ? null : text(voice.accent, LONGEST.tag),
    tags: voice.tags.slice(0, MOST_TAGS).map((tag) => text(tag, LONGEST.tag)),
    description: text(voice.description, LONGEST.description),
    license: text(voice.license, LONGEST.description),
    features: voice.features?.every(Number.isFinite) ? voice.features : null,
  };
}

/** An id is sent back to the engine as it came, so one that cannot be stored is refused rather than changed. */
function isId(id: string): boolean {
  return id.length > 0 && id.length <= LONGEST.id && id.isWellFormed() && !/\p{Cc}/u.test(id);
}

function text(value: string, longest: number): string {
  return value
    .slice(0, longest)
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim();
}

/** BCP 47 in the usual spelling; tags that are none are left out. */
function cleanLanguages(languages: readonly string[]): readonly string[] {
  const known = languages.slice(0, MOST_LANGUAGES).flatMap((language) => {
    try {
      return [new Intl.Locale(language.replaceAll("_", "-")).toString()];
    } catch {
      return [];
    }
  });
  return [...new Set(known)];
}
