// Whether dashes open speech in a text, where they stand, and whose insertions to look for.

import { isInlineOpening, openingDash } from "./dash-speech.ts";
import { DASH_TAGS, type DashTags, ENGLISH_DASH_TAGS } from "./language/dash-tags.ts";
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
const SAMPLE_UNITS = 200_000;

export function dashStyle(text: string, paragraphs: readonly Paragraph[]): DashStyle | null {
  let openings = 0;
  let quoted = 0;
  let inline = 0;
  for (const paragraph of paragraphs) {
    const { contentStart, contentEnd } = paragraph;
    const first = text.charCodeAt(contentStart);
    if (openingDash(text, contentStart, contentEnd) > 0 && contentEnd - contentStart > 8) openings++;
    else if (first === 0x22 || first === 0x201c || first === 0x2018 || first === 0x27) quoted++;
    for (let position = contentStart + 1; position < contentEnd; position++) {
      const unit = text.charCodeAt(position);
      if ((unit === 0x2014 || unit === 0x2013 || unit === 0x2d) && isInlineOpening(text, position, contentEnd))
        inline++;
    }
  }
  const opens = openings >= MIN_OPENINGS && openings > quoted;
  const runs =
    inline >= MIN_INLINE && inline * INLINE_SPACING > text.length && openings < inline && quoted < inline / 4;
  if (!opens && !runs) return null;
  return { tags: languageOf(text), opening: opens || runs, inline: runs };
}

/** The language whose small words of insertion and person are most frequent. */
function languageOf(text: string): DashTags {
  const words =
    text
      .slice(0, SAMPLE_UNITS)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  let best = ENGLISH_DASH_TAGS;
  let most = 0;
  for (const tags of DASH_TAGS) {
    let count = 0;
    for (const word of words)
      if (tags.subjects.has(word) || tags.persons.has(word) || tags.carriesOn.has(word)) count++;
    if (count > most) {
      most = count;
      best = tags;
    }
  }
  return best;
}
