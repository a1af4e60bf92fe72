// Text in Latin letters without accents, as Flite reads it. A word of another script gets its usual spelling in Latin letters,
// so that a foreign sentence in an English story, or a story in a language without a voice, is spoken with an English tongue.

import anyAscii from "any-ascii";

/** Letters beyond ASCII whose plain form is not their decomposition. */
const LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ß: "ss",
    æ: "ae",
    Æ: "Ae",
    œ: "oe",
    Œ: "Oe",
    ø: "o",
    Ø: "O",
    đ: "d",
    Đ: "D",
    ð: "th",
    þ: "th",
    Þ: "Th",
    ł: "l",
    Ł: "L",
    ı: "i",
    "\u2019": "'",
    "\u2010": "-",
    "\u2011": "-",
  }),
);

/** Scripts in which a character is a syllable or more; each is a word for Flite, which would join them wrongly. */
const SYLLABLE = /^[\p{Script=Han}\p{Script=Hangul}]$/u;

/** ASCII only. */
export function latin(text: string): string {
  let plain = "";
  for (const character of text.normalize("NFC")) plain += character < "\u0080" ? character : latinLetter(character);
  return plain;
}

function latinLetter(character: string): string {
  const parts = [...character.normalize("NFKD")];
  const known = parts.map((part) => (part < "\u0080" ? part : (LETTERS.get(part) ?? ""))).join("");
  if (known !== "" || !/[\p{L}\p{N}\p{M}]/u.test(character)) return known;
  const spelling = anyAscii(character);
  return SYLLABLE.test(character) ? ` ${spelling.toLowerCase()} ` : spelling;
}
