// Turns the sounds of a timeline down during speech. The result depends only on the manifest and on the samples of the
// sounds, so it is the same on every machine.

import {
  createHopMeter,
  decibels,
  duckingEnvelope,
  type EnvelopePoint,
  loudnessHop,
  type SpeechStretch,
} from "@fullcast/core/sound";
import type { OverlayUnit } from "@fullcast/core/timeline";
import type { RenderTimeline } from "./heard-units.ts";
import { OUTPUT_RATE, samplesOf } from "./positions.ts";
import { openWav } from "./wav-source.ts";

/** Quieter speech does not turn sounds down. */
const NO_SPEECH_LUFS = -70;
const READ_SAMPLES = 1 << 16;

export interface SoundDucker {
  /** The envelope of a sound of the manifest; positions in samples at 44.1 kHz from the sound's start. */
  envelopeOf(manifest: RenderTimeline, unit: OverlayUnit, path: string): readonly EnvelopePoint[];
}

/** Measures each file once, and only if it plays during speech. @throws RenderError `input` from envelopeOf. */
export function createSoundDucker(): SoundDucker {
  const measured = new Map<string, Loudness>();
  const speech = new WeakMap<RenderTimeline, readonly SpeechStretch[]>();

  return {
    envelopeOf: (manifest, unit, path) => {
      const { enabled, ducking } = manifest.mastering_profile;
      if (!enabled || ducking === false) return [];
      const stretches = speech.get(manifest) ?? speechOf(manifest);
      speech.set(manifest, stretches);
      const start = samplesOf(unit.start_ms);
      const length = samplesOf(unit.duration_ms);
      const under = between(stretches, start, start + length);
      if (under.length === 0) return [];
      const loudness = measured.get(path) ?? loudnessOf(path, unit.asset_id);
      measured.set(path, loudness);
      // A repeating sound can play any of its parts at any time.
      const highest = (from: number, to: number): number =>
        (unit.loop === true ? loudness(0, Number.POSITIVE_INFINITY) : loudness(from / OUTPUT_RATE, to / OUTPUT_RATE)) +
        unit.gain_db;
      return duckingEnvelope(under, { start, length, loudness: highest }, OUTPUT_RATE);
    },
  };
}

function speechOf(manifest: RenderTimeline): SpeechStretch[] {
  return manifest.sequential_units.flatMap((unit) => {
    if (unit.unit_type !== "asset" || unit.analysis_integrated_lufs <= NO_SPEECH_LUFS) return [];
    return [
      {
        from: samplesOf(unit.start_ms),
        to: samplesOf(unit.start_ms + unit.duration_ms),
        lufs: unit.analysis_integrated_lufs + unit.effective_gain_db,
      },
    ];
  });
}

/** The ranges of speech between two positions. */
function between(stretches: readonly SpeechStretch[], from: number, to: number): readonly SpeechStretch[] {
  let low = 0;
  let high = stretches.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (stretches[middle]!.to <= from) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < stretches.length && stretches[end]!.from < to) end++;
  return stretches.slice(low, end);
}

/** Highest momentary loudness (400 ms, every 100 ms; LUFS) of the blocks that touch the seconds [from, to). */
type Loudness = (from: number, to: number) => number;

function loudnessOf(path: string, assetId: string): Loudness {
  using source = openWav(path, assetId);
  const meter = createHopMeter(source.sampleRate);
  const bytes = Buffer.allocUnsafe(READ_SAMPLES * source.channels * 2);
  const samples = new Float32Array(READ_SAMPLES);
  for (let at = 0; at < source.length; at += READ_SAMPLES) {
    const count = Math.min(READ_SAMPLES, source.length - at);
    source.read(bytes.subarray(0, count * source.channels * 2), at);
    for (let i = 0; i < count; i++) {
      samples[i] =
        source.channels === 1
          ? bytes.readInt16LE(i * 2) / 32_768
          : (bytes.readInt16LE(i * 4) + bytes.readInt16LE(i * 4 + 2)) / 65_536;
    }
    meter.add(samples, 0, count);
  }
  const hop = loudnessHop(source.sampleRate);
  const energies = [...meter.hops(), meter.rest().energy];
  const blocks = Float64Array.from({ length: energies.length + 3 }, (_, end) => {
    let energy = 0;
    for (let i = Math.max(0, end - 3); i <= Math.min(end, energies.length - 1); i++) energy += energies[i]!;
    return energy / (4 * hop);
  });
  return (from, to) => {
    let highest = 0;
    const last = Math.min(blocks.length - 1, Math.ceil(to * 10) + 3);
    for (let end = Math.max(0, Math.floor(from * 10)); end <= last; end++) highest = Math.max(highest, blocks[end]!);
    return decibels(Math.sqrt(highest)) - 0.691;
  };
}
