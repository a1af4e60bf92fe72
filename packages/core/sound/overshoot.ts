// The overshoot of an encoder: quantisation moves every sample slightly, so a mix just below the ceiling exceeds it after
// decoding. Decoding finds these places; there the mix is turned down and encoded again.

import type { Dip } from "./limiter.ts";
import { blockPeak, blocksNear, PEAK_BLOCK, TRUE_PEAK_MEMORY } from "./true-peak.ts";

/** Samples around a peak that influence it. */
const REACH = 48;

/**
 * The dips (positions of `mixed`) that the mix must keep so that it decodes to below the ceiling; empty if it already does.
 *
 * @param decoded.at Which sample of `mixed` the first of `decoded.samples` is.
 * @param ceiling Linear true peak that the decoded sound shall keep.
 * @param margin Factor under 1 by which the dips are deeper than what was found.
 */
export function overshootDips(
  mixed: Float32Array,
  decoded: { readonly samples: Float32Array; readonly at: number },
  ceiling: number,
  margin: number,
): Dip[] {
  const blocks = Math.ceil(decoded.samples.length / PEAK_BLOCK);
  const dips: Dip[] = [];
  blocksNear(decoded.samples, 0, blocks, ceiling, (block) => {
    const peak = blockPeak(decoded.samples, block);
    if (peak <= ceiling) return;
    const at = decoded.at + block * PEAK_BLOCK;
    // Decoded sound after the end of the mix comes from its last samples.
    const from = Math.max(0, Math.min(at - TRUE_PEAK_MEMORY, mixed.length) - REACH);
    const to = Math.min(mixed.length, at + PEAK_BLOCK + REACH);
    const level = Math.min(ceiling, highest(mixed, from, to));
    dips.push({ from, to, ceiling: level * (ceiling / peak) * margin });
  });
  return dips;
}

/**
 * Merged ranges of frames of `step` samples with the surroundings of the peaks of the `blocks` of 8 samples
 * that begin within [from, to); counted from `from`, which is a multiple of 8. The last frames of all may reach beyond `to`.
 *
 * @param blocks Ascending.
 */
export function stretchesAround(
  blocks: ArrayLike<number>,
  from: number,
  to: number,
  step: number,
): { readonly from: number; readonly to: number }[] {
  const stretches: { from: number; to: number }[] = [];
  for (let i = 0; i < blocks.length; i++) {
    const at = blocks[i]! * PEAK_BLOCK;
    if (at < from || at >= to) continue;
    const first = Math.floor((at - from - TRUE_PEAK_MEMORY - REACH) / step) * step;
    const end = (Math.floor((at - from + PEAK_BLOCK + REACH) / step) + 1) * step;
    const last = stretches.at(-1);
    if (last !== undefined && last.to >= first) last.to = end;
    else stretches.push({ from: first, to: end });
  }
  return stretches;
}

function highest(samples: Float32Array, from: number, to: number): number {
  let peak = 0;
  for (let i = from; i < to; i++) {
    const sample = Math.abs(samples[i]!);
    if (sample > peak) peak = sample;
  }
  return peak;
}
