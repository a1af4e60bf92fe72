// Finds headings without heading styles: lines at the beginning of a page, or bold centred lines.

import type { MarkupParagraph } from "./paragraphs.ts";

const HEAD_UNITS = 80;
/** The largest share of paragraphs that can be headings. */
const HEADS_SHARE = 0.2;

/** Whether a visually separate line can be a heading. A sentence cannot. */
export const mayBeHead = (text: string): boolean =>
  text.length <= HEAD_UNITS && /[\p{L}\p{N}]/u.test(text) && !/[.,;:…”"“»*]$/u.test(text);

/** Makes `heads` headings, unless styles already mark headings. Styles that mark most of a text as headings are ignored. */
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
