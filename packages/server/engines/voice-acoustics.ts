// Measures the features by which listeners distinguish voices: pitch, melody, spectrum, periodicity. The numbers are scaled
// so that a Euclidean distance of 1 is about the smallest difference at which listeners hear two speakers (see SCALE).

/** Listeners distinguish speakers from about 1.95 semitones of pitch and 1.73 semitones of vocal-tract length
 * (Gaudrain & Baskent, J. Acoust. Soc. Am. 2015, doi:10.1121/1.4932033 and Ear & Hearing 2018). */
export const JUST_NOTICEABLE = { pitchSemitones: 1.95, tractSemitones: 1.73 } as const;

/** Smallest distance between two voices of a cast: one just noticeable step plus a margin of half a step. */
export const LEAST_DISTANCE = 1.5;

export interface VoiceMeasure {
  /** Median fundamental frequency in Hz; 0 if no frame was voiced. */
  readonly pitchHz: number;
  /** Distance between the 10th and the 90th percentile of the pitch, in semitones. */
  readonly melodySemitones: number;
  /** Tremor: median change of the pitch's slope from frame to frame, in semitones. */
  readonly tremorSemitones: number;
  /** Duration of the test text spoken with this voice. */
  readonly seconds: number;
  /** Harmonics-to-noise ratio of voiced frames in dB (Boersma 1993). */
  readonly harmonicityDb: number;
  /** Mean mel cepstrum (coefficients 1 to 12) of frames with speech. */
  readonly cepstrum: readonly number[];
}

const FRAME_SECONDS = 0.04;
const HOP_SECONDS = 0.02;
const LOWEST_PITCH = 50;
const HIGHEST_PITCH = 500;
const MEL_BANDS = 28;
const MEL_LOW = 100;
const MEL_HIGH = 8000;
const COEFFICIENTS = 12;

function decimate(pcm: Int16Array): Float64Array {
  const half = new Float64Array(pcm.length >> 1);
  for (let i = 0; i < half.length; i++) half[i] = (pcm[2 * i]! + pcm[2 * i + 1]!) / 65_536;
  return half;
}

/** Pitch of one frame by YIN (de Cheveigné & Kawahara 2002, steps 2 to 5). Null when the frame is not voiced. */
function framePitch(
  samples: Float64Array,
  start: number,
  length: number,
  rate: number,
): { hz: number; periodicity: number } | null {
  const longest = Math.floor(rate / LOWEST_PITCH);
  const shortest = Math.floor(rate / HIGHEST_PITCH);
  const window = length - longest;
  const difference = new Float64Array(longest + 1);
  let running = 0;
  let best = -1;
  for (let lag = 1; lag <= longest; lag++) {
    let sum = 0;
    for (let i = start; i < start + window; i++) {
      const d = samples[i]! - samples[i + lag]!;
      sum += d * d;
    }
    running += sum;
    difference[lag] = running === 0 ? 1 : (sum * lag) / running;
    if (best >= 0) {
      if (difference[lag]! < difference[best]!) best = lag;
      else break;
    } else if (lag >= shortest && difference[lag]! < 0.2) best = lag;
  }
  if (best < 1) return null;
  const [a, b, c] = [difference[best - 1]!, difference[best]!, difference[best + 1] ?? difference[best]!];
  const bend = a - 2 * b + c;
  const shift = bend === 0 ? 0 : Math.max(-0.5, Math.min(0.5, (a - c) / (2 * bend)));
  return { hz: rate / (best + shift), periodicity: Math.max(0, 1 - b) };
}

function melFilters(size: number, rate: number): { from: number; weights: Float64Array }[] {
  const mel = (hz: number) => 2595 * Math.log10(1 + hz / 700);
  const hz = (m: number) => 700 * (10 ** (m / 2595) - 1);
  const edges = Array.from({ length: MEL_BANDS + 2 }, (_, i) =>
    hz(mel(MEL_LOW) + ((mel(MEL_HIGH) - mel(MEL_LOW)) * i) / (MEL_BANDS + 1)),
  );
  return edges.slice(1, -1).map((centre, i) => {
    const [low, high] = [edges[i]!, edges[i + 2]!];
    const from = Math.ceil((low * size) / rate);
    const to = Math.floor((high * size) / rate);
    const weights = new Float64Array(Math.max(1, to - from + 1));
    for (let bin = from; bin <= to; bin++) {
      const f = (bin * rate) / size;
      weights[bin - from] = f <= centre ? (f - low) / (centre - low) : (high - f) / (high - centre);
    }
    return { from, weights };
  });
}

/** Power spectrum by a radix-2 Fourier transform in place. */
function powerSpectrum(re: Float64Array, im: Float64Array): void {
  const n = re.length;
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      const t = re[i]!;
      re[i] = re[j]!;
      re[j] = t;
    }
  }
  for (let size = 2; size <= n; size <<= 1) {
    const angle = (-2 * Math.PI) / size;
    for (let k = 0; k < size / 2; k++) {
      const wr = Math.cos(angle * k);
      const wi = Math.sin(angle * k);
      for (let i = k; i < n; i += size) {
        const j = i + size / 2;
        const xr = re[j]! * wr - im[j]! * wi;
        const xi = re[j]! * wi + im[j]! * wr;
        re[j] = re[i]! - xr;
        im[j] = im[i]! - xi;
        re[i] = re[i]! + xr;
        im[i] = im[i]! + xi;
      }
    }
  }
  for (let i = 0; i < n; i++) re[i] = re[i]! * re[i]! + im[i]! * im[i]!;
}

function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

function meanCepstrum(pcm: Int16Array, rate: number): number[] {
  const size = 1024;
  const hop = Math.round(rate * HOP_SECONDS);
  const filters = melFilters(size, rate);
  const frames: { readonly level: number; readonly bands: Float64Array }[] = [];
  const re = new Float64Array(size);
  const im = new Float64Array(size);
  for (let start = 0; start + size <= pcm.length; start += hop) {
    im.fill(0);
    let level = 0;
    for (let i = 0; i < size; i++) {
      const x = pcm[start + i]! / 32_768;
      level += x * x;
      re[i] = x * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size));
    }
    powerSpectrum(re, im);
    const bands = new Float64Array(MEL_BANDS);
    for (const [band, filter] of filters.entries()) {
      let energy = 1e-9;
      for (let i = 0; i < filter.weights.length; i++) energy += re[filter.from + i]! * filter.weights[i]!;
      bands[band] = 10 * Math.log10(energy);
    }
    frames.push({ level, bands });
  }
  // Speech: frames within 25 dB of the loud ones.
  const loud = quantile(
    frames.map((frame) => frame.level).sort((a, b) => a - b),
    0.95,
  );
  const spoken = frames.filter((frame) => frame.level > loud * 10 ** -2.5);
  const mean = new Float64Array(MEL_BANDS);
  for (const frame of spoken)
    for (let band = 0; band < MEL_BANDS; band++) mean[band] = mean[band]! + frame.bands[band]! / spoken.length;
  return Array.from({ length: COEFFICIENTS }, (_, i) => {
    let sum = 0;
    for (let band = 0; band < MEL_BANDS; band++)
      sum += mean[band]! * Math.cos((Math.PI * (i + 1) * (band + 0.5)) / MEL_BANDS);
    return (sum * Math.SQRT2) / MEL_BANDS;
  });
}

/** Frames further from the median than this are octave errors of the pitch tracker. */
const OCTAVE_ERROR_SEMITONES = 8;

function medianOf(values: readonly number[]): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}

export function measureVoice(pcm: Int16Array, rate: number): VoiceMeasure {
  const samples = decimate(pcm);
  const half = rate / 2;
  const frame = Math.round(half * FRAME_SECONDS);
  const hop = Math.round(half * HOP_SECONDS);
  const contour: (number | null)[] = [];
  const periodicity: number[] = [];
  for (let start = 0; start + frame < samples.length; start += hop) {
    const found = framePitch(samples, start, frame, half);
    contour.push(found === null ? null : 12 * Math.log2(found.hz / 100));
    if (found !== null) periodicity.push(found.periodicity);
  }
  const median = medianOf(contour.filter((pitch) => pitch !== null));
  const clean = contour.map((pitch) =>
    pitch !== null && Math.abs(pitch - median) < OCTAVE_ERROR_SEMITONES ? pitch : null,
  );
  const voiced = clean.filter((pitch) => pitch !== null).sort((a, b) => a - b);
  const bends: number[] = [];
  for (let i = 2; i < clean.length; i++) {
    const [a, b, c] = [clean[i - 2], clean[i - 1], clean[i]];
    if (typeof a === "number" && typeof b === "number" && typeof c === "number") bends.push(Math.abs(a - 2 * b + c));
  }
  const r = Math.min(0.9999, medianOf(periodicity));
  return {
    pitchHz: voiced.length === 0 ? 0 : 100 * 2 ** (quantile(voiced, 0.5) / 12),
    melodySemitones: quantile(voiced, 0.9) - quantile(voiced, 0.1),
    tremorSemitones: medianOf(bends),
    seconds: pcm.length / rate,
    harmonicityDb: r <= 0 ? 0 : 10 * Math.log10(r / (1 - r)),
    cepstrum: meanCepstrum(pcm, rate),
  };
}

/** `cepstrum`: cepstral distance of one just noticeable step of vocal-tract length, found by calibration. */
export function features(measure: VoiceMeasure, cepstrum: number): number[] {
  const round = (value: number) => Math.round(value * 1000) / 1000;
  return [
    round((12 * Math.log2(Math.max(measure.pitchHz, LOWEST_PITCH) / 100)) / JUST_NOTICEABLE.pitchSemitones),
    // The rest has no such measured step; one is set where a difference is clear in a direct comparison:
    // 4 semitones of melody, 5 dB of hoarseness, 0.3 semitones of trembling, a fifth of speed.
    round(measure.melodySemitones / 4),
    round(measure.harmonicityDb / 5),
    round(measure.tremorSemitones / 0.3),
    round(Math.log(measure.seconds) / Math.log(1.2)),
    ...measure.cepstrum.map((value) => round(value / cepstrum)),
  ];
}

export function distance(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i]! - b[i]!) ** 2;
  return Math.sqrt(sum);
}
