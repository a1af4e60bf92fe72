// Audio that exists: assets, renditions (takes of blocks), requests for audio and missing audio.
// Always true: the audio of a rendition is on disk before its row exists; the audio of a block is current exactly when a
// rendition of its present intent exists; this room generates no audio.

export { activityOfSections, blankText } from "./activity.ts";
export { type RestoredAsset, restoreAssets, restoreTakes, takesOf } from "./bundled-takes.ts";
export { copyTakes, type MovedBlock } from "./copied-takes.ts";
export { getGenerationAvailability } from "./generation-availability.ts";
export { createMediaAccessUrl } from "./media-access.ts";
export { type Removal, removeForgottenObjects, removeMarkedObjects } from "./object-removal.ts";
export { pinnedRevisions, pinnedSource, usableRevisions } from "./project-sounds.ts";
export {
  markObjects,
  namedObjects,
  OBJECT_NAMES,
  removeAssets,
  removeAssetsOfAccount,
  removeTakes,
} from "./removal-store.ts";
export {
  dropPendingRequests,
  failPendingRequests,
  failRequest,
  requestAudio,
  requestMoreAudio,
  requestTake,
  type StaleBlock,
  staleBlocks,
} from "./request-store.ts";
export { sectionProgress } from "./section-facts.ts";
export { getSectionMedia } from "./section-media.ts";
export { openSignedMedia } from "./signed-media.ts";
export {
  addAsset,
  allowsFallbacks,
  allowsPaidRetries,
  assetsOf,
  type RenditionRow,
  type Take,
  wordsOf,
} from "./store.ts";
export { putTakeBack, sayWhatPlays, takeChange, takeState } from "./take-states.ts";
export { takeWriter } from "./take-writer.ts";
export {
  addTake,
  type BlockTakes,
  type FurtherTake,
  lockBlock,
  playTake,
  removeChoice,
  removeRecordings,
  removeTakesOfVoice,
  setChoice,
  takesOfBlock,
} from "./takes-of-block.ts";
