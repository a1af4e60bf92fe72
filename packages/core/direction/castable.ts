// The voices and speakers of casting.

import type { Age, Gender } from "../structure/structure.ts";

/** The properties of a voice that casting needs. */
export interface CastableVoice {
  readonly voice_id: string;
  /** BCP 47. */
  readonly language: string;
  /** Every language that the voice speaks, `language` among them. Absent: `language` alone. */
  readonly languages?: readonly string[];
  readonly gender: "male" | "female" | "neutral";
  readonly age: "child" | "young" | "adult" | "old";
  readonly accent: string | null;
  readonly tags: readonly string[];
  /** Measured acoustic features on one scale for all voices; Euclidean distance is audible distance. Null when unknown. */
  readonly features: readonly number[] | null;
  /**
   * The place of its engine in the order of preference, shared by engines that are liked alike: 0 or absent for the first.
   * Null: automatic casting never chooses the voice, but existing casts keep it.
   */
  readonly rank?: number | null;
}

export interface CastingSpeaker {
  readonly id: string;
  readonly name: string;
  readonly role: "narrator" | "character" | "group";
  readonly gender: Gender | null;
  readonly age: Age | null;
  /** Blocks and UTF-16 units that the speaker says in the project. */
  readonly lines: number;
  readonly characters: number;
  readonly casting: { readonly voice_id: string; readonly source: "automatic" | "user" } | null;
}
