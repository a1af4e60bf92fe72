// Resolves "the man". A general noun means the person that the narration introduced last ("a thin man came
// in"), while the narration mentions this person. Otherwise it describes a person who is already present.

import type { RoleWord } from "./language/language.ts";

/** After this many tokens of narration without a mention, the person is out of focus. */
const REACH = 500;
/** A text that introduces more people than this is not a story. */
const MAX_REFERENTS = 4000;
/** "a tall boy" and "a short boy": their adjectives show which one a later noun means. */
const MAX_OF_NOUN = 4;

export interface Referent {
  readonly key: string;
  /** The words of the introduction: "thin man". */
  readonly described: string;
}

export class Referents {
  /** For each noun the persons that it introduced, the one mentioned last first. */
  private readonly last = new Map<string, { readonly referent: Referent; token: number }[]>();
  private count = 0;

  /** A new person without later mentions: "one of the men". */
  bringIn(role: string, display: string): { key: string; role: string; display: string } {
    if (this.count < MAX_REFERENTS) this.count++;
    return { key: `role||${role}|${this.count}`, role, display };
  }

  /** The person that a noun of the narration means at a token; null when it introduces or continues no person. */
  find(noun: string, word: RoleWord, indefinite: boolean, described: string, token: number): Referent | null {
    if (word.generic !== true && word.learned !== true) return null;
    const known = this.last.get(noun) ?? [];
    if (indefinite) {
      if (this.count >= MAX_REFERENTS) return null;
      this.count++;
      const referent = { key: `role||${noun}|${this.count}`, described };
      this.last.set(noun, [{ referent, token }, ...known.slice(0, MAX_OF_NOUN - 1)]);
      return referent;
    }
    const at = known.findIndex((one) => token - one.token <= REACH && fits(described, one.referent.described));
    if (at < 0) return null;
    const { referent } = known[at]!;
    this.last.set(noun, [{ referent, token }, ...known.slice(0, at), ...known.slice(at + 1)]);
    return referent;
  }
}

/** "the young man" is not "a little man": the adjectives of the noun must match the introduction. */
function fits(now: string, before: string): boolean {
  const stated = before.toLowerCase().split(/[ ,]+/u);
  return now
    .toLowerCase()
    .split(/[ ,]+/u)
    .every((word) => stated.includes(word));
}
