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
  return found;
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
