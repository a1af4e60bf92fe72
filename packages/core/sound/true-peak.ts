// True peak after ITU-R BS.1770-4 Annex 2: the signal is looked at between its samples too, at four times the rate, through
// the 48-tap filter that the annex prints. Sample values count themselves, so a true peak is never under the sample peak.

/** Phases 0 and 1; phases 3 and 2 are the same read backwards. */
const PHASE_0 = [
  0.001708984375, 0.010986328125, -0.0196533203125, 0.033203125, -0.0594482421875, 0.1373291015625, 0.97216796875,
  -0.102294921875, 0.047607421875, -0.026611328125, 0.014892578125, -0.00830078125,
] as const;
const PHASE_1 = [
  -0.0291748046875, 0.029296875, -0.0517578125, 0.089111328125, -0.16650390625, 0.465087890625, 0.77978515625,
  -0.2003173828125, 0.1015625, -0.0582275390625, 0.0330810546875, -0.0189208984375,
] as const;

/** Samples that the filter looks back over; a peak found at n lies within n - 11 … n. */
export const TRUE_PEAK_MEMORY = 11;

/** No signal can be higher between its samples than this times the highest sample within the filter's reach. */
const OVERSHOOT_BOUND = PHASE_1.reduce((sum, tap) => sum + Math.abs(tap), 0);

// A filter and its mirror image are sum and difference of the same even and odd halves, and the larger of |e + o| and |e - o|
// is |e| + |o|: half the multiplications.
const even = (taps: readonly number[]): number[] => taps.slice(0, 6).map((tap, k) => (tap + taps[11 - k]!) / 2);
const odd = (taps: readonly number[]): number[] => taps.slice(0, 6).map((tap, k) => (tap - taps[11 - k]!) / 2);
const [ae0 = 0, ae1 = 0, ae2 = 0, ae3 = 0, ae4 = 0, ae5 = 0] = even(PHASE_0);
const [ao0 = 0, ao1 = 0, ao2 = 0, ao3 = 0, ao4 = 0, ao5 = 0] = odd(PHASE_0);
const [be0 = 0, be1 = 0, be2 = 0, be3 = 0, be4 = 0, be5 = 0] = even(PHASE_1);
const [bo0 = 0, bo1 = 0, bo2 = 0, bo3 = 0, bo4 = 0, bo5 = 0] = odd(PHASE_1);

/** Highest of the four points that the filter gives for sample n. */
function peakAt(x: Float32Array, n: number): number {
  const n0 = x[n]!;
  const n1 = x[n - 1]!;
  const n2 = x[n - 2]!;
  const n3 = x[n - 3]!;
  const n4 = x[n - 4]!;
  const n5 = x[n - 5]!;
  const n6 = x[n - 6]!;
  const n7 = x[n - 7]!;
  const n8 = x[n - 8]!;
  const n9 = x[n - 9]!;
  const n10 = x[n - 10]!;
  const n11 = x[n - 11]!;
  const s0 = n0 + n11;
  const s1 = n1 + n10;
  const s2 = n2 + n9;
  const s3 = n3 + n8;
  const s4 = n4 + n7;
  const s5 = n5 + n6;
  const d0 = n0 - n11;
  const d1 = n1 - n10;
  const d2 = n2 - n9;
  const d3 = n3 - n8;
  const d4 = n4 - n7;
  const d5 = n5 - n6;
  const outer =
    Math.abs(ae0 * s0 + ae1 * s1 + ae2 * s2 + (ae3 * s3 + ae4 * s4 + ae5 * s5)) +
    Math.abs(ao0 * d0 + ao1 * d1 + ao2 * d2 + (ao3 * d3 + ao4 * d4 + ao5 * d5));
  const inner =
    Math.abs(be0 * s0 + be1 * s1 + be2 * s2 + (be3 * s3 + be4 * s4 + be5 * s5)) +
    Math.abs(bo0 * d0 + bo1 * d1 + bo2 * d2 + (bo3 * d3 + bo4 * d4 + bo5 * d5));
  return Math.max(outer, inner);
}

function samplePeak(samples: Float32Array, from: number, to: number): number {
  let peak = 0;
  for (let i = from; i < to; i++) {
    const level = Math.abs(samples[i]!);
    if (level > peak) peak = level;
  }
  return peak;
}

/** Signals are looked through coarsely, then finely where they could matter. */
const STRETCH = 64;
const BLOCK = 8;

/**
 * The true peak of `samples[from, to)`, or `floor` when it is not higher: stretches that cannot exceed what was found so far
 * are not oversampled, which makes a running maximum nearly free.
 *
 * @param from At least TRUE_PEAK_MEMORY: the filter looks at the samples before.
 */
export function truePeakAbove(samples: Float32Array, from: number, to: number, floor: number): number {
  let highest = floor;
  for (let start = from; start < to; start += STRETCH) {
    const end = Math.min(to, start + STRETCH);
    const reached = samplePeak(samples, start - TRUE_PEAK_MEMORY, end);
    if (reached * OVERSHOOT_BOUND <= highest) continue;
    for (let block = start; block < end; block += BLOCK) {
      const blockEnd = Math.min(end, block + BLOCK);
      highest = Math.max(highest, samplePeak(samples, block, blockEnd));
      if (samplePeak(samples, block - TRUE_PEAK_MEMORY, blockEnd) * OVERSHOOT_BOUND <= highest) continue;
      for (let n = block; n < blockEnd; n++) {
        const peak = peakAt(samples, n);
        if (peak > highest) highest = peak;
      }
    }
  }
  return highest;
}

/** True peak of a whole clip, linear (1 is full scale); silence is assumed around it. In dBTP: 20 log10 of it. */
export function clipTruePeak(samples: Float32Array): number {
  const padded = new Float32Array(samples.length + 2 * TRUE_PEAK_MEMORY);
  padded.set(samples, TRUE_PEAK_MEMORY);
  return truePeakAbove(padded, TRUE_PEAK_MEMORY, padded.length, 0);
}

/**
 * True peaks of the blocks of `size` samples (a divisor of 64) of a signal, as far as they matter: a block that surely stays
 * under `ceiling` gets some value not over it. A peak found in a block may lie up to 11 samples earlier.
 *
 * @returns whether any is over the ceiling.
 */
export function blockTruePeaks(samples: Float32Array, size: number, ceiling: number, peaks: Float32Array): boolean {
  let over = false;
  for (let start = 0; start < samples.length; start += STRETCH) {
    const end = Math.min(samples.length, start + STRETCH);
    const reached = samplePeak(samples, Math.max(0, start - TRUE_PEAK_MEMORY), end);
    if (reached * OVERSHOOT_BOUND <= ceiling) {
      peaks.fill(0, start / size, Math.ceil(end / size));
      continue;
    }
    for (let block = start; block < end; block += size) {
      const blockEnd = Math.min(end, block + size);
      let peak = samplePeak(samples, block, blockEnd);
      if (samplePeak(samples, Math.max(0, block - TRUE_PEAK_MEMORY), blockEnd) * OVERSHOOT_BOUND > ceiling) {
        for (let n = Math.max(block, TRUE_PEAK_MEMORY); n < blockEnd; n++) peak = Math.max(peak, peakAt(samples, n));
      }
      peaks[block / size] = peak;
      over ||= peak > ceiling;
    }
  }
  return peaksAtEnds(samples, size, ceiling, peaks) || over;
}

/** The filter also reaches out of the signal at both ends, into silence. */
function peaksAtEnds(samples: Float32Array, size: number, ceiling: number, peaks: Float32Array): boolean {
  const reach = TRUE_PEAK_MEMORY;
  let over = false;
  const raise = (sample: number, peak: number): void => {
    const block = Math.floor(Math.min(sample, samples.length - 1) / size);
    if (peak > peaks[block]!) peaks[block] = peak;
    over ||= peak > ceiling;
  };
  if (samples.length === 0) return false;
  const head = new Float32Array(2 * reach);
  head.set(samples.subarray(0, reach), reach);
  const tail = new Float32Array(2 * reach);
  const last = samples.subarray(Math.max(0, samples.length - reach));
  tail.set(last, reach - last.length);
  for (let i = 0; i < reach; i++) {
    raise(i, peakAt(head, reach + i));
    raise(samples.length + i, peakAt(tail, reach + i));
  }
  return over;
}
