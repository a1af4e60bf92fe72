// The options of a generation profile that the embedded engines follow beside the directions of a line: faster or slower,
// higher or lower.

import type { SpeakRequest } from "./engine.ts";

export const PROFILE_OPTIONS = { rate: { min: 0.5, max: 2 }, pitch_semitones: { min: -12, max: 12 } };

/** The request with the options of its profile in its delivery, within the limits of both. */
export function withProfile(request: SpeakRequest): SpeakRequest {
  const { delivery, options } = request;
  const within = (value: number, { min, max }: { readonly min: number; readonly max: number }) =>
    Math.min(max, Math.max(min, value));
  const rate = typeof options.rate === "number" ? delivery.rate * options.rate : delivery.rate;
  const pitch = typeof options.pitch_semitones === "number" ? options.pitch_semitones : 0;
  return {
    ...request,
    delivery: {
      ...delivery,
      rate: within(rate, PROFILE_OPTIONS.rate),
      pitch_semitones: within(delivery.pitch_semitones + pitch, PROFILE_OPTIONS.pitch_semitones),
    },
  };
}
