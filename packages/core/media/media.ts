// The intent of a block's audio, and whether existing audio still matches it (freshness).
// Always true: audio is current exactly when its intent hash is the block's; the same block, voice and profile
// give the same intent.

export {
  type BlockActivity,
  type BoundarySilenceHandling,
  blockActivity,
  boundarySilenceHandling,
  type SectionActivity,
  type SectionAudioFacts,
  sectionActivity,
} from "./activity.ts";
export {
  activeRendition,
  type BlockFreshness,
  type Freshness,
  freshness,
  type RenditionIntent,
  STALE_REASONS,
  type StaleReason,
  sameWords,
  type TakeChoice,
} from "./freshness.ts";
export {
  blockIntentParts,
  type Intent,
  type IntentParts,
  type IntentProfile,
  type IntentVoice,
  intentOf,
  isGeneratable,
  type SpeakingRules,
} from "./intent.ts";
export { type BlockIntentParts, type DirectedPart, optionsOf, type PlacedPart } from "./intent-parts.ts";
export { spokenLength, spokenLengths } from "./spoken-length.ts";
export * from "./spoken-text.ts";
export { type StoryActivity, storyActivity } from "./story-activity.ts";
export { type Utterance, utteranceOf } from "./utterance.ts";
