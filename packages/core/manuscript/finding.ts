// What a check of a manuscript finds, and the text that the checks read.

/** Every kind of finding, in the order in which they are explained to people. */
export const FINDING_KINDS = [
  "stray_symbol",
  "mixed_quotation_marks",
  "author_note",
  "split_word",
  "doubled_space",
  "doubled_word",
  "empty_heading",
  "unbalanced_dialogue",
  "name_spelled_two_ways",
  "unspeakable_word",
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

export interface ManuscriptChapter {
  readonly title: string;
  readonly text: string;
}

export interface Finding {
  readonly kind: FindingKind;
  /** The chapter's place in the book, from 0. */
  readonly chapter: number;
  /** The place in the chapter's text, in UTF-16 units. Empty where something is missing. */
  readonly start_utf16: number;
  readonly end_utf16: number;
  /** The words that would stand at the place; "" removes it. Null: a person has to decide. */
  readonly mend: string | null;
}

/** A finding before its chapter is known. */
export type Place = Omit<Finding, "chapter">;

/** Collects places of one kind that never overlap: the first one stays. @param length of the text */
export function placesOf(kind: FindingKind, length: number) {
  const taken = new Uint8Array(length);
  const places: Place[] = [];
  return {
    places: places as readonly Place[],
    add(start: number, end: number, mend: string | null): void {
      if (taken.subarray(start, end).includes(1)) return;
      taken.fill(1, start, end);
      places.push({ kind, start_utf16: start, end_utf16: end, mend });
    },
  };
}

export interface CheckOptions {
  /** BCP 47. Null: unknown. */
  readonly language: string | null;
  /** Words whose pronunciation is stated: they are no slips, and a voice can say them. */
  readonly known?: readonly string[];
}

export interface Paragraph {
  readonly text: string;
  readonly start: number;
}

/** The lines of a text that hold something, with their offsets. Paragraphs of several lines are several lines here. */
export function linesOf(text: string): readonly Paragraph[] {
  return partsOf(text, /[^\n\r]+/gu);
}

/** The paragraphs of a text: separated by blank lines where its lines are wrapped or blank lines are many, else by line ends. */
export function paragraphsOf(text: string): readonly Paragraph[] {
  const lines = text.match(/\n/gu)?.length ?? 0;
  const blank = text.match(/\n[ \t\r]*\n/gu)?.length ?? 0;
  return blank * 8 >= lines || (blank > 0 && isWrapped(text))
    ? partsOf(text, /[^\n\r](?:[^\n]|\n(?![ \t\r]*\n))*/gu)
    : linesOf(text);
}

/** Whether lines end inside sentences: a paragraph ends with a mark. */
function isWrapped(text: string): boolean {
  const ends = text.match(/[^\s](?=[ \t\r]*\n)/gu) ?? [];
  return ends.filter((end) => /[\p{L}\p{N},]/u.test(end)).length * 2 > ends.length;
}

function partsOf(text: string, pattern: RegExp): readonly Paragraph[] {
  const parts: Paragraph[] = [];
  for (const match of text.matchAll(pattern))
    if (match[0].trim() !== "") parts.push({ text: match[0].trimEnd(), start: match.index });
  return parts;
}
