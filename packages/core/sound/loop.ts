// Sounds that repeat without a break: the part of a sound that repeats, and the cross-fade of its end and start. Positions and
// lengths are samples of the sound.

/** A part [from, to) that repeats. Its last `overlap` samples play together with its first ones. */
export interface SoundLoop {
  readonly from: number;
  readonly to: number;
  /** Less than half of the part. */
  readonly overlap: number;
  /** How alike both sides of the seam are, -1 to 1; see seamGains(). */
  readonly correlation: number;
}

/** Share of the usual level at which a sound begins. Quieter ends are fades and silence. */
const BEGUN = 0.6;
/** Share of a sound that may be left out of its repetitions at each end. */
const MOST_TRIMMED = 0.25;

/**
 * The part of a sound that can repeat: from the first to the last hop with the usual level, without silence and fades at
 * the ends. `levels` are RMS levels of hops of `hop` samples.
 */
export function loopRegion(
  levels: ArrayLike<number>,
  hop: number,
  length: number,
): { readonly from: number; readonly to: number } {
  const heard = Float64Array.from(levels).filter((level) => level > 0);
  heard.sort();
  const least = (heard[heard.length >> 1] ?? 0) * BEGUN;
  const most = Math.floor(levels.length * MOST_TRIMMED);
  let first = 0;
  while (first < most && levels[first]! < least) first += 1;
  let end = levels.length;
  while (end > levels.length - most && levels[end - 1]! < least) end -= 1;
  return { from: Math.min(length, first * hop), to: Math.min(length, end * hop) };
}

/** The longest overlap, in seconds and as a share of the part. */
const OVERLAP = { seconds: 1, share: 1 / 3 } as const;
/** The largest shift of the end to a place where both sides of the seam match: one period of 40 Hz. */
const SEARCH_SECONDS = 0.025;
/** Samples that are compared at each place. */
const COMPARED = 4_096;

/**
 * The loop over a part. Its end moves back to the place where its last samples are most similar to its first ones, so that
 * a tone keeps its phase. `read` returns a copy of the samples [from, to) of the sound.
 */
export function loopJoin(
  region: { readonly from: number; readonly to: number },
  rate: number,
  read: (from: number, to: number) => Float32Array,
): SoundLoop {
  const length = region.to - region.from;
  const overlap = Math.floor(Math.min(OVERLAP.seconds * rate, length * OVERLAP.share));
  const search = Math.min(Math.floor(SEARCH_SECONDS * rate), Math.floor(length / 8));
  const head = read(region.from, region.from + overlap);
  const tail = read(region.to - overlap - search, region.to);
  const middle = Math.max(0, (overlap - COMPARED) >> 1);
  const count = Math.min(COMPARED, overlap);
  let best = { back: 0, correlation: -1 };
  for (let back = 0; back <= search; back += 1) {
    const correlation = correlationOf(head, middle, tail, search - back + middle, count);
    if (correlation > best.correlation) best = { back, correlation };
  }
  const to = region.to - best.back;
  const correlation = correlationOf(head, 0, tail, search - best.back, overlap);
  return { from: region.from, to, overlap, correlation };
}

/** Pearson's correlation without means, because sound has a mean of 0. 0 for silence. */
function correlationOf(one: Float32Array, oneAt: number, other: Float32Array, otherAt: number, count: number): number {
  let product = 0;
  let first = 0;
  let second = 0;
  for (let i = 0; i < count; i++) {
    const a = one[oneAt + i]!;
    const b = other[otherAt + i]!;
    product += a * b;
    first += a * a;
    second += b * b;
  }
  return first === 0 || second === 0 ? 0 : product / Math.sqrt(first * second);
}

/** One pass over a sound that repeats: its samples [from, to) play from position `at` of the whole on. */
export interface LoopPass {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** The passes that sound between two positions of the whole. The first pass begins with the beginning of the sound. */
export function* passesBetween(loop: SoundLoop, from: number, to: number): Generator<LoopPass> {
  const period = loop.to - loop.from - loop.overlap;
  const second = loop.to - loop.overlap;
  if (from < loop.to && to > 0) yield { at: 0, from: 0, to: loop.to };
  const length = loop.to - loop.from;
  const first = Math.max(0, Math.floor((from - second - length) / period) + 1);
  for (let index = first; second + index * period < to; index += 1) {
    yield { at: second + index * period, from: loop.from, to: loop.to };
  }
}

/** Multiplies samples of a pass by the gains of its seams, in place; `position` is that of the first one in the sound. */
export function applyJoins(samples: Float32Array, position: number, pass: LoopPass, loop: SoundLoop): void {
  const fallFrom = loop.to - loop.overlap;
  const riseTo = pass.at === 0 ? 0 : loop.from + loop.overlap;
  for (let i = 0; i < samples.length; i++) {
    const at = position + i;
    if (at >= fallFrom) samples[i] = samples[i]! * seamGain(loop, (loop.to - at - 0.5) / loop.overlap);
    if (at < riseTo) samples[i] = samples[i]! * seamGain(loop, (at - loop.from + 0.5) / loop.overlap);
  }
}

/**
 * The gain of one side of a seam whose other side has the gain at `1 - place`; place from 0 (silent) to 1. A sine and a cosine
 * keep the power of noises that have nothing in common; divided by √(1 + r sin 2θ) they keep it for sounds with the
 * correlation r as well (Fink, Holters, Zölzer: Signal-matched power-complementary cross-fading, DAFx 2016).
 */
function seamGain({ correlation }: SoundLoop, place: number): number {
  const angle = (Math.PI / 2) * place;
  return Math.sin(angle) / Math.sqrt(1 + Math.max(-0.9, correlation) * Math.sin(2 * angle));
}
