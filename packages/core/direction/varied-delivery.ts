// Further takes of voices that always speak a text in the same way: small changes of pace, pitch and melody, as between two
// readings of one person.

import type { Delivery } from "./delivery.ts";

/**
 * Fractions of the seed that stay far apart for neighbouring seeds and together fill the cube evenly: powers of 1/1.2207, the
 * root of x⁴ = x + 1 (M. Roberts 2018, "The unreasonable effectiveness of quasirandom sequences").
 */
const STEPS = [0.819_172_513, 0.671_043_607, 0.549_700_478] as const;
/** Changes at the ends: pace ±9 %, pitch ±1.1 semitones, melody ×0.75 to ×1.3. Listeners notice 5 % and 0.3 semitones. */
const MOST = { rate: 0.18, semitones: 2.2, least_range: 0.75, range: 0.55 };

/** The delivery of take `seed`; the same seed gives the same delivery, within the limits of a Delivery. */
export function variedDelivery(delivery: Delivery, seed: number): Delivery {
  const [rate, pitch, range] = STEPS.map((step) => {
    const place = 0.5 + seed * step;
    return place - Math.floor(place);
  }) as [number, number, number];
  const within = (value: number, low: number, high: number) =>
    Math.round(Math.min(high, Math.max(low, value)) * 1e4) / 1e4;
  return {
    ...delivery,
    rate: within(delivery.rate * (1 + MOST.rate * (rate - 0.5)), 0.5, 2),
    pitch_semitones: within(delivery.pitch_semitones + MOST.semitones * (pitch - 0.5), -12, 12),
    range: within(delivery.range * (MOST.least_range + MOST.range * range), 0, 2),
  };
}
