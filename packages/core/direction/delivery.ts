// How a line is said. A small closed set of intents, each with a strength; engines map the acoustic values.

export const DELIVERY_FORMAT = "fullcast-delivery-1";

/** Acoustic delivery, vendor-neutral: what an engine is asked for. `NEUTRAL_DELIVERY` changes nothing. */
export interface Delivery {
  /** Speaking rate as a factor of the voice's own; 1 is unchanged, 0.5 to 2. */
  readonly rate: number;
  /** Pitch shift in semitones, -12 to 12. */
  readonly pitch_semitones: number;
  /** Level change in dB, -24 to 12. */
  readonly volume_db: number;
  /** Liveliness of the melody as a factor; 0 is monotone, 1 unchanged, up to 2. */
  readonly range: number;
  readonly whisper: boolean;
}

export const NEUTRAL_DELIVERY: Delivery = { rate: 1, pitch_semitones: 0, volume_db: 0, range: 1, whisper: false };
