// Whether dashes open speech in a text, at which places, and in which language its inserted tags are.

import { isInlineOpening, openingDash } from "./dash-speech.ts";
import { DASH_TAGS, type DashTags, dashTagsOf } from "./language/dash-tags.ts";
import { languageOfText } from "./language/languages.ts";
import type { Paragraph } from "./paragraphs.ts";

export interface DashStyle {
  readonly tags: DashTags;
  /** Dashes at the beginning of paragraphs open speech. */
  readonly opening: boolean;
  /** Dashes inside paragraphs open speech after a full stop or a colon. */
  readonly inline: boolean;
}

const MIN_OPENINGS = 3;
/** A shorter paragraph may be a line of dashes. */
const MIN_TURN = 4;
const MIN_INLINE = 12;
/** Inline dashes are dialogue if at most this many units lie between them. */
const INLINE_SPACING = 1600;

/** @param tagsOfText the inserted tags of the text's language; called only for a text that may speak with dashes */
export function dashStyle(
  text: string,
  paragraphs: readonly Paragraph[],
  tagsOfText: () => DashTags,
): DashStyle | null {
  let openings = 0;
  let quoted = 0;
  let inline = 0;
  let lines = 0;
  for (const paragraph of paragraphs) {
    const { contentStart, contentEnd } = paragraph;
    const first = text.charCodeAt(contentStart);
    if (openingDash(text, contentStart, contentEnd) > 0 && contentEnd - contentStart > MIN_TURN) {
      openings++;
      // A hyphen also opens the items of lists.
      if (first !== 0x2d) lines++;
    } else if (first === 0x22 || first === 0x201c || first === 0x2018 || first === 0x27) quoted++;
    inline += inlineOpenings(text, contentStart + 1, contentEnd);
  }
  const runs =
    inline >= MIN_INLINE && inline * INLINE_SPACING > text.length && openings < inline && quoted < inline / 4;
  if (openings <= quoted && !runs) return null;
  const tags = tagsOfText();
  const opens = openings >= (tags.habit && lines > 0 ? 1 : MIN_OPENINGS) && openings > quoted;
  if (!opens && !runs) return null;
  return { tags, opening: opens || runs, inline: runs };
}

function inlineOpenings(text: string, from: number, to: number): number {
  let count = 0;
  for (let position = from; position < to; position++) {
    const unit = text.charCodeAt(position);
    if ((unit === 0x2014 || unit === 0x2013 || unit === 0x2d) && isInlineOpening(text, position, to)) count++;
  }
  return count;
}

/** The inserted tags of the text's language. */
export function dashTagsOfText(text: string): DashTags {
  const language = languageOfText(text);
  return DASH_TAGS.find(({ code }) => code === language.code) ?? dashTagsOf(language);
}
