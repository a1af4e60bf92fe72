// A language that no voice of casting speaks: whose lines a voice of another language reads, and which engines could help.

import { primaryLanguage } from "../structure/structure.ts";
import type { CastableVoice } from "./castable.ts";

/** Whether the voice speaks this language, in any of its countries. */
export function speaksLanguage(
  { language: own, languages = [own] }: Pick<CastableVoice, "language" | "languages">,
  language: string,
): boolean {
  const wanted = primaryLanguage(language) ?? language;
  return languages.some((one) => (primaryLanguage(one) ?? one) === wanted);
}

export interface LanguageRequest {
  /** Of the story. */
  readonly language: string;
  /** Speakers with lines, each with the present voice; null without one. */
  readonly speakers: readonly { readonly id: string; readonly voice: CastableVoice | null }[];
  /** All voices, each with the engine and whether it can speak now. */
  readonly voices: readonly (CastableVoice & { readonly provider: string; readonly available: boolean })[];
}

/**
 * The speakers whose lines are read by a voice of another language, because automatic casting has no voice of this one; and the
 * engines that speak it, which a person can choose. Null when casting has such a voice, or every speaker does.
 */
export function unspokenLanguage({
  language,
  speakers,
  voices,
}: LanguageRequest): { readonly speakerIds: readonly string[]; readonly providers: readonly string[] } | null {
  const speaking = voices.filter((voice) => voice.available && speaksLanguage(voice, language));
  if (speaking.some(({ rank }) => rank !== null)) return null;
  const speakerIds = speakers
    .filter(({ voice }) => voice === null || !speaksLanguage(voice, language))
    .map(({ id }) => id);
  if (speakerIds.length === 0) return null;
  return { speakerIds, providers: [...new Set(speaking.map(({ provider }) => provider))].sort() };
}
