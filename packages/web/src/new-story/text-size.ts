// How much a text is: words, and about how long it takes to hear.

/** Audiobooks are read at 150 to 160 words a minute; a word of English fiction with its space has 5.7 characters. */
const WORDS_A_MINUTE = 155;
const UNITS_A_WORD = 5.7;

export function countWords(text: string): number {
  let words = 0;
  let within = false;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    const isSpace = unit === 32 || (unit >= 9 && unit <= 13) || unit === 0xa0 || unit === 0x2028 || unit === 0x3000;
    if (!isSpace && !within) words++;
    within = !isSpace;
  }
  return words;
}

/** About how long a text of this many UTF-16 units is to listen to. */
export function listeningMs(units: number): number {
  return (units / UNITS_A_WORD / WORDS_A_MINUTE) * 60_000;
}

export function listeningMsOfWords(words: number): number {
  return (words / WORDS_A_MINUTE) * 60_000;
}
