// How alike two voices are for the ear, from their measured features.

import type { CastableVoice } from "./casting.ts";

/** 1 for the same voice, towards 0 the further apart; 0.37 at the distance that is usual among these voices. */
export type Closeness = (one: CastableVoice, other: CastableVoice) => number;

/** Voices looked at to learn what distance is usual; enough for a stable median, few enough for a thousand voices. */
const SAMPLE = 64;

/** Closeness of voices that cannot be compared: no features, or features of different engines. */
const UNKNOWN = { alike: 0.5, unlike: 0.25 } as const;

/**
 * Compares voices on the scale of the given ones: exp(-distance / usual distance). Voices without comparable features
 * are told apart by gender, age and accent, which is better than nothing and no measure.
 */
export function closenessAmong(voices: readonly CastableVoice[]): Closeness {
  const usual = usualDistance(voices);
  return (one, other) => {
    if (one.voice_id === other.voice_id) return 1;
    const distance = distanceOf(one, other);
    if (distance !== null) return Math.exp(-distance / usual);
    const alike = one.gender === other.gender && one.age === other.age && one.accent === other.accent;
    return alike ? UNKNOWN.alike : UNKNOWN.unlike;
  };
}

/** How far a voice is from the middle of those like it; 0 in the middle, 1 at the distance that is usual. */
export type Oddness = (voice: CastableVoice) => number;

/** Measures from the mean features of all voices of the same gender and age; 0 for voices without features. */
export function oddnessAmong(voices: readonly CastableVoice[]): Oddness {
  const usual = usualDistance(voices);
  const middles = new Map<string, CastableVoice>();
  const kindOf = (voice: CastableVoice) => `${voice.gender} ${voice.age} ${voice.features?.length}`;
  for (const voice of voices) {
    const kind = kindOf(voice);
    if (voice.features === null || middles.has(kind)) continue;
    const alike = voices.filter((other) => kindOf(other) === kind);
    const features = voice.features.map(
      (_, at) => alike.reduce((sum, one) => sum + one.features![at]!, 0) / alike.length,
    );
    middles.set(kind, { ...voice, features });
  }
  return (voice) => {
    const middle = middles.get(kindOf(voice));
    return middle === undefined ? 0 : (distanceOf(voice, middle) ?? 0) / usual;
  };
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
