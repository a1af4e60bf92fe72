// Turns spoken and narrated spans into blocks. Always true: blocks are contiguous from 0 to the
// text's length, none is longer than MAX_BLOCK_UNITS, none begins or ends inside a surrogate pair, and white space
// belongs to the block before it.

import { isHighSurrogate, isLineBreakUnit, isLowSurrogate, isSpaceUnit } from "./code-units.ts";
import type { LaidOutParagraph } from "./dialogue.ts";
import type { Exclusion } from "./exclusions.ts";
import type { ParagraphRole } from "./headings.ts";
import { MAX_BLOCK_UNITS, TooManyBlocks } from "./script.ts";
import { leavesWords } from "./script-form.ts";

export interface Stretch {
  readonly kind: "speech" | "narration" | "excluded";
  readonly role: ParagraphRole;
  readonly start: number;
  readonly end: number;
  /** Start of the speech span that it comes from; -1 for other kinds. */
  readonly span: number;
  /** The parts that are not read aloud, in order, inside the span. */
  readonly exclusions: readonly Exclusion[];
}

type Whole = Omit<Stretch, "exclusions">;

/** @throws TooManyBlocks as soon as there are more than `most`. */
export function stretches(
  text: string,
  paragraphs: readonly LaidOutParagraph[],
  most = Number.POSITIVE_INFINITY,
): Stretch[] {
  const result: Stretch[] = [];
  for (const paragraph of paragraphs) {
    const { role, exclusions } = paragraph;
    const cut = (stretch: Whole): void => {
      addCut(text, stretch, exclusions, result);
      if (result.length > most) throw new TooManyBlocks(most);
    };
    if (role !== "paragraph" && role !== "script_line") {
      const kind = role === "heading" ? "narration" : "excluded";
      cut({ kind, role, start: paragraph.start, end: paragraph.end, span: -1 });
      continue;
    }
    let position = paragraph.start;
    const last = paragraph.speech.length - 1;
    paragraph.speech.forEach((span, index) => {
      if (span.start > position && hasVisible(text, position, span.start)) {
        cut({ kind: "narration", role, start: position, end: span.start, span: -1 });
        position = span.start;
      }
      const next = index === last ? paragraph.end : paragraph.speech[index + 1]!.start;
      let end = span.end;
      while (end < next && isSpaceUnit(text.charCodeAt(end))) end++;
      cut({ kind: "speech", role, start: position, end, span: span.start });
      position = end;
    });
    if (position < paragraph.end) cut({ kind: "narration", role, start: position, end: paragraph.end, span: -1 });
  }
  return result;
}

function hasVisible(text: string, start: number, end: number): boolean {
  for (let position = start; position < end; position++) if (!isSpaceUnit(text.charCodeAt(position))) return true;
  return false;
}

/** Adds a span. A span that is too long is cut after a sentence, else after a space, else between characters. */
function addCut(text: string, stretch: Whole, exclusions: readonly Exclusion[], result: Stretch[]): void {
  let start = stretch.start;
  while (stretch.end - start > MAX_BLOCK_UNITS) {
    const end = cutPoint(text, start, start + MAX_BLOCK_UNITS);
    result.push(withExclusions(text, { ...stretch, start, end }, exclusions));
    start = end;
  }
  result.push(withExclusions(text, { ...stretch, start }, exclusions));
}

/** A span with its part of the exclusions. A span with nothing left to read is excluded. */
function withExclusions(text: string, stretch: Whole, exclusions: readonly Exclusion[]): Stretch {
  if (exclusions.length === 0) return { ...stretch, exclusions };
  const { start, end } = stretch;
  let low = 0;
  let high = exclusions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (exclusions[middle]!.end <= start) low = middle + 1;
    else high = middle;
  }
  const own: Exclusion[] = [];
  for (; low < exclusions.length && exclusions[low]!.start < end; low++) {
    const one = exclusions[low]!;
    own.push({ ...one, start: Math.max(one.start, start), end: Math.min(one.end, end) });
  }
  const kind = own.length === 0 || leavesWords(text, start, end, own) ? stretch.kind : "excluded";
  return { ...stretch, kind, exclusions: own };
}

function cutPoint(text: string, start: number, limit: number): number {
  const floor = start + (MAX_BLOCK_UNITS >> 1);
  let space = -1;
  for (let position = limit; position > floor; position--) {
    // `position` is a possible end: white space precedes it and none follows.
    if (!isSpaceUnit(text.charCodeAt(position - 1)) || isSpaceUnit(text.charCodeAt(position))) continue;
    if (space < 0) space = position;
    if (endsSentence(text, position, floor)) return position;
  }
  if (space > 0) return space;
  const splitsPair = isHighSurrogate(text.charCodeAt(limit - 1)) && isLowSurrogate(text.charCodeAt(limit));
  return splitsPair ? limit - 1 : limit;
}

function endsSentence(text: string, position: number, floor: number): boolean {
  let left = position - 1;
  while (left > floor && isSpaceUnit(text.charCodeAt(left))) {
    if (isLineBreakUnit(text.charCodeAt(left))) return true;
    left--;
  }
  return /[.!?…"”’»」』。！？]/u.test(text.charAt(left));
}
