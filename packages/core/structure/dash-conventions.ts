// Whether dashes open speech in a text, where they stand, and whose insertions to look for.

import { isInlineOpening, openingDash } from "./dash-speech.ts";
import { DASH_TAGS, type DashTags, dashTagsOf } from "./language/dash-tags.ts";
import { languageOfText } from "./language/languages.ts";
import type { Paragraph } from "./paragraphs.ts";

export interface DashStyle {
  readonly tags: DashTags;
  /** Dashes at the beginning of paragraphs open speech. */
  readonly opening: boolean;
  /** Dashes inside paragraphs do, behind a full stop or a colon. */
  readonly inline: boolean;
}

const MIN_OPENINGS = 3;
const MIN_INLINE = 12;
/** Units between inline dashes, at most, for them to be taken as dialogue. */
const INLINE_SPACING = 1600;

export function dashStyle(text: string, paragraphs: readonly Paragraph[]): DashStyle | null {
  let openings = 0;
  let quoted = 0;
  let inline = 0;
  for (const paragraph of paragraphs) {
    const { contentStart, contentEnd } = paragraph;
    const first = text.charCodeAt(contentStart);
    if (openingDash(text, contentStart, contentEnd) > 0 && contentEnd - contentStart > 8) openings++;
    else if (first === 0x22 || first === 0x201c || first === 0x2018 || first === 0x27) quoted++;
    inline += inlineOpenings(text, contentStart + 1, contentEnd);
  }
  const opens = openings >= MIN_OPENINGS && openings > quoted;
  const runs =
    inline >= MIN_INLINE && inline * INLINE_SPACING > text.length && openings < inline && quoted < inline / 4;
  if (!opens && !runs) return null;
  return { tags: tagsOf(text), opening: opens || runs, inline: runs };
}

function inlineOpenings(text: string, from: number, to: number): number {
  let count = 0;
  for (let position = from; position < to; position++) {
    const unit = text.charCodeAt(position);
    if ((unit === 0x2014 || unit === 0x2013 || unit === 0x2d) && isInlineOpening(text, position, to)) count++;
  }
  return count;
}

/** The insertions of the language that the text is written in. */
function tagsOf(text: string): DashTags {
  const language = languageOfText(text);
  return DASH_TAGS.find(({ code }) => code === language.code) ?? dashTagsOf(language);
}
