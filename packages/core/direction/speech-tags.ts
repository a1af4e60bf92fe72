// Reads the manner of speaking from the narration beside a line: "“…,” she whispered fiercely."

import {
  ENGLISH_ADVERBS,
  ENGLISH_NEGATIONS,
  ENGLISH_NOT_MEANWHILE,
  ENGLISH_PARTICIPLES,
  ENGLISH_PHRASES,
  ENGLISH_TITLES,
  ENGLISH_TURNS,
  ENGLISH_VERBS,
  type Said,
} from "./english-delivery.ts";

export interface TagManner {
  /** Not empty. */
  readonly said: readonly Said[];
  /** Whether the narration has nothing but the tag. */
  readonly wholeNarration: boolean;
}

/** The verb stands at most this many words (commas are words) from the line, the adverb from the verb. */
const VERB_WITHIN = 8;
const ADVERB_WITHIN = 6;

/** A tag is at most this long; the text after it is not read. */
const LONGEST_TAG_UNITS = 240;

/**
 * The manner that narration after a line gives to it; null when it is no tag or gives none. A line that ended its
 * sentence with a full stop is followed by an action, not by a tag.
 */
export function mannerAfter(line: string, narration: string): TagManner | null {
  if (/\.[”"’'»)\s]*$/.test(line.slice(-12)) && !/\.\.\.[”"’'»)\s]*$/.test(line.slice(-16))) return null;
  const trimmed = narration.trim();
  const clause = firstSentence(trimmed.slice(0, LONGEST_TAG_UNITS));
  const words = wordsOf(clause);
  const verb = words.findIndex((word, index) => index < VERB_WITHIN && ENGLISH_VERBS.has(word));
  const said = verb < 0 ? null : mannerOf(clause, words, verb);
  return said === null ? null : { said, wholeNarration: clause.length >= trimmed.length };
}

/** The manner that narration before a line gives to it: its last clause leads in with a comma, colon or dash. */
export function mannerBefore(narration: string): readonly Said[] | null {
  const trimmed = narration.slice(-LONGEST_TAG_UNITS).trim();
  if (!/[,:—–-]$/.test(trimmed)) return null;
  const clause = lastSentence(trimmed);
  const words = wordsOf(clause);
  const verb = words.findLastIndex((word, index) => index >= words.length - VERB_WITHIN && ENGLISH_VERBS.has(word));
  return verb < 0 ? null : mannerOf(clause, words, verb);
}

function mannerOf(clause: string, words: readonly string[], verb: number): readonly Said[] | null {
  if (isNegated(words, verb)) return null;
  const said = [...(ENGLISH_VERBS.get(words[verb]!) ?? [])];
  for (const step of [1, -1]) {
    for (let index = verb + step; Math.abs(index - verb) <= ADVERB_WITHIN; index += step) {
      const word = words[index];
      if (word === undefined || ENGLISH_TURNS.has(word)) break;
      const adverb = ENGLISH_ADVERBS.get(word);
      // "faintly smiling" is no faint voice.
      if (adverb === undefined || isNegated(words, index) || words[index + 1]?.endsWith("ing")) continue;
      said.push(...adverb);
    }
  }
  for (const [index, word] of words.entries()) {
    if (index === verb || isNegated(words, index) || ENGLISH_NOT_MEANWHILE.has(words[index - 1] ?? "")) continue;
    said.push(...(ENGLISH_PARTICIPLES.get(word) ?? []));
  }
  for (const { phrase, said: meaning } of ENGLISH_PHRASES) if (phrase.test(clause)) said.push(...meaning);
  return said.length === 0 ? null : said;
}

function isNegated(words: readonly string[], at: number): boolean {
  return words.slice(Math.max(0, at - 3), at).some((word) => ENGLISH_NEGATIONS.has(word) || /n['’]t$/.test(word));
}

function wordsOf(clause: string): readonly string[] {
  return clause.toLowerCase().match(/[\p{L}\p{M}'’]+|,/gu) ?? [];
}

/** The text up to and including the first end of a sentence. */
function firstSentence(text: string): string {
  for (const end of text.matchAll(/[.!?…;](?=[\s”"’')]|$)/g)) {
    if (!isTitle(text, end.index)) return text.slice(0, end.index + 1);
  }
  return text;
}

/** The text after the last end of a sentence. */
function lastSentence(text: string): string {
  let start = 0;
  for (const end of text.matchAll(/[.!?…;](?=[\s”"’')])/g)) if (!isTitle(text, end.index)) start = end.index + 1;
  return text.slice(start);
}

function isTitle(text: string, stop: number): boolean {
  const word = /[A-Za-z]+$/.exec(text.slice(Math.max(0, stop - 8), stop))?.[0].toLowerCase();
  return text[stop] === "." && word !== undefined && ENGLISH_TITLES.has(word);
}
