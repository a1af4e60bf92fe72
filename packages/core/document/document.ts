// The script of a section: blocks of text, notes and sound effects.
// Always true: the concatenated text of all speech, narration, unparsed and excluded blocks, in order, is the
// section's source text, code unit by code unit (the source-text projection). Nothing here drops or adds a unit.

export {
  ATTRIBUTION_NAMESPACE,
  type AttributionEvidence,
  evidenceAnnotation,
  evidenceOf,
  HOLDS_SPEECH_TAG,
  isSpeechTag,
  layoutAnnotation,
  STRUCTURE_NAMESPACE,
} from "./annotate.ts";
export { applyOperations, type EditContext, type EditedScript } from "./apply-operations.ts";
export { assignRemainingSpeakers } from "./assign-speakers.ts";
export { BLOCK_TEXT_LIMIT, blockFault } from "./block-faults.ts";
export * from "./blocks.ts";
export { countWords } from "./count-words.ts";
export {
  type BlockBase,
  type BlockContent,
  type BlockReplacement,
  type EditOperation,
  type EditRefusal,
  type NamedBlocks,
  type NewBlock,
  namedBlocks,
} from "./edit-operations.ts";
export { type Excerpt, excerptOf, findText, type TextPattern, type TextQuery, textPattern } from "./find-text.ts";
export {
  type LayoutRole,
  type LineLayout,
  layoutRole,
  lineLayout,
  type PassageBreak,
  type PassageWalk,
  walkPassages,
} from "./layout.ts";
export { likeness, wordSet } from "./likeness.ts";
export { type LineMatches, matchLines, UNMATCHED } from "./match-lines.ts";
export { NARRATOR_NAME, shownName } from "./narrator-name.ts";
export {
  lineText,
  type ParagraphReader,
  paragraphReader,
  type ReadableParagraph,
  type ReadableRun,
} from "./paragraphs.ts";
export { withPresentSpeaker, withPresentSpeakers } from "./present-speakers.ts";
export { repeatsTitle } from "./repeats-title.ts";
export { lengthAfter, type Replacement, replacedContent, replacedPlacement, replacedText } from "./replace-text.ts";
export { type RevisedScript, reviseWritten, revisingWritten } from "./revise-script.ts";
export { contentWithText } from "./rewrite-line.ts";
export { type ScriptCast, scriptFromStructure } from "./script-from-structure.ts";
export { scriptFromWritten, type WrittenCast } from "./script-from-written.ts";
export { comparedName } from "./script-lines.ts";
export { type ScriptPart, scriptPart } from "./script-part.ts";
export {
  isSpoken,
  isText,
  isTextOffset,
  type SourceRange,
  sourceText,
  sourceTextLength,
  type TextFault,
  textFault,
  wellFormedText,
} from "./source-text.ts";
export { isSameState, undoBlock } from "./undo-block.ts";
export { CHOSEN_BY_USER, NAMED_BY_MODEL, withEvidence } from "./user-evidence.ts";
export { type ScriptUnit, scriptText, scriptUnits, type WritingCast } from "./write-script.ts";
export { readingWrittenScript, readWrittenScript, type ScriptFault, type WrittenPart } from "./written-script.ts";
