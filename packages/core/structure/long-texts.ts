// Cuts a text that one section cannot hold into several, at places where a reader would put the book down: before a
// heading, else between paragraphs, else between blocks. What always holds: the parts joined are the text, unit by unit.

import { stretches } from "./blocks.ts";
import { layOut } from "./dialogue.ts";

export interface SectionLimits {
  /** Lines to be spoken, at least 1. */
  readonly lines: number;
  /** UTF-16 units, at least MAX_BLOCK_UNITS. */
  readonly units: number;
}

/** Where a part may begin, and how good a place that is. */
interface Place {
  readonly at: number;
  /** Lines to be spoken before it. */
  readonly lines: number;
  readonly rank: "heading" | "paragraph" | "block";
}

const RANKS = ["heading", "paragraph", "block"] as const;

/**
 * The text in as few parts as its length needs, of about the same size; one part when it fits. No part exceeds the
 * limits as the whole text is read (a part that is read alone may come to a few lines more or less). No cut is inside a
 * surrogate pair.
 */
export function splitLongText(text: string, limits: SectionLimits): string[] {
  // A line takes a unit at the least: what is short enough need not be read.
  if (text.length <= Math.min(limits.lines, limits.units)) return [text];
  const places = placesOf(text);
  const end = places.length - 1;
  /** 1 is a full section. */
  const size = (from: number, to: number): number =>
    Math.max(
      (places[to]!.lines - places[from]!.lines) / limits.lines,
      (places[to]!.at - places[from]!.at) / limits.units,
    );
  const parts: string[] = [];
  for (let from = 0; from < end; ) {
    const to = nextCut(places, from, size);
    parts.push(text.slice(places[from]!.at, places[to]!.at));
    from = to;
  }
  return parts.length === 0 ? [text] : parts;
}

/** Of the best kind of place that leaves a part neither too large nor too small, the one that is nearest to even parts. */
function nextCut(places: readonly Place[], from: number, size: (from: number, to: number) => number): number {
  const end = places.length - 1;
  const rest = size(from, end);
  if (rest <= 1) return end;
  const aim = rest / Math.ceil(rest);
  const best: Partial<Record<Place["rank"], { readonly to: number; readonly off: number }>> = {};
  for (let to = from + 1; to < end; to++) {
    const filled = size(from, to);
    if (filled > 1) break;
    const { rank } = places[to]!;
    const off = Math.abs(filled - aim);
    if (filled >= aim / 2 && off < (best[rank]?.off ?? Number.POSITIVE_INFINITY)) best[rank] = { to, off };
  }
  for (const rank of RANKS) {
    const found = best[rank];
    if (found !== undefined) return found.to;
  }
  return from + 1;
}

/** Every block's beginning, and the text's end. */
function placesOf(text: string): Place[] {
  const paragraphs = layOut(text);
  const rankAt = new Map<number, Place["rank"]>();
  let afterHeading = false;
  for (const { start, role } of paragraphs) {
    // "Book two", "Chapter one": the upper one of headings in a row is the place.
    rankAt.set(start, role === "heading" && !afterHeading ? "heading" : afterHeading ? "block" : "paragraph");
    afterHeading = role === "heading";
  }
  const places: Place[] = [];
  let lines = 0;
  for (const { kind, start } of stretches(text, paragraphs)) {
    places.push({ at: start, lines, rank: rankAt.get(start) ?? "block" });
    if (kind !== "excluded") lines++;
  }
  places.push({ at: text.length, lines, rank: "block" });
  return places;
}
