// Sound as numbers: measuring (BS.1770 loudness, peaks), levelling, mixing and limiting. PCM in, PCM or decibels out.
// What always holds: full scale is 1 in Float32 and 32,768 in Int16; the same samples give the same result everywhere.

export { createLoudnessMeter, type LoudnessMeter } from "./loudness.ts";
export { analyse, type UnitAnalysis } from "./unit-analysis.ts";
export { type LevellingProfile, unitGain } from "./unit-gain.ts";
