// Ruby of a book (the small readings beside characters) as entries of its lexicon.

import type { LexiconEntry } from "./lexicon-entry.ts";

/** Characters with the reading that stands beside them. */
export interface RubyReading {
  readonly base: string;
  readonly reading: string;
}

/** How a word sounds, in letters that are read as they are written. Dots for emphasis and glosses are no readings. */
const SOUNDS =
  /^(?:[\p{sc=Hiragana}\p{sc=Katakana}ー・\s]*[\p{sc=Hiragana}\p{sc=Katakana}][\p{sc=Hiragana}\p{sc=Katakana}ー・\s]*|[\p{sc=Hangul}\s]+)$/u;
const HAN = /\p{sc=Han}/u;
/** One character alone is part of many other words, which have other readings. */
const FEWEST_CHARACTERS = 2;

/**
 * One entry for each base that has one reading in the whole book: from then on it is spoken so, also where the book no longer
 * states the reading. A base with several readings has no entry.
 * @param most entries; the first ones of the book are kept
 */
export function rubyEntries(readings: readonly RubyReading[], most: number): Omit<LexiconEntry, "id">[] {
  const found = new Map<string, Set<string>>();
  for (const { base, reading } of readings) {
    if ([...base].length < FEWEST_CHARACTERS || !HAN.test(base) || !SOUNDS.test(reading)) continue;
    const known = found.get(base);
    if (known === undefined) found.set(base, new Set([reading]));
    else known.add(reading);
  }
  return [...found]
    .flatMap(([term, [reading, ...others]]) => (reading === undefined || others.length > 0 ? [] : [{ term, reading }]))
    .slice(0, most)
    .map(({ term, reading }) => ({
      ...{ term, case_sensitive: false, alphabet: "alias" as const, value: reading, language: null, speaker_id: null },
    }));
}
