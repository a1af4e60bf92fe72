// Fundamental frequency of clean speech, frame by frame: normalised cross-correlation with a best path through its peaks
// (the method of Talkin's RAPT, "A robust algorithm for pitch tracking", 1995): coarse at a quarter of the rate, then fine
// at half of it around the peaks.

/** Seconds between two frames. */
export const PITCH_STEP_SECONDS = 0.005;

export interface PitchTrack {
  /** Hz of each frame; 0 where the frame is not voiced. Frame i is centred at i * PITCH_STEP_SECONDS. */
  readonly hz: Float32Array;
}

export interface PitchTrackOptions {
  readonly sampleRate: number;
  /** Search range in Hz. */
  readonly lowest: number;
  readonly highest: number;
}

/** Candidates kept for a frame, beside "not voiced". */
const CANDIDATES = 5;
/** Correlation below which a peak is no candidate. */
const LEAST_CORRELATION = 0.35;
/** Preference for short lags: what the longest lag of the search loses of its correlation. */
const SHORT_LAGS = 0.15;
/** Cost of an unvoiced frame; a voiced candidate costs 1 - correlation. */
const UNVOICED_COST = 0.45;
/** Cost of a jump of one octave between two frames. */
const OCTAVE_COST = 1.2;
/** Cost of a change between voiced and unvoiced. */
const CHANGE_COST = 0.12;
/** Frames quieter than this fraction of the loudest are not voiced (-46 dB). */
const QUIET = 0.005;

/** Halves the sample rate with a short low-pass filter. Pitch needs nothing above 2 kHz, and each halving makes the search
 * four times as quick. */
function halved(samples: Float32Array): Float32Array {
  const out = new Float32Array(samples.length >> 1);
  const at = (i: number) => samples[i] ?? 0;
  for (let i = 0; i < out.length; i++) {
    const n = 2 * i;
    if (n >= 3 && n + 3 < samples.length) {
      out[i] =
        0.5 * samples[n]! +
        0.28125 * (samples[n - 1]! + samples[n + 1]!) -
        0.03125 * (samples[n - 3]! + samples[n + 3]!);
      continue;
    }
    out[i] = 0.5 * at(n) + 0.28125 * (at(n - 1) + at(n + 1)) - 0.03125 * (at(n - 3) + at(n + 3));
  }
  return out;
}

/** The pitch of `samples` (full scale 1). Deterministic; costs a few milliseconds for each second of sound. */
export function pitchTrack(samples: Float32Array, options: PitchTrackOptions): PitchTrack {
  const finer = halved(samples);
  const sound = halved(finer);
  const rate = options.sampleRate / 4;
  const step = PITCH_STEP_SECONDS * rate;
  const frames = Math.max(1, Math.floor(sound.length / step) + 1);
  const shortest = Math.max(2, Math.floor(rate / options.highest));
  const longest = Math.ceil(rate / options.lowest);
  const window = Math.round(Math.max(0.015 * rate, longest));
  const energies = frameEnergies(sound, frames, step, window);
  const quiet = energies.reduce((most, energy) => Math.max(most, energy), 0) * QUIET ** 2;

  // Candidate 0 of every frame is "not voiced".
  const lags = new Float32Array(frames * (CANDIDATES + 1));
  const costs = new Float32Array(frames * (CANDIDATES + 1)).fill(Number.POSITIVE_INFINITY);
  const correlation = new Float32Array(longest + 2);
  const near = new Float32Array(2 * longest + 4);
  for (let frame = 0; frame < frames; frame++) {
    const base = frame * (CANDIDATES + 1);
    costs[base] = UNVOICED_COST;
    if (energies[frame]! <= quiet) continue;
    correlate(sound, Math.round(frame * step - (window + longest) / 2), window, shortest - 1, longest + 1, correlation);
    let kept = 0;
    for (let lag = shortest; lag <= longest; lag++) {
      const b = correlation[lag]!;
      if (b < LEAST_CORRELATION || b < correlation[lag - 1]! || b <= correlation[lag + 1]!) continue;
      const start = Math.round(2 * (frame * step - (window + longest) / 2));
      correlate(finer, start, 2 * window, 2 * lag - 3, 2 * lag + 3, near);
      const fine = peak(near, 2 * lag - 2, 2 * lag + 2);
      // Two periods correlate as well as one.
      const cost = 1 - fine.height * (1 - (SHORT_LAGS * lag) / longest);
      let slot = kept < CANDIDATES ? ++kept : worst(costs, base);
      if (slot > CANDIDATES) slot = CANDIDATES;
      if (cost < costs[base + slot]!) {
        costs[base + slot] = cost;
        lags[base + slot] = fine.lag / 2;
      }
    }
  }
  return { hz: bestPath(lags, costs, frames).map((lag) => (lag === 0 ? 0 : rate / lag)) };
}

/** The highest point of a correlation between two lags, by a parabola through its three highest samples. */
function peak(correlation: Float32Array, from: number, to: number): { lag: number; height: number } {
  let lag = from;
  for (let i = from; i <= to; i++) if (correlation[i]! > correlation[lag]!) lag = i;
  const [a, b, c] = [correlation[lag - 1]!, correlation[lag]!, correlation[lag + 1]!];
  const bend = a - 2 * b + c;
  const shift = bend >= 0 ? 0 : Math.max(-1, Math.min(1, (a - c) / (2 * bend)));
  return { lag: lag + shift, height: Math.min(1, b - 0.25 * (a - c) * shift) };
}

function worst(costs: Float32Array, base: number): number {
  let slot = 1;
  for (let i = 2; i <= CANDIDATES; i++) if (costs[base + i]! > costs[base + slot]!) slot = i;
  return slot;
}

function frameEnergies(sound: Float32Array, frames: number, step: number, window: number): Float64Array {
  const energies = new Float64Array(frames);
  for (let frame = 0; frame < frames; frame++) {
    const from = Math.max(0, Math.round(frame * step - window / 2));
    const to = Math.min(sound.length, from + window);
    let sum = 0;
    for (let i = from; i < to; i++) sum += sound[i]! * sound[i]!;
    energies[frame] = sum;
  }
  return energies;
}

/** Normalised cross-correlation of `window` samples from `start` with those `lag` later, for each lag. */
function correlate(
  sound: Float32Array,
  start: number,
  window: number,
  from: number,
  to: number,
  into: Float32Array,
): void {
  const first = Math.max(0, start);
  const size = Math.min(window, sound.length - first);
  let own = 1e-9;
  for (let i = 0; i < size; i++) own += sound[first + i]! * sound[first + i]!;
  let other = 0;
  for (let i = 0; i < size; i++) other += (sound[first + from + i] ?? 0) ** 2;
  for (let lag = from; lag <= to; lag++) {
    const end = Math.min(size, sound.length - first - lag);
    let sum = 0;
    for (let i = 0; i < end; i++) sum += sound[first + i]! * sound[first + lag + i]!;
    into[lag] = sum / Math.sqrt(own * Math.max(other, own * 1e-3));
    other += (sound[first + lag + size] ?? 0) ** 2 - (sound[first + lag] ?? 0) ** 2;
  }
}

/** The cheapest path through the candidates; its lags, 0 where not voiced. */
function bestPath(lags: Float32Array, costs: Float32Array, frames: number): Float32Array {
  const width = CANDIDATES + 1;
  let sums = costs.slice(0, width);
  let next = new Float32Array(width);
  const from = new Uint8Array(frames * width);
  for (let frame = 1; frame < frames; frame++) {
    next.fill(Number.POSITIVE_INFINITY);
    for (let to = 0; to < width; to++) {
      const own = costs[frame * width + to]!;
      if (own === Number.POSITIVE_INFINITY) continue;
      const lag = lags[frame * width + to]!;
      for (let back = 0; back < width; back++) {
        const before = lags[(frame - 1) * width + back]!;
        const move =
          lag === 0 || before === 0
            ? lag === before
              ? 0
              : CHANGE_COST
            : OCTAVE_COST * Math.abs(Math.log2(lag / before));
        const sum = sums[back]! + move + own;
        if (sum < next[to]!) {
          next[to] = sum;
          from[frame * width + to] = back;
        }
      }
    }
    [sums, next] = [next, sums];
  }
  let state = sums.indexOf(sums.reduce((a, b) => Math.min(a, b)));
  const path = new Float32Array(frames);
  for (let frame = frames - 1; frame >= 0; frame--) {
    path[frame] = lags[frame * width + state]!;
    state = from[frame * width + state]!;
  }
  return path;
}
