// The words of a text as they are compared with what a recogniser heard.

import { wordTokens } from "../lexicon/lexicon.ts";

export interface KeyedWord {
  /** UTF-16 offsets into the text that the words are of. */
  readonly start: number;
  readonly end: number;
  /** What is compared. */
  readonly key: string;
}

/** Marks on Latin, Greek and Cyrillic letters. Recognisers write "cafe" as often as "café". */
const MARKS = /[\u0300-\u036f]/gu;
const APOSTROPHE = /^['’‘ʼ＇]$/u;

/** Words in their order, without signs. "don't" is one word, as is "l'eau". */
export function keyedWords(text: string): KeyedWord[] {
  const words: KeyedWord[] = [];
  let joins = false;
  for (const { start, end, folded, isApart, isWord } of wordTokens(text)) {
    const last = words.at(-1);
    if (!isWord) {
      joins = !isApart && last?.end === start && APOSTROPHE.test(text.slice(start, end));
      continue;
    }
    const key = keyOf(folded);
    if (joins && !isApart && last !== undefined) words[words.length - 1] = { ...last, end, key: last.key + key };
    else if (key !== "") words.push({ start, end, key });
    joins = false;
  }
  return words;
}

function keyOf(folded: string): string {
  return folded.normalize("NFKD").replace(MARKS, "").normalize("NFC").replaceAll("ß", "ss");
}
