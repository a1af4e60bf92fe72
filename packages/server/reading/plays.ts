// Plays: a speaker's name that stands in a paragraph, a table cell or a definition term of its own is joined with the words
// that follow, "NAME: words", which is the form that core/structure reads.

import type { MarkupParagraph } from "./paragraphs.ts";

const NAME_UNITS = 60;
/** A name in any case, where the markup says that it is one; a stop or a colon may follow. */
const NAME = /^\p{Lu}[\p{L}\p{M}\p{N}.'’& -]{0,59}$/u;
/** A name in capitals, as plays print it where no markup says what it is. */
const CAPITALS = /^\p{Lu}[\p{Lu}\p{M}\p{N}.'’& -]{1,59}$/u;
/** The same rule as core/structure has for a script: labels come again and again. */
const MIN_NAMES = 3;
/** Names in capitals without markup must be so many of the paragraphs, else they head parts of a novel. */
const SHARE = 0.2;

/** Names joined with their words, where the whole has the form of a play; else the same paragraphs. */
export function withSpeakers(paragraphs: readonly MarkupParagraph[]): readonly MarkupParagraph[] {
  const texts = paragraphs.filter(({ kind }) => kind === "text").length;
  const isNameAt = (index: number, isMarked: boolean): boolean => {
    const { kind, level, text, isName } = paragraphs[index]!;
    const label = text.replace(/[.:]$/, "");
    const isCandidate = isMarked ? isName === true && NAME.test(label) : CAPITALS.test(label);
    return kind === "text" && level === null && text.length <= NAME_UNITS && isCandidate;
  };
  const names = [true, false].map((isMarked) => {
    const found = paragraphs.flatMap((_, index) => {
      const next = paragraphs[index + 1];
      const hasWords = next?.kind === "text" && next.level === null && !isNameAt(index + 1, isMarked);
      return hasWords && isNameAt(index, isMarked) ? [index] : [];
    });
    const often = new Map<string, number>();
    for (const index of found) often.set(paragraphs[index]!.text, (often.get(paragraphs[index]!.text) ?? 0) + 1);
    const again = found.filter((index) => (often.get(paragraphs[index]!.text) ?? 0) > 1).length;
    const isPlay = found.length >= MIN_NAMES && often.size >= 2 && again * 2 >= found.length;
    return isPlay && (isMarked || found.length >= texts * SHARE) ? found : [];
  });
  const labels = new Set(names.flat());
  if (labels.size === 0) return paragraphs;
  return paragraphs.flatMap((paragraph, index) => {
    if (labels.has(index)) return [];
    const label = labels.has(index - 1) ? paragraphs[index - 1]! : null;
    if (label === null) return [paragraph];
    const text = `${label.text.replace(/[.:]$/, "")}: ${paragraph.text}`;
    return [{ ...paragraph, text, isLink: false, anchors: [...label.anchors, ...paragraph.anchors] }];
  });
}
