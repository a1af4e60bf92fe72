// Spaces and hyphens that split words: remains of a page's line ends and of a scan.

import { type Place, placesOf } from "./finding.ts";
import type { BookWords, Word } from "./words.ts";

const DOUBLED = /(?<=[\p{L}\p{N},;])[ \u00a0]{2,}(?=[\p{L}\p{N}])/gu;
/** Four or more single letters with single spaces: a word that was set wide. */
const WIDE = /(?<![\p{L}\p{N}.'\u2019])\p{L}(?: \p{L}){3,}(?![\p{L}\p{N}.'\u2019])/gu;
const HYPHENATED = /(?<![\p{L}\p{N}'\u2019-])(\p{L}{2,})-[ \t]*(?:\r?\n[ \t]*| )(\p{Ll}{2,})/gu;
/** "two- and three-storeyed": the hyphen stands for the second half. */
const SUSPENDED = /^(?:and|or|to|nor|but|und|oder|bis|et|ou|y|o|e|en|of|och|i|lub|\u0438|\u0438\u043b\u0438)$/u;
/** The shortest whole word that a split one is compared with, and how often it must stand elsewhere. */
const LEAST_LENGTH = 5;
const LEAST_ELSEWHERE = 3;

export function doubledSpaces(text: string): readonly Place[] {
  // Columns of a table or of a poem have wide gaps on purpose.
  return [...text.matchAll(DOUBLED)]
    .filter((match) => match[0].length <= 3)
    .map(({ index, 0: all }) => ({
      kind: "doubled_space",
      start_utf16: index,
      end_utf16: index + all.length,
      mend: " ",
    }));
}

export function splitWords(text: string, words: readonly Word[], counts: BookWords["counts"]): readonly Place[] {
  const { places, add } = placesOf("split_word", text.length);
  for (const { index, 0: all } of text.matchAll(WIDE)) {
    const joined = all.replaceAll(" ", "");
    // Letters that are spelled out are capitals.
    if (joined !== joined.toUpperCase() || counts.has(joined.toLowerCase())) add(index, index + all.length, joined);
  }
  for (const { index, 0: all, 1: left = "", 2: right = "" } of text.matchAll(HYPHENATED)) {
    if (SUSPENDED.test(right)) continue;
    if (counts.has((left + right).toLowerCase())) add(index, index + all.length, left + right);
  }
  const of = (word: string) => counts.get(word.toLowerCase()) ?? 0;
  for (const [at, word] of words.entries()) {
    const next = words[at + 1];
    if (next === undefined || next.start !== word.start + word.text.length + 1) continue;
    if (text[next.start - 1] !== " " || !/^\p{Ll}+$/u.test(next.text) || !/^\p{L}\p{Ll}*$/u.test(word.text)) continue;
    const joined = word.text + next.text;
    if (joined.length < LEAST_LENGTH) continue;
    // A half that is no word: it stands here alone in the whole book. Two such halves need less evidence.
    const noWords = [word, next].filter(({ text: half }) => of(half) === 1).length;
    if (noWords > 0 && of(joined) >= (noWords === 2 ? 1 : LEAST_ELSEWHERE))
      add(word.start, next.start + next.text.length, joined);
  }
  return places;
}
