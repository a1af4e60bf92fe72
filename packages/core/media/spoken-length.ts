// What is paid for: the characters that an engine gets.

import type { TextContent } from "../document/document.ts";
import { type SpokenTextOptions, spokenText } from "./spoken-text.ts";
import { utteranceOf } from "./utterance.ts";

/** About so much of a long text is made spoken at a time. */
const PART_UNITS = 4_096;
/** A line without end is cut here, as structuring does. */
const LONGEST_PART_UNITS = 65_536;

/**
 * UTF-16 units that are sent for a block of text to the engine of `provider`; without one, of its own text. Quotes, holds and
 * charges all go by them.
 */
export function spokenLength(content: TextContent, options: SpokenTextOptions = {}, provider?: string): number {
  return (provider === undefined ? spokenText(content, options) : utteranceOf(content, provider, options)).text.length;
}

/**
 * The spoken lengths of a long text that nobody has structured yet, part by part, so that other work can go on in
 * between. Parts end at the ends of lines, as blocks will. Structuring leaves things out, control sets too, and never adds to
 * what is said.
 */
export function* spokenLengths(content: TextContent): Generator<number> {
  const { text, annotations, points } = content;
  if (text.length <= PART_UNITS || annotations.length > 0 || points.length > 0) {
    yield spokenLength(content);
    return;
  }
  for (let start = 0; start < text.length; ) {
    const lineEnd = text.indexOf("\n", start + PART_UNITS);
    const end = Math.min(lineEnd < 0 ? text.length : lineEnd + 1, start + LONGEST_PART_UNITS);
    yield spokenLength({ ...content, text: text.slice(start, end) });
    start = end;
  }
}
