// The K-weighting of ITU-R BS.1770-4 Annex 1: a high shelf (the head) followed by a high pass (RLB). The standard prints
// coefficients for 48 kHz only; these formulas give the same analogue filters at any rate (derivation as in libebur128).

/** Coefficients of both stages, normalised (a0 = 1); the second stage's numerator is always 1, -2, 1. */
export interface KWeighting {
  readonly shelfB0: number;
  readonly shelfB1: number;
  readonly shelfB2: number;
  readonly shelfA1: number;
  readonly shelfA2: number;
  readonly passA1: number;
  readonly passA2: number;
}

/** @param sampleRate Hz, at least 8,000. */
export function kWeighting(sampleRate: number): KWeighting {
  const shelfQ = 0.7071752369554196;
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate);
  const vh = 10 ** (3.999843853973347 / 20);
  const vb = vh ** 0.4996667741545416;
  const a0 = 1 + k / shelfQ + k * k;
  const passQ = 0.5003270373238773;
  const p = Math.tan((Math.PI * 38.13547087602444) / sampleRate);
  const pass0 = 1 + p / passQ + p * p;
  return {
    shelfB0: (vh + (vb * k) / shelfQ + k * k) / a0,
    shelfB1: (2 * (k * k - vh)) / a0,
    shelfB2: (vh - (vb * k) / shelfQ + k * k) / a0,
    shelfA1: (2 * (k * k - 1)) / a0,
    shelfA2: (1 - k / shelfQ + k * k) / a0,
    passA1: (2 * (p * p - 1)) / pass0,
    passA2: (1 - p / passQ + p * p) / pass0,
  };
}

/** Memory of the two filter stages (direct form I: the last two values before, between and after them); starts at zeros. */
export type KWeightingState = Float64Array;

export const newKWeightingState = (): KWeightingState => new Float64Array(6);

/** Runs `samples[from, to)` through the filter, moves `state` on and returns the sum of squares of the output. */
export function weightedEnergy(
  filter: KWeighting,
  state: KWeightingState,
  samples: Float32Array,
  from: number,
  to: number,
): number {
  const { shelfB0, shelfB1, shelfB2, shelfA1, shelfA2, passA1, passA2 } = filter;
  let x1 = state[0]!;
  let x2 = state[1]!;
  let shelf1 = state[2]!;
  let shelf2 = state[3]!;
  let y1 = state[4]!;
  let y2 = state[5]!;
  let energy = 0;
  for (let i = from; i < to; i++) {
    const x = samples[i]!;
    // Terms that do not depend on the previous sample come first in each sum. In this form a sample depends on one
    // product and one difference of the previous one. Transposed form II has a longer chain and takes twice the time.
    const shelf = shelfB0 * x + shelfB1 * x1 + shelfB2 * x2 - shelfA2 * shelf2 - shelfA1 * shelf1;
    const y = shelf - shelf1 - (shelf1 - shelf2) - passA2 * y2 - passA1 * y1;
    energy += y * y;
    x2 = x1;
    x1 = x;
    shelf2 = shelf1;
    shelf1 = shelf;
    y2 = y1;
    y1 = y;
  }
  state[0] = x1;
  state[1] = x2;
  state[2] = audible(shelf1);
  state[3] = audible(shelf2);
  state[4] = audible(y1);
  state[5] = audible(y2);
  return energy;
}

/** A filter that decays into silence would reach subnormal numbers, which are a hundred times slower. */
const audible = (value: number): number => (Math.abs(value) < 1e-25 ? 0 : value);
