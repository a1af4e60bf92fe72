// Finds the words that are spoken in the pages of the original book. Paragraphs are matched first, over the whole book, so
// that chapters may have moved; between them the words are matched.

import { matchLines, UNMATCHED } from "../../../document/document.ts";

export interface TextWord {
  readonly key: string;
  /** In the text of its paragraph. */
  readonly from: number;
  readonly to: number;
}

/** Scripts without spaces between words are matched sign by sign. */
const WORD =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Mymr}]\p{M}*|[\p{L}\p{N}][\p{L}\p{N}\p{M}\u00ad\u200d]*(?:['’][\p{L}\p{N}][\p{L}\p{N}\p{M}\u00ad\u200d]*)*/gu;

export function wordsOf(text: string): TextWord[] {
  return [...text.matchAll(WORD)].map((found) => ({
    key: found[0]
      .normalize("NFKC")
      .toLowerCase()
      .replaceAll(/\u00ad|\u200d|['’]/gu, ""),
    from: found.index,
    to: found.index + found[0].length,
  }));
}

/** The place of a word: the paragraph and the word in it. */
export interface WordPlace {
  readonly paragraph: number;
  readonly word: number;
}

type Words = readonly { readonly key: string }[];

/** A paragraph with fewer characters is found at another place of the book only beside its neighbour. */
const LEAST_MOVED = 40;

/** For each paragraph and word of the pages: the spoken word that it is, or null. */
export function alignWords(
  spoken: readonly Words[],
  pages: readonly Words[],
): readonly (readonly (WordPlace | null)[])[] {
  const keyOf = (words: Words) => words.map(({ key }) => key).join(" ");
  const [said, read] = [spoken.map(keyOf), pages.map(keyOf)];
  const { before, moved } = matchLines(said, read);
  const found = Array.from(before, (at, index) =>
    at === UNMATCHED || (moved.has(index) && (read[index] ?? "").length < LEAST_MOVED) ? null : at,
  );
  const taken = new Set(found);
  const result: (WordPlace | null)[][] = pages.map((words, index) => {
    const paragraph = found[index] ?? null;
    return words.map((_, word) => (paragraph === null ? null : { paragraph, word }));
  });
  for (let from = 0; from < pages.length; from += 1) {
    if (found[from] !== null) continue;
    let to = from;
    while (to < pages.length && found[to] === null) to += 1;
    const first = from === 0 ? 0 : (found[from - 1] ?? 0) + 1;
    let last = first;
    while (last < spoken.length && !taken.has(last)) last += 1;
    matchGap(placesOf(spoken, first, last), placesOf(pages, from, to), result);
    from = to;
  }
  return result;
}

interface PlacedWord extends WordPlace {
  readonly key: string;
}

const placesOf = (paragraphs: readonly Words[], from: number, to: number): PlacedWord[] =>
  paragraphs
    .slice(from, to)
    .flatMap((words, index) => words.map(({ key }, word) => ({ key, paragraph: from + index, word })));

/** Matches words in order. A paragraph of the pages with fewer than half of its words matched is not this text. */
function matchGap(spoken: readonly PlacedWord[], pages: readonly PlacedWord[], result: (WordPlace | null)[][]): void {
  if (spoken.length === 0) return;
  const { before, moved } = matchLines(
    spoken.map(({ key }) => key),
    pages.map(({ key }) => key),
  );
  for (const [index, { paragraph, word }] of pages.entries()) {
    const place = moved.has(index) ? undefined : spoken[before[index] ?? UNMATCHED];
    const row = result[paragraph];
    if (row !== undefined && place !== undefined) row[word] = { paragraph: place.paragraph, word: place.word };
  }
  for (const paragraph of new Set(pages.map((one) => one.paragraph))) {
    const row = result[paragraph] ?? [];
    if (row.filter((place) => place !== null).length * 2 < row.length) row.fill(null);
  }
}
