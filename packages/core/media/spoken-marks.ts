// Marks of emphasis in plain text: _word_, *word*, **word**. Found in one pass before the text is read.

import { isSpace, isWordUnit } from "./spoken-characters.ts";

export interface EmphasisMark {
  readonly width: number;
  /** `open` and `close` come in pairs; `stray` belongs to nothing. */
  readonly side: "open" | "close" | "stray";
  /** Whether the pair carries stress: a long range in italics is a letter, a song or a title, not a stress. */
  readonly stress: boolean;
}

/** The longest stressed range (about five words). */
const MAX_STRESSED_UNITS = 40;

const NO_MARKS: ReadonlyMap<number, EmphasisMark> = new Map();

/** Marks by the offset of their first unit. A pair never reaches over a blank line. Linear in the text's length. */
export function emphasisMarks(source: string): ReadonlyMap<number, EmphasisMark> {
  if (!source.includes("_") && !source.includes("*")) return NO_MARKS;
  const marks = new Map<number, EmphasisMark>();
  const open = new Map<string, { readonly at: number; readonly paragraph: number }>();
  const blankLine = /\n[ \t\r]*\n/g;
  let nextBreak = blankLine.exec(source)?.index ?? source.length;
  let paragraph = 0;
  const runs = /_+|\*+/g;
  for (let match = runs.exec(source); match !== null; match = runs.exec(source)) {
    const at = match.index;
    const mark = match[0];
    while (nextBreak < at) {
      nextBreak = blankLine.exec(source)?.index ?? source.length;
      paragraph++;
    }
    const end = at + mark.length;
    const before = at > 0 ? source.charCodeAt(at - 1) : 32;
    const after = end < source.length ? source.charCodeAt(end) : 32;
    const opened = open.get(mark);
    marks.set(at, { width: mark.length, side: "stray", stress: false });
    if (mark.length > 3) continue;
    // "_any_body" stresses half a word; a mark inside a word never opens, so that snake_case stays what it is.
    if (opened !== undefined && opened.paragraph === paragraph && !isSpace(before)) {
      const stress = at - opened.at - mark.length <= MAX_STRESSED_UNITS;
      marks.set(opened.at, { width: mark.length, side: "open", stress });
      marks.set(at, { width: mark.length, side: "close", stress });
      open.delete(mark);
    } else if (!isSpace(after) && !isWordUnit(before)) {
      open.set(mark, { at, paragraph });
    }
  }
  return marks;
}
