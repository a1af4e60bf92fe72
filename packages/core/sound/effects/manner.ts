// The manner of a sound: the effect of adjectives and adverbs on a recipe.

export type Material =
  | "wood"
  | "stone"
  | "gravel"
  | "grass"
  | "snow"
  | "water"
  | "metal"
  | "carpet"
  | "sand"
  | "earth"
  | "glass"
  | "roof";

export interface Manner {
  /** -1 (light, gentle) to 1 (heavy, violent). */
  readonly weight: number;
  /** -1 (small) to 1 (large). */
  readonly size: number;
  /** Speed factor, 0.4 to 2.5. */
  readonly pace: number;
  /** The number of repetitions. Null: not stated. */
  readonly count: number | null;
  readonly material: Material | null;
  /** 0 (here) to 1 (far away). */
  readonly distance: number;
  /** The amount of reverberation, 0 to 1. */
  readonly echo: number;
  /** dB, -12 to 6. */
  readonly loudness: number;
}

export const PLAIN: Manner = {
  weight: 0,
  size: 0,
  pace: 1,
  count: null,
  material: null,
  distance: 0,
  echo: 0,
  loudness: 0,
};
