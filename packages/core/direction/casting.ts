// Which voice fits whom.

/** What casting must know of a voice. */
export interface CastableVoice {
  readonly voice_id: string;
  readonly language: string;
  readonly gender: "male" | "female" | "neutral";
  readonly age: "child" | "young" | "adult" | "old";
  readonly accent: string | null;
  readonly tags: readonly string[];
  /** Measured acoustic features, one scale for all voices of a provider; Euclidean distance is audible distance. Null when unknown. */
  readonly features: readonly number[] | null;
}
