// The speaker who names himself in a line: "I'm Detective Kowalski", "Hey, it's Theo" on the telephone.

import { INTRODUCTIONS, NAME_ASKED, TELEPHONE } from "./language/introductions.ts";
import type { Line } from "./line.ts";
import type { Reading } from "./subjects.ts";
import { IN_SPEECH, POSSESSIVE, SENTENCE_START, type Tokens, WORD } from "./tokens.ts";

/** Tokens before a line in which a telephone counts. */
const TELEPHONE_REACH = 60;
/** A greeting stands among this many words at the beginning of the line. */
const GREETING_WORDS = 4;
const LONGEST = 4;
/** Only the end of a long line is searched for the question. */
const LONGEST_QUESTION = 60;

/** The mention of the speaker's own name between two tokens of one quote, or -1. */
export function ownNameIn(reading: Reading, from: number, limit: number): number {
  const { tokens, mentions, language } = reading;
  const words = INTRODUCTIONS.get(language.code);
  if (words === undefined) return -1;
  let weak = -1;
  for (let index = from + 1; index < limit; index++) {
    const mention = mentions.at[index]!;
    if (mention < 0 || mentions.forms[mentions.form[mention]!]!.role !== null) continue;
    const last = mentions.to[mention]! - 1;
    // "I'm Anna's brother"
    if ((tokens.flags[last]! & POSSESSIVE) !== 0) continue;
    let end = index;
    if (words.articles.includes(tokens.lower[end - 1]!)) end--;
    const before = tokens.lower.slice(Math.max(from, end - LONGEST), end).join(" ");
    const ends = (phrase: string): boolean => before === phrase || before.endsWith(` ${phrase}`);
    if (words.clear.some(ends)) return mention;
    if (weak < 0 && words.weak.some(ends)) weak = mention;
  }
  if (weak < 0) return -1;
  let heard = 0;
  for (let index = from; index < limit && heard < GREETING_WORDS; index++) {
    if ((tokens.flags[index]! & WORD) === 0) continue;
    heard++;
    if (mentions.at[index] === weak) break;
    if (words.greetings.has(tokens.lower[index]!)) return weak;
  }
  for (let index = from - 1; index >= Math.max(0, from - TELEPHONE_REACH); index--)
    if ((tokens.flags[index]! & (WORD | IN_SPEECH)) === WORD && TELEPHONE.test(tokens.lower[index]!)) return weak;
  return -1;
}

/** "Who are you?" "Hale," said the stranger.: the mention of the name with which an answer begins, or -1. */
export function nameGiven(
  { tokens, mentions, language }: Reading,
  question: Line,
  from: number,
  limit: number,
): number {
  const asked = NAME_ASKED.get(language.code);
  let first = from;
  while (first < limit && (tokens.flags[first]! & WORD) === 0) first++;
  const mention = mentions.at[first] ?? -1;
  if (asked === undefined || mention < 0 || mentions.forms[mentions.form[mention]!]!.role !== null) return -1;
  const end = mentions.to[mention]!;
  if (end < limit && (tokens.flags[end]! & WORD) !== 0) return -1;
  const words = question.spanTokens.flatMap((span) =>
    tokens.lower.slice(Math.max(span.from, span.to - LONGEST_QUESTION), span.to),
  );
  return asked.test(words.join(" ")) ? mention : -1;
}

const WHO = /(?:^| )(?:who|whom|whose)(?: |$)/u;

/**
 * "Yes. Joan Pike. How did you know?": the mention of a name and a surname that are a sentence of their own, new in the text and in an
 * answer; or -1.
 */
export function nameAlone(
  { tokens, mentions, language }: Reading,
  question: Line,
  from: number,
  limit: number,
): number {
  if (language.nounsInScenes !== true) return -1;
  for (let index = from; index < limit; index++) {
    const mention = mentions.at[index]!;
    if (mention < 0) continue;
    const form = mentions.forms[mentions.form[mention]!]!;
    const end = mentions.to[mention]!;
    const whole = form.role === null && form.titles.length === 0 && form.words.length >= 2;
    const starts = (tokens.flags[index]! & SENTENCE_START) !== 0 && index > from;
    if (!whole || !starts || end >= limit || tokens.lower[end] !== "." || !isNew(form.words, index, tokens)) continue;
    const more = countWords(tokens, from, index) + countWords(tokens, end, limit) > 0;
    const asked = question.spanTokens.some((span) =>
      WHO.test(tokens.lower.slice(Math.max(span.from, span.to - LONGEST_QUESTION), span.to).join(" ")),
    );
    if (more && !asked) return mention;
  }
  return -1;
}

function countWords({ flags }: Reading["tokens"], from: number, limit: number): number {
  let count = 0;
  for (let index = from; index < limit; index++) if ((flags[index]! & WORD) !== 0) count++;
  return count;
}

/** No word of the name stands before this token, except as a sentence of its own directly before it ("Quill. Barnaby Quill."). */
function isNew(words: readonly string[], at: number, tokens: Tokens): boolean {
  const first = firstsOf(tokens);
  return words.every((word) => {
    const index = first.get(word) ?? at;
    return index >= at || (index === at - 2 && tokens.lower[index + 1] === ".");
  });
}

const firsts = new WeakMap<Tokens, ReadonlyMap<string, number>>();

/** The first place of each word. */
function firstsOf(tokens: Tokens): ReadonlyMap<string, number> {
  const known = firsts.get(tokens);
  if (known !== undefined) return known;
  const first = new Map<string, number>();
  tokens.lower.forEach((word, index) => {
    if (!first.has(word)) first.set(word, index);
  });
  firsts.set(tokens, first);
  return first;
}
