// Counts the words of a text.

/** A word. In writing systems without spaces each character counts as one. */
const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}\p{sc=Myanmar}]|[\p{L}\p{M}\p{N}]+(?:['’\u02bc-][\p{L}\p{M}\p{N}]+)*/gu;

/** The number of words in a text. Linear in its length. */
export function countWords(text: string): number {
  let words = 0;
  WORD.lastIndex = 0;
  while (WORD.exec(text) !== null) words += 1;
  return words;
}
