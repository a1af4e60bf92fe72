// Adding sounds into one channel, with gain and fades. Positions are samples; gains are linear.

/** Linear factor of a gain in dB. */
export const gainFactor = (db: number): number => 10 ** (db / 20);

/** dB of a linear level; -Infinity for 0. */
export const decibels = (level: number): number => 20 * Math.log10(level);

/** Adds `source[sourceFrom, sourceTo)` times `gain` into `target` from `targetAt` on. */
export function mixInto(
  target: Float32Array,
  targetAt: number,
  source: Float32Array,
  sourceFrom: number,
  sourceTo: number,
  gain: number,
): void {
  const shift = targetAt - sourceFrom;
  for (let i = sourceFrom; i < sourceTo; i++) target[i + shift] = target[i + shift]! + source[i]! * gain;
}

/** Linear fades of a sound of `length` samples. Overlapping fades multiply. */
export interface Fades {
  readonly length: number;
  readonly fadeIn: number;
  readonly fadeOut: number;
}

/** Factor of the sample at `position` of the sound: rises over `fadeIn` from 0, falls over `fadeOut` to 0 at its end. */
export function fadeFactor(fades: Fades, position: number): number {
  const rise = position < fades.fadeIn ? position / fades.fadeIn : 1;
  const left = fades.length - position;
  return rise * (left < fades.fadeOut ? Math.max(0, left) / fades.fadeOut : 1);
}

/** Multiplies `samples[from, to)`, whose first sample is `position` of the sound, by its fades, in place. */
export function applyFades(samples: Float32Array, from: number, to: number, position: number, fades: Fades): void {
  if (fades.fadeIn <= 0 && fades.fadeOut <= 0) return;
  for (let i = from; i < to; i++) {
    const at = position + i - from;
    if (at < fades.fadeIn || fades.length - at < fades.fadeOut) samples[i] = samples[i]! * fadeFactor(fades, at);
  }
}
