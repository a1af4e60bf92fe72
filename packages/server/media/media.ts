// Audio that exists: assets, renditions (takes of blocks), what is asked for and what is missing. What always holds: a rendition's audio is on disk before the rendition is known; a block's audio is current
// exactly when a rendition of its present intent exists; nothing here makes sound.

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
