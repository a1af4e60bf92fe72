// Cuts a passage into cues at the lowest total cost (dynamic programming). A cut after a sentence costs nothing, a cut within
// a phrase most; cues that are short, that are too long or that contain a pause cost extra.

import { LINE_LENGTH, lengthOf } from "./srt-lines.ts";

export interface CueWord {
  /** Not empty, no white space. */
  readonly text: string;
  readonly start_ms: number;
  readonly end_ms: number;
}

const LONGEST_MS = 7000;
const PAUSE_MS = 700;
const COMFORTABLE_LENGTH = 56;

const SENTENCE_END = /[.!?…。！？]["'”’»)\]]*$/u;
const CLAUSE_END = /[,;:—–、，；：]["'”’»)\]]*$/u;
const NOT_A_SENTENCE_END = /^(?:Mr|Mrs|Ms|Dr|St|Prof|Rev|Capt|Col|Gen|Lt|Sr|Jr|No|vs|etc|[A-Z])\.$/u;
const OPENS_A_PHRASE =
  /^(?:and|but|or|nor|so|yet|for|that|which|who|when|while|where|because|if|though|as|with|from)$/i;

/** Cost of ending a cue after `word`, before `next`. */
function endingCost(word: string, next: string): number {
  if (SENTENCE_END.test(word) && !NOT_A_SENTENCE_END.test(word)) return 0;
  if (CLAUSE_END.test(word)) return 0.35;
  return OPENS_A_PHRASE.test(next) ? 0.8 : 1.3;
}

/** The words of one passage, cut into cues that each fit on two lines. A word longer than a line is cut. */
export function breakIntoCues(passage: readonly CueWord[]): CueWord[][] {
  const words = passage.flatMap(cutToLine);
  const lengths = words.map((word) => lengthOf(word.text));
  const endings = words.map((word, i) => (i + 1 < words.length ? endingCost(word.text, words[i + 1]!.text) : 0));
  /** Cost of continuing the same cue after each word. */
  const goingOn = words.map((word, i) => {
    if (i + 1 < words.length && words[i + 1]!.start_ms - word.end_ms >= PAUSE_MS) return 1.5;
    return endings[i] === 0 ? 0.3 : 0;
  });
  const cheapest = new Float64Array(words.length + 1).fill(Infinity);
  const cameFrom = new Int32Array(words.length + 1);
  cheapest[0] = 0;
  for (let from = 0; from < words.length; from++) {
    let length = -1;
    let firstLine = 0;
    let inside = 0;
    for (let to = from + 1; to <= words.length; to++) {
      length += 1 + lengths[to - 1]!;
      if (length <= LINE_LENGTH) firstLine = length;
      // The first line is as full as possible: when this split does not fit, no split does.
      else if (length - firstLine - 1 > LINE_LENGTH) break;
      if (to - from > 1) {
        if (words[to - 1]!.end_ms - words[from]!.start_ms > LONGEST_MS) break;
        inside += goingOn[to - 2]!;
      }
      const emptiness = Math.max(0, 1 - length / COMFORTABLE_LENGTH) ** 2;
      const cost = cheapest[from]! + 0.2 + emptiness + inside + endings[to - 1]!;
      if (cost < cheapest[to]!) {
        cheapest[to] = cost;
        cameFrom[to] = from;
      }
    }
  }
  const cues: CueWord[][] = [];
  for (let to = words.length; to > 0; to = cameFrom[to]!) cues.push(words.slice(cameFrom[to], to));
  return cues.reverse();
}

/** Cuts a word longer than a line (also text in scripts without spaces); each piece has its share of the time. */
function cutToLine(word: CueWord): CueWord[] {
  const characters = [...word.text];
  if (characters.length <= LINE_LENGTH) return [word];
  const pieces: CueWord[] = [];
  const time = (at: number): number => word.start_ms + ((word.end_ms - word.start_ms) * at) / characters.length;
  for (let from = 0; from < characters.length; from += LINE_LENGTH) {
    const to = Math.min(characters.length, from + LINE_LENGTH);
    pieces.push({ text: characters.slice(from, to).join(""), start_ms: time(from), end_ms: time(to) });
  }
  return pieces;
}
