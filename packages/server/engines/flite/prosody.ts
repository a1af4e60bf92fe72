// How an English sentence is said beyond what Flite's statistics give: breath groups, the end of a statement and of a
// question, the place of a sentence in its paragraph. Pure: words and times in, semitones and seconds out.

import { EMPHASIS_SEMITONES, nearness, type Place, stressedWords } from "../natural/phrasing.ts";
import type { Sentence, Token, TokenTime } from "../natural/sentences.ts";

/** A reader takes breath after about two seconds of speech: words without a pause, before a longer run is divided. */
export const LONGEST_BREATH = 13;
/** The shortest group that a break leaves on either side. */
const SHORTEST_GROUP = 4;
/** Words before which a clause can be divided, by how well; a function word's own phrase stays together. */
const OPENERS: ReadonlyMap<string, number> = new Map([
  ...["and", "but", "or", "because", "while", "until", "though", "although", "unless", "whereas"].map(
    (word) => [word, 3] as const,
  ),
  ...["which", "who", "whose", "when", "where", "if", "that", "as", "so", "than", "before", "after"].map(
    (word) => [word, 2] as const,
  ),
  ...["with", "without", "into", "through", "between", "under", "over", "from", "like", "about", "behind", "for"].map(
    (word) => [word, 1] as const,
  ),
]);

/** The tokens with a "~" where a reader would take breath in a run of words without a pause. */
export function withBreaths(tokens: readonly Token[]): Token[] {
  const result = [...tokens];
  let from = 0;
  while (from < result.length) {
    const pause = result.findIndex((token, i) => i >= from && token.mark !== "");
    const to = pause < 0 ? result.length : pause + 1;
    if (to - from <= LONGEST_BREATH) {
      from = to;
      continue;
    }
    const middle = Math.min(from + LONGEST_BREATH * 0.75, (from + to) / 2);
    let best = -1;
    let worth = Number.NEGATIVE_INFINITY;
    for (let i = from + SHORTEST_GROUP; i <= to - SHORTEST_GROUP; i++) {
      const opener = OPENERS.get(result[i]!.spoken.toLowerCase()) ?? -2;
      const afterOpener = OPENERS.has(result[i - 1]!.spoken.toLowerCase()) ? 3 : 0;
      const here = opener - afterOpener - Math.abs(i - middle) / 4;
      if (here > worth) [best, worth] = [i, here];
    }
    // A run without a joint is left whole until it is far too long.
    const parted = best > 0 && (OPENERS.has(result[best]!.spoken.toLowerCase()) || to - from > 2 * LONGEST_BREATH);
    if (!parted) {
      from = to;
      continue;
    }
    result[best - 1] = { ...result[best - 1]!, mark: "~" };
    from = best;
  }
  return result;
}

/** A question that wants yes or no ends higher, by this much over this time; another one begins higher. */
const QUESTION_SEMITONES = 6.5;
const QUESTION_SECONDS = 0.4;
const OPEN_QUESTION_SEMITONES = 1.2;
const EXCLAMATION_SEMITONES = 2.4;
/** A statement falls at its end; a clause that continues rises a little. */
const FALL_SEMITONES = -3.5;
const FALL_SECONDS = 0.5;
const CONTINUATION_SEMITONES = 1.2;
const CONTINUATION_SECONDS = 0.25;
/**
 * The recorded speakers end everything in their own way: one falls far, one a little, and all of them fall in questions. Near an
 * ending their own melody gives way to the sentence's by these parts.
 */
const SETTLED = { question: 1, statement: 0.5, clause: 0.6, stress: 0.9 } as const;
/** A paragraph begins higher than it ends. */
const PARAGRAPH_SEMITONES = 0.8;
/** A long sentence begins higher than a short one: more has to be said on the same breath. */
const LONG_START_SEMITONES = 0.12;
const MOST_LONG_START = 1.4;
const USUAL_WORDS = 6;
const START_SECONDS = 1.2;
/** A line that continues a sentence of another voice ("he said quietly") is lower and flatter. */
const IN_PASSING_SEMITONES = -1;
const IN_PASSING_MELODY = 0.8;

const ASKS_YES_OR_NO =
  /^(?:am|is|are|was|were|do|does|did|have|has|had|can|could|will|would|shall|should|may|might|must|isn't|aren't|wasn't|weren't|don't|doesn't|didn't|haven't|hasn't|hadn't|can't|couldn't|won't|wouldn't|shouldn't|really|you|he|she|they|it|the)$/i;

/**
 * Semitones that are added to the melody at a time. `words` and the result's argument are seconds from the sentence's
 * start, `length` is its duration.
 */
export function contourOf(
  sentence: Sentence,
  words: readonly TokenTime[],
  length: number,
  { index, count }: Place,
): (seconds: number) => number {
  const { tokens } = sentence;
  const last = tokens.at(-1)!;
  const { rises, falls, goesOn } = endingsOf(sentence, words);
  const passing = sentence.inPassing === true;
  const usual =
    (last.mark === "!" ? EXCLAMATION_SEMITONES : 0) +
    (count > 1 ? PARAGRAPH_SEMITONES * (1 - (2 * index) / (count - 1)) : 0) +
    (passing ? IN_PASSING_SEMITONES : 0);
  const start = passing
    ? 0
    : Math.min(MOST_LONG_START, Math.max(0, LONG_START_SEMITONES * (tokens.length - USUAL_WORDS)));
  const stressed = stressedWords(sentence, words);
  return (seconds) => {
    let added = usual + start * Math.max(0, 1 - seconds / START_SECONDS);
    if (rises) added += QUESTION_SEMITONES * towards(seconds, length, QUESTION_SECONDS);
    else if (last.mark === "?") added += OPEN_QUESTION_SEMITONES * Math.max(0, 1 - seconds / 0.6);
    if (falls) added += FALL_SEMITONES * towards(seconds, length, Math.min(FALL_SECONDS, length / 2));
    for (const word of goesOn)
      added += CONTINUATION_SEMITONES * towards(seconds, word.endSeconds, CONTINUATION_SECONDS);
    for (const word of stressed) added += EMPHASIS_SEMITONES * nearness(word, seconds);
    return added;
  };
}

/**
 * How much of the speaker's own melody remains at a time, 0 to 1, where it is low and where it is high: a stressed word keeps
 * what is high. Arguments as in contourOf().
 */
export function ownMelodyOf(
  sentence: Sentence,
  words: readonly TokenTime[],
  length: number,
): (seconds: number, high?: boolean) => number {
  const { rises, falls, goesOn } = endingsOf(sentence, words);
  const stressed = stressedWords(sentence, words);
  const whole = sentence.inPassing === true ? IN_PASSING_MELODY : 1;
  return (seconds, high = false) => {
    let settled = 0;
    if (rises) settled = SETTLED.question * Math.min(1, 2 * towards(seconds, length, QUESTION_SECONDS));
    if (falls) settled = SETTLED.statement * towards(seconds, length, Math.min(FALL_SECONDS, length / 2));
    for (const word of goesOn)
      settled = Math.max(settled, SETTLED.clause * towards(seconds, word.endSeconds, CONTINUATION_SECONDS));
    if (!high) for (const word of stressed) settled = Math.max(settled, SETTLED.stress * nearness(word, seconds));
    return whole * (1 - settled);
  };
}

/** How a sentence ends, and the words after which it continues after a pause. */
function endingsOf({ tokens }: Sentence, words: readonly TokenTime[]) {
  const last = tokens.at(-1)!;
  const byStart = new Map(tokens.map((token) => [token.start, token]));
  return {
    rises: last.mark === "?" && ASKS_YES_OR_NO.test(tokens[0]!.spoken),
    falls: last.mark === "." || last.mark === "!" || last.mark === "",
    goesOn: words.filter((word) => {
      const mark = byStart.get(word.start)?.mark;
      return mark === "," || mark === ";" || mark === "~";
    }),
  };
}

/** 0 until `over` seconds before the end, 1 at the end, 0 after it. */
function towards(seconds: number, end: number, over: number): number {
  return seconds > end ? 0 : Math.max(0, 1 - (end - seconds) / over);
}
