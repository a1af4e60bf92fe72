// Exports: a section's current audio as one file. An export's row is the truth; a job only says "advance export X".
// What always holds: the file was made from the manifest that is stored with the export; an artifact is complete and on
// disk before its row exists; an export that ended never changes again.

export { advanceExport, EXPORT_QUEUE, type RunningExports, runningExports } from "./advance.ts";
export { cancelExport } from "./cancel-export.ts";
export { createExport } from "./create-export.ts";
export { createProjectExport } from "./create-project-export.ts";
export { getExportReport } from "./export-report.ts";
export { getExport, getExportManifest, listExports } from "./read-exports.ts";
export { getExportFreshness, getProjectExport, listProjectExports } from "./read-project-exports.ts";
export { type ReadyFile, readyFiles } from "./ready-files.ts";
export { expireArtifacts, removeExportsOfSections } from "./remove-exports.ts";
export { unfinishedExportIds } from "./store.ts";
