// The sound of a voice in a delivery: vocal tract, slope, breath, effort, a smile.
// A raised voice has a flatter spectrum and a higher first formant, a soft one is steeper and breathier (Traunmüller &
// Eriksson, "Acoustic effects of variation in vocal effort", JASA 107, 2000); a whisper has higher low formants and little
// below them (Jovičić, "Formant feature differences between whispered and voiced sustained vowels", Acustica 84, 1998).

import type { Delivery } from "@fullcast/core/direction";
import type { VoiceShape } from "@fullcast/core/sound";
import type { BaseVoice, VoiceDesign } from "./voice-design.ts";

/** Level at which the effort of the voice is all out. */
const EFFORT_DB = 6;
/** What effort adds to the voice above the second frequency against the part below the first one, and what softness takes. */
const EFFORT_SLOPE = { from: 600, to: 2400, raisedDb: 7, softDb: 6 };
const EFFORT_FORMANT = 0.05;
const SOFT_BREATH = 0.15;
/** A smile shortens the tract at its mouth. */
const SMILE_FORMANTS = { low: 0.02, high: 0.05 };
const SMILE_BRIGHTNESS_DB = 1.5;
const LAUGH_BREATH = 0.1;
const WHISPER_FORMANTS = { low: 1.1, high: 1.03 };
const WHISPER_BRIGHTNESS_DB = 3;
/** A whisper has nothing below the first formant. */
const WHISPER_LOW_CUT_HZ = 350;
const WHISPER_LOW_CUT_DB = 18;

/** -1 (soft) to 1 (shouted): louder speech is made with more effort. */
export function effortOf(delivery: Delivery): number {
  return delivery.whisper ? 0 : Math.max(-1, Math.min(1, delivery.volume_db / EFFORT_DB));
}

export function shapeOf(
  voice: VoiceDesign,
  { sharpness }: BaseVoice,
  delivery: Delivery,
  outputRate: number,
): VoiceShape {
  const effort = effortOf(delivery);
  const { whisper, laughter = 0 } = delivery;
  const smile = { low: 1 + SMILE_FORMANTS.low * laughter, high: 1 + SMILE_FORMANTS.high * laughter };
  const raised = 1 + EFFORT_FORMANT * Math.max(0, effort);
  const low = voice.formants * raised * smile.low * (whisper ? WHISPER_FORMANTS.low : 1);
  const high = voice.formants * voice.mouth * smile.high * (whisper ? WHISPER_FORMANTS.high : 1);
  const slope = effort * (effort > 0 ? EFFORT_SLOPE.raisedDb : EFFORT_SLOPE.softDb);
  const brightness = voice.brightness + SMILE_BRIGHTNESS_DB * laughter + (whisper ? WHISPER_BRIGHTNESS_DB : 0);
  return {
    outputRate,
    formants: [low, high],
    sharpness,
    breath: voice.breath + SOFT_BREATH * Math.max(0, -effort) + LAUGH_BREATH * laughter,
    roughness: voice.roughness,
    whisper,
    gainDb(hz) {
      let gain = brightness * share(hz, 1500, 6000) + slope * share(hz, EFFORT_SLOPE.from, EFFORT_SLOPE.to);
      for (const [centre, gainDb] of voice.colours) {
        const octaves = Math.log2(Math.max(20, hz) / centre);
        gain += gainDb * Math.exp(-2.8 * octaves * octaves);
      }
      if (whisper && hz < WHISPER_LOW_CUT_HZ) gain -= WHISPER_LOW_CUT_DB * (1 - hz / WHISPER_LOW_CUT_HZ);
      return gain;
    },
  };
}

/** 0 up to a frequency, 1 from another one on, by octaves between them. */
function share(hz: number, from: number, to: number): number {
  return Math.max(0, Math.min(1, Math.log2(hz / from) / Math.log2(to / from)));
}
