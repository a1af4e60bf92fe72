import { clipLevels } from "./clip-levels.ts";

/** What a manifest says about the sound of one asset unit. */
export interface UnitAnalysis {
  /** -120 (silence, or wholly under the standard's gate) to 12, rounded to 0.01. */
  readonly integrated_lufs: number;
  /** -200 (digital silence) to 12, rounded to 0.01. */
  readonly sample_peak_dbfs: number;
}

/** Hundredths: far below what is audible, and the same on every machine. `+ 0` turns -0 into 0. */
const hundredths = (value: number): number => Math.round(value * 100) / 100 + 0;

/**
 * Loudness (BS.1770-4; clips under 400 ms as one block) and sample peak of mono 16-bit PCM. Always finite.
 *
 * @param sampleRate Hz, 8,000 to 192,000.
 */
export function analyse(pcm: Int16Array, sampleRate: number): UnitAnalysis {
  const { lufs, peak } = clipLevels(pcm, sampleRate);
  return {
    integrated_lufs: hundredths(Math.min(12, Math.max(-120, lufs))),
    sample_peak_dbfs: hundredths(peak === 0 ? -200 : 20 * Math.log10(peak)),
  };
}
