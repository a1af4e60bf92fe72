// The gender of a name, from the pronouns of the narration.

import type { LanguageData } from "./language/language.ts";
import type { Mentions } from "./mentions.ts";
import type { Gender } from "./script.ts";
import { IN_SPEECH, POSSESSIVE, SENTENCE_START, type Tokens, WORD } from "./tokens.ts";

const PRONOUN_REACH = 30;
/** An article counts as much as several pronouns. */
const ARTICLE = 2;

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
