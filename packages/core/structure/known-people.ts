// The people that the project knew before this text. Their names count as names in this text, facts about them are certain,
// and two of them are never merged.

import type { LanguageData } from "./language/language.ts";
import type { KnownCharacter } from "./script.ts";
import { titleWord } from "./title-words.ts";

export interface KnownName {
  /** Index into the known people. */
  readonly person: number;
  readonly key: string;
  readonly titles: readonly string[];
  readonly words: readonly string[];
  readonly display: string;
  readonly role: string | null;
}

const MAX_WORDS = 8;

/** The names and aliases of known people as forms. A name that two of them share belongs to neither. */
export function knownNames(known: readonly KnownCharacter[], language: LanguageData): KnownName[] {
  const found = new Map<string, KnownName | null>();
  known.forEach(({ name, aliases }, person) => {
    for (const display of [name, ...aliases]) {
      const way = readName(display, person, language);
      if (way === null) continue;
      const other = found.get(way.key);
      if (other === undefined) found.set(way.key, way);
      else if (other !== null && other.person !== person) found.set(way.key, null);
    }
  });
  return [...found.values()].filter((way) => way !== null);
}

function readName(display: string, person: number, language: LanguageData): KnownName | null {
  const written = display.trim().split(/\s+/u);
  const isArticle = (index: number) => language.determiners.has(written[index]?.toLowerCase() ?? "");
  const parts = written
    // An article is no part of a name ("Rudi the Fox"), so the name is read without it as well.
    .filter((_, index) => !isArticle(index))
    .map((part) => part.toLowerCase().replace(/[.,]+$/u, ""))
    .filter((part) => /\p{L}/u.test(part));
  if (parts.length === 0 || parts.length > MAX_WORDS) return null;
  if (isArticle(0)) {
    const role = parts[parts.length - 1]!;
    if (language.roles.has(role)) {
      return { person, key: `role||${role}`, titles: [], words: [role], display: role, role };
    }
  }
  let first = 0;
  while (first < parts.length - 1 && titleWord(language, parts[first]!) !== undefined) first++;
  const titles = parts.slice(0, first).filter((title) => titleWord(language, title)!.rank !== "epithet");
  const words = parts.slice(first);
  const ranks = titles.map((title) => titleWord(language, title)!.rank);
  return { person, key: `${ranks.join(" ")}|${words.join(" ")}`, titles, words, display: display.trim(), role: null };
}
