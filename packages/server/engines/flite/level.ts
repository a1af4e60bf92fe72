// The level of a finished line.

import type { Delivery } from "@fullcast/core/direction";
import type { FliteBase } from "./flite-module.ts";
import type { VoiceDesign } from "./voice-design.ts";

/** Full scale of Flite's parameters. */
const FULL_SCALE = 32_768;
/** A line without directions does not peak above this: raised voices have 7 dB left. */
const MOST_USUAL_PEAK = 0.45;
const MOST_PEAK = 0.98;
/** A raised voice is brighter, so its peaks are higher beside its loudness: they are allowed more, or it would not get louder. */
const EFFORT_PEAK_DB = 2.5;
/**
 * A whisper is 6 to 9 dB softer than the voice. The noise of each base lies differently below its voice: figures by
 * measurement over the cast.
 */
const WHISPER_DB: { readonly [base in FliteBase]: number } = { slt: -5.7, rms: -6.9, awb: -6.9 };

/** What a delivery adds to the level, in dB: a whisper is soft by itself, and a direction to be softer does not add to that. */
export function levelOf({ whisper, volume_db }: Delivery, base: FliteBase): number {
  if (!whisper) return volume_db;
  const soft = WHISPER_DB[base];
  return volume_db > 0 ? soft + volume_db : Math.min(soft, volume_db);
}

export function levelled(
  samples: Float32Array,
  voice: VoiceDesign,
  delivery: Delivery,
): { readonly pcm: Int16Array; readonly clipped: boolean } {
  let peak = 1e-6;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample) / FULL_SCALE);
  const usual = 10 ** (voice.level / 20);
  const effort = Math.min(1, Math.max(0, delivery.volume_db / 4));
  const most = MOST_USUAL_PEAK * 10 ** ((EFFORT_PEAK_DB * effort) / 20);
  const wanted = 10 ** (levelOf(delivery, voice.base) / 20) * Math.min(usual, most / peak);
  const gain = Math.min(wanted, MOST_PEAK / peak);
  const pcm = new Int16Array(samples.length);
  for (let i = 0; i < pcm.length; i++) pcm[i] = Math.round(samples[i]! * gain);
  return { pcm, clipped: gain < wanted };
}
