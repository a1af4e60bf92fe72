// Quotation marks of a book: which it uses, single places that use others, and speech that begins and does not end.

import { type ManuscriptChapter, type Place, paragraphsOf } from "./finding.ts";
import { beginsLetter } from "./letters.ts";
import { type SingleStyle, sureOpenings, unbalancedSingleMarks } from "./single-marks.ts";

/** The marks that begin and end speech in a book. */
export interface QuotationStyle {
  readonly open: string;
  readonly close: string;
}

const STYLES: readonly QuotationStyle[] = [
  { open: "\u201c", close: "\u201d" },
  { open: "\u201e", close: "\u201c" },
  { open: "\u201e", close: "\u201d" },
  { open: "\u00ab", close: "\u00bb" },
  { open: "\u00bb", close: "\u00ab" },
  { open: '"', close: '"' },
];
/** Fewer marks say nothing about a book. */
const LEAST_MARKS = 8;
/** The share of a book's marks that makes the others exceptions. */
const MOST = 0.9;

const numberOf = (text: string, mark: string): number => text.split(mark).length - 1;

const SINGLE_STYLES: readonly SingleStyle[] = [
  { open: "\u2018", close: "\u2019" },
  { open: "'", close: "'" },
];

/** The style of a book whose speech stands in single marks. Double ones are quotations inside its speech. */
function singleStyle(chapters: readonly ManuscriptChapter[], doubles: number): SingleStyle | null {
  const counts = SINGLE_STYLES.map(({ open }) => chapters.reduce((sum, { text }) => sum + sureOpenings(text, open), 0));
  const most = Math.max(...counts);
  return most >= LEAST_MARKS && most > doubles ? (SINGLE_STYLES[counts.indexOf(most)] as SingleStyle) : null;
}

const isSingle = (style: QuotationStyle): style is SingleStyle => SINGLE_STYLES.some(({ open }) => open === style.open);

/** The style that most of the marks have; null for a book that mixes them, or that has almost none. */
export function quotationStyle(chapters: readonly ManuscriptChapter[]): QuotationStyle | null {
  const counts = new Map(
    ["\u201c", "\u201d", "\u201e", "\u00ab", "\u00bb", '"'].map((mark) => [
      mark,
      chapters.reduce((sum, { text }) => sum + numberOf(text, mark), 0),
    ]),
  );
  const of = (mark: string) => counts.get(mark) ?? 0;
  const all = [...counts.values()].reduce((sum, one) => sum + one, 0);
  const single = singleStyle(chapters, all);
  if (single !== null) return single;
  if (all < LEAST_MARKS) return null;
  const isReversed =
    chapters.reduce((sum, { text }) => sum + opensWith(text, "\u00bb") - opensWith(text, "\u00ab"), 0) > 0;
  // Low marks begin speech in German, Polish and Dutch books; the high ones end it there.
  const isLow = of("\u201e") * 3 > of("\u201c") + of("\u201d");
  const weights = STYLES.map(({ open, close }) => {
    if (open === close) return of(open);
    if (open === "\u00ab" || open === "\u00bb") return (open === "\u00bb") === isReversed ? of(open) + of(close) : 0;
    return (open === "\u201e") === isLow ? of(open) + of(close) : 0;
  });
  const best = weights.indexOf(Math.max(...weights));
  return (weights[best] as number) >= MOST * all ? (STYLES[best] as QuotationStyle) : null;
}

/** How often a mark stands before a word, with a space or nothing before it. */
function opensWith(text: string, mark: string): number {
  let number = 0;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
    // French has a space inside its marks: " »," begins nothing.
    if (isOpeningPlace(text, at, 1) && /[\p{L}\p{N}]/u.test(text[at + 1] ?? "")) number++;
  }
  return number;
}

function isOpeningPlace(text: string, at: number, length: number): boolean {
  const before = text[at - 1] ?? " ";
  const after = text[at + length] ?? " ";
  return /[\s([\u2014\u2013-]/u.test(before) && !/\s/u.test(after);
}

/** Straight marks, two commas and two accents in a book that has typographic marks; and the other way round. */
export function mixedMarks(text: string, style: QuotationStyle): readonly Place[] {
  if (isSingle(style)) return [];
  const isStraight = style.open === '"';
  const others = isStraight ? /[\u201c\u201d\u201e]/gu : /"|\u2033|(?<!`)``(?!`)|(?<!')''(?!')|(?<!,),,(?=\p{L})/gu;
  return (
    [...text.matchAll(others)]
      // 6' 2" is a measure.
      .filter(({ index, 0: mark }) => !(mark === '"' || mark === "\u2033") || !/\d/u.test(text[index - 1] ?? ""))
      .map(({ index, 0: mark }) => ({
        kind: "mixed_quotation_marks",
        start_utf16: index,
        end_utf16: index + mark.length,
        mend: isStraight ? '"' : isOpeningPlace(text, index, mark.length) ? style.open : style.close,
      }))
  );
}

/** The text with the proposed marks, at the same length: a letter fills what a shorter mark leaves. */
export function withMarks(text: string, mixed: readonly Place[], { open }: QuotationStyle): string {
  let at = 0;
  const parts: string[] = [];
  for (const { start_utf16: start, end_utf16: end, mend } of mixed) {
    const mark = mend ?? text.slice(start, end);
    const rest = "x".repeat(Math.max(0, end - start - mark.length));
    parts.push(text.slice(at, start), mark === open ? mark + rest : rest + mark);
    at = end;
  }
  return parts.join("") + text.slice(at);
}

/** Paragraphs that a quotation may last, as a letter or a poem does, before its end is missed. */
const MOST_PARAGRAPHS = 12;

/** Speech without its end, an end without its beginning, and two marks of one side in sequence. */
export function unbalancedDialogue(text: string, style: QuotationStyle): readonly Place[] {
  if (isSingle(style)) return unbalancedSingleMarks(text, style);
  const { open, close } = style;
  // With guillemets that open to the left, dashes take turns, and closing marks are left out or repeated by custom.
  if (open === "\u00ab") return [];
  const places: Place[] = [];
  const add = (at: number, length: number, mend: string | null) =>
    places.push({ kind: "unbalanced_dialogue", start_utf16: at, end_utf16: at + length, mend });
  const paragraphs = paragraphsOf(text);
  const letters = new Map<number, boolean>();
  const isLetter = (index: number): boolean => {
    const known = letters.get(index) ?? beginsLetter(paragraphs, index);
    letters.set(index, known);
    return known;
  };
  /** The place of speech that has begun, and the paragraph of it. */
  let begun: { at: number; paragraph: number } | null = null;
  for (const [index, { text: paragraph, start }] of paragraphs.entries()) {
    const begins = /^[\s*_([]*/u.exec(paragraph)?.[0].length ?? 0;
    for (let at = 0; at < paragraph.length; at++) {
      const mark = paragraph[at];
      if (mark !== open && mark !== close) continue;
      const place = start + at;
      if (open === close) {
        if (begun !== null && begun.paragraph !== index) {
          // Speech of several paragraphs begins each of them with a mark.
          if (at !== begins && !isOpeningPlace(paragraph, at, 1)) {
            begun = null;
            continue;
          }
          if (at !== begins || index > begun.paragraph + 1) report(begun);
          begun = { at: place, paragraph: index };
        } else begun = begun === null ? { at: place, paragraph: index } : null;
      } else if (mark === open) {
        if (begun === null) begun = { at: place, paragraph: index };
        else if (begun.paragraph === index) {
          const isEnd =
            !isOpeningPlace(paragraph, at, 1) && /^(?:[\s)\]\u2014\u2013-]|$)/u.test(paragraph.slice(at + 1, at + 2));
          if (isEnd) {
            add(place, 1, close);
            begun = null;
          } else {
            report(begun);
            begun = { at: place, paragraph: index };
          }
        } else {
          if (at !== begins || index > begun.paragraph + 1) report(begun);
          begun = { at: place, paragraph: index };
        }
      } else if (begun !== null) begun = null;
      else {
        if (isOpeningPlace(paragraph, at, 1)) {
          add(place, 1, open);
          begun = { at: place, paragraph: index };
        } else add(place, 1, null);
      }
    }
    if (begun !== null && index - begun.paragraph >= MOST_PARAGRAPHS) {
      report(begun);
      begun = null;
    }
  }
  if (begun !== null) report(begun);
  return places;

  /** Speech without an end. Its end is proposed where its paragraph ends, if nothing else stands in it. */
  function report({ at, paragraph }: { readonly at: number; readonly paragraph: number }): void {
    if (isLetter(paragraph)) return;
    const { text: whole, start } = paragraphs[paragraph] as { text: string; start: number };
    const isWhole =
      start + (/^[\s*_([]*/u.exec(whole)?.[0].length ?? 0) === at && !whole.slice(at - start + 1).includes(open);
    if (isWhole) add(start + whole.length, 0, close);
    else add(at, 1, null);
  }
}
