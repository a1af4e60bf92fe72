// How words are handed to Pico, and a sentence in its markup. Pico reads punctuation, numbers and abbreviations in their
// context, so a sentence keeps the text between its words.
// Always true: nothing in the text can act as markup.

import { latin } from "../natural/latin.ts";
import { LONGEST_TOKEN, type Sentence, type Token, type Tongue } from "../natural/sentences.ts";
import { LANGUAGES, type PicoBase } from "./languages.ts";
import { picoPhones } from "./phones.ts";

const JOINS = new Set("'.,:- ");

/** Marks between words that Pico reads; anything else is a space to it. */
const UNREAD = /[^\s.,:;!?…()\-–—¡¿]+/gu;

export const TONGUES: Readonly<Record<PicoBase, Tongue>> = {
  en: tongueOf("en"),
  de: tongueOf("de"),
  fr: tongueOf("fr"),
  es: tongueOf("es"),
  it: tongueOf("it"),
};

function tongueOf(base: PicoBase): Tongue {
  const { abbreviations, dottedOrdinals, symbols, letters } = LANGUAGES[base];
  const known = new RegExp(`[A-Za-z0-9${letters}${letters.toUpperCase()}]`, "u");
  return {
    spoken: (written) => symbols[written] ?? spokenForm(written, known),
    phones: (alphabet, value) => picoPhones(base, alphabet, value),
    endsNothing: (spoken) => abbreviations.has(spoken.toLowerCase()) || (dottedOrdinals && /^\d{1,2}$/.test(spoken)),
    closes: /["\u201c\u201d\u2019«»‹›\u2014\u2013\n]/,
    // Pico's own phrases have its breaths.
    withBreaths: (tokens) => tokens,
  };
}

/** Empty when a word has nothing that Pico can say. */
function spokenForm(word: string, known: RegExp): string {
  let plain = "";
  for (const character of word
    .normalize("NFC")
    .replaceAll("\u2019", "'")
    .replace(/[\u2010\u2011]/g, "-"))
    plain += known.test(character) || JOINS.has(character) ? character : latin(character);
  plain = plain.replace(/[^\p{L}\p{N}'.,: -]/gu, "").replace(/^['.,: -]+|['.,: -]+$/g, "");
  // Pico spells words in capitals; a shout is a word.
  if (/^[\p{Lu}'-]{4,}$/u.test(plain) && /[AEIOUYÄÖÜÀÂÈÉÊÍÓÚ]/u.test(plain)) plain = plain.toLowerCase();
  if (plain.length > LONGEST_TOKEN) plain = plain.match(new RegExp(`.{1,${LONGEST_TOKEN}}`, "gu"))!.join(" ");
  return plain;
}

/** A word in Pico's markup. The text inside of a phoneme element would be spoken as well, so it has none. */
function wordOf({ spoken, phones }: Token): string {
  return phones === null ? spoken : `<phoneme alphabet="xsampa" ph='${phones}'/>`;
}

/** The text between two words, as Pico reads it: never empty. */
function between(text: string): string {
  const read = text.replace(UNREAD, " ").replace(/\s+/g, " ");
  return /^[.,:;!?…]/.test(read) || read.includes(" ") ? read : ` ${read} `;
}

/** `text`: what the sentence's offsets point into. `stretch`: factor on all durations. */
export function markupOf({ tokens }: Sentence, text: string, stretch: number): string {
  let markup = "";
  for (const [i, token] of tokens.entries()) {
    const next = tokens[i + 1];
    markup += wordOf(token);
    if (next !== undefined) markup += between(text.slice(token.end, next.start));
  }
  const { mark } = tokens.at(-1)!;
  const end = mark === "!" || mark === "?" || mark === "," ? mark : mark === ";" ? "…" : ".";
  return atSpeed(markup + end, stretch);
}

/** Words one by one, each behind its mark: quickly, because only their phones are of interest. */
export function listOf(words: readonly Token[], markOf: (word: number) => number): string {
  const marked = words.map((word, i) => `<volume level="${markOf(i + 1)}">${wordOf(word)},</volume>`);
  return atSpeed(marked.join(" "), 1 / FASTEST);
}

/** Pico takes 20 to 500 percent. */
const FASTEST = 5;

function atSpeed(markup: string, stretch: number): string {
  const level = Math.round(Math.min(100 * FASTEST, Math.max(20, 100 / stretch)));
  return level === 100 ? markup : `<speed level="${level}">${markup}</speed>`;
}
