// Who "the man" is. A noun that may mean anybody means the one whom the narration brought in last ("a thin man came
// in"), as long as he is talked of; without that it describes somebody who is there already.

import type { RoleWord } from "./language/language.ts";

/** Tokens of narration after which nobody is talked of any more. */
const REACH = 500;
/** A text that brings in more people than this is no story. */
const MAX_REFERENTS = 4000;

export interface Referent {
  readonly key: string;
  /** The words with which he was brought in: "thin man". */
  readonly described: string;
}

export class Referents {
  private readonly last = new Map<string, { readonly referent: Referent; token: number }>();
  private count = 0;

  /** Somebody new, whom nothing takes up: "one of the men". */
  bringIn(role: string, display: string): { key: string; role: string; display: string } {
    if (this.count < MAX_REFERENTS) this.count++;
    return { key: `role||${role}|${this.count}`, role, display };
  }

  /** Whom a noun of the narration means at a token, or null when it brings in or takes up nobody. */
  find(noun: string, word: RoleWord, indefinite: boolean, described: string, token: number): Referent | null {
    if (word.generic !== true && word.learned !== true) return null;
    const known = this.last.get(noun);
    if (indefinite) {
      if (this.count >= MAX_REFERENTS) return null;
      this.count++;
      const referent = { key: `role||${noun}|${this.count}`, described };
      this.last.set(noun, { referent, token });
      return referent;
    }
    if (known === undefined || token - known.token > REACH || !fits(described, known.referent.described)) return null;
    known.token = token;
    return known.referent;
  }
}

/** "the young man" is not "a little man": what the noun is told to be must have been told of him. */
function fits(now: string, before: string): boolean {
  const told = before.toLowerCase().split(/[ ,]+/u);
  return now
    .toLowerCase()
    .split(/[ ,]+/u)
    .every((word) => told.includes(word));
}
