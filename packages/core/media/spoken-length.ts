// The characters that are charged: those that an engine receives.

import type { TextContent } from "../document/document.ts";
import { lexiconPlaces } from "../lexicon/lexicon.ts";
import type { SpeakingRules } from "./intent.ts";
import { type SpokenTextOptions, spokenText } from "./spoken-text.ts";
import { utteranceOf } from "./utterance.ts";

/** About this many units of a long text are processed at a time. */
const PART_UNITS = 4_096;
/** A longer line is cut here, as structuring does. */
const LONGEST_PART_UNITS = 65_536;

/**
 * UTF-16 units that are sent for a block of text to the engine of `provider`; without a provider, of its own text. Quotes,
 * holds and charges all use this number.
 */
export function spokenLength(content: TextContent, options: SpokenTextOptions = {}, provider?: string): number {
  return (provider === undefined ? spokenText(content, options) : utteranceOf(content, provider, options)).text.length;
}

/**
 * The spoken lengths of a long text that is not structured yet, part by part, so that other work can run in between. Parts
 * end at the ends of lines, as blocks will. Structuring and control sets leave text out; they never add any. The lexicon may.
 */
export function* spokenLengths(
  content: TextContent,
  { lexicon, language = "en" }: SpeakingRules = {},
): Generator<number> {
  const { text, annotations, points } = content;
  const lengthOf = (part: TextContent) => {
    const of = { text: part.text, annotations: part.annotations, speaker_id: null, language, omitTags: false };
    return spokenLength(part, { language, ...(lexicon === undefined ? {} : { lexicon: lexiconPlaces(lexicon, of) }) });
  };
  if (text.length <= PART_UNITS || annotations.length > 0 || points.length > 0) {
    yield lengthOf(content);
    return;
  }
  for (let start = 0; start < text.length; ) {
    const lineEnd = text.indexOf("\n", start + PART_UNITS);
    const end = Math.min(lineEnd < 0 ? text.length : lineEnd + 1, start + LONGEST_PART_UNITS);
    yield lengthOf({ ...content, text: text.slice(start, end) });
    start = end;
  }
}
