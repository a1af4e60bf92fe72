// Sections and their scripts: blocks one row each, in order, under one document version.
// What always holds: the concatenated text of the text blocks is the section's source text; a committed change raises
// document_version by one, and what was can be read and brought back; every spoken block carries the intent of its audio
// as it and its cast stand now.

export { addSection, firstBlock } from "./add-section.ts";
export {
  blocksInWords,
  byWorkflow,
  changeBlocks,
  replaceScript,
  reviseScript,
} from "./change-script.ts";
export {
  commitVersion,
  type VersionAuthor,
  type VersionChange,
  versionConflict,
} from "./commit-version.ts";
export { atOneVersion, type DocumentQuery, getDocument } from "./get-document.ts";
export { type Cast, type CastLookup, effectiveProfile, refreshIntents, respeakTags } from "./intents.ts";
export { listVersions } from "./list-versions.ts";
export { type LoadedPart, loadPart } from "./load-part.ts";
export { backInTime, blocksOfVersion, versionRow } from "./past-versions.ts";
export { makeRoom, type NoRoom, placeBlocks } from "./place-blocks.ts";
export { deleteRecoveryDraft, putRecoveryDraft } from "./recovery-draft.ts";
export { deleteSectionAt, writeSectionOrder } from "./section-store.ts";
export {
  blocksById,
  blocksOf,
  blocksSpokenBy,
  blockWindows,
  certainLines,
  deleteSectionRow,
  findSection,
  type SectionRow,
  type StoredBlock,
  sectionRow,
  sectionsOfProject,
  speakerUsage,
  spokenBlockCount,
  textOfSection,
} from "./store.ts";
export type { PlacedBlock } from "./write-blocks.ts";
