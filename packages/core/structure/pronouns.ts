// The most likely meaning of "he" or "she" beside a quote: the people of that gender that the narration named last.

import type { Candidate } from "./candidates.ts";
import type { Cast } from "./cast.ts";
import type { Line } from "./line.ts";
import type { Gender } from "./script.ts";
import type { Reading } from "./subjects.ts";
import { IN_SPEECH } from "./tokens.ts";

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
  { tokens, mentions }: Reading,
): Map<number, Rank> {
  const allowed = new Set(candidates.map((candidate) => candidate.person));
  const ranks = new Map<number, Rank>();
  let mention = mentionBefore(mentions.from, mentions.count, token);
  const floor = tokens.paragraphStart[Math.max(0, line.paragraph - 12)]!;
  for (let steps = 0; steps < REACH && mention >= 0 && ranks.size < 3; steps++, mention--) {
    const at = mentions.from[mention]!;
    if (at < floor) break;
    if ((tokens.flags[at]! & IN_SPEECH) !== 0) continue;
    const person = cast.ofForm[mentions.form[mention]!]!;
    if (!allowed.has(person) || ranks.has(person)) continue;
    const stated = cast.people[person]!.gender;
    if (stated !== null && stated !== "neutral" && gender !== null && stated !== gender) continue;
    ranks.set(person, { order: ranks.size, subject: mentions.subject[mention] === 1 });
  }
  return ranks;
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
