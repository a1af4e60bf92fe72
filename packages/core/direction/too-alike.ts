// Pairs of people who talk with each other and whose voices a listener can confuse.

import type { CastableVoice, CastingSpeaker } from "./castable.ts";
import type { Conversation } from "./conversations.ts";
import { distanceOf, LEAST_DISTANCE } from "./voice-distance.ts";

/** Two speakers whose voices are too close. */
export interface AlikePair {
  /** Ids of speakers, in the order of their ids. */
  readonly a: string;
  readonly b: string;
  /** In just noticeable steps. 0: it is the same voice. */
  readonly distance: number;
  /** How much the two talk with each other: the sum of the weights of their conversations. */
  readonly weight: number;
}

/**
 * The pairs that are nearer than LEAST_DISTANCE, those who talk most with each other first. Voices without comparable
 * measurements are not judged.
 * @param voiceOf the voice of a speaker; undefined without one
 */
export function tooAlike(
  conversations: Iterable<Conversation>,
  voiceOf: (speakerId: string) => CastableVoice | undefined,
): AlikePair[] {
  const weights = new Map<string, { a: string; b: string; weight: number }>();
  for (const { a, b, weight } of conversations) {
    const known = weights.get(`${a} ${b}`);
    if (known === undefined) weights.set(`${a} ${b}`, { a, b, weight });
    else known.weight += weight;
  }
  return [...weights.values()]
    .flatMap(({ a, b, weight }): AlikePair[] => {
      const [one, other] = [voiceOf(a), voiceOf(b)];
      if (one === undefined || other === undefined) return [];
      const distance = one.voice_id === other.voice_id ? 0 : distanceOf(one, other);
      return distance === null || distance >= LEAST_DISTANCE ? [] : [{ a, b, distance, weight }];
    })
    .sort((x, y) => y.weight - x.weight || (x.a < y.a ? -1 : 1));
}

/**
 * Who of two people with voices that are too alike gets another voice: first the one whose voice no person chose, then the one
 * who says less. The narrator keeps the voice.
 */
export function recastOrder(pair: readonly CastingSpeaker[]): readonly CastingSpeaker[] {
  const chosen = ({ casting }: CastingSpeaker) => Number(casting?.source === "user");
  return pair
    .filter(({ role }) => role !== "narrator")
    .sort((a, b) => chosen(a) - chosen(b) || a.characters - b.characters || (a.id < b.id ? -1 : 1));
}
