// Sound as numbers: measuring (BS.1770 loudness, peaks), levelling, mixing and limiting; quality control of takes
// (quality/). effects/ makes sounds from prompts, and is loaded by itself. PCM in, PCM, decibels or findings out.
// Always true: full scale is 1 in Float32 and 32,768 in Int16; the same samples give the same result on every machine; fades,
// limiting and dither depend only on nearby positions, so that a long stream can be made in parallel segments with the
// same result.

export { ditherTo16Bit } from "./dither.ts";
export {
  applyEnvelope,
  duckingEnvelope,
  type EnvelopePoint,
  SPEECH_OVER_SOUND_LU,
  type SpeechStretch,
} from "./ducking.ts";
export { createFileMeter, type FileMeter, type LevelMeasures } from "./file-meter.ts";
export { createLimiter, type Dip, LIMITER_STEP, type Limiter, limiterLookAhead, limiterWarmUp } from "./limiter.ts";
export {
  applyJoins,
  type LoopPass,
  loopJoin,
  loopRegion,
  passesBetween,
  type SoundLoop,
} from "./loop.ts";
export {
  createHopMeter,
  createLoudnessMeter,
  gatedLoudness,
  type HopMeter,
  type LoudnessMeter,
  loudnessHop,
} from "./loudness.ts";
export { MASTERING_PRESETS, type MasteringPreset, type RoomTone } from "./mastering-presets.ts";
export { applyFades, decibels, type Fades, fadeFactor, gainFactor, mixInto } from "./mix.ts";
export { overshootDips, stretchesAround } from "./overshoot.ts";
export {
  endsRepeating,
  frameLevels,
  isUnusable,
  msPerUnit,
  RECORDING_FINDING_KINDS,
  type RecordingFinding,
  type RunningRate,
  recordingFindings,
  spokenUnits,
  type TakeFacts,
  type TakeFinding,
  type TakeText,
  takeFacts,
  takeFindings,
  USUAL_RATE,
  withTake,
} from "./quality/quality.ts";
export { addRoomTone } from "./room-tone.ts";
export { meetsAll, SHOP_IDS, SHOP_PROFILES, type Shop, type ShopId } from "./shops.ts";
export { type SpeechExtent, speechExtent } from "./speech-extent.ts";
export { acxVerdicts, type FileMeasures, type RuleVerdict } from "./store-readiness.ts";
export { clipTruePeak, TRUE_PEAK_MEMORY, truePeakAbove } from "./true-peak.ts";
export { analyse, type UnitAnalysis } from "./unit-analysis.ts";
export { type LevellingProfile, unitGain } from "./unit-gain.ts";
export { BAND_CENTRES, type SpeechFrames, type VoiceShape, vocode } from "./voice/voice.ts";
