// The gender of a name, from the pronouns of the narration and from nouns beside the name: "Wren was a little girl".

import type { LanguageData } from "./language/language.ts";
import type { Mentions } from "./mentions.ts";
import { nounBefore } from "./noun-before.ts";
import type { Gender } from "./script.ts";
import { IN_SPEECH, POSSESSIVE, SENTENCE_START, type Tokens, WORD } from "./tokens.ts";

const PRONOUN_REACH = 30;
/** An article counts as much as several pronouns. */
const ARTICLE = 2;
/** A noun that describes the person counts more than a pronoun, which may be another person's. */
const NOUN = 4;
/** Words between "a" and the noun: "a very tall young woman". */
const MAX_ADJECTIVES = 3;

export interface PronounCounts {
  male: number;
  female: number;
  neutral: number;
}

/** For each form, how often the next pronoun has each gender if no other person is named in between. */
export function countPronouns(tokens: Tokens, mentions: Mentions, language: LanguageData): PronounCounts[] {
  const counts: PronounCounts[] = mentions.forms.map(() => ({ male: 0, female: 0, neutral: 0 }));
  for (let mention = 0; mention < mentions.count; mention++) {
    const from = mentions.to[mention]!;
    const inSpeech = tokens.flags[mentions.from[mention]!]! & IN_SPEECH;
    if (inSpeech) continue;
    const form = mentions.form[mention]!;
    const article = genderOfArticle(tokens, mentions.from[mention]!, language);
    if (article !== null) counts[form]![article] += ARTICLE;
    const noun = mentions.forms[form]!.role === null ? genderOfNoun(tokens, mentions, mention, language) : null;
    if (noun !== null) counts[form]![noun] += NOUN;
    const subject = mentions.subject[mention] === 1 || (tokens.flags[from - 1]! & POSSESSIVE) !== 0;
    const limit = Math.min(tokens.count, from + PRONOUN_REACH);
    for (let index = from; index < limit; index++) {
      const flags = tokens.flags[index]!;
      if ((flags & IN_SPEECH) !== 0) continue;
      if (mentions.at[index]! >= 0) break;
      if ((flags & WORD) === 0) continue;
      const lower = tokens.lower[index]!;
      const weight = (lower.endsWith("self") ? 4 : 1) * (subject ? 2 : 1);
      if (language.malePronouns.has(lower)) {
        counts[form]!.male += weight;
        break;
      }
      if (language.femalePronouns.has(lower)) {
        counts[form]!.female += weight;
        break;
      }
      if (lower === "itself") {
        counts[form]!.neutral += weight;
        break;
      }
    }
  }
  return counts;
}

/** "la commissaire": the gender of an article at most two words before a noun. */
function genderOfArticle(
  { lower, flags }: Tokens,
  first: number,
  { articles }: LanguageData,
): "male" | "female" | null {
  if (articles === undefined) return null;
  for (let index = first - 1; index >= Math.max(0, first - 3); index--) {
    if ((flags[index]! & WORD) === 0) return null;
    const gender = articles.get(lower[index]!);
    if (gender === "male" || gender === "female") return gender;
    if ((flags[index]! & SENTENCE_START) !== 0) return null;
  }
  return null;
}

/** "the girl Wren", "a woman called Wren", "Wren, a tall woman,", "Wren was his sister". */
function genderOfNoun(
  tokens: Tokens,
  mentions: Mentions,
  mention: number,
  language: LanguageData,
): "male" | "female" | null {
  const { lower, flags } = tokens;
  const { being } = language.ages;
  const [first, end] = [mentions.from[mention]!, mentions.to[mention]!];
  if (end >= tokens.count || (flags[end - 1]! & POSSESSIVE) !== 0) return null;
  const genderAt = (index: number) => {
    const role = language.roles.get(lower[index]!);
    const gender = role?.usual === true ? null : role?.gender;
    return gender === "male" || gender === "female" ? gender : null;
  };
  const before = nounBefore(tokens, language, first, end);
  if (before !== null && hasArticle(tokens, language, before) && genderAt(before) !== null) return genderAt(before);
  const named = genderOfNaming(tokens, language, first);
  if (named !== null) return named;
  const isApposition = lower[end] === ",";
  if (!isApposition && !being.has(lower[end]!)) return null;
  const article = lower[end + 1] ?? "";
  if (!language.determiners.has(article) && !language.possessives.has(article)) return null;
  for (let index = end + 2; index < Math.min(tokens.count, end + 3 + MAX_ADJECTIVES); index++) {
    if ((flags[index]! & WORD) === 0 || (flags[index]! & IN_SPEECH) !== 0) return null;
    if (language.prepositions.has(lower[index]!)) return null;
    const gender = genderAt(index);
    if (gender === null) continue;
    // "When he met Wren, the man bowed": another person's deed.
    return isApposition && !closes(tokens, index + 1, language) ? null : gender;
  }
  return null;
}

/** "Her name was Wren." */
function genderOfNaming({ lower }: Tokens, language: LanguageData, first: number): "male" | "female" | null {
  if (first < 3 || !language.ages.being.has(lower[first - 1]!) || language.nameNoun !== lower[first - 2]) return null;
  const gender = language.possessives.get(lower[first - 3]!);
  return gender === "male" || gender === "female" ? gender : null;
}

/** An article, or a word such as "his", before a noun and its adjectives. */
function hasArticle({ flags, lower }: Tokens, language: LanguageData, noun: number): boolean {
  for (let index = noun - 1; index >= Math.max(0, noun - 1 - MAX_ADJECTIVES); index--) {
    if ((flags[index]! & WORD) === 0) return false;
    if (language.determiners.has(lower[index]!) || language.possessives.has(lower[index]!)) return true;
  }
  return false;
}

/** Whether a description ends here, or continues as one: "the widow of the miller", "a girl who". */
function closes({ count, flags, lower }: Tokens, index: number, { prepositions, relatives }: LanguageData): boolean {
  if (index >= count || (flags[index]! & WORD) === 0) return true;
  return prepositions.has(lower[index]!) || relatives.has(lower[index]!);
}

export function addCounts(counts: readonly PronounCounts[]): PronounCounts {
  const sum = { male: 0, female: 0, neutral: 0 };
  for (const one of counts) {
    sum.male += one.male;
    sum.female += one.female;
    sum.neutral += one.neutral;
  }
  return sum;
}

/** The gender that the pronouns clearly show: at least six pronouns, four of five for one side. */
export function clearGender({ male, female }: PronounCounts): Gender | null {
  if (male >= 6 && male > female * 4) return "male";
  if (female >= 6 && female > male * 4) return "female";
  return null;
}
