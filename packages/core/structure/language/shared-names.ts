// Given names that many languages share: a language's own list, and the English one as a fallback. Accents do not count.

import type { Gender } from "../script.ts";
import { ENGLISH_FEMALE_NAMES, ENGLISH_MALE_NAMES } from "./english-names.ts";
import { FEMALE_ELSEWHERE, MALE_ELSEWHERE } from "./generated/names-elsewhere.ts";

const list = (names: string): string[] => names.trim().split(/\s+/u);

const fold = (name: string): string => name.normalize("NFD").replaceAll(/\p{M}/gu, "");

let shared: Map<string, Gender> | undefined;

function sharedNames(): Map<string, Gender> {
  if (shared !== undefined) return shared;
  shared = new Map(list(ENGLISH_MALE_NAMES).map((name): [string, Gender] => [name, "male"]));
  for (const name of list(ENGLISH_FEMALE_NAMES)) shared.set(name, shared.has(name) ? "neutral" : "female");
  return shared;
}

let elsewhere: Map<string, Gender> | undefined;

/**
 * The gender of a first name that the lists of the text's language do not have: "Nikos", "Zsófia". These lists name people of
 * many countries; they do not decide whether a word is a name.
 */
export function genderElsewhere(name: string): Gender | null {
  elsewhere ??= new Map([
    ...list(MALE_ELSEWHERE).map((one): [string, Gender] => [one, "male"]),
    ...list(FEMALE_ELSEWHERE).map((one): [string, Gender] => [one, "female"]),
  ]);
  return elsewhere.get(plain(name)) ?? null;
}

/** Letters whose plain form is not their decomposition, as in names-elsewhere.ts. */
const LETTERS: Readonly<Record<string, string>> = {
  ø: "o",
  æ: "ae",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ß: "ss",
  ı: "i",
  œ: "oe",
};

const plain = (name: string): string => fold(name).replaceAll(/[øæłđðþßıœ]/gu, (letter) => LETTERS[letter] ?? letter);

/** Finds a name with or without its accents. */
export class GivenNames extends Map<string, Gender> {
  private readonly isNone: (word: string) => boolean;

  /** @param isNone words of the language that are no names */
  constructor(own: Iterable<readonly [string, Gender]>, isNone: (word: string) => boolean) {
    super(own);
    this.isNone = isNone;
  }

  /** Whether the language's own lists have the name. */
  isOwn(word: string): boolean {
    return super.get(word) !== undefined;
  }

  override get(word: string): Gender | undefined {
    const own = super.get(word);
    if (own !== undefined || this.isNone(word)) return own;
    return sharedNames().get(/^[a-z]+$/u.test(word) ? word : fold(word));
  }

  override has(word: string): boolean {
    return this.get(word) !== undefined;
  }
}
