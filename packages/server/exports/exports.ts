// Exports: the current audio of a section, or of several as a book, as one file. The state of an export is in its row; a job
// only names the export. Always true: the file of a section was made from the manifest that is stored with the export;
// an artifact is complete and on disk before its row exists; an export that has ended never changes again.

export { createAssetAccessUrl } from "./access-url.ts";
export { advanceExport, EXPORT_QUEUE, type RunningExports, runningExports } from "./advance.ts";
export { cancelBookExport, cancelExport, cancelExportsOfAccount } from "./cancel-export.ts";
export { createBookExport } from "./create-book-export.ts";
export { createExport, reusableFile } from "./create-export.ts";
export { createProjectExport } from "./create-project-export.ts";
export { getExportReport } from "./export-report.ts";
export { queueExport } from "./queue-export.ts";
export { getBookExport, listBookExports } from "./read-book-exports.ts";
export { getExport, getExportManifest, listExports } from "./read-exports.ts";
export { getExportFreshness, getProjectExport, listProjectExports } from "./read-project-exports.ts";
export { fileOfTimeline, type ReadyFile, readyFiles } from "./ready-files.ts";
export { type FileWithRecordings, filesWithRecordings } from "./recorded-sounds.ts";
export {
  expireArtifacts,
  prolongArtifacts,
  removeArtifactsOfAccount,
  removeExportsOfProject,
  removeExportsOfSections,
} from "./remove-exports.ts";
export { heardVoices, type SectionVoices, sectionVoices } from "./section-voices.ts";
export { unfinishedExports } from "./store.ts";
export { readTimeline, type StoredTimeline } from "./timeline-file.ts";
