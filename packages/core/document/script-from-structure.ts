// Turns the result of structuring into the blocks of a script.

import type { StructuredBlock, StructureResult } from "../structure/structure.ts";
import { evidenceAnnotation, layoutAnnotation, speechTagAnnotation } from "./annotate.ts";
import { type Annotation, AST_VERSION, type Block, type TextContent } from "./blocks.ts";

export interface ScriptCast {
  /** Returns a new UUID. Everything else follows from the text. */
  readonly newId: () => string;
  /** The speaker of each of `structured.characters`, by index. */
  readonly speakerIds: readonly string[];
  readonly narratorId: string;
}

/**
 * The blocks of a structured text; their concatenation is `text`. The narrator speaks narration. A line without a speaker
 * from structuring has none yet (assignRemainingSpeakers() decides). Speech blocks have their evidence, headings and scene
 * breaks their role, each in an extension annotation over the whole text of the block; text that is not read is an exclusion.
 *
 * Throws RangeError if the blocks are not contiguous over `text` or refer to a character without a speaker. That would be a
 * fault of structuring, and storing it would break the source-text projection.
 */
export function scriptFromStructure(text: string, structured: StructureResult, cast: ScriptCast): Block[] {
  let end = 0;
  const blocks = structured.blocks.map((block) => {
    if (block.start_utf16 !== end || block.end_utf16 <= end)
      throw new RangeError("Structured blocks are not contiguous");
    end = block.end_utf16;
    return blockOf(text.slice(block.start_utf16, block.end_utf16), block, cast);
  });
  if (end !== text.length) throw new RangeError("Structured blocks do not cover the text");
  return blocks;
}

function blockOf(text: string, structured: StructuredBlock, cast: ScriptCast): Block {
  const common = { id: cast.newId(), block_version: 1, generation_profile_override: null, placement: null };
  const content = contentOf(text, annotationsOf(text, structured, cast));
  switch (structured.kind) {
    case "speech": {
      const speaker_id = structured.speaker === null ? null : speakerId(cast, structured.speaker);
      return { ...common, kind: "speech", content, speaker_id };
    }
    case "narration":
      return { ...common, kind: "narration", content, speaker_id: cast.narratorId };
    case "excluded":
      return { ...common, kind: "excluded", content, speaker_id: null };
  }
}

function annotationsOf(text: string, structured: StructuredBlock, cast: ScriptCast): readonly Annotation[] {
  const annotations: Annotation[] = structured.exclusions.map(({ start_utf16, end_utf16, reason }) => ({
    kind: "exclusion",
    id: cast.newId(),
    start_utf16: start_utf16 - structured.start_utf16,
    end_utf16: end_utf16 - structured.start_utf16,
    reason,
  }));
  if (structured.kind === "speech") {
    const candidates = structured.candidates
      .slice(0, 3)
      .map(({ speaker, score }) => ({ speaker_id: speakerId(cast, speaker), score }));
    const evidence = { confidence: structured.confidence ?? 0, method: structured.method ?? "none", candidates };
    annotations.push(evidenceAnnotation(cast.newId(), text.length, evidence));
  }
  for (const { start_utf16, end_utf16 } of structured.speech_tags) {
    const [start, end] = [start_utf16 - structured.start_utf16, end_utf16 - structured.start_utf16];
    annotations.push(speechTagAnnotation(cast.newId(), start, end));
  }
  if (structured.role !== "paragraph") {
    annotations.push(layoutAnnotation(cast.newId(), text.length, structured.role));
  }
  return annotations;
}

function contentOf(text: string, annotations: readonly Annotation[]): TextContent {
  return { type: "text", schema_version: AST_VERSION, text, annotations, points: [], delivery_control_sets: [] };
}

function speakerId(cast: ScriptCast, character: number): string {
  const id = cast.speakerIds[character];
  if (id === undefined) throw new RangeError("A structured block names a character without a speaker");
  return id;
}
