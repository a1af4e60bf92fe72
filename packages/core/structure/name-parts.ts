// The parts of a written name: titles and own words.

import type { LanguageData } from "./language/language.ts";
import type { Gender } from "./script.ts";

export interface NameParts {
  readonly titles: readonly string[];
  readonly words: readonly string[];
  /** The known gender: of the person, otherwise of the title. */
  readonly gender: Gender | null;
}

export function partsOf(name: string, { titles, determiners, nameParticles }: LanguageData): NameParts {
  const all = name.toLowerCase().match(/[\p{L}\p{M}\p{N}'’-]+/gu) ?? [];
  const own = all.filter((word, index) => !(index === 0 && determiners.has(word)) && !nameParticles.has(word));
  let first = 0;
  while (first < own.length - 1 && titles.has(own[first]!)) first++;
  const gender = own.slice(0, first).reduce<Gender | null>((stated, word) => stated ?? titles.get(word)!.gender, null);
  return { titles: own.slice(0, first), words: own.slice(first), gender };
}

export function genderClash(left: Gender | null, right: Gender | null): boolean {
  return left !== null && right !== null && left !== "neutral" && right !== "neutral" && left !== right;
}

/** "Tom" and "Thomas". */
export function isShortForm(left: string, right: string, nicknames: LanguageData["nicknames"]): boolean {
  return nicknames.get(left)?.includes(right) === true || nicknames.get(right)?.includes(left) === true;
}

/** One name is a single word, or both end in the same word. */
export function surnamesAgree(left: readonly string[], right: readonly string[]): boolean {
  return left.length === 1 || right.length === 1 || left.at(-1) === right.at(-1);
}
