// The graph of speakers who talk with each other. Casting gives neighbours in it different voices.

import { type Block, layoutRole } from "../document/document.ts";

/** Two speakers who are heard close to each other; `a` sorts before `b`. The weight grows with frequency and closeness. */
export interface Conversation {
  readonly a: string;
  readonly b: string;
  readonly weight: number;
}

/** Narration of this length ends a conversation: after half a minute listeners no longer compare two voices. */
const LONG_NARRATION_UNITS = 600;

/** Weight of a direct change from one speaker to another, and of two with a third between them. */
const NEXT_TO = 2;
const ONE_BETWEEN = 1;

/**
 * The conversations of a script, each pair once, in the order of their ids. Scene breaks, headings and long narration
 * separate conversations; lines without a speaker are skipped.
 */
export function conversationGraph(blocks: readonly Block[]): Conversation[] {
  const weights = new Map<string, Map<string, number>>();
  let last: string | null = null;
  let beforeLast: string | null = null;
  let narrated = 0;
  for (const block of blocks) {
    if (block.kind === "note" || block.kind === "sfx") continue;
    if (block.kind !== "speech") {
      narrated += block.content.text.length;
      if (narrated > LONG_NARRATION_UNITS || layoutRole(block.content) !== "paragraph") {
        last = null;
        beforeLast = null;
      }
      continue;
    }
    narrated = 0;
    const speaker: string | null = block.speaker_id;
    if (speaker === null || speaker === last) continue;
    if (last !== null) add(weights, last, speaker, NEXT_TO);
    if (beforeLast !== null && beforeLast !== speaker) add(weights, beforeLast, speaker, ONE_BETWEEN);
    beforeLast = last;
    last = speaker;
  }
  return [...weights]
    .flatMap(([a, others]) => [...others].map(([b, weight]) => ({ a, b, weight })))
    .sort((x, y) => compare(x.a, y.a) || compare(x.b, y.b));
}

function add(weights: Map<string, Map<string, number>>, one: string, other: string, weight: number): void {
  const [a, b] = one < other ? [one, other] : [other, one];
  let others = weights.get(a);
  if (others === undefined) {
    others = new Map();
    weights.set(a, others);
  }
  others.set(b, (others.get(b) ?? 0) + weight);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
