import type { Manner } from "./manner.ts";
import type { Stage } from "./stage.ts";

export interface Recipe {
  /** A texture lasts as long as it is wanted; an event happens and is over; a repetition goes on at a beat. */
  readonly kind: "texture" | "event" | "repetition";
  /** The duration of a sound cue that gives none, in ms. */
  readonly natural_ms: number;
  readonly render: (stage: Stage, manner: Manner) => void;
}
