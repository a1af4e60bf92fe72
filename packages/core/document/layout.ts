// The layout of a script: the role of each block on the page, the ends of paragraphs, and the breaks between two spoken
// passages. It comes from the text itself and from the annotations of structuring.

import { STRUCTURE_NAMESPACE } from "./annotate.ts";
import type { Block, TextContent } from "./blocks.ts";

/** Where one spoken passage ends and the next begins. */
export type PassageBreak =
  | { readonly kind: "same_paragraph"; readonly sentenceEnded: boolean }
  | { readonly kind: "new_paragraph" }
  | { readonly kind: "scene_break" }
  | { readonly kind: "before_heading" }
  | { readonly kind: "between_headings" }
  | { readonly kind: "after_heading" };

/** The role of a block in the layout, by the annotation of structuring or by its own text. */
export type LayoutRole = "heading" | "scene_break" | "paragraph";

/** A line that consists of ornaments. */
const ORNAMENT = /^[\s*#•·~=_\-–—.⁂❦❧§+]+$/u;
const ORNAMENT_MARK = /[*#⁂❦❧§]|(?:[•·~=_\-–—+]\s*){3}/u;

export function layoutRole(content: TextContent): LayoutRole {
  for (const annotation of content.annotations) {
    if (annotation.kind !== "extension" || annotation.namespace !== STRUCTURE_NAMESPACE) continue;
    if (annotation.name === "heading" || annotation.name === "scene_break") return annotation.name;
  }
  return ORNAMENT.test(content.text) && ORNAMENT_MARK.test(content.text) ? "scene_break" : "paragraph";
}

/** Whether a single line break inside this script ends a paragraph, or is only where a long line was wrapped. */
export type LineLayout = "wrapped" | "paragraph_per_line";

/**
 * The layout of the lines of a whole script. When each line is a paragraph, a line that another one follows directly nearly
 * always ends a sentence; when lines were wrapped it rarely does, and wrapped lines are not long. Short lines do not count.
 */
export function lineLayout(source: string): LineLayout {
  let inner = 0;
  let ended = 0;
  let long = 0;
  let start = 0;
  for (let end = source.indexOf("\n"); end >= 0; end = source.indexOf("\n", start)) {
    const followed = /\S/.test(source.slice(end + 1, end + 2)) || /^[ \t]*\S/.test(source.slice(end + 1, end + 81));
    const line = source.slice(start, end).trimEnd();
    start = end + 1;
    if (!followed || line.length < 30) continue;
    inner += 1;
    if (SENTENCE_END.test(line)) ended += 1;
    if (line.length > 120) long += 1;
  }
  return inner > 0 && ended < inner * 0.5 && long < inner * 0.3 ? "wrapped" : "paragraph_per_line";
}

/** A full stop, question or exclamation mark or ellipsis, and whatever closes after it. */
const SENTENCE_END = /[.!?…。！？]["”’'»)\]_*]*\s*$/u;

/** A small letter first: in “"Stop!" cried Ann” the exclamation mark is inside the sentence. */
const GOES_ON = /^[^\p{L}\p{N}]*\p{Ll}/u;

/** Long enough for a sentence's end and the marks and spaces after it. */
const TAIL_UNITS = 64;

/** The end of the text since the last spoken passage began, as far as a walk keeps it. */
export interface PassageWalk {
  /** Passes a block; `isSpoken` is true for a spoken one. Returns the break before it, null before the first one. */
  pass(block: Block, spoken: boolean): PassageBreak | null;
}

/** Walks a script in order and returns the break before each spoken block. */
export function walkPassages(layout: LineLayout): PassageWalk {
  let before: { readonly role: LayoutRole; readonly tail: string } | null = null;
  let sceneBreak = false;
  let between = "";
  return {
    pass(block, spoken) {
      if (block.kind === "note" || block.kind === "sfx") return null;
      const { text } = block.content;
      const role = layoutRole(block.content);
      if (!spoken) {
        sceneBreak ||= role === "scene_break";
        // Only the line breaks of what is not spoken count, and two are as good as all.
        between += text.trim() === "" ? text.slice(0, 64) : `${leadingSpace(text)}${trailingSpace(text)}`;
        return null;
      }
      const goesOn = GOES_ON.test(text);
      const answer =
        before === null
          ? null
          : breakBetween({ ...before, goesOn }, between + leadingSpace(text), role, sceneBreak, layout);
      before = { role, tail: text.slice(-TAIL_UNITS) };
      between = trailingSpace(text);
      sceneBreak = false;
      return answer;
    },
  };
}

function breakBetween(
  before: { readonly role: LayoutRole; readonly tail: string; readonly goesOn: boolean },
  space: string,
  role: LayoutRole,
  sceneBreak: boolean,
  layout: LineLayout,
): PassageBreak {
  if (role === "heading") return { kind: before.role === "heading" ? "between_headings" : "before_heading" };
  if (sceneBreak || role === "scene_break" || before.role === "scene_break") return { kind: "scene_break" };
  if (before.role === "heading") return { kind: "after_heading" };
  if (endsParagraph(space, layout)) return { kind: "new_paragraph" };
  return { kind: "same_paragraph", sentenceEnded: SENTENCE_END.test(before.tail) && !before.goesOn };
}

const BLANK_LINE = /(?:\r\n|\r|\n)[^\S\r\n]*(?:\r\n|\r|\n)|\u2029/;
const LINE_BREAK = /[\r\n\u2028]/;
const INDENTED_LINE = /[\r\n](?:\t|[^\S\r\n]{2,})$/;

function endsParagraph(space: string, layout: LineLayout): boolean {
  if (BLANK_LINE.test(space)) return true;
  if (layout === "paragraph_per_line") return LINE_BREAK.test(space);
  return INDENTED_LINE.test(space);
}

function leadingSpace(text: string): string {
  return text.slice(0, text.length - text.trimStart().length);
}

function trailingSpace(text: string): string {
  return text.slice(text.trimEnd().length);
}
