// The known languages, and the detection of a text's language. A new language is a data file and a line here.

import { CHINESE } from "./chinese.ts";
import { DUTCH } from "./dutch.ts";
import { ENGLISH } from "./english.ts";
import { FRENCH } from "./french.ts";
import { GERMAN } from "./german.ts";
import { GREEK } from "./greek.ts";
import { ITALIAN } from "./italian.ts";
import { JAPANESE } from "./japanese.ts";
import type { LanguageData } from "./language.ts";
import { POLISH } from "./polish.ts";
import { PORTUGUESE } from "./portuguese.ts";
import { RUSSIAN } from "./russian.ts";
import { SPANISH } from "./spanish.ts";
import { SWEDISH } from "./swedish.ts";

/** Checked in this order: Japanese before Chinese, because both use Han characters. */
export const LANGUAGES: readonly LanguageData[] = [
  ENGLISH,
  GERMAN,
  FRENCH,
  SPANISH,
  ITALIAN,
  PORTUGUESE,
  DUTCH,
  SWEDISH,
  POLISH,
  RUSSIAN,
  GREEK,
  JAPANESE,
  CHINESE,
];

const SAMPLES = 8;
const SAMPLE_UNITS = 6000;
const MIN_WORDS = 2;
/** Letters of a word that says something about the language: longer ones are data, such as a picture as text. */
const LONGEST_WORD = 60;

/** Samples from the whole text, so that a frame or a preface in another language does not decide. */
function sampleOf(text: string): string {
  if (text.length <= SAMPLES * SAMPLE_UNITS) return text;
  const step = Math.floor(text.length / SAMPLES);
  let sample = "";
  for (let index = 0; index < SAMPLES; index++) sample += `${text.slice(index * step, index * step + SAMPLE_UNITS)} `;
  return sample;
}

/** The language whose small words, or whose letters, are most frequent; English without evidence. */
export function languageOfText(text: string): LanguageData {
  const sample = sampleOf(text);
  let letters: number | undefined;
  for (const language of LANGUAGES) {
    if (language.unspaced === undefined) continue;
    const own = countOf(sample, language.unspaced.letters);
    if (own === 0) continue;
    letters ??= countOf(sample, "\\p{L}");
    if (letters > 0 && own >= letters * language.unspaced.share) return language;
  }
  const words = wordsOf(sample);
  let best = LANGUAGES[0]!;
  let most = MIN_WORDS;
  for (const language of LANGUAGES) {
    let count = 0;
    for (const [word, times] of words) {
      // A tag's verb and a letter of its own show the language of a short text.
      if (language.functionWords.has(word) || language.strongSpeechVerbs.has(word)) count += times;
      if (language.ownLetters?.test(word)) count += times;
    }
    if (count > most) {
      most = count;
      best = language;
    }
  }
  return best;
}

const countOf = (text: string, pattern: string): number => text.match(new RegExp(pattern, "gu"))?.length ?? 0;

/** The words in lower case, with how often they occur. */
function wordsOf(text: string): ReadonlyMap<string, number> {
  const words = new Map<string, number>();
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    if (word.length <= LONGEST_WORD) words.set(word, (words.get(word) ?? 0) + 1);
  }
  return words;
}
