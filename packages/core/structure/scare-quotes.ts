// Quoted words that are not speech: titles, terms, ironic words. They stay in the narration.

import { isLetterUnit, isSpaceUnit, isUpperUnit } from "./code-units.ts";
import { isWrittenElsewhere } from "./inscriptions.ts";
import type { Paragraph } from "./paragraphs.ts";
import { markClass, type QuoteSpan } from "./quotes.ts";

const MAX_SCARE_UNITS = 90;
const MAX_TERM_UNITS = 24;
const MAX_LEAD_UNITS = 200;
/** A tag directly after the quote stands within this many units. */
const TAG_UNITS = 40;
const TAG_BEHIND =
  /^[^\p{L}]*(?:[\p{L}.]+ ){0,2}(?:said|says|cried|asked|answered|replied|exclaimed|whispered|murmured|muttered|shouted|added|continued)\b/iu;

const SPEAKING_BEFORE =
  /\b(?:said|says|saying|say|cried|crying|cry|asked|asking|answered|replied|exclaimed|exclaiming|whispered|murmured|muttered|shouted|added|called|repeated|ejaculated|remarked|thought|with|was|began)\s{0,3}$/i;

/** A name or a term follows these words, however it is written: "the photograph called "Dusk"". */
const NAMING_BEFORE =
  /\b(?:a|an|the|this|that|these|those|of|his|her|its|their|my|your|our|no|any|called|named|entitled|titled|termed|labelled|marked|headed|word|words|as|\p{L}+['’]s)\s{0,3}$/iu;
const MAX_NAME_UNITS = 40;
/** The narration since the last quote has a verb of saying, so the next quote continues the speech. */
const SAYING =
  /\b(?:said|says|cried|asked|answered|replied|exclaimed|whispered|murmured|muttered|shouted|added|continued|repeated|remarked|thought|began|returned|went|observed|demanded|declared|called|explained|rejoined|inquired|enquired|interrupted|told|put|broke|suggested|insisted|admitted|agreed|responded|laughed|sighed|went)\b/i;

/**
 * A quote is a term when it stands inside a narrated sentence: words lead into it without a comma or colon,
 * it does not begin or does not end like a sentence, and no verb of saying precedes it. `longest` is the size in units of
 * the longest quote of the paragraph.
 */
export function isScareQuote(
  text: string,
  paragraph: Paragraph,
  quote: QuoteSpan,
  longest: number,
  previousEnd: number,
): boolean {
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
  // "what he called "the better shelf"", but not: a voice called "Anna!"
  const names = beginsSmall && /\bcalled\s{0,3}$/iu.test(lead);
  if (SPEAKING_BEFORE.test(lead) && !names) return false;
  if (TAG_BEHIND.test(text.slice(quote.end, quote.end + TAG_UNITS))) return false;
  const calls = /[!?]/u.test(text.slice(last, quote.end));
  if (!calls && quote.end - quote.start <= MAX_NAME_UNITS && NAMING_BEFORE.test(lead)) return true;
  const broken = previousEnd > paragraph.contentStart && goesOn(text, previousEnd);
  // Beside a longer quote it may be the rest of an interrupted one, even without a comma.
  if (others) {
    if (endsOpen && quote.end - quote.start <= MAX_TERM_UNITS) return true;
    return (
      beginsSmall &&
      !goesOn(text, previousEnd) &&
      !SAYING.test(text.slice(Math.max(previousEnd, quote.start - MAX_LEAD_UNITS), quote.start))
    );
  }
  return (beginsSmall && !broken) || endsOpen;
}

/** The quote that ended here broke off in the middle of its sentence. */
function goesOn(text: string, end: number): boolean {
  const mark = text.charAt(end - 2);
  return end > 1 && !/[.!?…]/u.test(mark) && markClass(text.charCodeAt(end - 1)) > 0;
}

const INSCRIBED =
  /\b(?:sign|signs|note|notice|poster|label|card|placard|inscription|headline|headlines|banner|plaque|board|telegram|screen|caption|tattoo|nameplate|tag|sticker|flyer|menu|ticket|envelope|page|paper|newspaper|tombstone|gravestone|signpost)\s+(?:(?:on|over|above|at|in|by|beside|outside|near) (?:the|his|her|a|an|its|my|our|their) (?:\p{L}+ ){1,2})?(?:that\s+|which\s+)?(?:said|says|read|reads|ran|stated|declared|announced|proclaimed|warned|promised)[,:]?\s{0,3}$/iu;

/** The words of a sign or a note: "The sign said “No Entry”". */
export function isInscription(text: string, paragraph: Paragraph, quote: QuoteSpan): boolean {
  const { start, end } = quote;
  const before = text.slice(Math.max(paragraph.contentStart, start - 60), start);
  if (INSCRIBED.test(before) || /(?:写着|寫著|叫做|叫作|名叫|称为|所谓|称作|题为)$/u.test(before)) return true;
  if (/(?:写着|寫著|刻着|题着)[^。！？“”]{0,8}[：:]$/u.test(before) || isWrittenElsewhere(text, paragraph, quote))
    return true;
  if (
    /^\s*(?:gemalt|geschrieben|gekritzelt|geritzt|gesprüht|gedruckt|gemeißelt|geschilderd|geschreven|gekrabbeld)(?!\p{L})/u.test(
      text.slice(end, end + 24),
    )
  )
    return true;
  const mark = text.charCodeAt(start);
  return (
    (mark === 0x300c || mark === 0x300e) &&
    /^と(?:書|いう|呼ば|題|記|印|名づ|あ(?:る|っ))/u.test(text.slice(end, Math.min(end + 6, paragraph.contentEnd)))
  );
}

const HERE_AND_NOW =
  /(?<![\p{L}’'])(?:i|i['’](?:m|ll|ve|d)|me|my|mine|myself|you|you['’](?:re|ll|ve|d)|your|yours|yourself|we|us|our|ours|thee|thou|thy|ye|is|are|am|does|has|will|shall|can|may|let|(?:do|is|wo|ca|are|has|have)n['’]t|(?:it|that|he|she|there)['’]s)(?![\p{L}])/iu;
const THERE_AND_THEN = /(?<!\p{L})(?:had|was|were|would|could|should|did|might)(?!\p{L})/giu;
const MIN_REPORTED_UNITS = 100;

/**
 * Reported speech between marks: "He had been delayed; he should be happy to see her." These are
 * the narrator's words. Recognised by a certain length without "I" or "you" and without a
 * present tense in all quotes of a paragraph, and without a tag.
 */
export function areReported(text: string, paragraph: Paragraph, quotes: readonly QuoteSpan[]): boolean {
  let past = 0;
  let units = 0;
  let from = paragraph.contentStart;
  for (const { start, end } of quotes) {
    const words = text.slice(start, end);
    if (HERE_AND_NOW.test(words) || SAYING.test(text.slice(from, start))) return false;
    from = end;
    past += words.match(THERE_AND_THEN)?.length ?? 0;
    units += end - start;
  }
  if (SAYING.test(text.slice(from, Math.min(paragraph.contentEnd, from + MAX_LEAD_UNITS)))) return false;
  return units >= MIN_REPORTED_UNITS && past >= 2 && past * 120 >= units;
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
