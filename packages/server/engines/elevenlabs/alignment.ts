// Word times from the times of characters, as the service sends them with the audio.

import { z } from "zod";
import type { EngineWord } from "../engine.ts";

export const alignmentSchema = z.looseObject({
  characters: z.array(z.string()),
  character_start_times_seconds: z.array(z.number()),
  character_end_times_seconds: z.array(z.number()),
});
export type Alignment = z.output<typeof alignmentSchema>;

const WORD = /[\p{L}\p{N}\p{M}]+(?:['’.\-,:/][\p{L}\p{N}\p{M}]+)*/gu;

/**
 * The words of `text`, which follows `before` (an audio tag) in what was sent. Null when the characters are not those that
 * were sent: times are never guessed.
 */
export function wordsOf(alignment: Alignment, before: string, text: string): readonly EngineWord[] | null {
  const { characters, character_start_times_seconds: starts, character_end_times_seconds: ends } = alignment;
  if (
    characters.join("") !== before + text ||
    starts.length !== characters.length ||
    ends.length !== characters.length
  ) {
    return null;
  }
  const startAt = new Map<number, number>();
  const endAt = new Map<number, number>();
  let offset = 0;
  for (const [i, character] of characters.entries()) {
    startAt.set(offset, starts[i]!);
    offset += character.length;
    endAt.set(offset, ends[i]!);
  }
  const words: EngineWord[] = [];
  for (const { index, 0: word } of text.matchAll(WORD)) {
    const end = index + word.length;
    const from = startAt.get(before.length + index);
    const to = endAt.get(before.length + end);
    if (from === undefined || to === undefined) return null;
    const start_ms = Math.max(words.at(-1)?.end_ms ?? 0, Math.round(from * 1000));
    const end_ms = Math.round(to * 1000);
    if (end_ms > start_ms) words.push({ start: index, end, start_ms, end_ms });
  }
  return words;
}
