// How English words are handed to Flite, and a sentence in its markup.

import { latin } from "../natural/latin.ts";
import { LONGEST_TOKEN, type Sentence, type Tongue } from "../natural/sentences.ts";
import { flitePhones } from "./phones.ts";
import { withBreaths } from "./prosody.ts";

const ABBREVIATIONS = new Set("mr mrs ms dr st prof rev hon capt col gen lt sgt maj jr sr vs etc no vol ch".split(" "));

const SYMBOLS: ReadonlyMap<string, string> = new Map(
  Object.entries({ "&": "and", "%": "percent", "+": "plus", "=": "equals", "@": "at" }),
);

/** How a word is handed to Flite. Empty when it has nothing that Flite can say. */
function spokenForm(word: string): string {
  let plain = latin(word).replace(/[^A-Za-z0-9'.,: -]/g, "");
  plain = plain.replace(/^['.,: -]+|['.,: -]+$/g, "");
  // Flite spells words in capitals; a shout is a word.
  if (/^[A-Z'-]{4,}$/.test(plain) && /[AEIOUY]/.test(plain)) plain = plain.toLowerCase();
  if (plain.length > LONGEST_TOKEN) plain = plain.match(new RegExp(`.{1,${LONGEST_TOKEN}}`, "g"))!.join(" ");
  return plain.replaceAll("-", " ");
}

export const ENGLISH: Tongue = {
  spoken: (written) => SYMBOLS.get(written) ?? spokenForm(written),
  phones: flitePhones,
  endsNothing: (spoken) => ABBREVIATIONS.has(spoken.toLowerCase()),
  closes: /["\u201d\u2019\n]/,
  withBreaths,
};

/**
 * The sentence in Flite's SSML. A mark stands inside the element of its word: behind the element Flite does not read it, so
 * the pause would be missing and the last word would be cut short.
 */
export function markupOf({ tokens }: Sentence): string {
  const parts = tokens.map((token) => {
    const mark = token.mark === "~" || token.mark === ";" ? "," : token.mark;
    const word = token.phones === null ? token.spoken + mark : `<phoneme ph="${token.phones}">x${mark}</phoneme>`;
    return token.emphasised ? `<prosody rate="0.85">${word}</prosody>` : word;
  });
  return parts.join(" ");
}
