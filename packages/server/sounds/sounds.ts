// The sound library: uploaded effects and ambience, access to them, and their links to projects.
// Always true: uploaded bytes are never served; a revision never changes, and its audio is on disk before its row exists;
// of several uploads of a sound only the latest is active; the state of an upload survives every crash.

export { hasSound, restoreLinks, restoreSound, soundsOfProject } from "./bundled-sounds.ts";
export { changeSound } from "./change-sound.ts";
export { createSound, createSoundUpload } from "./create-sound.ts";
export { deleteSound, removeSoundsOfAccount } from "./delete-sound.ts";
export { countFailedUploads, failedUploads, retryFailedUpload } from "./failed-uploads.ts";
export { getCatalogSound, getSound, latestUpload, listCatalog, listProjectSounds, listSounds } from "./list-sounds.ts";
export { createSoundPreviewUrl } from "./preview-sound.ts";
export { giveUpUpload, processUpload } from "./process-upload.ts";
export { nameableSounds, type PlaceableSoundRow, placeableSounds, registryVersion } from "./project-sound-store.ts";
export { linkProjectSound, unlinkProjectSound } from "./project-sounds.ts";
export { addUploadRoute } from "./receive-upload.ts";
export { answerShare, endShare, listShares, shareSound } from "./share-sound.ts";
export { unfinishedUploadIds } from "./store.ts";
export { completeUpload, dropForgottenFiles, SOUND_QUEUE } from "./uploads.ts";
