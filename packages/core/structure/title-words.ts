// The word before a name: a listed title, or a noun for a person ("la inspectora Vidal", "Oma Hedwig", "следователь Громов").

import type { LanguageData, TitleWord } from "./language/language.ts";

/** Opens the rank of a noun; such ranks never keep two names apart. */
const NOUN = "~";

export function titleWord({ titles, roles, nounTitles }: LanguageData, lower: string): TitleWord | undefined {
  const listed = titles.get(lower);
  if (listed !== undefined || nounTitles !== true) return listed;
  const role = roles.get(lower);
  return role === undefined ? undefined : { gender: role.gender, rank: `${NOUN}${lower}` };
}

export function isNounRank(rank: string): boolean {
  return rank.startsWith(NOUN);
}
