// Chapters of a section, from the headings that structuring found.

import { type Block, layoutRole } from "../document/document.ts";
import { bylineAuthor } from "../structure/book-chapters.ts";
import type { RenderManifest } from "./manifest.ts";

export interface Chapter {
  /** 1 to MAX_TITLE_UNITS UTF-16 units, one line. */
  readonly title: string;
  readonly start_ms: number;
}

const MAX_TITLE_UNITS = 200;

/**
 * The chapters of a section in order, the first at 0 ms. `blocks` are those that the manifest was compiled from,
 * `fallbackTitle` (the section's title, else "Beginning") names the text before the first heading. Headings that follow each other
 * directly are one chapter ("CHAPTER I", "The Harbour" become "CHAPTER I: The Harbour").
 */
export function chaptersOf(blocks: readonly Block[], manifest: RenderManifest, fallbackTitle = ""): readonly Chapter[] {
  const startOf = new Map<string, number>();
  for (const unit of manifest.timed_text_units) startOf.set(unit.block_id, unit.start_ms);
  const chapters: { titles: string[]; start_ms: number }[] = [];
  let afterHeading = false;
  for (const block of blocks) {
    const start_ms = startOf.get(block.id);
    if (start_ms === undefined || block.kind === "sfx" || block.kind === "note") continue;
    const title = layoutRole(block.content) === "heading" ? cleanTitle(block.content.text) : "";
    const last = chapters.at(-1);
    // An author's line below the title names no chapter.
    if (afterHeading && bylineAuthor(title) !== null) continue;
    if (title !== "" && afterHeading && last !== undefined && belongsTo(last.titles, title)) last.titles.push(title);
    else if (title !== "") chapters.push({ titles: [title], start_ms });
    afterHeading = title !== "";
  }
  const opening = cleanTitle(fallbackTitle) || "Beginning";
  const firstSound = manifest.timed_text_units[0]?.start_ms ?? 0;
  const first = chapters[0];
  // If a heading is the first sound, its chapter starts at 0 ms, before an opening pause.
  if (first === undefined || first.start_ms > firstSound) chapters.unshift({ titles: [opening], start_ms: 0 });
  else first.start_ms = 0;
  return chapters.map(({ titles, start_ms }) => ({ title: shortened(titles.join(": ")), start_ms }));
}

/** A numbered heading. After a title page it opens its own chapter, but "BOOK I", "CHAPTER I" are one. */
const NUMBERED =
  /^(?:(?:chapter|book|part|volume|canto|act|scene|letter|stave|section|prologue|epilogue)\b|[\divxlc]+\.?$)/i;

const MOST_HEADINGS = 3;

function belongsTo(titles: readonly string[], title: string): boolean {
  return titles.length < MOST_HEADINGS && (!NUMBERED.test(title) || titles.some((one) => NUMBERED.test(one)));
}

/** One line without control characters, marks of emphasis around it or the full stop of old headings. */
function cleanTitle(text: string): string {
  return text
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .replace(/^[_*#=\s]+/, "")
    .replace(/[_*#=\s]+$/, "")
    .replace(/(?<=[^.])\.$/, "");
}

function shortened(title: string): string {
  if (title.length <= MAX_TITLE_UNITS) return title;
  let end = MAX_TITLE_UNITS - 1;
  const unit = title.charCodeAt(end - 1);
  if (unit >= 0xd800 && unit <= 0xdbff) end -= 1;
  return `${title.slice(0, end).trimEnd()}…`;
}
