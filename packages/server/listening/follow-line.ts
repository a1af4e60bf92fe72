// The continuation of a stream: the next lines, the next gap, and estimated times of missing audio. Pure.

import { assetUnitsOf, type Gap, type KnownLine, type RenderManifest } from "@fullcast/core/timeline";

/** How long a character of prose is when it is read aloud, and the pause after a line, for lines without audio. */
const MS_PER_CHARACTER = 65;
const PAUSE_MS = 450;
/** Sounds that cannot be made, or that nothing places, are left out. */
const LEFT_OUT: ReadonlySet<Gap["reason"]> = new Set(["failed", "unsupported", "unplaced"]);

const charactersOf = (gap: Gap): number =>
  gap.source_ranges.reduce((sum, range) => sum + range.end_utf16 - range.start_utf16, 0);

/** The estimated time of lines with this total of characters, ms. */
export const estimateOfText = (characters: number, lines: number): number =>
  characters * MS_PER_CHARACTER + lines * PAUSE_MS;

/** The estimated time of a gap, ms; sounds take none. */
export const estimateOf = (gap: Gap): number => (gap.media_kind === "sfx" ? 0 : estimateOfText(charactersOf(gap), 1));

/** Whether a gap keeps the lines after it from being played. */
const blocks = (gap: Gap): boolean => gap.media_kind === "speech" || !LEFT_OUT.has(gap.reason);

export interface FollowedLines {
  /** Lines with audio from the wanted block on, up to the first gap, in the manifest's time. */
  readonly lines: readonly KnownLine[];
  /** The gaps from there on, in order. */
  readonly gaps: readonly Gap[];
  /** Whether the timeline ends with the last of `lines`. */
  readonly isEnd: boolean;
}

/** @param fromIndex the place of the first block in the document */
export function followLines(manifest: RenderManifest, fromIndex: number): FollowedLines {
  const gaps = manifest.gaps.filter((gap) => gap.block_index >= fromIndex && blocks(gap));
  const limit = gaps[0]?.block_index ?? Number.POSITIVE_INFINITY;
  const units = assetUnitsOf(manifest).filter((unit) => unit.block_index >= fromIndex);
  const lines = units
    .filter((unit) => unit.block_index < limit)
    .map(({ block_id, start_ms, duration_ms }) => ({ block_id, start_ms, duration_ms }));
  return { lines, gaps, isEnd: gaps.length === 0 };
}

export interface EstimatedTimes {
  readonly duration_ms: number;
  /** Whether lines are missing, so that times are estimates. */
  readonly is_estimate: boolean;
  /** Stretches without audio on the same estimated line, in order. */
  readonly unmade: readonly (readonly [from_ms: number, to_ms: number])[];
  /** The place of a block on that line; null for a block that is not on it. */
  startOf(blockIndex: number): number | null;
  /** The block that is heard at a time of that line; null before the first one. */
  blockAt(ms: number): string | null;
}

const MOST_STRETCHES = 500;

/** The times of a section with estimates in place of what is missing. */
export function estimatedTimes(manifest: RenderManifest): EstimatedTimes {
  const units = assetUnitsOf(manifest);
  const gaps = manifest.gaps.filter((gap) => gap.media_kind === "speech");
  const starts = new Map<number, number>();
  const ids = new Map<number, string>();
  const unmade: [number, number][] = [];
  let added = 0;
  let next = 0;
  const addGap = (gap: Gap, at: number) => {
    const length = estimateOf(gap);
    starts.set(gap.block_index, at);
    ids.set(gap.block_index, gap.block_id);
    const last = unmade.at(-1);
    if (last !== undefined && (at - last[1] <= 1 || unmade.length >= MOST_STRETCHES)) last[1] = at + length;
    else unmade.push([at, at + length]);
    added += length;
  };
  for (const unit of units) {
    for (; next < gaps.length && gaps[next]!.block_index < unit.block_index; next++) {
      addGap(gaps[next]!, unit.start_ms + added);
    }
    starts.set(unit.block_index, unit.start_ms + added);
    ids.set(unit.block_index, unit.block_id);
  }
  for (; next < gaps.length; next++) addGap(gaps[next]!, manifest.duration_ms + added);
  const indexes = [...starts.keys()].sort((a, b) => a - b);
  return {
    duration_ms: Math.round(manifest.duration_ms + added),
    is_estimate: gaps.length > 0,
    unmade: unmade.map(([from, to]) => [Math.round(from), Math.round(to)] as const),
    startOf: (blockIndex) => {
      const index = indexes.find((one) => one >= blockIndex);
      return index === undefined ? null : starts.get(index)!;
    },
    blockAt: (ms) => {
      const index = indexes.findLast((one) => starts.get(one)! <= ms);
      return index === undefined ? null : (ids.get(index) ?? null);
    },
  };
}
