// The people that the project knew before this text. Their names count as names in this text, facts about them are certain,
// and two of them are never merged.

import { type Generation, generationOfMarker, generationOfSuffix, markerOf } from "./generations.ts";
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
  readonly generation: Generation | null;
}

/** A name before it is known whether two people have it. */
interface Read extends KnownName {
  readonly marked: Generation | null;
}

const MAX_WORDS = 8;
const UNMARKED = { generation: null, marked: null };

/** The names and aliases of known people as forms. A name that two of them share belongs to neither. */
export function knownNames(known: readonly KnownCharacter[], language: LanguageData): KnownName[] {
  const found = new Map<string, KnownName | null>();
  const read = known.flatMap(({ name, aliases }, person) =>
    [name, ...aliases].map((display) => readName(display, person, language)).filter((way) => way !== null),
  );
  for (const way of withGenerations(read)) {
    const other = found.get(way.key);
    if (other === undefined) found.set(way.key, way);
    else if (other !== null && other.person !== way.person) found.set(way.key, null);
  }
  return [...found.values()].filter((way) => way !== null);
}

/** "young Hugh" and "Sir Hugh" are two people of one name: the marked one has a form of its own, the other one is the other. */
function withGenerations(read: readonly Read[]): KnownName[] {
  const owners = new Map<string, Map<number, Generation | null>>();
  const stated = new Map<string, Generation>();
  for (const { words, person, marked } of read) {
    const name = words.join(" ");
    const people = owners.get(name) ?? new Map<number, Generation | null>();
    owners.set(name, people.set(person, people.get(person) ?? marked));
    if (marked !== null && !stated.has(name)) stated.set(name, marked);
  }
  return read.map((way) => {
    const name = way.words.join(" ");
    const first = stated.get(name);
    const people = owners.get(name)!;
    if (first === undefined || people.size < 2) return way;
    const generation = people.get(way.person) ?? (first === "old" ? "young" : "old");
    return { ...way, generation, key: way.marked === null ? way.key : `${way.key}#${way.marked}` };
  });
}

function readName(display: string, person: number, language: LanguageData): Read | null {
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
      return { ...UNMARKED, person, key: `role||${role}`, titles: [], words: [role], display: role, role };
    }
  }
  let first = 0;
  while (first < parts.length - 1 && titleWord(language, parts[first]!) !== undefined) first++;
  const marker = markerOf(parts[0]!, parts.slice(0, first));
  // "elder" is no title.
  while (first < parts.length - 1 && markerOf(parts[first]!, []) !== null) first++;
  while (first < parts.length - 1 && titleWord(language, parts[first]!) !== undefined) first++;
  const titles = parts
    .slice(0, first)
    .filter((title) => titleWord(language, title) !== undefined && titleWord(language, title)!.rank !== "epithet");
  const words = parts.slice(first);
  const suffix = generationOfSuffix(words, language);
  if (suffix !== null) words.pop();
  const ranks = titles.map((title) => titleWord(language, title)!.rank);
  const key = `${ranks.join(" ")}|${words.join(" ")}`;
  const way = { ...UNMARKED, person, key, titles, words, display: display.trim(), role: null };
  if (suffix !== null) return { ...way, key: `${key}#${suffix}`, generation: suffix };
  return { ...way, marked: marker === null ? null : generationOfMarker(marker) };
}
