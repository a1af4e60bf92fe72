// Page numbers and running heads that are separate paragraphs inside the story. A bare number can also
// be the heading of a chapter: it is a page number only if such numbers count up closely and interrupt sentences.

import type { Paragraph } from "./paragraphs.ts";

const MARKED_PAGE =
  /^[[({]\s{0,2}(?:pg?\.?|page|seite|página|pagina|стр\.?)\s{0,2}(?:\d{1,4}|[ivxlc]{1,7})\s{0,2}[\])}]$/iu;
const SAID_PAGE =
  /^[-–—\s]{0,4}(?:page|seite|página|pagina|p\.|pg\.?|s\.)\s{0,2}(\d{1,4})(?:\s?(?:of|\/|von|de)\s?\d{1,4})?[-–—\s]{0,4}$/iu;
const BARE_NUMBER = /^[-–—[({\s]{0,4}(\d{1,4})[-–—\])}\s]{0,4}$/u;
const HEAD_WITH_NUMBER = /^(?:(\d{1,4})\s+(\S.{1,60})|(.{1,60}\S)\s+(\d{1,4}))$/u;
const MAX_UNITS = 80;
const MIN_SERIES = 3;
/** Pages are rarely longer, in units. */
const MAX_PAGE_UNITS = 8000;
const STEP = 3;

interface Numbered {
  readonly index: number;
  readonly number: number;
  readonly head: string;
}

/** Marks page numbers and running heads in `whole`. */
export function findPageMarks(text: string, paragraphs: readonly Paragraph[], whole: Uint8Array): void {
  const bare: Numbered[] = [];
  const heads = new Map<string, Numbered[]>();
  const plain = new Map<string, number[]>();
  for (let index = 0; index < paragraphs.length; index++) {
    const { contentStart, contentEnd, lines } = paragraphs[index]!;
    if (whole[index] === 1 || lines !== 1 || contentEnd - contentStart > MAX_UNITS) continue;
    const content = text.slice(contentStart, contentEnd);
    if (MARKED_PAGE.test(content)) {
      whole[index] = 1;
      continue;
    }
    const number = BARE_NUMBER.exec(content) ?? SAID_PAGE.exec(content);
    if (number) {
      bare.push({ index, number: Number(number[1]), head: "" });
      continue;
    }
    const numbered = HEAD_WITH_NUMBER.exec(content);
    const head = (numbered?.[2] ?? numbered?.[3] ?? content).replace(/[\s|•·.–—-]+$|^[\s|•·.–—-]+/gu, "").toLowerCase();
    if (numbered) {
      const list = heads.get(head) ?? [];
      list.push({ index, number: Number(numbered[1] ?? numbered[4]), head });
      heads.set(head, list);
    } else if (/\p{L}/u.test(content) && !/[.!?,;:"”’»]$/u.test(content)) {
      const list = plain.get(head) ?? [];
      list.push(index);
      plain.set(head, list);
    }
  }
  for (const series of seriesOf(bare, paragraphs)) {
    const cuts = series.filter(({ index }) => cutsSentence(text, paragraphs, index)).length;
    if (cuts * 4 >= series.length) for (const { index } of series) whole[index] = 1;
  }
  for (const list of heads.values()) {
    // "Chapter 1", "Chapter 2" are headings however close they are; a running head interrupts sentences.
    for (const series of seriesOf(list, paragraphs)) {
      const cuts = series.filter(({ index }) => cutsSentence(text, paragraphs, index)).length;
      if (cuts * 4 >= series.length) for (const { index } of series) whole[index] = 1;
    }
  }
  for (const list of plain.values()) {
    if (list.length < MIN_SERIES) continue;
    const beside = list.filter(
      (index) => whole[index - 1] === 1 || whole[index + 1] === 1 || cutsSentence(text, paragraphs, index),
    );
    if (beside.length < MIN_SERIES || beside.length * 2 < list.length) continue;
    for (const index of beside) whole[index] = 1;
  }
}

/** Runs of numbers that count up in small steps, no farther apart than pages. */
function seriesOf(found: readonly Numbered[], paragraphs: readonly Paragraph[]): Numbered[][] {
  const series: Numbered[][] = [];
  let current: Numbered[] = [];
  for (const one of found) {
    const last = current.at(-1);
    const follows =
      last !== undefined &&
      one.number > last.number &&
      one.number - last.number <= STEP &&
      paragraphs[one.index]!.contentStart - paragraphs[last.index]!.contentStart <= MAX_PAGE_UNITS * STEP;
    if (!follows) {
      if (current.length >= MIN_SERIES) series.push(current);
      current = [];
    }
    current.push(one);
  }
  if (current.length >= MIN_SERIES) series.push(current);
  return series;
}

/** Whether a sentence continues over this paragraph: none ends before it, or the next text begins in lower case. */
function cutsSentence(text: string, paragraphs: readonly Paragraph[], index: number): boolean {
  const before = paragraphs[index - 1];
  const after = paragraphs[index + 1];
  if (before === undefined || after === undefined) return false;
  const runsOn = /[\p{L}\p{N},;-]/u.test(text.charAt(before.contentEnd - 1));
  return runsOn && /[\p{Ll}]/u.test(text.charAt(after.contentStart));
}
