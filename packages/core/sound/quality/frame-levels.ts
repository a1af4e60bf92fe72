// Levels of a clip in frames of 10 ms.

export interface FrameLevels {
  /** dBFS (root mean square) of each whole frame; -120 for digital silence. */
  readonly levels: Float64Array;
  readonly frame_ms: 10;
  /** Stretches of at least three samples at full scale. */
  readonly clipped_stretches: number;
}

const FULL_SCALE = 32_768;
/** A decoder or a limiter leaves clipped samples within this of the largest number. */
const CLIPPED = 32_700;
const SHORTEST_STRETCH = 3;
const SILENCE_DBFS = -120;

/** Samples of a frame. */
export const frameSamples = (sampleRate: number): number => Math.round(sampleRate / 100);

/** @param sampleRate Hz, at least 8,000 */
export function frameLevels(pcm: Int16Array, sampleRate: number): FrameLevels {
  const size = frameSamples(sampleRate);
  const levels = new Float64Array(Math.floor(pcm.length / size));
  let clipped_stretches = 0;
  for (let frame = 0, at = 0; frame < levels.length; frame++) {
    let sum = 0;
    let most = 0;
    for (const end = at + size; at < end; at++) {
      const square = pcm[at]! * pcm[at]!;
      sum += square;
      if (square > most) most = square;
    }
    levels[frame] = levelOf(sum / size);
    if (most >= CLIPPED * CLIPPED) clipped_stretches += stretchesIn(pcm, at - size, at);
  }
  return { levels, frame_ms: 10, clipped_stretches };
}

function stretchesIn(pcm: Int16Array, from: number, to: number): number {
  let stretches = 0;
  let length = 0;
  for (let i = from; i < to; i++) {
    length = Math.abs(pcm[i]!) >= CLIPPED ? length + 1 : 0;
    if (length === SHORTEST_STRETCH) stretches++;
  }
  return stretches;
}

const levelOf = (meanSquare: number): number =>
  Math.max(SILENCE_DBFS, 10 * Math.log10(meanSquare / (FULL_SCALE * FULL_SCALE) + 1e-13));

/** The value below which this share of the values lies (nearest rank). */
export function percentile(values: Float64Array, share: number): number {
  const sorted = values.slice().sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
}
