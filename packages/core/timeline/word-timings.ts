// Words with their times on the section's timeline, computed when they are read. The engine's words are stored in offsets of
// the spoken text, and the mapping to the block's text is computed from the present block. So audio that stays current
// through an edit of silent marks keeps its words, at their new offsets.

import { type SourceWord, type SpokenText, sourceWords } from "../media/media.ts";
import type { AssetUnit, TimedWord, UnitWordTimings } from "./manifest.ts";

/** A word as the engine reported it and as it is stored: offsets of the spoken text, ms from the start of the audio. */
export interface StoredWord {
  readonly start: number;
  readonly end: number;
  readonly start_ms: number;
  readonly end_ms: number;
}

/**
 * The words of an asset unit. `text` is the block's text, and `spoken` is spokenText() of the present block. `words` is null
 * if the engine reported no times. Impossible words (out of order, beyond the text or the audio) make the whole unit
 * `unavailable`: nothing is repaired or guessed.
 */
export function unitWordTimings(of: {
  readonly unit: AssetUnit;
  readonly text: string;
  readonly spoken: SpokenText | null;
  readonly words: readonly StoredWord[] | null;
}): UnitWordTimings {
  const { unit, text, spoken, words } = of;
  const timed = spoken === null || words === null ? null : timedWords(unit, text, wordsInSource(spoken, words));
  return {
    unit_id: unit.unit_id,
    block_id: unit.block_id,
    asset_id: unit.asset_id,
    word_timing: timed === null ? "unavailable" : "available",
    words: timed ?? [],
  };
}

function wordsInSource(spoken: SpokenText, words: readonly StoredWord[]): readonly SourceWord[] | null {
  let last = 0;
  for (const { start, end } of words) {
    if (!(start >= last && end > start && end <= spoken.text.length)) return null;
    last = end;
  }
  return sourceWords(spoken, words);
}

/** A word may end this long after the audio: engines round, and durations are whole milliseconds. */
const ROUNDING_MS = 20;

function timedWords(unit: AssetUnit, text: string, words: readonly SourceWord[] | null): readonly TimedWord[] | null {
  if (words === null || words.length === 0) return null;
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
