// The noun before a name that describes the person.

import type { LanguageData } from "./language/language.ts";
import type { Tokens } from "./tokens.ts";

/**
 * The token where a describing noun would stand: "the girl Wren", "a girl called Wren", "the girl was called Wren", and "the girl,
 * Wren, sat down". Null at the beginning of the text and in a list: "the girl, Wren, and Tom".
 */
export function nounBefore({ lower }: Tokens, language: LanguageData, first: number, end: number): number | null {
  const { being, naming } = language.ages;
  let noun = first - 1;
  if (naming.has(lower[noun] ?? "")) {
    noun -= being.has(lower[noun - 1] ?? "") ? 2 : 1;
  } else if (lower[noun] === ",") {
    if (lower[end] !== "," || language.continuers.has(lower[end + 1] ?? "")) return null;
    noun -= 1;
  }
  return noun >= 0 ? noun : null;
}
