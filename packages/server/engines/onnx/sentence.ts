// One sentence as inputs and outputs of a speech model: what families of models (Piper, Kokoro) share.

import { type TimedWord, wordTimes } from "../espeak/markup.ts";
import type { EngineWord } from "../speak.ts";

/** Symbols as the ids of a model, and for each symbol where its ids begin; one more for the end. */
export interface EncodedSymbols {
  readonly ids: readonly number[];
  readonly starts: readonly number[];
}

/**
 * The word times of a sentence from the frames that the model gave to each id.
 * @param durations candidates; the first that belongs to this sound counts: one value for each id, and their sum divides the
 *   samples exactly
 * @returns null when none belongs to it: times are never estimated
 */
export function timesOf(
  words: readonly TimedWord[],
  { ids, starts }: EncodedSymbols,
  durations: readonly ArrayLike<number>[],
  samples: number,
  sampleRate: number,
): readonly EngineWord[] | null {
  for (const frames of durations) {
    if (frames.length !== ids.length) continue;
    const edges = [0];
    for (let i = 0; i < frames.length; i++) edges.push(edges[i]! + frames[i]!);
    const hop = samples / edges.at(-1)!;
    if (!Number.isInteger(hop) || hop < 1 || !edges.every((edge, i) => i === 0 || edge >= edges[i - 1]!)) continue;
    const at = (symbol: number) => Math.round(edges[starts[symbol]!]! * hop);
    return wordTimes(
      words.map((word) => ({ ...word, from: at(word.from), to: at(word.to) })),
      sampleRate,
    );
  }
  return null;
}

/** Offsets of the sentences of a text; white space belongs to the sentence before it. */
export function sentencesOf(text: string, language: string): readonly { readonly from: number; readonly to: number }[] {
  const segmenter = new Intl.Segmenter(language, { granularity: "sentence" });
  return [...segmenter.segment(text)]
    .map(({ index, segment }) => ({ from: index, to: index + segment.length }))
    .filter(({ from, to }) => /[\p{L}\p{N}]/u.test(text.slice(from, to)));
}

const CLAUSE = /[,;:–—،、，؛]["'”’)]*\s+/gu;

/**
 * Where a range that is too long for a model is cut in two: behind a clause in its middle half, else behind the white space
 * nearest to its middle, else within the word, never within a character. Null for a single character.
 */
export function cutOf(text: string, from: number, to: number): number | null {
  const middle = Math.floor((from + to) / 2);
  const range = text.slice(from, to);
  const behind = (pattern: RegExp, reach: number) =>
    [...range.matchAll(pattern)]
      .map((found) => from + found.index + found[0].length)
      .filter((at) => at > from && at < to && Math.abs(at - middle) <= reach)
      .sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
  const place = behind(CLAUSE, (to - from) / 4) ?? behind(/\s+/gu, to - from);
  if (place !== undefined) return place;
  const isInside = /^[\udc00-\udfff]/.test(text.slice(middle)) && /[\ud800-\udbff]$/.test(text.slice(0, middle));
  const at = isInside ? middle + 1 : middle;
  return at > from && at < to ? at : null;
}
