// Sections and their scripts: blocks one row each, in order, under one document version.
// What always holds: the concatenated text of the text blocks is the section's source text; a committed change raises
// document_version by one; every spoken block carries the intent of its audio as it and its cast stand now.

export { addSection, firstBlock } from "./add-section.ts";
export { changeBlocks, replaceScript } from "./change-script.ts";
export { atOneVersion, getDocument } from "./get-document.ts";
export { type Cast, type CastLookup, effectiveProfile, refreshIntents } from "./intents.ts";
export { deleteSectionAt, writeSectionOrder } from "./section-store.ts";
export {
  blocksById,
  blocksOf,
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
