// Speech in single quotation marks, as British books have it. The closing mark is an apostrophe as well, so a mark that may be
// either one counts as whichever leaves nothing to report.

import { type Place, paragraphsOf } from "./finding.ts";
import { beginsLetter, isSalutation } from "./letters.ts";

/** The marks of such a book: typographic or straight. */
export interface SingleStyle {
  readonly open: "\u2018" | "'";
  readonly close: "\u2019" | "'";
}

/** A mark where speech may begin: after a space, a dash, a bracket or a double mark, and before a word. */
const OPENING = /(?<![^\s([_*\u2014\u2013\u201c"-])['\u2018](?=[\p{L}\p{N}\u2014\u2013\u2026\u201c"_*(.?!'\u2019-])/gu;
/** The text before speech that surely begins, and after its mark. A capital after a word may be a name in marks. */
const SURELY_BEFORE = /(?:^|[.,:;!?\u2026\u2014\u2013_*(-])[\s_*(]*$/u;
const SURELY_AFTER = /^(?:\p{Lu}\p{L}|[IAO]\b|[\u201c"])/u;
/** Words that begin with an apostrophe in place of letters: 'Tis, 'Em, 'Ere. */
const ELIDED =
  /^(?:tis|twas|twere|twill|twould|tisn|twasn|em|er|im|is|ere|ave|ad|as|ow|ear|eard|old|ome|ouse|un|ud|cause|cos|coz|til|till|bout|round|neath|gainst|pon|mid|mongst|fore|fraid|nough|nother|way|spect|spose|scuse|cept|deed|sides|stead|gad|sdeath|sblood|zounds|struth|prentice|phone|cello|arf|alf|and|n|t|s|d|ll|re|ve|m|o|e)(?![\p{L}])/iu;
/** A mark that surely ends speech, and one that may: "the boys' hats", "goin' home". */
const SURE_CLOSE = /(?<=[.,!?;:\u2026\u2014\u2013)_*"\u201d-])['\u2019](?![\p{L}\p{N}])/gu;
const CLOSE = /['\u2019](?![\p{L}\p{N}])/gu;
/** Paragraphs that speech may last before its end is missed, and within which its missing beginning is not reported. */
const MOST_PARAGRAPHS = 12;

interface Marks {
  readonly begins: number;
  readonly openings: readonly number[];
  readonly sureOpenings: readonly number[];
  readonly closings: readonly number[];
  readonly sureClosings: readonly number[];
}

/** Whether one of the places, which ascend, lies between two others. */
function isBetween(all: readonly number[], from: number, to: number): boolean {
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((all[middle] as number) <= from) low = middle + 1;
    else high = middle;
  }
  return low < all.length && (all[low] as number) < to;
}

/** The number of places where speech in these marks surely begins. */
export function sureOpenings(text: string, mark: string): number {
  let count = 0;
  for (const { index } of text.matchAll(OPENING)) if (text[index] === mark && isSureOpening(text, index)) count++;
  return count;
}

function isSureOpening(text: string, at: number): boolean {
  const after = text.slice(at + 1, at + 20).replace(/^[_*(]+/u, "");
  return SURELY_BEFORE.test(text.slice(Math.max(0, at - 6), at)) && SURELY_AFTER.test(after) && !ELIDED.test(after);
}

function marksOf(paragraph: string): Marks {
  const places = (pattern: RegExp) => [...paragraph.matchAll(pattern)].map(({ index }) => index);
  const openings = places(OPENING);
  const isOpening = new Set(openings);
  const closings = (pattern: RegExp) => places(pattern).filter((at) => !isOpening.has(at));
  return {
    begins: /^[\s_*([]*/u.exec(paragraph)?.[0].length ?? 0,
    openings,
    sureOpenings: openings.filter((at) => isSureOpening(paragraph, at)),
    closings: closings(CLOSE),
    sureClosings: closings(SURE_CLOSE),
  };
}

/** Speech that surely begins and cannot end, and speech that surely ends and cannot have begun. */
export function unbalancedSingleMarks(text: string, { close }: SingleStyle): readonly Place[] {
  const places: Place[] = [];
  const add = (at: number, length: number, mend: string | null) =>
    places.push({ kind: "unbalanced_dialogue", start_utf16: at, end_utf16: at + length, mend });
  const paragraphs = paragraphsOf(text);
  const marks = paragraphs.map((one) => marksOf(one.text));
  /** The last paragraph that may have left speech open. */
  let mayBeOpen = Number.NEGATIVE_INFINITY;
  for (const [index, { text: paragraph, start }] of paragraphs.entries()) {
    const { begins, openings, sureOpenings: sure, closings, sureClosings } = marks[index] as Marks;
    for (const [order, at] of sure.entries()) {
      const next = sure[order + 1];
      if (isBetween(closings, at, next ?? Number.POSITIVE_INFINITY)) continue;
      if (isSalutation(paragraph.slice(at + 1))) continue;
      if (next !== undefined) {
        // Speech with a quotation inside has as many ends as beginnings.
        if (closings.length < sure.length) add(start + at, 1, null);
      } else if (!isContinued(index)) {
        const isWhole = at === begins && !isBetween(openings, at, Number.POSITIVE_INFINITY);
        if (isWhole) add(start + paragraph.length, 0, close);
        else add(start + at, 1, null);
      }
    }
    // A quotation inside speech may have single marks, too, so they are counted.
    let open = index - mayBeOpen <= MOST_PARAGRAPHS ? 1 : 0;
    const isOpening = new Set(openings);
    for (const at of [...openings, ...sureClosings].sort((one, other) => one - other)) {
      if (isOpening.has(at)) open++;
      else if (open > 0) open--;
      else add(start + at, 1, null);
    }
    if (openings.length + sureClosings.length === 0) continue;
    // A title in marks ends without another mark before its own.
    const isOpen = open > 0 && !isBetween(closings, openings.at(-1) ?? -1, Number.POSITIVE_INFINITY);
    mayBeOpen = isOpen ? index : Number.NEGATIVE_INFINITY;
  }
  return places;

  /** Whether speech that a paragraph leaves open continues in the paragraphs after it, or is a letter. */
  function isContinued(index: number): boolean {
    if (beginsLetter(paragraphs, index)) return true;
    for (let at = index + 1; at <= index + MOST_PARAGRAPHS && at < paragraphs.length; at++) {
      const { begins, openings, sureClosings } = marks[at] as Marks;
      const opening = openings[0] ?? Number.POSITIVE_INFINITY;
      const closing = sureClosings[0] ?? Number.POSITIVE_INFINITY;
      if (opening === begins) return at === index + 1;
      if (closing < opening) return true;
      if (opening < Number.POSITIVE_INFINITY) return false;
    }
    return false;
  }
}
