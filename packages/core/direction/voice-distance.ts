// How similar two voices sound, from their measured features.

import type { CastableVoice } from "./castable.ts";

/** How close each voice of a list is to one voice: 1 for itself, towards 0 with growing distance. By the list's index. */
export type ClosenessTo = (voice: CastableVoice) => Float64Array;

/** Which voices of a list a listener can confuse with one voice: 1 for those, 0 for itself and all others. By index. */
export type ConfusableWith = (voice: CastableVoice) => Uint8Array;

/** Nearer than this, in just noticeable steps, a listener can confuse two voices of one scene. */
export const LEAST_DISTANCE = 1.5;

/** Number of voices sampled for the median distance; enough for a stable median, few enough for a thousand voices. */
const SAMPLE = 64;

/** Closeness of voices that cannot be compared: no features, or features of different engines. */
const UNKNOWN = { alike: 0.5, unlike: 0.25 } as const;

/**
 * Compares voices on the scale of the given ones: exp(-distance / median distance), so 0.37 at the median
 * distance. Voices without comparable features are compared by gender, age and accent, which is better than nothing
 * but no measurement. Each row is computed once.
 */
export function closenessAmong(voices: readonly CastableVoice[]): ClosenessTo {
  const usual = usualDistance(voices);
  const rows = new Map<string, Float64Array>();
  return (voice) => {
    let row = rows.get(voice.voice_id);
    if (row === undefined) {
      row = Float64Array.from(voices, (other) => compare(other, voice, usual));
      rows.set(voice.voice_id, row);
    }
    return row;
  };
}

/** Finds the pairs that are nearer than LEAST_DISTANCE. Voices that cannot be compared are not among them. */
export function confusableAmong(voices: readonly CastableVoice[]): ConfusableWith {
  const rows = new Map<string, Uint8Array>();
  return (voice) => {
    let row = rows.get(voice.voice_id);
    if (row === undefined) {
      row = Uint8Array.from(voices, (other) => {
        const distance = other.voice_id === voice.voice_id ? null : distanceOf(other, voice);
        return distance !== null && distance < LEAST_DISTANCE ? 1 : 0;
      });
      rows.set(voice.voice_id, row);
    }
    return row;
  };
}

function compare(one: CastableVoice, other: CastableVoice, usual: number): number {
  if (one.voice_id === other.voice_id) return 1;
  const distance = distanceOf(one, other);
  if (distance !== null) return Math.exp(-distance / usual);
  const alike = one.gender === other.gender && one.age === other.age && one.accent === other.accent;
  return alike ? UNKNOWN.alike : UNKNOWN.unlike;
}

/**
 * The distance of each voice from the mean of its engine, gender and age: 0 in the middle, 1 at the median
 * distance of all voices; 0 for voices without features. By index.
 */
export function oddnessAmong(voices: readonly CastableVoice[]): Float64Array {
  const usual = usualDistance(voices);
  const kindOf = (voice: CastableVoice) => `${voice.gender} ${voice.age} ${voice.rank ?? 0} ${voice.features?.length}`;
  const kinds = Map.groupBy(voices, kindOf);
  const middles = new Map([...kinds].map(([kind, alike]) => [kind, middleOf(alike)]));
  return Float64Array.from(voices, (voice) => {
    const middle = middles.get(kindOf(voice)) ?? null;
    return middle === null ? 0 : (distanceOf(voice, { ...voice, features: middle }) ?? 0) / usual;
  });
}

/** The mean of features of one length; null when there are none. */
function middleOf(voices: readonly CastableVoice[]): readonly number[] | null {
  const [first] = voices;
  if (first === undefined || first.features === null) return null;
  return first.features.map(
    (_, at) => voices.reduce((sum, { features }) => sum + (features?.[at] ?? 0), 0) / voices.length,
  );
}

/** Euclidean distance of the features; null when they cannot be compared. */
export function distanceOf(one: CastableVoice, other: CastableVoice): number | null {
  const { features: a } = one;
  const { features: b } = other;
  if (a === null || b === null || a.length !== b.length || a.length === 0) return null;
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index]! - b[index]!) ** 2;
  return Math.sqrt(sum);
}

function usualDistance(voices: readonly CastableVoice[]): number {
  const sample = voices.filter(({ features }) => features !== null);
  const step = Math.max(1, Math.ceil(sample.length / SAMPLE));
  const few = sample.filter((_, index) => index % step === 0);
  const distances: number[] = [];
  for (const [index, one] of few.entries()) {
    for (const other of few.slice(index + 1)) {
      const distance = distanceOf(one, other);
      if (distance !== null && distance > 0) distances.push(distance);
    }
  }
  distances.sort((a, b) => a - b);
  return distances[distances.length >> 1] ?? 1;
}
