// Given names that many languages share: a language's own list, and the English one as a fallback. Accents do not count.

import type { Gender } from "../script.ts";
import { ENGLISH_FEMALE_NAMES, ENGLISH_MALE_NAMES } from "./english-names.ts";

const list = (names: string): string[] => names.trim().split(/\s+/u);

const fold = (name: string): string => name.normalize("NFD").replaceAll(/\p{M}/gu, "");

let shared: Map<string, Gender> | undefined;

function sharedNames(): Map<string, Gender> {
  if (shared !== undefined) return shared;
  shared = new Map(list(ENGLISH_MALE_NAMES).map((name): [string, Gender] => [name, "male"]));
  for (const name of list(ENGLISH_FEMALE_NAMES)) shared.set(name, shared.has(name) ? "neutral" : "female");
  return shared;
}

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
