// The parts of a block that are not read aloud, and the reason.

export interface Exclusion {
  /** UTF-16 code units into the text; the end is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly reason: "speaker_label" | "stage_direction" | "metadata";
}
