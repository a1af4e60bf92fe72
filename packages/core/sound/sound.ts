// Sound as numbers: measuring (BS.1770 loudness, peaks), levelling, mixing and limiting; sound effects made from a prompt
// (effects/). PCM in, PCM or decibels out.
// What always holds: full scale is 1 in Float32 and 32,768 in Int16; the same samples give the same result everywhere; what
// makes samples (fades, limiting, dither) depends on positions near by only, so that a long stream can be made
// in stretches, side by side, and nobody can tell.

export { ditherTo16Bit } from "./dither.ts";
export {
  EFFECT_DURATION_MS,
  EFFECT_RATE,
  EFFECTS_REVISION,
  type EffectName,
  type EffectRequest,
  naturalDuration,
  renderEffect,
  type UnderstoodPrompt,
  understandPrompt,
} from "./effects/effects.ts";
export { createLimiter, type Dip, LIMITER_STEP, type Limiter, limiterLookAhead, limiterWarmUp } from "./limiter.ts";
export {
  createHopMeter,
  createLoudnessMeter,
  gatedLoudness,
  type HopMeter,
  type LoudnessMeter,
  loudnessHop,
} from "./loudness.ts";
export { applyFades, decibels, type Fades, fadeFactor, gainFactor, mixInto } from "./mix.ts";
export { loudStretches, overshootDips } from "./overshoot.ts";
export { clipTruePeak, TRUE_PEAK_MEMORY, truePeakAbove } from "./true-peak.ts";
export { analyse, type UnitAnalysis } from "./unit-analysis.ts";
export { type LevellingProfile, unitGain } from "./unit-gain.ts";
