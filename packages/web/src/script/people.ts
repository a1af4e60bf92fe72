// The people of a chapter in the order of their numbers.

import type { Speaker } from "../api/api.ts";

/** Digits of a keyboard that name people; 0 is the narrator. */
export const NUMBERED = 9;

export interface People {
  readonly narrator: Speaker | null;
  /** Person 1 first. The same person keeps a number while the page is open. */
  readonly numbered: readonly Speaker[];
  readonly all: readonly Speaker[];
  readonly byId: ReadonlyMap<string, Speaker>;
}

/**
 * @param order speaker ids in the order they got their numbers before; new people are added behind
 */
export function peopleOf(speakers: readonly Speaker[], order: readonly string[]): People {
  const byId = new Map(speakers.map((speaker) => [speaker.id, speaker]));
  const known = order.flatMap((id) => byId.get(id) ?? []);
  const others = speakers
    .filter((speaker) => speaker.role !== "narrator" && !order.includes(speaker.id))
    .sort((a, b) => b.usage.block_count - a.usage.block_count);
  return {
    narrator: speakers.find((speaker) => speaker.role === "narrator") ?? null,
    numbered: [...known, ...others].filter((speaker) => speaker.role !== "narrator"),
    all: speakers,
    byId,
  };
}

/** The person behind a digit. */
export function personOf(people: People, digit: number): Speaker | null {
  return digit === 0 ? people.narrator : (people.numbered[digit - 1] ?? null);
}

const HUES = 12;

/** The CSS colour of a speaker. */
export function colorOf(speaker: Speaker | undefined): string {
  if (speaker === undefined || speaker.role === "narrator") return "var(--narrator)";
  return `var(--speaker-${speaker.color_index % HUES})`;
}
