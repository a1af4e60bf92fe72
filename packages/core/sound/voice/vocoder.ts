// Speech out of its parameters: a source-filter vocoder. Each frame says how high the voice is, how its spectrum lies
// (mel-cepstrum) and how much of each band vibrates rather than hisses. Other people, whispers and raised voices are the
// same frames with another pitch, another length of the vocal tract, another slope.
// Always true: the same frames and wishes give the same samples; a sound is as long as its frames.
//
// Each frame is one transform: the responses of the filter to the pulses that fall into the frame, at their own places
// between samples, and noise through the same filter in a window of two frames (overlap and add).
// log H(w) = sum c(m) exp(-j m W(w)), where W is the all-pass warping of the mel-cepstrum (Imai, "Cepstral analysis
// synthesis on the mel frequency scale", ICASSP 1983): magnitude and minimum phase come without a second transform.

import { inverseTransform, PLACE_OF, TRANSFORM_SIZE } from "./transform.ts";

/** Speech as parameters, frame by frame. */
export interface SpeechFrames {
  /** Seconds from one frame to the next. */
  readonly stepSeconds: number;
  /** Rate of the speech that the parameters describe: they say nothing above half of it. */
  readonly sampleRate: number;
  /** Constant of the all-pass warping of the mel-cepstra. */
  readonly warping: number;
  readonly count: number;
  /** Hz; 0 where the speech is not voiced. */
  readonly hz: Float32Array;
  /** Coefficients of each frame; natural logarithms, coefficient 0 first. */
  readonly order: number;
  readonly cepstra: Float32Array;
  /** Part of each band that vibrates, 0 to 1, BAND_CENTRES.length for each frame. */
  readonly voicing: Float32Array;
}

/** Hz. */
export const BAND_CENTRES: readonly number[] = [500, 1500, 3000, 5000, 7000];

export interface VoiceShape {
  readonly outputRate: number;
  /** Factors on the frequencies of the formants below 1 kHz and above 2.5 kHz; above 1 is a shorter vocal tract. */
  readonly formants: readonly [low: number, high: number];
  /** Gain in dB at a frequency in Hz. */
  readonly gainDb: (hz: number) => number;
  /** Strengthens the peaks of the spectrum, which statistics flatten; 0 leaves them, 0.4 is usual. */
  readonly sharpness: number;
  /** Breath in the voice, 0 to 1. */
  readonly breath: number;
  /** Irregularity of the periods and of their strength, as a part of them; a rough voice has 0.03. */
  readonly roughness: number;
  /** Noise takes the place of the voice everywhere. */
  readonly whisper: boolean;
}

const HALF = TRANSFORM_SIZE / 2;
/** Points of the warped frequency axis on which a spectrum is computed before it is read at each frequency. */
const GRID = 64;
/** The band below half the rate of recordings is weakened by their filters; above it the spectrum is continued from here. */
const CONTINUED_FROM = 0.94;
const CONTINUED_DB_PER_OCTAVE = -14;
const SINES_BITS = 13;
const SINES = 1 << SINES_BITS;
const HISS = Math.sqrt(TRANSFORM_SIZE);

const sine = Float64Array.from({ length: SINES + SINES / 4 }, (_, i) => Math.sin((2 * Math.PI * i) / SINES));
const TURNS = SINES / (2 * Math.PI);
const QUARTER = SINES / 4;

/** Added to a number of turns before it is cut to a whole one: then it is never negative. */
const MANY_TURNS = 1024 * SINES;

/**
 * Cosines and sines of m * theta on the lower half of the grid, by m then grid point, for up to this many coefficients. The
 * upper half mirrors it: cos(m (pi - theta)) = (-1)^m cos(m theta), and the sine with the other sign.
 */
const MOST_COEFFICIENTS = 40;
const MIDDLE = GRID / 2;
const gridCos = new Float64Array(MOST_COEFFICIENTS * (MIDDLE + 1));
const gridSin = new Float64Array(MOST_COEFFICIENTS * (MIDDLE + 1));
for (let m = 0; m < MOST_COEFFICIENTS; m++)
  for (let j = 0; j <= MIDDLE; j++) {
    gridCos[m * (MIDDLE + 1) + j] = Math.cos((m * Math.PI * j) / GRID);
    gridSin[m * (MIDDLE + 1) + j] = Math.sin((m * Math.PI * j) / GRID);
  }

/**
 * A pulse between samples and with spread phases rings before its place too, and a response may be longer than the
 * transform: it begins this many samples early and is faded at both ends. Otherwise each end is a click that fills the
 * valleys of the spectrum.
 */
const EARLY = 64;
const FADE_IN = 48;
const FADE_OUT = 128;
const fades = Float64Array.from({ length: TRANSFORM_SIZE }, (_, i) => {
  const share = Math.min(1, (i + 0.5) / FADE_IN, (TRANSFORM_SIZE - i - 0.5) / FADE_OUT);
  return 0.5 - 0.5 * Math.cos(Math.PI * share);
});
/** Most pulses in a frame of 5 ms: a voice of 1,600 Hz. */
const MOST_PULSES = 8;

/**
 * The sound of `frames`, full scale as in the parameters. `pitch` is the wanted pitch of each frame in Hz; frames without
 * one (0) are not voiced.
 */
export function vocode(frames: SpeechFrames, pitch: Float32Array, shape: VoiceShape): Float32Array {
  const { outputRate } = shape;
  const hop = frames.stepSeconds * outputRate;
  const out = new Float32Array(Math.round(frames.count * hop));
  const axis = axisOf(frames, shape);
  const { order, cepstra, voicing } = frames;
  const bands = BAND_CENTRES.length;
  const grid = createGrid();
  const { magnitudes, phases } = grid;
  const re = new Float64Array(TRANSFORM_SIZE);
  const im = new Float64Array(TRANSFORM_SIZE);
  const late = new Float64Array(MOST_PULSES);
  const heights = new Float64Array(MOST_PULSES);
  const random = randomSource();
  let nextPulse = 0;
  for (let frame = 0; frame < frames.count; frame++) {
    const centre = Math.round(frame * hop);
    const end = (frame + 1) * hop;
    const hz = shape.whisper ? 0 : pitch[frame]!;
    let pulses = 0;
    if (hz === 0) nextPulse = end;
    else
      while (nextPulse < end && pulses < MOST_PULSES) {
        const following = pitch[Math.min(frames.count - 1, frame + 1)]!;
        const share = Math.max(0, (nextPulse - frame * hop) / hop);
        const period = outputRate / (following === 0 ? hz : hz + (following - hz) * share);
        late[pulses] = nextPulse - centre + EARLY;
        heights[pulses] = Math.sqrt(period) * (1 + 3 * shape.roughness * (random() / 2 ** 31 - 1));
        nextPulse += period * (1 + shape.roughness * (random() / 2 ** 31 - 1));
        pulses++;
      }
    const gain = spectrumOf(cepstra.subarray(frame * order, (frame + 1) * order), shape.sharpness, axis.weights, grid);
    const strengths = frame * bands;
    for (let i = 1; i < HALF; i++) {
      const j = axis.index[i]!;
      const t = axis.share[i]!;
      const magnitude = (magnitudes[j]! + (magnitudes[j + 1]! - magnitudes[j]!) * t) * axis.gain[i]! * gain;
      let noise = magnitude * HISS;
      let real = 0;
      let imaginary = 0;
      if (hz > 0) {
        const band = strengths + axis.band[i]!;
        const vibrating = voicing[band]! + (voicing[band + 1]! - voicing[band]!) * axis.bandShare[i]!;
        const breath = axis.breath[i]!;
        noise *= 1 - vibrating + breath;
        const height = magnitude * vibrating * (1 - 0.5 * breath);
        const phase = phases[j]! + (phases[j + 1]! - phases[j]!) * t + axis.phase[i]!;
        for (let pulse = 0; pulse < pulses; pulse++) {
          const turn = ((phase - axis.radians[i]! * late[pulse]!) * TURNS + MANY_TURNS) & (SINES - 1);
          real += height * heights[pulse]! * sine[turn + QUARTER]!;
          imaginary += height * heights[pulse]! * sine[turn]!;
        }
      }
      const turn = random() >>> (32 - SINES_BITS);
      const noiseReal = noise * sine[turn + QUARTER]!;
      const noiseImaginary = noise * sine[turn]!;
      // Two real sounds in one transform: the pulses become the real part of the result, the noise the imaginary one.
      const place = PLACE_OF[i]!;
      const mirrored = PLACE_OF[TRANSFORM_SIZE - i]!;
      re[place] = real - noiseImaginary;
      im[place] = imaginary + noiseReal;
      re[mirrored] = real + noiseImaginary;
      im[mirrored] = noiseReal - imaginary;
    }
    // Neither a constant nor half the rate is speech.
    re[PLACE_OF[0]!] = im[PLACE_OF[0]!] = re[PLACE_OF[HALF]!] = im[PLACE_OF[HALF]!] = 0;
    inverseTransform(re, im);
    if (pulses > 0) {
      const start = centre - EARLY;
      const last = Math.min(out.length - start, TRANSFORM_SIZE);
      for (let i = Math.max(0, -start); i < last; i++) out[start + i] = out[start + i]! + re[i]! * fades[i]!;
    }
    // The squares of the noise's windows add up to 1.
    const from = Math.max(0, Math.ceil(centre - hop));
    const to = Math.min(out.length, centre + hop);
    for (let i = from; i < to; i++) {
      const turn = Math.round((Math.abs(i - centre) / hop) * QUARTER);
      out[i] = out[i]! + im[(i - centre) & (TRANSFORM_SIZE - 1)]! * sine[QUARTER + turn]!;
    }
  }
  return out;
}

/** Numbers in [0, 2^32), always the same ones (xorshift32, Marsaglia 2003). */
function randomSource(): () => number {
  let state = 0x2545f491;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

/** A spectrum on the grid, and what is needed to compute it. */
interface Grid {
  readonly magnitudes: Float64Array;
  readonly phases: Float64Array;
  readonly even: Float64Array;
  readonly odd: Float64Array;
  readonly evenSine: Float64Array;
  readonly oddSine: Float64Array;
}

function createGrid(): Grid {
  const half = () => new Float64Array(MIDDLE + 1);
  return {
    magnitudes: new Float64Array(GRID + 1),
    phases: new Float64Array(GRID + 1),
    even: half(),
    odd: half(),
    evenSine: half(),
    oddSine: half(),
  };
}

/**
 * Magnitude and phase on the grid, into `magnitudes` and `phases`. Returns the factor on the magnitudes with which sharper
 * peaks do not make the sound louder.
 */
function spectrumOf(coefficients: Float32Array, sharpness: number, weights: Float64Array, grid: Grid): number {
  const { magnitudes, phases, even, odd, evenSine, oddSine } = grid;
  addRows(coefficients, 2, even, evenSine);
  addRows(coefficients, 3, odd, oddSine);
  const level = coefficients[0]!;
  const slope = coefficients[1]!;
  let before = 0;
  let after = 0;
  for (let j = 0; j <= MIDDLE; j++) {
    const fall = slope * gridCos[MIDDLE + 1 + j]!;
    const turn = slope * gridSin[MIDDLE + 1 + j]!;
    for (let side = 0; side < (j === MIDDLE ? 1 : 2); side++) {
      const at = side === 0 ? j : GRID - j;
      const peaks = side === 0 ? even[j]! + odd[j]! : even[j]! - odd[j]!;
      const phase = side === 0 ? evenSine[j]! + oddSine[j]! : oddSine[j]! - evenSine[j]!;
      const plain = Math.exp(level + (side === 0 ? fall : -fall) + peaks);
      const sharp = plain * Math.exp(sharpness * peaks);
      before += weights[at]! * plain * plain;
      after += weights[at]! * sharp * sharp;
      magnitudes[at] = sharp;
      phases[at] = -(1 + sharpness) * phase - turn;
    }
  }
  return after === 0 ? 0 : Math.sqrt(before / after);
}

/** Sums every second coefficient from `first` on times its cosines and its sines, over the lower half of the grid. */
function addRows(coefficients: Float32Array, first: number, cosine: Float64Array, sines: Float64Array): void {
  cosine.fill(0);
  sines.fill(0);
  for (let m = first; m < coefficients.length; m += 2) {
    const c = coefficients[m]!;
    const row = m * (MIDDLE + 1);
    for (let j = 0; j <= MIDDLE; j++) {
      cosine[j] = cosine[j]! + c * gridCos[row + j]!;
      sines[j] = sines[j]! + c * gridSin[row + j]!;
    }
  }
}

/** Where each frequency of the transform reads the grid and the bands, and what is added there. */
interface Axis {
  readonly index: Uint8Array;
  readonly share: Float64Array;
  /** Factor, with that of the transform. */
  readonly gain: Float64Array;
  readonly phase: Float64Array;
  readonly radians: Float64Array;
  readonly band: Uint8Array;
  readonly bandShare: Float64Array;
  readonly breath: Float64Array;
  /** Part of the linear frequency axis that each grid point stands for. */
  readonly weights: Float64Array;
}

function axisOf(frames: SpeechFrames, shape: VoiceShape): Axis {
  const size = HALF + 1;
  const axis = {
    index: new Uint8Array(size),
    share: new Float64Array(size),
    gain: new Float64Array(size),
    phase: new Float64Array(size),
    radians: new Float64Array(size),
    band: new Uint8Array(size),
    bandShare: new Float64Array(size),
    breath: new Float64Array(size),
    weights: new Float64Array(GRID + 1),
  };
  const nyquist = frames.sampleRate / 2;
  const decibel = Math.LN10 / 20;
  for (let i = 0; i < size; i++) {
    const hz = (i * shape.outputRate) / TRANSFORM_SIZE;
    const source = sourceFrequency(hz, shape.formants);
    const last = CONTINUED_FROM * nyquist;
    const theta = warped((Math.PI * Math.min(source, last)) / nyquist, frames.warping);
    const at = Math.min(GRID - 1e-6, (theta * GRID) / Math.PI);
    axis.index[i] = Math.floor(at);
    axis.share[i] = at - Math.floor(at);
    const beyond = source > last ? CONTINUED_DB_PER_OCTAVE * Math.log2(source / last) : 0;
    axis.gain[i] = Math.exp(decibel * (shape.gainDb(hz) + beyond)) / TRANSFORM_SIZE;
    axis.phase[i] = dispersion(hz);
    axis.radians[i] = (2 * Math.PI * i) / TRANSFORM_SIZE;
    const band = Math.max(
      0,
      Math.min(
        BAND_CENTRES.length - 2,
        BAND_CENTRES.findLastIndex((centre) => centre <= source),
      ),
    );
    const [low, high] = [BAND_CENTRES[band]!, BAND_CENTRES[band + 1]!];
    axis.band[i] = band;
    axis.bandShare[i] = Math.max(0, Math.min(1, (source - low) / (high - low)));
    axis.breath[i] = shape.breath * Math.max(0.1, Math.min(1, (hz - 400) / 2200));
  }
  for (let j = 0; j <= GRID; j++) {
    const edge = (point: number) => linear((Math.PI * Math.max(0, Math.min(GRID, point))) / GRID, frames.warping);
    axis.weights[j] = (edge(j + 0.5) - edge(j - 0.5)) / Math.PI;
  }
  return axis;
}

const warped = (radians: number, constant: number) =>
  radians + 2 * Math.atan2(constant * Math.sin(radians), 1 - constant * Math.cos(radians));
const linear = (radians: number, constant: number) => warped(radians, -constant);

/** The frequency of the source that is heard at `hz`. */
function sourceFrequency(hz: number, [low, high]: VoiceShape["formants"]): number {
  const middle = Math.max(0, Math.min(1, (hz - 1000) / 1500));
  return hz / (low + (high - low) * middle);
}

/** A glottis does not close at all frequencies at once: a spread of up to a millisecond above 1 kHz makes a voice less
 * metallic. Radians. */
function dispersion(hz: number): number {
  const above = Math.max(0, hz - 1000) / 1000;
  return 0.9 * Math.sin(above * 2.1) * Math.min(1, above) + 0.5 * Math.sin(above * 5.3 + 1) * Math.min(1, above);
}
