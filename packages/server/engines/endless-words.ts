// Letters without end and without a space are data, not speech: a key, a picture as text, a file by mistake. An embedded voice
// would read 100,000 of them for more than two hours. It reads the beginning and states that the rest is left out.
// Scripts that are written without spaces are not concerned.

import type { SpeakRequest } from "./speak.ts";

/** Characters of one word that are read; the longest words of dictionaries have fewer than 200. */
export const LONGEST_WORD = 300;

const ENDLESS = new RegExp(
  `(?:(?![\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}])[\\p{L}\\p{N}\\p{M}+/=_]){${LONGEST_WORD + 1},}`,
  "gu",
);

/** The request with spaces in place of what is left out, so that offsets stay, and a warning for each such word. */
export function withoutEndlessWords(request: SpeakRequest): {
  readonly request: SpeakRequest;
  readonly warnings: readonly string[];
} {
  if (request.text.length <= LONGEST_WORD) return { request, warnings: [] };
  const warnings: string[] = [];
  const text = request.text.replace(ENDLESS, (word) => {
    const kept =
      word.slice(0, LONGEST_WORD).toWellFormed() === word.slice(0, LONGEST_WORD) ? LONGEST_WORD : LONGEST_WORD - 1;
    const start = [...word.slice(0, 12)].join("");
    warnings.push(
      `A word of ${word.length} characters ("${start}…") is spoken to its ${kept}th character; the rest is left out.`,
    );
    return word.slice(0, kept) + " ".repeat(word.length - kept);
  });
  return warnings.length === 0 ? { request, warnings } : { request: { ...request, text }, warnings };
}
