// Stories in the second person: "You open the door." Where the narration says "you" more often than anything else about a person,
// "you say" is a tag, and "you" is the narrator.

import type { LanguageData } from "./language/language.ts";
import { YOU } from "./language/persons.ts";
import { IN_SPEECH, type Tokens, WORD } from "./tokens.ts";

/** Share of the words of the narration. */
const LEAST_SHARE = 0.02;

/** The language of a text; in the second person with "you" as the narrator. */
export function withSecondPerson({ count, flags, lower }: Tokens, language: LanguageData): LanguageData {
  const own = YOU[language.code];
  if (own === undefined) return language;
  let narrated = 0;
  let you = 0;
  let others = 0;
  for (let index = 0; index < count; index++) {
    if ((flags[index]! & (WORD | IN_SPEECH)) !== WORD) continue;
    narrated++;
    const word = lower[index]!;
    if (own.includes(word)) you++;
    else if (language.subjectPronouns.get(word) === "narrator") others++;
  }
  if (you < 2 || you <= others || you < narrated * LEAST_SHARE) return language;
  return {
    ...language,
    subjectPronouns: new Map([...language.subjectPronouns, ...own.map((word) => [word, "narrator"] as const)]),
    firstPerson: new Set([...language.firstPerson, ...own]),
  };
}
