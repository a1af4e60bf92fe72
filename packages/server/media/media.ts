// Audio that exists: assets, renditions (takes of blocks), what is asked for and what is missing, and the timeline that
// it makes. What always holds: a rendition's audio is on disk before the rendition is known; a block's audio is current
// exactly when a rendition of its present intent exists; nothing here makes sound.

export { activityOfSections, blankText } from "./activity.ts";
export { type CompiledSection, compileSection, type SilentText } from "./compile-section.ts";
export { getGenerationAvailability } from "./generation-availability.ts";
export { type Removal, removeMarkedObjects } from "./object-removal.ts";
export { createMediaAccessUrl, getPlaybackManifest } from "./playback.ts";
export { markObjects, OBJECT_NAMES, removeAssets, removeTakes } from "./removal-store.ts";
export { getSectionMedia } from "./section-media.ts";
export { mediaUrl, mediaUrlExpiry, openSignedMedia } from "./signed-media.ts";
export {
  addAsset,
  assetsOf,
  dropPendingRequests,
  failPendingRequests,
  failRequest,
  requestAudio,
  type StaleBlock,
  sectionProgress,
  staleBlocks,
  type Take,
} from "./store.ts";
export { takeWriter } from "./take-writer.ts";
export { wordTimingsOf } from "./word-timings.ts";
