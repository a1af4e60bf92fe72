// Plans the sections and files of a story. A story is one section as long as a section can hold it, because speakers are
// recognised best in the whole text. A book with chapters, and a story exported by chapter, has a section for each chapter.

import { splitLongText } from "@fullcast/core/chapters";
import { MANIFEST_LIMITS } from "@fullcast/core/manifest-limits";

/**
 * Most lines of one section. A line takes two units of the section's timeline. A part that is structured alone can have a
 * few more lines than it has in the whole text.
 */
export const MOST_LINES = Math.floor(0.8 * (MANIFEST_LIMITS.sequential_units / 2));
/** Bytes of a section's text as JSON; a request holds 8 MiB. */
const MOST_JSON_BYTES = 7_000_000;
/** Most sections of one book; more become files of their own. */
const MOST_SECTIONS = 100;
/** Most full sections of one book: as many lines as a book export allows. */
const MOST_FULL_SECTIONS = 8;

export interface PlannedSection {
  readonly title: string;
  readonly text: string;
}

export interface StoryPlan {
  readonly sections: readonly PlannedSection[];
  /** `joined`: one file of all sections; `parted`: a file for each section. */
  readonly files: "joined" | "parted";
  /** Where the chapters of a joined file come from. */
  readonly chapters: "sections" | "headings";
}

export interface PlannedStory {
  readonly title: string;
  readonly text: string;
  /** Whether the file states its chapters. */
  readonly isBook: boolean;
  readonly chapters: readonly PlannedSection[];
}

/** @param maxLines most lines of one file; null: no limit. */
export function planStory(
  story: PlannedStory,
  { perChapter, maxLines }: { readonly perChapter: boolean; readonly maxLines: number | null },
): StoryPlan {
  const { chapters, title, text } = story;
  const lines = maxLines ?? MOST_LINES;
  if (perChapter || (maxLines === null && story.isBook && isFew(chapters))) {
    const sections = chapters.flatMap((chapter) => partsOf(chapter, MOST_LINES));
    return { sections, files: perChapter ? "parted" : "joined", chapters: "sections" };
  }
  const sections = partsOf({ title, text }, lines);
  const isTooMuch = maxLines !== null || sections.length > MOST_FULL_SECTIONS;
  return { sections, files: sections.length > 1 && isTooMuch ? "parted" : "joined", chapters: "headings" };
}

const isFew = (chapters: readonly PlannedSection[]): boolean =>
  chapters.length > 1 && chapters.length <= MOST_SECTIONS / 2;

function partsOf({ title, text }: PlannedSection, lines: number): PlannedSection[] {
  const bytesPerUnit = Buffer.byteLength(JSON.stringify(text)) / text.length;
  const parts = splitLongText(text, { lines, units: Math.floor(MOST_JSON_BYTES / bytesPerUnit) });
  if (parts.length === 1) return [{ title, text }];
  return parts.map((part, index) => ({ title: `${title} (${index + 1} of ${parts.length})`, text: part }));
}
