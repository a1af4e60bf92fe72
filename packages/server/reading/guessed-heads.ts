// Where no style says what a heading is: the lines that begin a page, or stand bold in the middle, as people make them.

import type { MarkupParagraph } from "./paragraphs.ts";

const HEAD_UNITS = 80;
/** So few paragraphs are heads, in any book. */
const HEADS_SHARE = 0.2;

/** What is set apart by its looks alone, and no sentence. */
export const mayBeHead = (text: string): boolean =>
  text.length <= HEAD_UNITS && /[\p{L}\p{N}]/u.test(text) && !/[.,;:…”"“»*]$/u.test(text);

/** With `heads` as headings, unless styles make headings already. Styles that make most of a text headings mean none. */
export function withGuessedHeads(
  paragraphs: readonly MarkupParagraph[],
  heads: ReadonlySet<MarkupParagraph>,
): readonly MarkupParagraph[] {
  const units = (some: readonly MarkupParagraph[]) => some.reduce((sum, { text }) => sum + text.length, 0);
  const styled = paragraphs.filter(({ level }) => level !== null);
  const isMeant = styled.length > 0 && units(styled) * 2 <= units(paragraphs);
  if (isMeant) return paragraphs;
  const isBelieved = heads.size >= 2 && heads.size <= paragraphs.length * HEADS_SHARE;
  return paragraphs.map((paragraph) => ({ ...paragraph, level: isBelieved && heads.has(paragraph) ? 1 : null }));
}
