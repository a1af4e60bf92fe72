// Accents of voices by country, and families of speakers by surname.

import type { CastableVoice, CastingSpeaker } from "./castable.ts";
import type { EnglishSpelling } from "./spelling.ts";

const COUNTRY: Readonly<Record<EnglishSpelling, RegExp>> = { british: /^en[-_]gb\b/i, american: /^en[-_]us\b/i };
/** Accents that represent a whole country. */
const GENERAL = /^(?:british|received pronunciation|rp|american|general american|us|uk|english)$/i;

/** What decides the accent of a text's voices. */
export interface TextAccent {
  readonly spelling: EnglishSpelling | null;
  /** ISO 3166; of `textCountry`. */
  readonly country: string | null;
}

/**
 * The country whose voices suit a text: that of its language tag, or the usual one of its language, by CLDR's likely subtags
 * ("pt" is BR, "es" is ES). Null for English, where the spelling decides, and for a tag that is not valid.
 */
export function textCountry(language: string): string | null {
  if (/^en\b/i.test(language)) return null;
  try {
    return new Intl.Locale(language.replaceAll("_", "-")).maximize().region ?? null;
  } catch {
    return null;
  }
}

/** The country of English that no spelling and no language tag names, by CLDR's likely subtags. */
const USUAL_ENGLISH = COUNTRY.american;

/** The cost of a voice's accent in a text; 0 for the one that suits it best. */
export function accentCost(
  { language, languages = [language], accent }: CastableVoice,
  { spelling, country }: TextAccent,
  cost: { readonly otherCountry: number; readonly unusualCountry: number; readonly regional: number },
): number {
  if (!/^en\b/i.test(language)) {
    return country === null || languages.some((one) => regionOf(one) === country) ? 0 : cost.otherCountry;
  }
  if (spelling === null) return /^en$/i.test(language) || USUAL_ENGLISH.test(language) ? 0 : cost.unusualCountry;
  // "en" alone belongs to no country: better than another country's accent.
  if (/^en$/i.test(language)) return cost.regional;
  if (!COUNTRY[spelling].test(language)) return cost.otherCountry;
  return accent === null || GENERAL.test(accent) ? 0 : cost.regional;
}

/** The country of a language tag in capitals; null when it has none. */
const regionOf = (tag: string): string | null => /[-_]([a-z]{2}|\d{3})$/i.exec(tag)?.[1]?.toUpperCase() ?? null;

/** One text for accents that sound the same: the general accents of a country are its country's, all others have their name. */
export function accentKey({ language, accent }: CastableVoice): string {
  return accent === null || GENERAL.test(accent) ? language.toLowerCase().replace("_", "-") : accent.toLowerCase();
}

/** For each character, the others with the same surname. */
export function familiesOf(speakers: readonly CastingSpeaker[]): ReadonlyMap<string, readonly string[]> {
  const bySurname = Map.groupBy(
    speakers.filter(({ role, name }) => role !== "narrator" && surnameOf(name) !== null),
    ({ name }) => surnameOf(name)!,
  );
  const families = new Map<string, readonly string[]>();
  for (const members of bySurname.values()) {
    for (const { id } of members) {
      families.set(
        id,
        members.map((member) => member.id).filter((other) => other !== id),
      );
    }
  }
  return families;
}

/** The last word of a name of several; null for "Anna", "the cook" and "Rudi the Fox". */
function surnameOf(name: string): string | null {
  const words = name.trim().split(/\s+/u);
  const last = words.at(-1)!;
  const bare = last.toLowerCase().replace(/[.,]+$/u, "");
  if (words.length < 2 || /^(?:jr|sr|esq|ii|iii|iv)$/.test(bare)) return null;
  if (words.some((word) => /^(?:the|a|an|of)$/i.test(word))) return null;
  return /^\p{Lu}/u.test(last) ? bare : null;
}

/** The most frequent value of a list; of equally frequent ones the first in the alphabet; null when empty. */
export function mostFrequent(values: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [best] = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return best?.[0] ?? null;
}
