// Events of the synthesiser, reduced to those that word timings need.

/** An event at a sample. */
export interface SpeechEvent {
  /** A word began at this code point of the text (from 0); or PAUSE: a pause or a clause's end; or SOUND: the first sound since. */
  readonly position: number;
  readonly sample: number;
}

export const PAUSE = -1;
export const SOUND = -2;
