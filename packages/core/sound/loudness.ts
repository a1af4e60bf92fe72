// Integrated loudness after ITU-R BS.1770-4: K-weighting, blocks of 400 ms every 100 ms, an absolute gate at -70 LUFS and a
// relative gate 10 LU under the mean of what passed it. One channel, whose weight is 1.

import { kWeighting, newKWeightingState, weightedEnergy } from "./k-weighting.ts";

const ABSOLUTE_GATE_LUFS = -70;
const RELATIVE_GATE_LU = -10;

const lufsOf = (meanSquare: number): number => -0.691 + 10 * Math.log10(meanSquare);
const meanSquareOf = (lufs: number): number => 10 ** ((lufs + 0.691) / 10);

/** Samples in 100 ms, the step between two blocks. */
export const loudnessHop = (sampleRate: number): number => Math.round(sampleRate / 10);

/** K-weighted energy (sum of squares, full scale 1) of a stream, in steps of 100 ms, for gatedLoudness. */
export interface HopMeter {
  add(samples: Float32Array, from?: number, to?: number): void;
  /** Energies of the full steps so far. */
  hops(): Float64Array;
  /** Energy after the last full step. */
  rest(): { readonly energy: number; readonly samples: number };
}

/** Integrated loudness of such energies in LUFS; -Infinity when nothing passes the gates. See createLoudnessMeter. */
export function gatedLoudness(
  hops: Float64Array,
  hopSamples: number,
  rest: { readonly energy: number; readonly samples: number },
): number {
  if (hops.length < 4) {
    const energy = hops.reduce((sum, hop) => sum + hop, rest.energy);
    const lufs = lufsOf(energy / Math.max(1, hops.length * hopSamples + rest.samples));
    return lufs > ABSOLUTE_GATE_LUFS ? lufs : -Infinity;
  }
  const meanAbove = (gate: number): number => {
    let sum = 0;
    let count = 0;
    for (let i = 3; i < hops.length; i++) {
      const block = (hops[i - 3]! + hops[i - 2]! + hops[i - 1]! + hops[i]!) / (4 * hopSamples);
      if (block > gate) {
        sum += block;
        count++;
      }
    }
    return count === 0 ? 0 : sum / count;
  };
  const absolute = meanSquareOf(ABSOLUTE_GATE_LUFS);
  const mean = meanAbove(absolute);
  if (mean === 0) return -Infinity;
  return lufsOf(meanAbove(Math.max(absolute, mean * 10 ** (RELATIVE_GATE_LU / 10))));
}

/** @param sampleRate Hz, at least 8,000. */
export function createHopMeter(sampleRate: number): HopMeter {
  const filter = kWeighting(sampleRate);
  const state = newKWeightingState();
  const hop = loudnessHop(sampleRate);
  let hops = new Float64Array(64);
  let hopCount = 0;
  let openEnergy = 0;
  let openSamples = 0;

  function add(samples: Float32Array, from = 0, to = samples.length): void {
    let at = from;
    while (at < to) {
      const end = Math.min(to, at + hop - openSamples);
      openEnergy += weightedEnergy(filter, state, samples, at, end);
      openSamples += end - at;
      at = end;
      if (openSamples === hop) {
        if (hopCount === hops.length) {
          const longer = new Float64Array(hops.length * 2);
          longer.set(hops);
          hops = longer;
        }
        hops[hopCount++] = openEnergy;
        openEnergy = 0;
        openSamples = 0;
      }
    }
  }

  return {
    add,
    hops: () => hops.subarray(0, hopCount),
    rest: () => ({ energy: openEnergy, samples: openSamples }),
  };
}

export interface LoudnessMeter {
  /** Takes the next samples of the one channel; full scale is 1. */
  add(samples: Float32Array, from?: number, to?: number): void;
  /** LUFS of everything so far; -Infinity when nothing passed the gates. */
  integrated(): number;
}

/**
 * A meter for a stream of any length (8 bytes of memory for every 100 ms).
 *
 * A stream shorter than one 400 ms block is outside the standard; here it counts as a single block as long as itself, so
 * that one short word has a loudness. Like every block it must pass the absolute gate.
 *
 * @param sampleRate Hz, at least 8,000.
 */
export function createLoudnessMeter(sampleRate: number): LoudnessMeter {
  const meter = createHopMeter(sampleRate);
  return { add: meter.add, integrated: () => gatedLoudness(meter.hops(), loudnessHop(sampleRate), meter.rest()) };
}
