// How each person talks: characteristic words ("sir", "old chap", "ain't") support this person in lines without a tag. Learned
// from the lines that a reading is fairly sure of; a line never counts for itself.

import type { Cast } from "./cast.ts";
import type { Judgement } from "./judgement.ts";
import type { Line } from "./line.ts";
import type { KnownCharacter } from "./script.ts";
import type { Reading } from "./subjects.ts";
import { WORD } from "./tokens.ts";

/** Weight of the common vocabulary that is mixed into a person's own (Dirichlet smoothing). */
const MIXED = 3000;
/** People with fewer lines give too little evidence. */
const MIN_LINES = 4;

export type Manner = (line: number, person: number) => number;

/** The different words of each line, as numbers. */
export interface Wording {
  readonly ofLine: readonly Int32Array[];
  readonly ids: ReadonlyMap<string, number>;
  /** How often each word occurs. */
  readonly counts: Float64Array;
}

export function wordingOf(lines: readonly Line[], { tokens }: Reading): Wording {
  const ids = new Map<string, number>();
  const counts: number[] = [];
  /** For each word, the last line with it. */
  const seen: number[] = [];
  const ofLine = lines.map((line, index) => {
    const own: number[] = [];
    for (const { from, to } of line.spanTokens) {
      for (let token = from; token < to; token++) {
        if ((tokens.flags[token]! & WORD) === 0) continue;
        const lower = tokens.lower[token]!;
        let id = ids.get(lower);
        if (id === undefined) {
          id = counts.length;
          ids.set(lower, id);
          counts.push(0);
          seen.push(-1);
        }
        counts[id]!++;
        if (seen[id] === index) continue;
        seen[id] = index;
        own.push(id);
      }
    }
    return Int32Array.from(own);
  });
  return { ofLine, ids, counts: Float64Array.from(counts) };
}

/** Natural-log odds, per line and person, that the words are from this person and not from the common vocabulary. */
export function mannerOf(
  judgements: readonly Judgement[],
  cast: Cast,
  { ofLine, ids, counts }: Wording,
  known: readonly KnownCharacter[],
): Manner {
  const all = Array.from(counts);
  const more = new Map<string, number>();
  const idOf = (word: string): number => {
    const found = ids.get(word) ?? more.get(word);
    if (found !== undefined) return found;
    const id = all.length;
    more.set(word, id);
    all.push(0);
    return id;
  };
  // Lines of earlier sections are certain; their words count like the words of this text.
  const of = cast.people.map((person) => {
    const own = { words: new Map<number, number>(), size: 0, lines: 0 };
    for (const text of known[person.known]?.lines ?? []) {
      own.lines++;
      for (const word of new Set(text.toLowerCase().match(/[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*/gu) ?? [])) {
        const id = idOf(word);
        all[id]!++;
        own.words.set(id, (own.words.get(id) ?? 0) + 1);
        own.size++;
      }
    }
    return own;
  });
  const total = all.reduce((sum, count) => sum + count, 0);
  const usual = Float64Array.from(all, (count) => count / total);
  judgements.forEach(({ candidates, probabilities }, index) => {
    candidates.forEach(({ person }, place) => {
      const share = probabilities[place]!;
      if (person < 0 || share < 0.3) return;
      const known = of[person]!;
      known.lines += share;
      for (const word of ofLine[index]!) {
        known.words.set(word, (known.words.get(word) ?? 0) + share);
        known.size += share;
      }
    });
  });
  return (line, person) => {
    const known = person < 0 ? undefined : of[person];
    if (known === undefined || known.lines < MIN_LINES) return 0;
    const { candidates, probabilities } = judgements[line]!;
    const place = candidates.findIndex((candidate) => candidate.person === person);
    const share = place >= 0 && probabilities[place]! >= 0.3 ? probabilities[place]! : 0;
    const words = ofLine[line]!;
    const size = Math.max(0, known.size - share * words.length) + MIXED;
    // One logarithm for the product of several ratios.
    let odds = 0;
    let product = 1;
    for (let index = 0; index < words.length; index++) {
      const word = words[index]!;
      const own = Math.max(0, (known.words.get(word) ?? 0) - share);
      product *= (own / usual[word]! + MIXED) / size;
      if (product < 1e-200 || product > 1e200) {
        odds += Math.log(product);
        product = 1;
      }
    }
    return odds + Math.log(product);
  };
}
