// Plays. A speaker's name in a separate paragraph, table cell or definition term is joined with the following words to
// "NAME: words", the form that core/structure reads.

import type { MarkupParagraph } from "./paragraphs.ts";

const NAME_UNITS = 60;
/** A name in any case, for text that the markup marks as a name. A full stop or a colon may follow. */
const NAME = /^\p{Lu}[\p{L}\p{M}\p{N}.'’& -]{0,59}$/u;
/** A name in capitals, as plays print it without markup. */
const CAPITALS = /^\p{Lu}[\p{Lu}\p{M}\p{N}.'’& -]{1,59}$/u;
/** As in core/structure for scripts: labels are repeated. */
const MIN_NAMES = 3;
/** The smallest share of names in capitals without markup. Below it they are headings of a novel. */
const SHARE = 0.2;

/** Joins names with their words if the text has the form of a play. Otherwise returns the same paragraphs. */
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
