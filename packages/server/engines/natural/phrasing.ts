// Pauses and stress, in any language. Pure: words and times in, semitones and seconds out.

import type { Sentence, Token, TokenTime } from "./sentences.ts";

/** Seconds of a pause behind a token at the usual pace, by its mark. */
const PAUSES: { readonly [mark in Token["mark"]]: number } = {
  "": 0.05,
  "~": 0.14,
  ",": 0.2,
  ";": 0.34,
  ".": 0.42,
  "!": 0.42,
  "?": 0.46,
};
const LINE_PAUSE = 0.68;
/** A long sentence is followed by a longer breath: seconds for each word, and the most seconds. */
const PAUSE_PER_WORD = 0.006;
const MOST_ADDED_PAUSE = 0.16;

/** Seconds of silence behind a token inside a sentence, at the usual pace. */
export function pauseAfter(mark: Token["mark"]): number {
  return PAUSES[mark];
}

/** Seconds of silence behind a sentence that another one follows, at the usual pace. */
export function pauseBehind({ tokens, endsLine }: Sentence): number {
  const added = Math.min(MOST_ADDED_PAUSE, tokens.length * PAUSE_PER_WORD);
  return added + (endsLine ? LINE_PAUSE : PAUSES[tokens.at(-1)!.mark]);
}

/** What a stressed word is higher. */
export const EMPHASIS_SEMITONES = 3;

export interface Place {
  /** Which sentence of how many. */
  readonly index: number;
  readonly count: number;
}

/** The words that a direction stresses. */
export function stressedWords({ tokens }: Sentence, words: readonly TokenTime[]): readonly TokenTime[] {
  const byStart = new Map(tokens.map((token) => [token.start, token]));
  return words.filter((word) => byStart.get(word.start)?.emphasised);
}

/** 1 in the middle half of a word, 0 from a little outside of it. */
export function nearness({ startSeconds, endSeconds }: TokenTime, seconds: number): number {
  const half = (endSeconds - startSeconds) / 2 + 0.03;
  const distance = Math.abs(seconds - (startSeconds + endSeconds) / 2) / half;
  if (distance < 0.5) return 1;
  return distance < 1 ? 0.5 + 0.5 * Math.cos(Math.PI * (2 * distance - 1)) : 0;
}
