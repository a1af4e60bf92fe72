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

/**
 * A tighter bound where the signal is smooth. Each phase is a straight line between samples n - 5 and n - 6 with the same sum
 * and first moment, and a rest whose twofold running sum (summation by parts) weighs second differences only. So no point at
 * n is higher than `level` times those two samples and `curve` times the largest second difference within the filter's reach.
 */
const SMOOTH = [PHASE_0, PHASE_1].map(smoothBound).reduce((a, b) => ({
  level: Math.max(a.level, b.level),
  curve: Math.max(a.curve, b.curve),
}));

function smoothBound(taps: readonly number[]): { level: number; curve: number } {
  const sum = taps.reduce((total, tap) => total + tap, 0);
  const moment = taps.reduce((total, tap, k) => total + k * tap, 0);
  const sixth = moment - 5 * sum;
  const rest = taps.map((tap, k) => tap - (k === 5 ? sum - sixth : k === 6 ? sixth : 0));
  let once = 0;
  let twice = 0;
  let curve = 0;
  for (const value of rest) {
    once += value;
    twice += once;
    curve += Math.abs(twice);
  }
  return { level: Math.abs(sum - sixth) + Math.abs(sixth), curve };
}

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

/** Largest second difference that ends at a sample of [from, to); `from` is at least 2. */
function largestCurve(samples: Float32Array, from: number, to: number): number {
  let largest = 0;
  let a = samples[from - 2]!;
  let b = samples[from - 1]!;
  for (let i = from; i < to; i++) {
    const c = samples[i]!;
    const curve = Math.abs(a - 2 * b + c);
    if (curve > largest) largest = curve;
    a = b;
    b = c;
  }
  return largest;
}

/** Whether a point between the samples can be higher than `limit` for an n in [from, to); `from` at least TRUE_PEAK_MEMORY. */
function canExceed(samples: Float32Array, from: number, to: number, limit: number): boolean {
  const level = samplePeak(samples, from - 6, to) * SMOOTH.level;
  return level > limit || level + SMOOTH.curve * largestCurve(samples, from - 9, to) > limit;
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
      if (!canExceed(samples, block, blockEnd, highest)) continue;
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

/** Samples in a block of blockPeaks and blockTruePeaks. */
export const PEAK_BLOCK = 8;

/** Highest sample of each block [from, to) of a signal, without what lies between the samples. */
export function blockPeaks(samples: Float32Array, from: number, to: number, levels: Float32Array): void {
  for (let block = from; block < to; block++) {
    const start = block * PEAK_BLOCK;
    levels[block] = samplePeak(samples, start, Math.min(samples.length, start + PEAK_BLOCK));
  }
}

/**
 * Calls `onOver` for each block [from, to) of a signal whose true peak is over `ceiling`. The peak found in a block may lie up
 * to 11 samples earlier. Blocks that surely stay under the ceiling are not oversampled.
 *
 * @param levels blockPeaks of the signal, or more than them.
 */
export function blocksOver(
  samples: Float32Array,
  from: number,
  to: number,
  ceiling: number,
  levels: Float32Array,
  onOver: (block: number, peak: number) => void,
): void {
  let secondLast = from >= 2 ? levels[from - 2]! : 0;
  let last = from >= 1 ? levels[from - 1]! : 0;
  for (let block = from; block < to; block++) {
    const level = levels[block]!;
    const near = level > last ? level : last;
    if ((near > secondLast ? near : secondLast) * OVERSHOOT_BOUND > ceiling) {
      const start = block * PEAK_BLOCK;
      const end = Math.min(samples.length, start + PEAK_BLOCK);
      const first = Math.max(start, TRUE_PEAK_MEMORY);
      let peak = samplePeak(samples, start, end);
      if (first < end && canExceed(samples, first, end, ceiling)) {
        for (let n = first; n < end; n++) peak = Math.max(peak, peakAt(samples, n));
      }
      if (peak > ceiling) onOver(block, peak);
    }
    secondLast = last;
    last = level;
  }
}

/** As blocksOver for what the filter finds where it reaches out of the signal at both ends, into silence. */
export function endsOver(
  samples: Float32Array,
  ceiling: number,
  onOver: (block: number, peak: number) => void,
): void {
  const reach = TRUE_PEAK_MEMORY;
  if (samples.length === 0) return;
  const tell = (sample: number, peak: number): void => {
    if (peak > ceiling) onOver(Math.floor(Math.min(sample, samples.length - 1) / PEAK_BLOCK), peak);
  };
  const head = new Float32Array(2 * reach);
  head.set(samples.subarray(0, reach), reach);
  const tail = new Float32Array(2 * reach);
  const last = samples.subarray(Math.max(0, samples.length - reach));
  tail.set(last, reach - last.length);
  for (let i = 0; i < reach; i++) {
    tell(i, peakAt(head, reach + i));
    tell(samples.length + i, peakAt(tail, reach + i));
  }
}
