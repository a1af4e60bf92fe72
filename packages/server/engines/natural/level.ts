// The level of a finished line.

import type { Delivery } from "@fullcast/core/direction";
import type { BaseVoice, VoiceDesign } from "./voice-design.ts";

/** Full scale of the parameters. */
const FULL_SCALE = 32_768;
/** A line without directions does not peak above this: raised voices have 7 dB left. */
const MOST_USUAL_PEAK = 0.45;
const MOST_PEAK = 0.98;
/** A raised voice is brighter, so its peaks are higher beside its loudness: they are allowed more, or it would not get louder. */
const EFFORT_PEAK_DB = 2.5;
/** What the peaks of a raised voice are held down by at most, so that the rest is as loud as asked. */
const MOST_HELD_DB = 6;
/** Samples of a step of the gain, about 3 ms, and the steps over which it moves: longer than a period of a low voice. */
const STEP = 64;
const SLOPE_STEPS = 4;
/** What a delivery adds to the level, in dB: a whisper is soft by itself, and a direction to be softer does not add to that. */
export function levelOf({ whisper, volume_db }: Delivery, { whisperDb, whisperNoiseDb = 0 }: Whispering): number {
  if (!whisper) return volume_db;
  return whisperNoiseDb + (volume_db > 0 ? whisperDb + volume_db : Math.min(whisperDb, volume_db));
}

type Whispering = Pick<BaseVoice, "whisperDb" | "whisperNoiseDb">;

export function levelled(
  samples: Float32Array,
  { voice, base }: { readonly voice: Pick<VoiceDesign, "level">; readonly base: Whispering },
  delivery: Delivery,
): { readonly pcm: Int16Array; readonly clipped: boolean } {
  let highest = 0;
  for (let i = 0; i < samples.length; i++) {
    const height = Math.abs(samples[i]!);
    if (height > highest) highest = height;
  }
  const peak = Math.max(1e-6, highest / FULL_SCALE);
  const usual = 10 ** (voice.level / 20);
  const effort = Math.min(1, Math.max(0, delivery.volume_db / 4));
  const most = MOST_USUAL_PEAK * 10 ** ((EFFORT_PEAK_DB * effort) / 20);
  const wanted = 10 ** (levelOf(delivery, base) / 20) * Math.min(usual, most / peak);
  const held = delivery.volume_db > 0 ? 10 ** (MOST_HELD_DB / 20) : 1;
  const gain = Math.min(wanted, (MOST_PEAK * held) / peak);
  const pcm = new Int16Array(samples.length);
  if (gain * peak <= MOST_PEAK) {
    for (let i = 0; i < pcm.length; i++) pcm[i] = Math.round(samples[i]! * gain);
  } else {
    const gains = heldGains(samples, gain);
    for (let i = 0; i < pcm.length; i++) {
      const step = Math.floor(i / STEP);
      const here = gains[step]!;
      pcm[i] = Math.round(samples[i]! * (here + ((gains[step + 1]! - here) * (i % STEP)) / STEP));
    }
  }
  return { pcm, clipped: gain < wanted };
}

/** The gain at the beginning of each step, below `gain` around peaks that it would raise beyond MOST_PEAK. */
function heldGains(samples: Float32Array, gain: number): Float64Array {
  const steps = Math.ceil(samples.length / STEP) + 1;
  const most = new Float64Array(steps).fill(gain);
  for (let i = 0; i < samples.length; i++) {
    const allowed = (MOST_PEAK * FULL_SCALE) / Math.abs(samples[i]!);
    const step = Math.floor(i / STEP);
    if (allowed < most[step]!) most[step] = allowed;
  }
  // The mean of the lowest gains around a step is not above what the step itself and the one before it allow.
  const lowest = most.map((_, step) => least(most, step - SLOPE_STEPS - 1, step + SLOPE_STEPS));
  return lowest.map((_, step) => {
    const from = Math.max(0, step - SLOPE_STEPS);
    const to = Math.min(steps - 1, step + SLOPE_STEPS);
    let sum = 0;
    for (let at = from; at <= to; at++) sum += lowest[at]!;
    return sum / (to - from + 1);
  });
}

function least(values: Float64Array, from: number, to: number): number {
  let lowest = Number.POSITIVE_INFINITY;
  for (let at = Math.max(0, from); at <= Math.min(values.length - 1, to); at++) lowest = Math.min(lowest, values[at]!);
  return lowest;
}
