// Voices as sound: the pitch of speech, other people out of one recorded voice, whispers.
// What always holds: samples are Float32 with full scale 1; the same samples and wishes give the same result everywhere.

export { type PitchTrack, pitchTrack } from "./pitch-track.ts";
export { type Respeaking, respeak } from "./respeak.ts";
export { whispered } from "./whisper.ts";
