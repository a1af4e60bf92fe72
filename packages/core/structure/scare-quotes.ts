// Quoted words that nobody says: titles, terms, words held at arm's length. They stay in the narration.

import { isLetterUnit, isSpaceUnit, isUpperUnit } from "./code-units.ts";
import type { Paragraph } from "./paragraphs.ts";
import type { QuoteSpan } from "./quotes.ts";

const MAX_SCARE_UNITS = 90;
const MAX_TERM_UNITS = 24;

const SPEAKING_BEFORE =
  /\b(?:said|says|saying|say|cried|crying|cry|asked|asking|answered|replied|exclaimed|exclaiming|whispered|murmured|muttered|shouted|added|called|repeated|ejaculated|remarked|thought|with|was|began)\s{0,3}$/i;

/**
 * A quote is held for a term when it stands inside a narrated sentence: words run into it without a comma or colon,
 * it does not begin or does not end like a sentence, and no verb of saying leads in. `longest` is the size in units of
 * the longest quote of the paragraph.
 */
export function isScareQuote(text: string, paragraph: Paragraph, quote: QuoteSpan, longest: number): boolean {
  if (quote.unclosed || quote.end - quote.start > MAX_SCARE_UNITS) return false;
  const before = lastVisible(text, quote.start, paragraph.contentStart);
  if (before < 0 || !isLetterUnit(text.charCodeAt(before))) return false;
  const others = longest > quote.end - quote.start;
  let first = quote.start + 1;
  while (first < quote.end && !isLetterUnit(text.charCodeAt(first))) first++;
  let last = quote.end - 2;
  while (last > first && isSpaceUnit(text.charCodeAt(last))) last--;
  const beginsSmall = first < quote.end && !isUpperUnit(text.charCodeAt(first));
  const endsOpen = isLetterUnit(text.charCodeAt(last));
  const lead = text.slice(Math.max(paragraph.contentStart, quote.start - 24), quote.start);
  if (SPEAKING_BEFORE.test(lead)) return false;
  // Beside a longer quote it may be the rest of an interrupted one, even without the comma.
  if (others) return endsOpen && quote.end - quote.start <= MAX_TERM_UNITS;
  return beginsSmall || endsOpen;
}

function lastVisible(text: string, position: number, floor: number): number {
  let left = position - 1;
  while (left >= floor) {
    const unit = text.charCodeAt(left);
    if (!isSpaceUnit(unit) && unit !== 0x5f && unit !== 0x2a) return left;
    left--;
  }
  return -1;
}
