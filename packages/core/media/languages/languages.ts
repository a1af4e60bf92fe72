// The languages whose figures, abbreviations and symbols are written out, one folder each.

import { GERMAN } from "./de/german.ts";
import { ENGLISH } from "./en/english.ts";
import { SPANISH } from "./es/spanish.ts";
import { FRENCH } from "./fr/french.ts";
import { ITALIAN } from "./it/italian.ts";
import { JAPANESE } from "./ja/japanese.ts";
import { DUTCH } from "./nl/dutch.ts";
import { POLISH } from "./pl/polish.ts";
import { PORTUGUESE } from "./pt/portuguese.ts";
import { RUSSIAN } from "./ru/russian.ts";
import type { SpokenLanguage } from "./spoken-language.ts";
import { SWEDISH } from "./sv/swedish.ts";
import { CHINESE } from "./zh/chinese.ts";

const LANGUAGES: ReadonlyMap<string, SpokenLanguage> = new Map([
  ["en", ENGLISH],
  ["de", GERMAN],
  ["fr", FRENCH],
  ["es", SPANISH],
  ["it", ITALIAN],
  ["pt", PORTUGUESE],
  ["nl", DUTCH],
  ["sv", SWEDISH],
  ["zh", CHINESE],
  ["ja", JAPANESE],
  ["pl", POLISH],
  ["ru", RUSSIAN],
]);

/** The rules of a BCP 47 language, English when there is none; null for a language without rules. */
export function spokenLanguage(tag: string | undefined): SpokenLanguage | null {
  if (tag === undefined) return ENGLISH;
  return LANGUAGES.get(tag.split(/[-_]/, 1)[0]!.toLowerCase()) ?? null;
}

/** Whether there are rules for a language, given by its first subtag in lowercase. */
export const hasSpokenForms = (language: string): boolean => LANGUAGES.has(language);
