// Ages that a text gives in years: "Ann was seven", "Ann, aged nine", "seven-year-old Ann", "I am seven".

import type { LanguageData } from "./language/language.ts";
import type { Mentions } from "./mentions.ts";
import { isSentenceEnd } from "./subjects.ts";
import { SENTENCE_START, type Tokens, WORD } from "./tokens.ts";

/** At most this many tokens stand between a name and its years. */
const REACH = 9;
/** Within this many tokens a pronoun of the next sentences can give the years of the last subject. */
const PRONOUN_REACH = 40;
const MOST_YEARS = 120;
/** "I am two": in speech, a smaller number alone is rarely an age. */
const LEAST_ALONE = 3;

/** The number of years at a token ("seven", "73", "seventy-three"), or null. */
function numberAt(word: string | undefined, { ages }: LanguageData): number | null {
  if (word === undefined) return null;
  if (/^\d{1,3}$/.test(word)) return Number(word) <= MOST_YEARS ? Number(word) : null;
  const [tens, ones] = word.split("-");
  const first = ages.numbers.get(tens ?? "");
  if (first === undefined) return null;
  if (ones === undefined) return first;
  const second = ages.numbers.get(ones);
  return second !== undefined && first >= 20 && second < 10 ? first + second : null;
}

/** "old" or "of age" after "years". */
function closesYears({ lower }: Tokens, index: number): boolean {
  return lower[index] === "old" || (lower[index] === "of" && lower[index + 1] === "age");
}

const isWord = (tokens: Tokens, index: number) => index < tokens.count && (tokens.flags[index]! & WORD) !== 0;

/** The years in a statement whose number stands at `index`; `alone` if no "years old" has to follow. */
function yearsAt(tokens: Tokens, index: number, language: LanguageData, alone: boolean): number | null {
  const { lower } = tokens;
  const years = numberAt(lower[index], language);
  if (years === null) return null;
  if (language.ages.years.has(lower[index + 1] ?? "")) {
    return closesYears(tokens, index + 2) || (alone && !isWord(tokens, index + 2)) ? years : null;
  }
  // "seven and twenty"
  const tens = lower[index + 1] === "and" ? numberAt(lower[index + 2], language) : null;
  if (tens !== null && tens >= 20) return years + tens;
  const ends = !isWord(tokens, index + 1) || language.continuers.has(lower[index + 1]!);
  return alone && ends && years >= LEAST_ALONE ? years : null;
}

/** Steps over "was only", ", who had just turned" and similar words to a number; null if other words are in between. */
function afterName(tokens: Tokens, end: number, language: LanguageData): number | null {
  const { ages } = language;
  let alone = false;
  for (let index = end; index < Math.min(tokens.count, end + REACH); index++) {
    const word = tokens.lower[index]!;
    const years = yearsAt(tokens, index, language, alone);
    if (years !== null) return years;
    // "Little Wren. Ten years old and eyes like lamps.", but not "Wren. Ten years old, the boat leaned."
    const stops = word === "." && tokens.lower[end + 4] !== ",";
    if (ages.bridges.has(word) || ((word === "," || stops) && index === end)) {
      alone ||= ages.being.has(word) || ages.aged.has(word);
      continue;
    }
    if (language.determiners.has(word)) return ofYears(tokens, index, language);
    return null;
  }
  return null;
}

/** "a woman of seventy" */
function ofYears(tokens: Tokens, determiner: number, language: LanguageData): number | null {
  for (let index = determiner + 1; index < determiner + 5; index++) {
    if (!isWord(tokens, index)) return null;
    if (!language.roles.has(tokens.lower[index]!)) continue;
    if (tokens.lower[index + 1] !== "of") return null;
    const number = language.ages.bridges.has(tokens.lower[index + 2] ?? "") ? index + 3 : index + 2;
    return yearsAt(tokens, number, language, true);
  }
  return null;
}

/** "seven-year-old Ann", "At six years old, Ann" */
function beforeName(tokens: Tokens, first: number, language: LanguageData): number | null {
  const { lower } = tokens;
  const joined = /^(.+)-years?-old$/.exec(lower[first - 1] ?? "");
  if (joined !== null) return numberAt(joined[1], language);
  if (lower[first - 1] !== "," || !closesYears(tokens, first - 2)) return null;
  return language.ages.years.has(lower[first - 3] ?? "") ? numberAt(lower[first - 4], language) : null;
}

/** "Ann sat down. She was seven years old." */
function byPronoun(tokens: Tokens, mentions: Mentions, end: number, language: LanguageData): number | null {
  for (let index = end; index < Math.min(tokens.count, end + PRONOUN_REACH); index++) {
    if (mentions.at[index]! >= 0) return null;
    if ((tokens.flags[index]! & SENTENCE_START) === 0 || !isSentenceEnd(tokens, index - 1)) continue;
    const pronoun = language.subjectPronouns.get(tokens.lower[index]!);
    if (pronoun !== "male" && pronoun !== "female") continue;
    return language.ages.being.has(tokens.lower[index + 1] ?? "") ? afterName(tokens, index + 1, language) : null;
  }
  return null;
}

/** The years that the text gives for the person of a mention (tokens `first` to `end`), or null. */
export function statedYears(
  tokens: Tokens,
  mentions: Mentions,
  mention: number,
  language: LanguageData,
): number | null {
  const first = mentions.from[mention]!;
  const end = mentions.to[mention]!;
  const beside = afterName(tokens, end, language) ?? beforeName(tokens, first, language);
  if (beside !== null || mentions.subject[mention] === 0) return beside;
  return byPronoun(tokens, mentions, end, language);
}

/** The years that a speaker gives in the words between two tokens ("I am seven"), or null. */
export function ownYears(tokens: Tokens, from: number, to: number, language: LanguageData): number | null {
  const { lower } = tokens;
  for (let index = from; index < to; index++) {
    const joined = lower[index] === "i'm" || lower[index] === "i’m";
    const apart = lower[index] === "i" && lower[index + 1] === "am";
    if (!joined && !apart) continue;
    let number = index + (joined ? 1 : 2);
    while (language.ages.bridges.has(lower[number] ?? "") && number < index + 4) number++;
    const years = yearsAt(tokens, number, language, true);
    if (years !== null) return years;
  }
  return null;
}
