// Voices as sound: speech out of its parameters, as any person and in any manner.
// Always true: samples are Float32; the same parameters and wishes give the same result everywhere.

export { BAND_CENTRES, type SpeechFrames, type VoiceShape, vocode } from "./vocoder.ts";
