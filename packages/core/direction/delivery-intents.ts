// The closed set of delivery intents and the effect of each on a voice at full strength. The values are ours; their
// tendencies follow vocal-expression research (Juslin & Laukka 2003: anger and fear fast, sadness and
// tenderness slow, soft and flat, anger and joy loud with a wide melody). Engines map them as they can.

export type DeliveryIntent =
  | "whisper"
  | "murmur"
  | "shout"
  | "cry_out"
  | "sob"
  | "laugh"
  | "angry"
  | "afraid"
  | "tender"
  | "sad"
  | "excited"
  | "cheerful"
  | "weary"
  | "cold"
  | "hesitant"
  | "urgent"
  | "solemn"
  | "mocking"
  | "surprised"
  | "calm";

/** The effect of an intent at strength 1; a weaker strength has a proportional effect. */
export interface IntentEffect {
  /** Factor on the speaking rate. */
  readonly rate: number;
  readonly pitch_semitones: number;
  readonly volume_db: number;
  /** Factor on the liveliness of the melody. */
  readonly range: number;
  readonly whisper: boolean;
  /** Laughter in the voice, trembling of the voice; see Delivery. */
  readonly laughter?: number;
  readonly trembling?: number;
}

const effect = (rate: number, pitch_semitones: number, volume_db: number, range: number): IntentEffect => ({
  rate,
  pitch_semitones,
  volume_db,
  range,
  whisper: false,
});

export const DELIVERY_INTENTS: { readonly [intent in DeliveryIntent]: IntentEffect } = {
  whisper: { ...effect(0.92, -1, -6, 0.7), whisper: true },
  murmur: effect(0.92, -1, -5, 0.7),
  shout: effect(1.06, 3, 6, 1.35),
  cry_out: effect(1.08, 4, 5, 1.5),
  sob: { ...effect(0.84, 1.5, -2, 1.3), trembling: 1 },
  laugh: { ...effect(1.04, 1.5, 1, 1.4), laughter: 1 },
  angry: effect(1.1, 1, 4, 1.3),
  afraid: { ...effect(1.15, 2.5, -1, 1.25), trembling: 0.6 },
  tender: effect(0.9, -0.5, -3, 0.9),
  sad: effect(0.84, -1.5, -3, 0.7),
  excited: effect(1.14, 2, 2.5, 1.4),
  cheerful: effect(1.06, 1.5, 1, 1.3),
  weary: effect(0.82, -1.5, -3, 0.65),
  cold: effect(0.95, -1, 0, 0.55),
  hesitant: effect(0.84, 0.5, -2, 0.9),
  urgent: effect(1.2, 1, 2, 1.15),
  solemn: effect(0.86, -1.5, 0, 0.75),
  mocking: effect(0.94, 0.5, 0, 1.45),
  surprised: effect(1.05, 2, 1.5, 1.45),
  calm: effect(0.94, -0.5, -1, 0.85),
};

export function isDeliveryIntent(name: string): name is DeliveryIntent {
  return Object.hasOwn(DELIVERY_INTENTS, name);
}
