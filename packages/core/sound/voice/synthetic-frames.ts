// Vowels as parameters for tests: pitch and formants are known exactly. And what tests measure in the sound.

import { BAND_CENTRES, type SpeechFrames } from "./vocoder.ts";

const ORDER = 25;
const WARPING = 0.42;
const SAMPLE_RATE = 16_000;

export interface Vowel {
  readonly seconds: number;
  /** Pitch in Hz at a time. */
  readonly pitch: (seconds: number) => number;
  /** Frequencies of the resonances in Hz. */
  readonly formants: readonly number[];
  /** Part of the voice that vibrates, 0 to 1. */
  readonly voicing?: number;
}

export function vowel({ seconds, pitch, formants, voicing = 1 }: Vowel): SpeechFrames {
  const stepSeconds = 0.005;
  const count = Math.round(seconds / stepSeconds);
  const cepstrum = cepstrumOf(formants);
  return {
    stepSeconds,
    sampleRate: SAMPLE_RATE,
    warping: WARPING,
    count,
    order: ORDER,
    hz: Float32Array.from({ length: count }, (_, i) => pitch(i * stepSeconds)),
    cepstra: Float32Array.from({ length: count * ORDER }, (_, i) => cepstrum[i % ORDER]!),
    voicing: new Float32Array(count * BAND_CENTRES.length).fill(voicing),
  };
}

/** Mel-cepstrum of a spectrum with a peak of 2 nepers at each formant, over a slope of -1 neper from 0 to 8 kHz. */
function cepstrumOf(formants: readonly number[]): number[] {
  const points = 512;
  const log = Array.from({ length: points }, (_, i) => {
    const theta = (Math.PI * (i + 0.5)) / points;
    const hz = (linear(theta) * SAMPLE_RATE) / (2 * Math.PI);
    return formants.reduce((sum, at) => sum + 2 * Math.exp(-(((hz - at) / 180) ** 2)), -2 - hz / 8000);
  });
  return Array.from({ length: ORDER }, (_, m) => {
    const sum = log.reduce((all, value, i) => all + value * Math.cos((m * Math.PI * (i + 0.5)) / points), 0);
    return ((m === 0 ? 1 : 2) * sum) / points;
  });
}

const linear = (theta: number) => theta - 2 * Math.atan2(WARPING * Math.sin(theta), 1 + WARPING * Math.cos(theta));

/** Power at a frequency (Goertzel). */
function powerAt(sound: Float32Array, sampleRate: number, hz: number): number {
  const turn = 2 * Math.cos((2 * Math.PI * hz) / sampleRate);
  let a = 0;
  let b = 0;
  for (const sample of sound) {
    const next = sample + turn * a - b;
    b = a;
    a = next;
  }
  return a * a + b * b - turn * a * b;
}

/** The strongest frequency between two, in Hz, over bands of 100 Hz: for sounds without harmonics. */
export function strongest(sound: Float32Array, sampleRate: number, from: number, to: number): number {
  // Neighbouring bands share their frequencies.
  const powers = new Map<number, number>();
  const powerOnce = (hz: number) => {
    const known = powers.get(hz) ?? powerAt(sound, sampleRate, hz);
    powers.set(hz, known);
    return known;
  };
  const bandPower = (hz: number) => {
    let sum = 0;
    for (let away = -50; away <= 50; away += 5) sum += powerOnce(hz + away);
    return sum;
  };
  let [best, most] = [from, 0];
  for (let hz = from; hz <= to; hz += 20) {
    const power = bandPower(hz);
    if (power > most) [best, most] = [hz, power];
  }
  return best;
}

/**
 * Pitch in Hz around a time near the expected one, and how periodic the sound is there (0 to 1), by the highest point of
 * the autocorrelation.
 */
export function periodicity(
  sound: Float32Array,
  sampleRate: number,
  seconds: number,
  expected: number,
): { readonly hz: number; readonly strength: number } {
  const start = Math.round(seconds * sampleRate);
  const window = Math.round(0.04 * sampleRate);
  const correlation = (lag: number) => {
    let [sum, own, other] = [0, 1e-12, 1e-12];
    for (let i = start; i < start + window; i++) {
      sum += sound[i]! * sound[i + lag]!;
      own += sound[i]! ** 2;
      other += sound[i + lag]! ** 2;
    }
    return sum / Math.sqrt(own * other);
  };
  let [best, most] = [0, -1];
  for (let lag = Math.floor(sampleRate / expected / 1.2); lag <= (1.2 * sampleRate) / expected; lag++) {
    const value = correlation(lag);
    if (value > most) [best, most] = [lag, value];
  }
  const [a, b, c] = [correlation(best - 1), most, correlation(best + 1)];
  const bend = a - 2 * b + c;
  return { hz: sampleRate / (best + (bend >= 0 ? 0 : (a - c) / (2 * bend))), strength: most };
}

export function levelDb(sound: Float32Array): number {
  return 10 * Math.log10(sound.reduce((sum, x) => sum + x * x, 1e-12) / Math.max(1, sound.length));
}
