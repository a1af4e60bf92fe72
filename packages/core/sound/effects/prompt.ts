// Finds the recipe and the manner in the words of a prompt. A prompt without a matching recipe is refused, because a wrong
// sound is worse than none.

import {
  ACTIONS,
  AFTER_THE_SUBJECT,
  CHANGES,
  COUNTS,
  EMPTY,
  MATERIALS,
  SUBJECTS,
  type SubjectWords,
} from "./english-prompts.ts";
import { type Manner, type Material, PLAIN } from "./manner.ts";
import { type EffectName, RECIPES } from "./recipes.ts";

export interface UnderstoodPrompt {
  readonly effect: EffectName;
  readonly manner: Manner;
  /** Whether the end joins the start. */
  readonly loop: boolean;
}

/** The recipe and manner of an English prompt. Null if there is no recipe. */
export function understandPrompt(prompt: string): UnderstoodPrompt | null {
  const words = prompt.toLowerCase().match(/\p{L}[\p{L}'’-]*|\d+/gu) ?? [];
  const loop = words.some(
    (word) => word === "loop" || word === "looped" || word === "looping" || word.startsWith("seamless"),
  );
  const subject = subjectOf(words);
  const entry = COMPILED.find((one) => fits(one, subject));
  if (entry === undefined || !endsInIt(subject, entry)) return null;
  const { effect } = entry;
  return { effect, manner: mannerOf(words), loop: loop && RECIPES[effect].kind !== "event" };
}

/** The words of the main part, up to the first word about the place. */
function subjectOf(words: readonly string[]): readonly string[] {
  const start = words.findIndex((word) => !EMPTY.has(word));
  if (start < 0) return [];
  const rest = words.slice(start);
  const end = rest.findIndex((word, at) => at > 0 && AFTER_THE_SUBJECT.has(word));
  return end < 0 ? rest : rest.slice(0, end);
}

interface Entry {
  readonly effect: EffectName;
  readonly sets: readonly ReadonlySet<string>[];
  readonly own: boolean;
}

const COMPILED: readonly Entry[] = SUBJECTS.map(({ effect, all, own }: SubjectWords) => ({
  effect,
  sets: all.map((alternatives) => new Set(alternatives.split("|"))),
  own: own === true,
}));

const isWordOf = ({ sets }: Entry, word: string) => sets.some((set) => set.has(word));

function fits(entry: Entry, subject: readonly string[]): boolean {
  if (!entry.sets.every((set) => subject.some((word) => set.has(word)))) return false;
  // "echoing" is both an action and a manner. An echoing dog is a dog.
  const isEcho = (word: string) => CHANGES.get(word)?.some(({ echo }) => echo !== undefined) === true;
  return !entry.own || !subject.some((word) => ACTIONS.has(word) && !isEcho(word) && !isWordOf(entry, word));
}

/** Words that may end any phrase. */
const SOUNDING = new Set(COMPILED.filter(({ own }) => !own).flatMap(({ sets }) => sets.flatMap((set) => [...set])));

/**
 * The last relevant word must be the thing or its action: "rain on a roof" is rain, "a rain dragon" is not.
 */
function endsInIt(subject: readonly string[], entry: Entry): boolean {
  const last = subject.findLast((word) => !EMPTY.has(word) && !CHANGES.has(word) && !Object.hasOwn(COUNTS, word));
  if (last === undefined || isWordOf(entry, last)) return true;
  return SOUNDING.has(last) || ACTIONS.has(last) || Object.hasOwn(MATERIALS, last) || /ly$/.test(last);
}

function mannerOf(words: readonly string[]): Manner {
  let { weight, size, pace, distance, echo, loudness } = PLAIN;
  let count: number | null = null;
  let material: Material | null = null;
  for (const word of words) {
    for (const change of CHANGES.get(word) ?? []) {
      weight += change.weight ?? 0;
      size += change.size ?? 0;
      pace *= change.pace ?? 1;
      distance += change.distance ?? 0;
      echo += change.echo ?? 0;
      loudness += change.loudness ?? 0;
    }
    if (Object.hasOwn(COUNTS, word)) count ??= COUNTS[word]!;
    else if (/^\d{1,2}$/.test(word) && Number(word) >= 1 && Number(word) <= 24) count ??= Number(word);
    if (Object.hasOwn(MATERIALS, word)) material ??= MATERIALS[word]!;
  }
  const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
  return {
    weight: within(weight, -1, 1),
    size: within(size, -1, 1),
    pace: within(pace, 0.4, 2.5),
    count,
    material,
    distance: within(distance, 0, 1),
    echo: within(echo, 0, 1),
    loudness: within(loudness, -12, 6),
  };
}
