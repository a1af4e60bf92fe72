// Maps offsets between spoken text and the text of its block.

import type { SourceRange } from "../document/document.ts";
import type { SpokenRun, SpokenText } from "./spoken-form.ts";

/** Index of the first run that satisfies a condition which holds from some run on. */
function firstRun(runs: readonly SpokenRun[], holds: (run: SpokenRun) => boolean): number {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(runs[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * The source text of spoken[start, end). It is exact inside copied text; written-out words stand for their whole source ("eighteen" of "eighteen thirteen" is all of "1813"). An empty range stays empty.
 */
export function spokenToSource(spoken: Pick<SpokenText, "runs">, start: number, end: number): SourceRange {
  const { runs } = spoken;
  if (runs.length === 0) return { start_utf16: 0, end_utf16: 0 };
  const first =
    runs[
      Math.min(
        firstRun(runs, (run) => run.spoken_end > start),
        runs.length - 1,
      )
    ]!;
  const from = first.same ? first.source_start + Math.max(0, start - first.spoken_start) : first.source_start;
  if (end <= start) return { start_utf16: from, end_utf16: from };
  const last =
    runs[
      Math.min(
        firstRun(runs, (run) => run.spoken_end >= end),
        runs.length - 1,
      )
    ]!;
  const to = last.same ? last.source_start + Math.min(end, last.spoken_end) - last.spoken_start : last.source_end;
  return { start_utf16: Math.min(from, to), end_utf16: to };
}

/** The spoken offset of a source offset; inside written-out words it is the offset after them. */
export function sourceToSpoken(runs: readonly SpokenRun[], offset: number): number {
  const run = runs[firstRun(runs, (each) => each.source_end > offset)];
  if (run === undefined) return runs.at(-1)?.spoken_end ?? 0;
  if (run.source_start >= offset) return run.spoken_start;
  return run.same ? run.spoken_start + offset - run.source_start : run.spoken_end;
}

/** Source text that is spoken, as merged ranges in order. The text between them is silent. */
export function spokenSourceRanges(spoken: Pick<SpokenText, "runs">): SourceRange[] {
  const ranges: { start_utf16: number; end_utf16: number }[] = [];
  for (const run of spoken.runs) {
    if (run.source_end === run.source_start) continue;
    const last = ranges.at(-1);
    if (last !== undefined && last.end_utf16 === run.source_start) last.end_utf16 = run.source_end;
    else ranges.push({ start_utf16: run.source_start, end_utf16: run.source_end });
  }
  return ranges;
}

/** One spoken word in offsets of the spoken text; times in ms. */
export interface SpokenWord {
  readonly start: number;
  readonly end: number;
  readonly start_ms: number;
  readonly end_ms: number;
}

export interface SourceWord {
  readonly start_utf16: number;
  readonly end_utf16: number;
  readonly start_ms: number;
  readonly end_ms: number;
}

/** Words in offsets of the source. Words that stand for the same source ("eighteen thirteen" for "1813") become one. */
export function sourceWords(spoken: Pick<SpokenText, "runs">, words: readonly SpokenWord[]): SourceWord[] {
  const result: SourceWord[] = [];
  for (const word of words) {
    const { start_utf16, end_utf16 } = spokenToSource(spoken, word.start, word.end);
    if (end_utf16 <= start_utf16) continue;
    const last = result.at(-1);
    if (last !== undefined && start_utf16 < last.end_utf16) {
      result[result.length - 1] = { ...last, end_utf16: Math.max(last.end_utf16, end_utf16), end_ms: word.end_ms };
    } else {
      result.push({ start_utf16, end_utf16, start_ms: word.start_ms, end_ms: word.end_ms });
    }
  }
  return result;
}
