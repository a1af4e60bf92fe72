import type { Manner } from "./manner.ts";
import type { Stage } from "./stage.ts";

export interface Recipe {
  /** A texture lasts for any requested time, an event ends by itself, a repetition follows a beat. */
  readonly kind: "texture" | "event" | "repetition";
  /** The duration of a sound cue without one, ms. */
  readonly natural_ms: number;
  readonly render: (stage: Stage, manner: Manner) => void;
}
