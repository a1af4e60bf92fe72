// How people talk: a person's own words ("sir", "old chap", "ain't") come back in the lines that nobody names. Learned
// from the lines that a reading is fairly sure of; each line is weighed without itself.

import type { Cast } from "./cast.ts";
import type { Judgement } from "./decide.ts";
import type { KnownCharacter } from "./script.ts";
import type { Reading } from "./subjects.ts";
import { WORD } from "./tokens.ts";
import type { Line } from "./units.ts";

/** Words of everybody's speech that a person's own are mixed with (Dirichlet smoothing). */
const MIXED = 3000;
/** People with fewer lines tell too little. */
const MIN_LINES = 4;

export type Manner = (line: number, person: number) => number;

/** Natural-log odds, per line and person, that the words are this person's rather than anybody's. */
export function mannerOf(
  lines: readonly Line[],
  judgements: readonly Judgement[],
  cast: Cast,
  reading: Reading,
  known: readonly KnownCharacter[],
): Manner {
  const { tokens } = reading;
  const ids = new Map<string, number>();
  const all: number[] = [];
  const idOf = (word: string): number => {
    const found = ids.get(word);
    if (found !== undefined) return found;
    const id = ids.size;
    ids.set(word, id);
    all.push(0);
    return id;
  };
  const words = lines.map((line) => {
    const own = new Map<number, number>();
    for (const { from, to } of line.spanTokens) {
      for (let token = from; token < to; token++) {
        if ((tokens.flags[token]! & WORD) === 0) continue;
        const lower = tokens.lower[token]!;
        const id = idOf(lower);
        all[id]!++;
        own.set(id, 1);
      }
    }
    return own;
  });
  // Lines of earlier sections are certain; their words count like those of this text.
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
  lines.forEach((_, index) => {
    const { candidates, probabilities } = judgements[index]!;
    candidates.forEach(({ person }, place) => {
      const share = probabilities[place]!;
      if (person < 0 || share < 0.3) return;
      const known = of[person]!;
      known.lines += share;
      for (const [word, count] of words[index]!) {
        known.words.set(word, (known.words.get(word) ?? 0) + count * share);
        known.size += count * share;
      }
    });
  });
  return (line, person) => {
    const known = person < 0 ? undefined : of[person];
    if (known === undefined || known.lines < MIN_LINES) return 0;
    const { candidates, probabilities } = judgements[line]!;
    const place = candidates.findIndex((candidate) => candidate.person === person);
    const share = place >= 0 && probabilities[place]! >= 0.3 ? probabilities[place]! : 0;
    let length = 0;
    for (const count of words[line]!.values()) length += count;
    const size = Math.max(0, known.size - share * length);
    let odds = 0;
    for (const [word, count] of words[line]!) {
      const usual = all[word]! / total;
      const own = Math.max(0, (known.words.get(word) ?? 0) - share * count);
      odds += count * Math.log((own + MIXED * usual) / (size + MIXED) / usual);
    }
    return odds;
  };
}
