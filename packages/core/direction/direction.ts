// Casting, delivery directions and sound cues: suggestions computed from the script, never applied here.

export type { CastableVoice, CastingSpeaker } from "./castable.ts";
export { type CastingRequest, castVoices, usableVoices } from "./casting.ts";
export { type Conversation, conversationGraph } from "./conversations.ts";
export * from "./delivery.ts";
export { DELIVERY_INTENTS, type DeliveryIntent, type IntentEffect, isDeliveryIntent } from "./delivery-intents.ts";
export {
  DELIVERY_SETTINGS,
  type DeliveryFault,
  deliveryFault,
  type NumberSetting,
  WHISPER_SETTING,
} from "./delivery-settings.ts";
export { directEmotion, type SuggestedControlSet, type SuggestedDirection } from "./emotion.ts";
export { betterVoice, type MisfitReason, type VoiceMisfit, voiceMisfits } from "./misfits.ts";
export { soundNamed, withNamedSounds } from "./named-sounds.ts";
export { type FallbackEngine, type FallbackRequest, nearestVoice } from "./nearest-voice.ts";
export {
  PLACED_MARK,
  type PlaceableSound,
  placeSounds,
  type SoundDecision,
  withPlacedSounds,
} from "./place-sounds.ts";
export {
  CUE_MARK,
  isCueOf,
  LEAST_WORDS_FOR_CUES,
  type SoundCue,
  soundCues,
  WORDS_PER_CUE,
  withCues,
} from "./sound-cues.ts";
export { type EnglishSpelling, spellingOf, spellingOfLanguage } from "./spelling.ts";
export { type ScriptTurn, turnReader } from "./story-turns.ts";
export { type AlikePair, recastOrder, tooAlike } from "./too-alike.ts";
export { type LanguageRequest, speaksLanguage, unspokenLanguage } from "./unspoken-language.ts";
export { variedDelivery } from "./varied-delivery.ts";
export { directionOf, writtenDirection } from "./written-direction.ts";
