// The most likely meaning of "he" or "she" beside a quote: the people of that gender that the narration named last.

import type { Candidate } from "./candidates.ts";
import type { Cast } from "./cast.ts";
import type { Line } from "./line.ts";
import type { Gender } from "./script.ts";
import type { Reading } from "./subjects.ts";
import { IN_SPEECH, SENTENCE_START, WORD } from "./tokens.ts";

const REACH = 24;

export interface Rank {
  /** 0 for the person named last, 1 for the one before. */
  readonly order: number;
  /** Whether that mention was the subject of its clause. */
  readonly subject: boolean;
}

export function rankForPronoun(
  token: number,
  line: Line,
  gender: Gender | null,
  candidates: readonly Candidate[],
  cast: Cast,
  reading: Reading,
): Map<number, Rank> {
  const { tokens, mentions } = reading;
  const allowed = new Set(candidates.map((candidate) => candidate.person));
  const ranks = new Map<number, Rank>();
  const others = new Set<number>();
  const entered = entrance(line, gender, reading);
  let mention = mentionBefore(mentions.from, mentions.count, token);
  const floor = tokens.paragraphStart[Math.max(0, line.paragraph - 12)]!;
  for (let steps = 0; steps < REACH && mention >= 0 && ranks.size < 3; steps++, mention--) {
    const at = mentions.from[mention]!;
    if (at < floor) break;
    if ((tokens.flags[at]! & IN_SPEECH) !== 0 && !(at >= entered && isCriedAlone(mention, reading))) continue;
    const person = cast.ofForm[mentions.form[mention]!]!;
    if (!allowed.has(person) || ranks.has(person)) continue;
    const stated = cast.people[person]!.gender;
    if (stated !== null && stated !== "neutral" && gender !== null && stated !== gender) continue;
    if (others.has(person)) continue;
    if (mentions.subject[mention] !== 1 && isBehindSame(at, gender, reading)) {
      if (ranks.size === 0) others.add(person);
      continue;
    }
    ranks.set(person, { order: ranks.size, subject: mentions.subject[mention] === 1 });
  }
  return ranks;
}

/** A paragraph of narration that begins with the pronoun stands before the line: the first token of the paragraph before it, or Infinity. */
function entrance({ gap, paragraph }: Line, gender: Gender | null, { tokens, language }: Reading): number {
  if (gap !== 1 || gender === null || paragraph < 2) return Number.POSITIVE_INFINITY;
  const first = tokens.lower[tokens.paragraphStart[paragraph - 1]!]!;
  return language.subjectPronouns.get(first) === gender
    ? tokens.paragraphStart[paragraph - 2]!
    : Number.POSITIVE_INFINITY;
}

/** "Mr. Lowe!" cried Anna. He came in ...: a name that is cried alone, before its person enters. */
function isCriedAlone(mention: number, { tokens, mentions }: Reading): boolean {
  const before = mentions.from[mention]! - 1;
  const end = mentions.to[mention]!;
  const outside = (index: number) => ((tokens.flags[index] ?? 0) & (WORD | IN_SPEECH)) !== (WORD | IN_SPEECH);
  return tokens.lower[end] === "!" && outside(before) && outside(end + 1);
}

const SENTENCE_REACH = 30;

/** "He did not look at Tom. He sat down.": the sentence of a mention has the pronoun before it, so the pronoun means another person. */
function isBehindSame(mention: number, gender: Gender | null, { tokens, language }: Reading): boolean {
  if (gender === null) return false;
  for (let index = mention; index > 0 && index > mention - SENTENCE_REACH; index--) {
    if ((tokens.flags[index]! & IN_SPEECH) !== 0) return false;
    if (language.subjectPronouns.get(tokens.lower[index]!) === gender && index < mention) return true;
    if ((tokens.flags[index]! & SENTENCE_START) !== 0) return false;
  }
  return false;
}

/** The last mention that begins before a token. */
export function mentionBefore(from: Int32Array, count: number, token: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (from[middle]! < token) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
