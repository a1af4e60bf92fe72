// Checks a manuscript before it becomes audio: what a listener would hear as a fault.
// Always true: nothing is changed; every finding names its place and, where there is one, the words that would mend it; the
// work is linear in the length of the book, apart from the comparison of its names.

import { storyLanguage } from "../structure/structure.ts";
import { authorNotes } from "./author-notes.ts";
import { doubledWords } from "./doubled-words.ts";
import type { CheckOptions, Finding, ManuscriptChapter, Place } from "./finding.ts";
import { emptyHeadings } from "./headings.ts";
import { nameSlips, namesSpelledTwoWays } from "./names.ts";
import { mixedMarks, type QuotationStyle, quotationStyle, unbalancedDialogue, withMarks } from "./quotation-marks.ts";
import { doubledSpaces, splitWords } from "./spacing.ts";
import { straySymbols } from "./stray-symbols.ts";
import { mainScript, unspeakableWords } from "./unspeakable.ts";
import { wordsOf } from "./words.ts";

export { type BlockFinding, type CheckedBlock, inBlocks } from "./block-places.ts";
export { type CheckOptions, FINDING_KINDS, type Finding, type FindingKind, type ManuscriptChapter } from "./finding.ts";
export { type Ignorable, ignoreKey } from "./ignore-key.ts";
export { lineCounter } from "./line-counter.ts";

/** Findings in the order of the book. They never overlap. */
export function checkManuscript(
  chapters: readonly ManuscriptChapter[],
  { language, known = [] }: CheckOptions,
): readonly Finding[] {
  const words = wordsOf(chapters.map(({ text }) => text));
  const style = quotationStyle(chapters);
  const isKnown = wordsKnown(known);
  const slips = new Map(namesSpelledTwoWays(words, language).map(({ rare, usual }) => [rare, usual]));
  const script = mainScript(words);
  const written = storyLanguage(chapters.map(({ text }) => text).join("\n"), language);
  return chapters.flatMap((given, chapter) => {
    const { text } = given;
    const own = words.chapters[chapter] ?? [];
    const places: Place[] = [
      ...straySymbols(text),
      ...(style === null ? [] : [...marksOf(text, style)]),
      ...authorNotes(text),
      ...doubledSpaces(text),
      ...doubledWords(text, written),
      ...splitWords(text, own, words.counts),
      ...emptyHeadings(given),
      ...[...nameSlips(own, slips), ...unspeakableWords(own, script, language)].filter(
        ({ start_utf16, end_utf16 }) => !isKnown(text.slice(start_utf16, end_utf16)),
      ),
    ];
    return withoutOverlaps(places, text.length)
      .sort((a, b) => a.start_utf16 - b.start_utf16 || a.end_utf16 - b.end_utf16)
      .map((place): Finding => ({ ...place, chapter }));
  });
}

/** Whether a person stated how a word is said. */
function wordsKnown(terms: readonly string[]): (word: string) => boolean {
  const known = new Set(terms.flatMap((term) => term.toLowerCase().split(/\s+/u)));
  return (word) => known.has(word.toLowerCase());
}

/** The other marks count as the ones that they stand for, so that one fault is reported once. */
function marksOf(text: string, style: QuotationStyle): readonly Place[] {
  const mixed = mixedMarks(text, style);
  return [...mixed, ...unbalancedDialogue(withMarks(text, mixed, style), style)];
}

/** The first of two places that overlap stays. */
function withoutOverlaps(places: readonly Place[], length: number): Place[] {
  const taken = new Uint8Array(length);
  return places.filter(({ start_utf16: start, end_utf16: end }) => {
    if (taken.subarray(start, end).includes(1)) return false;
    taken.fill(1, start, end);
    return true;
  });
}
