// The level of Pico's frames. Pico does not use the level of its parameters as it is: it makes voiced frames stronger, because
// their sound is not spread over the whole window, and it widens the range of levels (norm_result and get_simple_excitation of
// picosig2.c). Without that, vowels are 10 dB too soft beside consonants.

/** Points of the warped frequency axis on which a level is computed. */
const GRID = 32;
/**
 * The level in dB at which Pico's energy is 1. It and the gain of voiced frames are fitted to Pico's own sound: the frames'
 * levels then differ by 2.0 to 2.4 dB (standard deviation) from it.
 */
const ENERGY_ONE_DB = 65;
const NEPER_DB = 20 / Math.LN10;

interface Shape {
  readonly order: number;
  readonly warping: number;
  readonly hz: Float32Array;
  /** What voiced frames gain, in dB. */
  readonly voicedDb: number;
}

/** Natural logarithms, to be added to coefficient 0 of each frame. `cepstra`: `order` coefficients for each frame. */
export function levelsOf(cepstra: Float32Array, { order, warping, hz, voicedDb }: Shape): Float32Array {
  // By coefficient, then by point: the points of a frame are summed side by side.
  const cosines = Float64Array.from({ length: GRID * order }, (_, i) =>
    Math.cos((Math.PI * Math.floor(i / GRID) * ((i % GRID) + 0.5)) / GRID),
  );
  const weights = Float64Array.from({ length: GRID }, (_, point) => {
    const edge = (at: number) => linear((Math.PI * at) / GRID, warping);
    return (edge(point + 1) - edge(point)) / Math.PI;
  });
  const logarithms = new Float64Array(GRID);
  const levels = new Float32Array(hz.length);
  for (let frame = 0; frame < hz.length; frame++) {
    logarithms.fill(0);
    for (let m = 0; m < order; m++) {
      const coefficient = cepstra[frame * order + m]!;
      const row = m * GRID;
      for (let point = 0; point < GRID; point++)
        logarithms[point] = logarithms[point]! + coefficient * cosines[row + point]!;
    }
    let power = 0;
    for (let point = 0; point < GRID; point++) power += weights[point]! * Math.exp(2 * logarithms[point]!);
    const gainDb = hz[frame]! > 0 ? voicedDb : 0;
    const energy = Math.sqrt(power) * 10 ** ((gainDb - ENERGY_ONE_DB) / 20);
    levels[frame] = gainDb / NEPER_DB + Math.log(widened(energy) / energy);
  }
  return levels;
}

/** Pico's energy with its wider range. */
function widened(energy: number): number {
  if (energy > 5) return 9;
  return energy > 1 ? 2 * energy - 1 : energy;
}

/** The frequency that the all-pass warping moves to `radians`. */
function linear(radians: number, warping: number): number {
  return radians - 2 * Math.atan2(warping * Math.sin(radians), 1 + warping * Math.cos(radians));
}
