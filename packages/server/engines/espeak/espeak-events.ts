// What the synthesiser reports while it speaks, reduced to what word timings need.

/** What happened at a sample. */
export interface SpeechEvent {
  /** A word began at this code point of the text (from 0); or PAUSE: a pause or a clause's end; or SOUND: the first sound since. */
  readonly position: number;
  readonly sample: number;
}

export const PAUSE = -1;
export const SOUND = -2;
