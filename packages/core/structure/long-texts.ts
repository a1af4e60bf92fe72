// Cuts a text that is too long for one section, at natural places: before a
// heading, else between paragraphs, else between blocks. Always true: the joined parts are the text, unit by unit.

import { stretches } from "./blocks.ts";
import { layOut } from "./dialogue.ts";

export interface SectionLimits {
  /** Spoken lines, at least 1. */
  readonly lines: number;
  /** UTF-16 units, at least MAX_BLOCK_UNITS. */
  readonly units: number;
}

/** A possible start of a part, and its quality. */
interface Place {
  readonly at: number;
  /** Spoken lines before it. */
  readonly lines: number;
  readonly rank: "heading" | "paragraph" | "block";
}

const RANKS = ["heading", "paragraph", "block"] as const;

/**
 * Splits the text into as few parts of similar size as its length needs; one part if it fits. No part exceeds the
 * limits in the structure of the whole text (a part structured alone may differ by a few lines). No cut is inside a
 * surrogate pair.
 */
export function splitLongText(text: string, limits: SectionLimits): string[] {
  // A line has at least one unit, so a short text needs no structuring here.
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

/** Of the best kind of place that keeps the part within bounds, the one nearest to equal parts. */
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

/** The start of each block, and the text's end. */
function placesOf(text: string): Place[] {
  const paragraphs = layOut(text);
  const rankAt = new Map<number, Place["rank"]>();
  let afterHeading = false;
  for (const { start, role } of paragraphs) {
    // "Book two", "Chapter one": of consecutive headings the first one is the place.
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
