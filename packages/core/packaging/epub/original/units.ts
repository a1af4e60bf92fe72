// The parts of a paragraph that are highlighted one after the other: words with their punctuation, or sentences.

import { type Highlight, sentenceEnds } from "../sentences.ts";
import type { TextWord } from "./align.ts";
import type { TextParagraph } from "./markup.ts";
import { enclosable } from "./markup.ts";

/** When a word of a paragraph is spoken; a word without a time is spoken within the time of the one before. */
export interface TimedWord extends TextWord {
  readonly section: number;
  readonly start_ms: number;
}

/** A range of a page's source that becomes one element. */
export interface Unit {
  readonly from: number;
  readonly to: number;
  readonly section: number;
  readonly start_ms: number;
}

const OPENING = /(?<=\s)\S*$|[\p{Ps}\p{Pi}"']+$/u;
/** @param words in order */
export function unitsOf(
  markup: string,
  { text, from, to }: TextParagraph,
  words: readonly TimedWord[],
  highlight: Highlight,
): Unit[] {
  const ends = highlight === "word" ? [] : sentenceEnds(text);
  let sentence = 0;
  const firsts = [...words.keys()].filter((index) => {
    const [before, word] = [words[index - 1], words[index] as TimedWord];
    if (highlight === "word" || before === undefined || before.section !== word.section) return true;
    while (sentence < ends.length && (ends[sentence] as number) <= before.from) sentence += 1;
    return sentence < ends.length && (ends[sentence] as number) <= word.from;
  });
  const starts = firsts.map((index) => {
    const word = words[index] as TimedWord;
    const isFirst = index === 0 && word.from <= MOST_OPENING;
    if (isFirst) return text.search(/\S/u);
    const before = Math.max(words[index - 1]?.to ?? 0, word.from - MOST_OPENING);
    const opening = text.slice(before, word.from).search(OPENING);
    return opening < 0 ? word.from : before + opening;
  });
  return firsts.flatMap((first, index): Unit[] => {
    const begin = starts[index] as number;
    const end = begin + text.slice(begin, starts[index + 1]).trimEnd().length;
    if (end <= begin) return [];
    const inside = words.slice(first, firsts[index + 1]);
    return enclosable(markup, from[begin] as number, to[end - 1] as number).flatMap(([start, stop]): Unit[] => {
      const word = inside.find((one) => (from[one.from] as number) >= start && (from[one.from] as number) < stop);
      return word === undefined ? [] : [{ from: start, to: stop, section: word.section, start_ms: word.start_ms }];
    });
  });
}

/** Characters before a word that are looked at for its opening marks. */
const MOST_OPENING = 40;
