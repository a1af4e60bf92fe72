// Estimates the length of a text's takes, in units of about one letter of English, and whether the end of the text repeats.

/** Digits are read as words ("1984"), a few capitals are spelled ("BBC"). */
const PER_DIGIT = 5;
const PER_CAPITAL = 3;
/** One character of Chinese is a syllable, one of Japanese or Korean nearly so. */
const PER_IDEOGRAPH = 4;
const PER_SYLLABLE_SIGN = 2.5;
/** A pause at the end of a clause or a sentence. */
const PER_STOP = 4;

const PARTS =
  /(?<capitals>(?<!\p{L})\p{Lu}{2,4}(?!\p{L}))|(?<digit>\p{Nd})|(?<ideograph>\p{Script=Han})|(?<syllable>[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])|(?<letter>[\p{L}\p{M}])|(?<stop>[.!?;:…—–\n,])|(?<other>.)/gsu;

export function spokenUnits(text: string): number {
  let units = 0;
  for (const { groups } of text.matchAll(PARTS)) {
    const { capitals, digit, ideograph, syllable, letter, stop } = groups!;
    if (letter !== undefined) units += 1;
    else if (capitals !== undefined) units += capitals.length * PER_CAPITAL;
    else if (digit !== undefined) units += PER_DIGIT;
    else if (ideograph !== undefined) units += PER_IDEOGRAPH;
    else if (syllable !== undefined) units += PER_SYLLABLE_SIGN;
    else units += stop === undefined ? 1 : PER_STOP;
  }
  return units;
}

/**
 * Whether the last words of a text are the words before them ("no, no", "tick tock, tick tock"), so that a repetition is
 * right.
 */
export function endsRepeating(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}']+/gu) ?? [];
  for (let length = 1; length <= MOST_WORDS && 2 * length <= words.length; length++) {
    const last = words.slice(-length).join(" ");
    if (last === words.slice(-2 * length, -length).join(" ")) return true;
  }
  return false;
}

const MOST_WORDS = 8;
