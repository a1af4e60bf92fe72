// The path of a sound to the listener: air and walls, then a common level.

import { biquad } from "./filters.ts";
import type { Manner } from "./manner.ts";
import { EFFECT_RATE } from "./stage.ts";

const RATE = EFFECT_RATE;

/** Distance removes brightness first and adds reverberation. */
export function placeInRoom(samples: Float32Array, { distance, echo }: Manner): void {
  if (distance > 0) biquad("low", 18_000 * (700 / 18_000) ** distance, 0.6, RATE)(samples, samples.length, 0);
  const wet = Math.min(0.7, 0.5 * echo + 0.25 * distance);
  if (wet > 0) reverberate(samples, wet, 0.6 + 1.8 * echo);
}

/** Samples that pass one line of the reverberator before the next line, so that they stay in the cache. */
const BLOCK = 2_048;

/** Processes `block[0, length)` and keeps its delay line. */
type Line = (block: Float64Array, length: number) => void;

/** M. R. Schroeder's reverberator (1962): four parallel combs, two all-passes; `seconds` until -60 dB. */
function reverberate(samples: Float32Array, wet: number, seconds: number): void {
  const dry = new Float64Array(BLOCK);
  const back = new Float64Array(BLOCK);
  const combs = [0.0297, 0.0371, 0.0411, 0.0437].map((delay) => comb(dry, delay, 10 ** ((-3 * delay) / seconds)));
  const passes = [0.005, 0.0017].map((delay) => allPass(delay, 0.7));
  for (let from = 0; from < samples.length; from += BLOCK) {
    const length = Math.min(BLOCK, samples.length - from);
    for (let i = 0; i < length; i++) dry[i] = samples[from + i]!;
    back.fill(0);
    for (const one of combs) one(back, length);
    for (let i = 0; i < length; i++) back[i] = back[i]! * 0.25;
    for (const one of passes) one(back, length);
    for (let i = 0; i < length; i++) samples[from + i] = dry[i]! * (1 - 0.5 * wet) + back[i]! * wet;
  }
}

/** Adds the echoes of `dry`. */
function comb(dry: Float64Array, delay: number, feedback: number): Line {
  const line = new Float32Array(Math.round(delay * RATE));
  const memory = new Float64Array(1);
  let start = 0;
  return (block, length) => {
    let dull = memory[0]!;
    let at = start;
    for (let i = 0; i < length; i++) {
      const out = line[at]!;
      dull = out * 0.7 + dull * 0.3;
      line[at] = dry[i]! + dull * feedback;
      at = at + 1 === line.length ? 0 : at + 1;
      block[i] = block[i]! + out;
    }
    start = at;
    memory[0] = dull;
  };
}

function allPass(delay: number, gain: number): Line {
  const line = new Float32Array(Math.round(delay * RATE));
  let start = 0;
  return (block, length) => {
    let at = start;
    for (let i = 0; i < length; i++) {
      const held = line[at]!;
      const into = block[i]! + gain * held;
      line[at] = into;
      at = at + 1 === line.length ? 0 : at + 1;
      block[i] = held - gain * into;
    }
    start = at;
  };
}

/** The level of textures (RMS) and the peak ceiling, dBFS. Effects stay below the voice. */
const TEXTURE_RMS = -25;
const CEILING = -3;

/** Sets the common level, adjusted by the manner. Peaks stay below the ceiling. */
export function setLevel(samples: Float32Array, texture: boolean, { loudness, distance }: Manner): void {
  let sum = 0;
  let peak = 0;
  let mean = 0;
  for (let i = 0; i < samples.length; i++) mean += samples[i]!;
  mean /= samples.length;
  for (let i = 0; i < samples.length; i++) {
    const sample = samples[i]! - mean;
    samples[i] = sample;
    sum += sample * sample;
    if (sample > peak) peak = sample;
    else if (-sample > peak) peak = -sample;
  }
  if (peak === 0) return;
  const wanted = loudness - 9 * distance;
  const ceiling = 10 ** (CEILING / 20);
  const gain = texture
    ? 10 ** ((TEXTURE_RMS + wanted) / 20) / Math.sqrt(sum / samples.length)
    : (ceiling * 10 ** (Math.min(0, wanted) / 20)) / peak;
  for (let i = 0; i < samples.length; i++) samples[i] = rounded(samples[i]! * gain, ceiling);
}

/** Linear up to 70 % of the ceiling, then compressed so that the ceiling is never reached. */
function rounded(sample: number, ceiling: number): number {
  const knee = 0.7 * ceiling;
  const size = Math.abs(sample);
  if (size <= knee) return sample;
  const over = (size - knee) / (ceiling - knee);
  return Math.sign(sample) * (knee + (ceiling - knee) * (over / (1 + over)));
}
