// Sections and their scripts: one row for each block, in order, under one document version; and the lexicon of a project.
// Always true: the concatenated text of the text blocks is the section's source text; a committed change raises
// document_version by one, and every earlier version can be read and restored; every spoken block carries the intent of its
// audio as its text, its cast and the rules of its project are now.

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
  lockVersion,
  type VersionAuthor,
  type VersionChange,
  versionConflict,
} from "./commit-version.ts";
export { readDocumentChanges } from "./document-changes.ts";
export {
  addProjectEntry,
  type EditEntryRow,
  entriesOf,
  isSameRow,
  NO_CHANGES,
  type ProjectChanges,
  type ProjectEdit,
  projectRows,
  type RowChange,
  recordingEdit,
  reverted,
  skipEntry,
  type TakeChange,
  turnEntry,
} from "./edit-history.ts";
export { type FoundText, findInSection } from "./find-in-section.ts";
export { atOneVersion, type DocumentQuery, getDocument } from "./get-document.ts";
export { giveLexiconEntries } from "./give-lexicon-entries.ts";
export { type Cast, type CastLookup, effectiveProfile, intentHash, refreshIntents } from "./intents.ts";
export { listVersions } from "./list-versions.ts";
export { type LoadedPart, loadPart } from "./load-part.ts";
export { backInTime, blocksOfVersion, versionRow } from "./past-versions.ts";
export { makeRoom, type NoRoom, placeBlocks } from "./place-blocks.ts";
export {
  CHOICE,
  hasTakeIn,
  IS_HELD,
  PLAYED_TAKE,
  PLAYED_TAKE_OF_EACH,
  takeOfEachIn,
} from "./played-takes.ts";
export { quoting, wordsOf } from "./quoted-words.ts";
export { deleteRecoveryDraft, putRecoveryDraft } from "./recovery-draft.ts";
export {
  type FoundTerms,
  findTerms,
  losingAudio,
  losingWords,
  type Respoken,
  respeakTags,
  respeakTerms,
  respeakUnspoken,
  respoken,
} from "./respeak.ts";
export { type RespeakingCost, respeakingCost } from "./respeaking-cost.ts";
export { type RestoredSection, restoreLexicon, restoreSection } from "./restore-section.ts";
export { deleteSectionAt, writeSectionOrder } from "./section-store.ts";
export { certainLines, longestLines, speakerUsage } from "./speaker-lines.ts";
export { lexiconEntries, speakingRules, writeLexicon } from "./speaking-rules.ts";
export {
  blockNumber,
  blocksById,
  blocksOf,
  blocksSpokenBy,
  blockWindows,
  deleteSectionRow,
  findSection,
  linesAround,
  type SectionRow,
  type StoredBlock,
  sectionRow,
  sectionsOfProject,
  spokenBlockCount,
  storedBlockWindow,
  type TextOfBlock,
  textBlocksOf,
  textOfSection,
} from "./store.ts";
export { undoVersion } from "./undo-version.ts";
export type { PlacedBlock } from "./write-blocks.ts";
