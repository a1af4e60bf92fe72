// Words with their times on the section's timeline. Made at read time from what the engine told: the engine's words are
// stored in offsets of the text that was spoken, and the way from there to the block's text is recomputed from the
// block as it stands. So audio that stayed current through an edit of silent marks keeps its words, at their new places.

import type { AssetUnit, TimedWord, UnitWordTimings } from "./manifest.ts";

/** A word of the block's text, in ms from the start of its audio: sourceWords(spoken, stored words) of the media room. */
export interface AssetWord {
  readonly start_utf16: number;
  readonly end_utf16: number;
  readonly start_ms: number;
  readonly end_ms: number;
}

/**
 * The words of an asset unit; `text` is the block's text, `words` null when the engine told no times. Words that cannot
 * be true (out of order, beyond the text or the audio) make the whole unit `unavailable`: nothing is repaired or guessed.
 */
export function unitWordTimings(unit: AssetUnit, text: string, words: readonly AssetWord[] | null): UnitWordTimings {
  const timed = words === null ? null : timedWords(unit, text, words);
  return {
    unit_id: unit.unit_id,
    block_id: unit.block_id,
    asset_id: unit.asset_id,
    word_timing: timed === null ? "unavailable" : "available",
    words: timed ?? [],
  };
}

/** A word may end this much after the audio: engines round, and durations are whole milliseconds. */
const ROUNDING_MS = 20;

function timedWords(unit: AssetUnit, text: string, words: readonly AssetWord[]): readonly TimedWord[] | null {
  if (words.length === 0) return null;
  const timed: TimedWord[] = [];
  let lastOffset = 0;
  let lastMs = 0;
  for (const word of words) {
    const start = Math.round(word.start_ms);
    const end = Math.round(word.end_ms);
    const inText = word.start_utf16 >= lastOffset && word.end_utf16 > word.start_utf16 && word.end_utf16 <= text.length;
    const inAudio = start >= lastMs && end >= start && end <= unit.duration_ms + ROUNDING_MS;
    if (!inText || !inAudio) return null;
    timed.push({
      text: text.slice(word.start_utf16, word.end_utf16),
      start_ms: unit.start_ms + Math.min(start, unit.duration_ms),
      end_ms: unit.start_ms + Math.min(end, unit.duration_ms),
      start_utf16: word.start_utf16,
      end_utf16: word.end_utf16,
    });
    lastOffset = word.end_utf16;
    lastMs = start;
  }
  return timed;
}
