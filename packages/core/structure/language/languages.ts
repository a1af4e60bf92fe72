// The languages that structuring knows, and which of them a text is written in. A new one is a data file and a line here.

import { CHINESE } from "./chinese.ts";
import { DUTCH } from "./dutch.ts";
import { ENGLISH } from "./english.ts";
import { FRENCH } from "./french.ts";
import { GERMAN } from "./german.ts";
import { ITALIAN } from "./italian.ts";
import { JAPANESE } from "./japanese.ts";
import type { LanguageData } from "./language.ts";
import { PORTUGUESE } from "./portuguese.ts";
import { RUSSIAN } from "./russian.ts";
import { SPANISH } from "./spanish.ts";

/** Asked in this order: Japanese before Chinese, for both write with Han characters. */
export const LANGUAGES: readonly LanguageData[] = [
  ENGLISH,
  GERMAN,
  FRENCH,
  SPANISH,
  ITALIAN,
  PORTUGUESE,
  DUTCH,
  RUSSIAN,
  JAPANESE,
  CHINESE,
];

const SAMPLES = 8;
const SAMPLE_UNITS = 6000;
const MIN_WORDS = 2;

/** Pieces from all over a text, so that a foreign frame or preface does not tell the language. */
function sampleOf(text: string): string {
  if (text.length <= SAMPLES * SAMPLE_UNITS) return text;
  const step = Math.floor(text.length / SAMPLES);
  let sample = "";
  for (let index = 0; index < SAMPLES; index++) sample += `${text.slice(index * step, index * step + SAMPLE_UNITS)} `;
  return sample;
}

/** The language whose small words, or whose letters, are most frequent in a text; English when nothing tells. */
export function languageOfText(text: string): LanguageData {
  const sample = sampleOf(text);
  let letters = 0;
  for (const _ of sample.matchAll(/\p{L}/gu)) letters++;
  for (const language of LANGUAGES) {
    if (language.unspaced === undefined || letters === 0) continue;
    let own = 0;
    for (const _ of sample.matchAll(new RegExp(language.unspaced.letters, "gu"))) own++;
    if (own >= letters * language.unspaced.share) return language;
  }
  const words = sample.toLowerCase().match(/\p{L}+/gu) ?? [];
  let best = LANGUAGES[0]!;
  let most = MIN_WORDS;
  for (const language of LANGUAGES) {
    let count = 0;
    for (const word of words) if (language.functionWords.has(word)) count++;
    if (count > most) {
      most = count;
      best = language;
    }
  }
  return best;
}
