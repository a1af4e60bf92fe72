// The script of a section: blocks of text, notes and sound effects.
// What always holds: the concatenated text of all speech, narration, unparsed and excluded blocks, in order, is the
// section's source text, code unit by code unit (the source-text projection). Nothing here drops or adds a unit.

export {
  ATTRIBUTION_NAMESPACE,
  type AttributionEvidence,
  evidenceAnnotation,
  evidenceOf,
  layoutAnnotation,
  STRUCTURE_NAMESPACE,
} from "./annotate.ts";
export { assignRemainingSpeakers } from "./assign-speakers.ts";
export * from "./blocks.ts";
export {
  type LayoutRole,
  type LineLayout,
  layoutRole,
  lineLayout,
  type PassageBreak,
  type PassageWalk,
  walkPassages,
} from "./layout.ts";
export { type ParagraphReader, paragraphReader, type ReadableParagraph, type ReadableRun } from "./paragraphs.ts";
export { type ScriptCast, scriptFromStructure } from "./script-from-structure.ts";
export {
  isSpoken,
  isText,
  isTextOffset,
  sourceText,
  sourceTextLength,
  type TextFault,
  textFault,
  wellFormedText,
} from "./source-text.ts";
