// Audio that exists: assets, renditions (takes of blocks), requests for audio and missing audio.
// What always holds: the audio of a rendition is on disk before its row exists; the audio of a block is current exactly when a
// rendition of its present intent exists; this room makes no sound.

export { activityOfSections, blankText } from "./activity.ts";
export { getGenerationAvailability } from "./generation-availability.ts";
export { createMediaAccessUrl } from "./media-access.ts";
export { type Removal, removeMarkedObjects } from "./object-removal.ts";
export { pinnedRevisions, pinnedSource, usableRevisions } from "./project-sounds.ts";
export { markObjects, OBJECT_NAMES, removeAssets, removeAssetsOfAccount, removeTakes } from "./removal-store.ts";
export { getSectionMedia } from "./section-media.ts";
export { openSignedMedia } from "./signed-media.ts";
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
  wordsOf,
} from "./store.ts";
export { takeWriter } from "./take-writer.ts";
