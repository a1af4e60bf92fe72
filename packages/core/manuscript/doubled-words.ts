// Words that stand twice in sequence: "the the".

import type { Place } from "./finding.ts";

/**
 * Words that no sentence of the language has twice in sequence. "that that", "had had", "vous vous" and ", die die" are right,
 * and a story repeats other words on purpose: "long long ago".
 */
const NEVER_DOUBLE: Readonly<Record<string, string>> = {
  en: "the a an and or but of with from at into my your his their our its was were are be been as we they he she when if",
  de: "und oder aber ein eine einen einem einer eines mit von im am zum zur ins bei ich wir er war ist wenn weil",
  fr: "le les un une des du au aux et ou mais dans avec pour par chez je il elle qui",
  es: "el los las un una y de del al con por para en pero",
  it: "il gli un una e di del della nel nella con per da ma",
  pt: "um uma e de do da dos das com por para em no na mas",
  nl: "de en een met voor naar maar ik wij",
  sv: "och ett av med fr\u00e5n men jag vi",
  pl: "i w z na do oraz przez ale",
  ru: "\u0438 \u0432 \u0441 \u043d\u0430 \u043f\u043e \u0438\u0437 \u043e\u0442 \u043d\u043e \u0438\u043b\u0438",
};
const TWICE =
  /(?<![\p{L}\p{M}\p{N}'\u2019-])(\p{L}+)((?:[ \t\u00a0]+|[ \t]*\r?\n[ \t]*)(\p{Ll}+))(?![\p{L}\p{M}\p{N}'\u2019-])/gu;

/** @param language its primary tag */
export function doubledWords(text: string, language: string): readonly Place[] {
  const never = NEVER_DOUBLE[language];
  if (never === undefined) return [];
  const words = new Set(never.split(" "));
  const places: Place[] = [];
  TWICE.lastIndex = 0;
  for (let match = TWICE.exec(text); match !== null; match = TWICE.exec(text)) {
    const [, first = "", again = "", second = ""] = match;
    const start = match.index + first.length;
    // The second word may be the first one of the next pair.
    TWICE.lastIndex = start + again.length - second.length;
    if (second !== first.toLowerCase() || !words.has(second)) continue;
    places.push({ kind: "doubled_word", start_utf16: start, end_utf16: start + again.length, mend: "" });
  }
  return places;
}
