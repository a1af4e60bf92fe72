// Which quotation marks carry speech. Decided for groups of paragraphs, because a collection may change its
// convention between pieces. A group with little evidence follows the whole text.

import { isDigitUnit, isLetterUnit, isSpaceUnit, isUnspacedUnit as isUnspaced } from "./code-units.ts";
import type { Paragraph } from "./paragraphs.ts";
import type { QuoteStyle } from "./quotes.ts";

const PASSAGE_PARAGRAPHS = 120;
const MIN_EVIDENCE = 4;

interface Counts {
  doubles: number;
  singles: number;
  outward: number;
  inward: number;
  low: number;
  /** Single marks ‚…‘, and single guillemets that open to the right, ‹…›, or to the left, ›…‹. */
  lowSingles: number;
  outwardSingles: number;
  inwardSingles: number;
  /** Marks « of any kind. */
  left: number;
}

function emptyCounts(): Counts {
  return {
    ...{ doubles: 0, singles: 0, outward: 0, inward: 0, low: 0 },
    ...{ lowSingles: 0, outwardSingles: 0, inwardSingles: 0, left: 0 },
  };
}

function isWord(unit: number): boolean {
  return isLetterUnit(unit) || isDigitUnit(unit);
}

/** Counts opening marks by kind. A single mark counts if it opens a paragraph or follows a gap, and another single mark closes after punctuation. */
function countMarks(text: string, paragraph: Paragraph, counts: Counts): void {
  let singleOpen = false;
  let doubleOpen = false;
  let lowOpen = false;
  for (let position = paragraph.contentStart; position < paragraph.contentEnd; position++) {
    const unit = text.charCodeAt(position);
    if (
      unit !== 0x22 &&
      unit !== 0x27 &&
      unit !== 0xab &&
      unit !== 0xbb &&
      (unit < 0x2018 || unit > 0x201f) &&
      unit !== 0x2039 &&
      unit !== 0x203a
    )
      continue;
    const before = position > paragraph.contentStart ? text.charCodeAt(position - 1) : 0x20;
    const after = position + 1 < paragraph.contentEnd ? text.charCodeAt(position + 1) : 0x20;
    const gapBefore = isSpaceUnit(before);
    switch (unit) {
      case 0x22:
        doubleOpen = !doubleOpen;
        if (doubleOpen) counts.doubles++;
        break;
      case 0x201c:
        if (!doubleOpen) counts.doubles++;
        doubleOpen = true;
        break;
      case 0x201d:
        doubleOpen = false;
        break;
      case 0x201e:
        counts.low++;
        break;
      case 0xab:
        counts.left++;
        if (gapBefore || position === paragraph.contentStart) counts.outward++;
        else if (!isWord(after)) counts.inward++;
        break;
      case 0xbb:
        if (position === paragraph.contentStart || (gapBefore && isWord(after))) counts.inward++;
        break;
      case 0x201a:
        if (!doubleOpen && !isWord(before) && !isSpaceUnit(after)) lowOpen = true;
        break;
      case 0x2039:
        if (!doubleOpen && isOpening(before, after)) counts.outwardSingles++;
        break;
      case 0x203a:
        if (!doubleOpen && isOpening(before, after)) counts.inwardSingles++;
        break;
      case 0x2018:
      case 0x27:
        if (doubleOpen) break;
        if (lowOpen) {
          if (isWord(after)) break;
          counts.lowSingles++;
          lowOpen = false;
          break;
        }
        if (!singleOpen && isUnspaced(after)) singleOpen = true;
        else if (!singleOpen && !isWord(before) && isWord(after)) singleOpen = true;
        else if (singleOpen && !isWord(after) && isClosingPunctuation(before)) {
          counts.singles++;
          singleOpen = false;
        }
        break;
      case 0x2019:
        if (lowOpen && !isWord(after)) {
          counts.lowSingles++;
          lowOpen = false;
        } else if (
          singleOpen &&
          !doubleOpen &&
          (!isWord(after) || isUnspaced(before)) &&
          isClosingPunctuation(before)
        ) {
          counts.singles++;
          singleOpen = false;
        }
        break;
    }
  }
}

function isClosingPunctuation(unit: number): boolean {
  if (unit === 0x2c || unit === 0x2e || unit === 0x21 || unit === 0x3f || unit === 0x2026 || unit === 0x2014)
    return true;
  // 、。！，．？
  return unit === 0x3001 || unit === 0x3002 || unit === 0xff01 || unit === 0xff0c || unit === 0xff0e || unit === 0xff1f;
}

const isOpening = (before: number, after: number) => isSpaceUnit(before) && !isSpaceUnit(after);

function styleOf(counts: Counts): QuoteStyle {
  const doubles = counts.doubles + counts.outward + counts.inward + counts.low;
  const { lowSingles, outwardSingles, inwardSingles } = counts;
  const angled = outwardSingles + inwardSingles;
  return {
    singles: counts.singles + lowSingles + angled > doubles,
    lowSingles: lowSingles > counts.singles,
    singleGuillemets:
      angled > counts.singles + lowSingles ? (inwardSingles > outwardSingles ? "inward" : "outward") : null,
    inwardGuillemets: counts.inward > counts.outward,
    sameGuillemets: counts.inward > counts.outward && counts.left === 0,
    lowOpening: counts.low > 0 && counts.low * 2 > counts.doubles,
  };
}

function evidence(counts: Counts): number {
  const { lowSingles, outwardSingles, inwardSingles } = counts;
  const singles = counts.singles + lowSingles + outwardSingles + inwardSingles;
  return counts.doubles + singles + counts.outward + counts.inward + counts.low;
}

/** The style of each paragraph. */
export function quoteStyles(text: string, paragraphs: readonly Paragraph[]): QuoteStyle[] {
  const total = emptyCounts();
  const passages: Counts[] = [];
  for (let first = 0; first < paragraphs.length; first += PASSAGE_PARAGRAPHS) {
    const counts = emptyCounts();
    const last = Math.min(first + PASSAGE_PARAGRAPHS, paragraphs.length);
    for (let index = first; index < last; index++) countMarks(text, paragraphs[index]!, counts);
    passages.push(counts);
    for (const key of Object.keys(total) as (keyof Counts)[]) total[key] += counts[key];
  }
  const whole = styleOf(total);
  const styles: QuoteStyle[] = [];
  passages.forEach((counts, passage) => {
    const own = evidence(counts) >= MIN_EVIDENCE ? styleOf(counts) : whole;
    const first = passage * PASSAGE_PARAGRAPHS;
    const last = Math.min(first + PASSAGE_PARAGRAPHS, paragraphs.length);
    for (let index = first; index < last; index++) styles.push(own);
  });
  return styles;
}
