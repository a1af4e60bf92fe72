// Names that are spelled two ways: one often, the other almost never.

import type { Place } from "./finding.ts";
import type { BookWords } from "./words.ts";

/** Names change their ends in these languages. */
const DECLINING = /^(?:bg|cs|et|fi|hr|hu|la|lt|lv|pl|ro|ru|sk|sl|sr|tr|uk|be|mk|is|ga|gd)\b/iu;
const LEAST_LENGTH = 5;
/** How often the usual spelling stands, and how often the other one at most. */
const USUAL = 10;
const RARE = 2;
/** Longer words are no names. */
const LONGEST = 40;
/** Names of one shape that are compared. */
const MOST_SAME = 20;

export interface TwoWays {
  readonly rare: string;
  readonly usual: string;
}

/** The spellings that are probably mistakes, with the usual one. */
export function namesSpelledTwoWays({ chapters, counts }: BookWords, language: string | null): readonly TwoWays[] {
  const names = new Map<string, number>();
  const inside = new Set<string>();
  for (const words of chapters)
    for (const { text, isInside } of words) {
      const name = text.replace(/['\u2019]s?$/u, "").replace(/['\u2019].*$/u, "");
      if (!/^\p{Lu}\p{Ll}[\p{L}\p{M}]+$/u.test(name)) continue;
      names.set(name, (names.get(name) ?? 0) + 1);
      if (isInside) inside.add(name);
    }
  // A name in any capitals that names have: "Macdonald" and "MacDonald".
  const totals = new Map<string, number>();
  for (const [name, count] of names) {
    const small = name.toLowerCase();
    totals.set(small, (totals.get(small) ?? 0) + count);
  }
  const isName = (name: string) => {
    const small = name.toLowerCase();
    return inside.has(name) && (counts.get(small) ?? 0) <= (totals.get(small) ?? 0);
  };
  const usual = [...names].filter(([name, count]) => count >= USUAL && name.length >= LEAST_LENGTH && isName(name));
  const tail = language !== null && DECLINING.test(language) ? 3 : 1;
  // Two names that differ by one slip share a shape.
  const byShape = new Map<string, (typeof usual)[number][]>();
  for (const entry of usual)
    for (const shape of shapesOf(entry[0])) {
      const same = byShape.get(shape);
      if (same === undefined) byShape.set(shape, [entry]);
      else if (same.length < MOST_SAME) same.push(entry);
    }
  const found: TwoWays[] = [];
  for (const [rare, count] of names) {
    if (count > RARE || rare.length < LEAST_LENGTH - 1 || !isName(rare)) continue;
    const alike = shapesOf(rare).flatMap((shape) => byShape.get(shape) ?? []);
    const match = alike.find(([name, often]) => often >= 10 * count && isOneSlip(rare, name, tail));
    if (match !== undefined) found.push({ rare, usual: match[0] });
  }
  const isFound = new Set(found.map(({ rare }) => rare));
  for (const slip of slipsBesideNames(chapters, names, (name) => (counts.get(name.toLowerCase()) ?? 0) <= RARE)) {
    if (!isFound.has(slip.rare)) found.push(slip);
    isFound.add(slip.rare);
  }
  return found;
}

/** How often a first name and a surname stand together, so that one of them proves the other. */
const LEAST_TOGETHER = 3;

/**
 * Names beside another one that nearly always has the usual spelling beside it: "Tomas Lindkvist" where Tomas is else a
 * Lindqvist. A first name proves a surname also when a letter is exchanged. A surname proves less: sisters are Anna and Anne.
 */
function slipsBesideNames(
  chapters: BookWords["chapters"],
  names: ReadonlyMap<string, number>,
  isRareWord: (name: string) => boolean,
): readonly TwoWays[] {
  const followers = new Map<string, Map<string, number>>();
  const leaders = new Map<string, Map<string, number>>();
  const add = (pairs: Map<string, Map<string, number>>, one: string, other: string) => {
    const known = pairs.get(one) ?? new Map<string, number>();
    known.set(other, (known.get(other) ?? 0) + 1);
    pairs.set(one, known);
  };
  for (const words of chapters)
    for (const [at, { text: first, start }] of words.entries()) {
      const next = words[at + 1];
      if (next === undefined || !next.isInside || next.start !== start + first.length + 1) continue;
      const last = next.text.replace(/['\u2019].*$/u, "");
      if (!names.has(first) || !names.has(last)) continue;
      add(followers, first, last);
      add(leaders, last, first);
    }
  const found: TwoWays[] = [];
  const search = (pairs: ReadonlyMap<string, ReadonlyMap<string, number>>, isAlike: typeof isExchanged) => {
    for (const beside of pairs.values()) {
      if (beside.size > MOST_SAME) continue;
      const [usual, often] = [...beside].reduce((most, one) => (one[1] > most[1] ? one : most));
      if (often < LEAST_TOGETHER) continue;
      for (const rare of beside.keys()) {
        const isShort = rare.length < LEAST_LENGTH - 1 || rare.length > LONGEST;
        const isPlural = `${rare}s` === usual || `${usual}s` === rare;
        if (!isShort && !isPlural && isRareWord(rare) && isAlike(rare, usual)) found.push({ rare, usual });
      }
    }
  };
  search(followers, (rare, usual) => isOneSlip(rare, usual, 0) || isExchanged(rare, usual));
  search(leaders, (rare, usual) => isOneSlip(rare, usual, 1));
  return found;
}

/** Whether one letter, not the first, stands in the place of another. */
function isExchanged(a: string, b: string): boolean {
  if (a.length !== b.length || a[0] !== b[0]) return false;
  return [...a].filter((letter, at) => letter !== b[at]).length === 1;
}

/** The name, without its accents, and without each of its letters. */
const shapesOf = (name: string): readonly string[] =>
  name.length > LONGEST
    ? []
    : [...new Set([name, plain(name), ...Array.from(name, (_, at) => name.slice(0, at) + name.slice(at + 1))])];

const plain = (name: string): string => name.normalize("NFD").replaceAll(/\p{M}/gu, "");

/**
 * Whether two names differ by one slip of the pen: an accent, a letter too much or too little, or two letters exchanged. Another
 * letter in the same place is mostly another name (Marian, Marion), and so is another end (Marie, Maria).
 */
function isOneSlip(a: string, b: string, tail: number): boolean {
  if (a === b || a[0] !== b[0] || Math.abs(a.length - b.length) > 1) return false;
  if (plain(a) === plain(b)) return true;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  if (end < tail) return false;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (left.length + right.length === 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}

/** The places of the spellings in a chapter. */
export function nameSlips(words: BookWords["chapters"][number], slips: ReadonlyMap<string, string>): readonly Place[] {
  return words.flatMap(({ text, start }): Place[] => {
    const name = text.replace(/['\u2019].*$/u, "");
    const mend = slips.get(name);
    return mend === undefined
      ? []
      : [{ kind: "name_spelled_two_ways", start_utf16: start, end_utf16: start + name.length, mend }];
  });
}
