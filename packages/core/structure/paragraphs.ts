// Finds the paragraphs of a text. It distinguishes two layouts: hard-wrapped (blank lines
// separate paragraphs) and one paragraph a line. Always true: paragraphs are contiguous from 0 to the text's length; the
// white space after a paragraph belongs to it, and the white space at the start of the text to the first one.

import { isSpaceUnit } from "./code-units.ts";
import { TooManyBlocks } from "./script.ts";
import { findScriptForm, type ScriptForm, type ScriptPart } from "./script-form.ts";
import { type TextLine, TextLines } from "./text-lines.ts";

export interface Paragraph {
  readonly start: number;
  /** First unit that is not white space. */
  readonly contentStart: number;
  /** After the last unit that is not white space. */
  readonly contentEnd: number;
  readonly end: number;
  /** Lines of the source that the content occupies. */
  readonly lines: number;
  /** Whether an empty line precedes it (or it begins the text). */
  readonly afterBlank: boolean;
  /** Its role in a text in script form. */
  readonly script: ScriptPart | null;
}

const SENTENCE_ENDS = new Set([..."_*.!?…\"”’'»«:;)]—–-。！？」』"].map((character) => character.charCodeAt(0)));

const MIN_WRAPPED = 30;
const WIDE = 120;
/** Wrapped lines have at most this width. */
const MAX_COLUMN = 240;
/** A wrapped line, with the word that did not fit, ends at most this far before the longest line's column. */
const SLACK = 4;

interface Wrapping {
  readonly wrapped: boolean;
  /** Almost every line ends where its next word has no room: lines are joined even without a blank line between. */
  readonly sure: boolean;
}

/**
 * Whether line breaks in a part without blank lines are only wrapping. If each line is a paragraph, a line with a direct
 * successor almost always ends a sentence; if lines were wrapped, it rarely does.
 */
function wrapping(text: string, lines: TextLines, form: ScriptForm | null): Wrapping {
  let inner = 0;
  let ended = 0;
  let long = 0;
  let column = 0;
  const isInner = (index: number): boolean =>
    !lines.at(index + 1).blankBefore &&
    widthOf(lines.at(index)) >= MIN_WRAPPED &&
    form?.goesOn[index] !== 1 &&
    form?.begins.has(index) !== true;
  for (let index = 0; index + 1 < lines.length; index++) {
    if (!isInner(index)) continue;
    const line = lines.at(index);
    inner++;
    if (SENTENCE_ENDS.has(text.charCodeAt(line.contentEnd - 1))) ended++;
    if (widthOf(line) > WIDE) long++;
    if (widthOf(line) > column) column = widthOf(line);
  }
  if (inner === 0) return { wrapped: false, sure: false };
  // A line was wrapped if the first word of the next line would not have fitted.
  let full = 0;
  if (column <= MAX_COLUMN) {
    for (let index = 0; index + 1 < lines.length; index++) {
      if (!isInner(index)) continue;
      const next = lines.at(index + 1);
      let word = next.contentStart;
      while (word < next.contentEnd && !isSpaceUnit(text.charCodeAt(word))) word++;
      if (widthOf(lines.at(index)) + 1 + (word - next.contentStart) >= column - SLACK) full++;
    }
  }
  const sure = full >= inner * 0.8 && (inner === 1 ? ended === 0 && column >= 2 * MIN_WRAPPED : ended < inner * 0.5);
  return { wrapped: sure || (ended < inner * 0.5 && long < inner * 0.3), sure };
}

function someAfterFirst(lines: TextLines, test: (line: TextLine) => boolean): boolean {
  for (let index = 1; index < lines.length; index++) if (test(lines.at(index))) return true;
  return false;
}

function widthOf(line: TextLine): number {
  return line.contentEnd - line.contentStart;
}

/** Whether an indented first line separates wrapped paragraphs, in place of a blank line. */
function hasIndentedParagraphs(lines: TextLines): boolean {
  let indented = 0;
  let blank = 0;
  for (const line of lines) {
    if (line.blankBefore) blank++;
    else if (line.indent >= 2) indented++;
  }
  return indented > 2 && indented > blank * 2 && indented < lines.length * 0.6;
}

/**
 * Splits a text into its paragraphs. A text of only white space is one empty paragraph; an empty text has none.
 *
 * @param most Each paragraph makes at least one block, so the limit of blocks also limits paragraphs.
 * @throws TooManyBlocks
 */
export function splitParagraphs(text: string, most = Number.POSITIVE_INFINITY): Paragraph[] {
  const lines = new TextLines(text);
  if (lines.length === 0) {
    if (text.length === 0) return [];
    return [
      {
        start: 0,
        contentStart: text.length,
        contentEnd: text.length,
        end: text.length,
        lines: 0,
        afterBlank: true,
        script: null,
      },
    ];
  }
  const hasBlank = someAfterFirst(lines, (line) => line.blankBefore);
  const form = findScriptForm(text, lines);
  const { wrapped, sure } = wrapping(text, lines, form);
  const byIndent = wrapped && hasIndentedParagraphs(lines);
  const joinLines = wrapped && (hasBlank || byIndent || sure);

  const paragraphs: Paragraph[] = [];
  let first = 0;
  const close = (next: number): void => {
    if (paragraphs.length >= most) throw new TooManyBlocks(most);
    const opening = lines.at(first);
    paragraphs.push({
      start: paragraphs.length === 0 ? 0 : opening.contentStart,
      contentStart: opening.contentStart,
      contentEnd: lines.at(next - 1).contentEnd,
      end: next < lines.length ? lines.at(next).contentStart : text.length,
      lines: next - first,
      afterBlank: opening.blankBefore,
      script: form?.begins.get(first) ?? null,
    });
    first = next;
  };
  for (let index = 1; index < lines.length; index++) {
    const line = lines.at(index);
    if (form?.goesOn[index] === 1) continue;
    const ownPart =
      form !== null && (form.begins.has(index) || form.goesOn[index - 1] === 1 || form.begins.has(index - 1));
    const breaks = !joinLines || line.blankBefore || ownPart || (byIndent && line.indent >= 2);
    if (breaks) close(index);
  }
  close(lines.length);
  return paragraphs;
}
