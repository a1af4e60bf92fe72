// Questions about a stored script, and a script with the settled answers. The text of a block never changes here.

import {
  type AttributionEvidence,
  type Block,
  evidenceOf,
  layoutRole,
  NAMED_BY_MODEL,
  type SpokenBlock,
  withEvidence,
} from "../document/document.ts";
import type { StructuredBlock } from "../structure/structure.ts";
import type { Settled } from "./answers.ts";

/** The text of stored blocks and their speakers, as structuring would give them. `speakerIds`: the ids of the people, by index. */
export function askedAboutBlocks(
  blocks: readonly Block[],
  speakerIds: readonly string[],
): { readonly text: string; readonly blocks: readonly StructuredBlock[] } {
  const index = new Map(speakerIds.map((id, at) => [id, at]));
  let text = "";
  const structured = blocks.map((block): StructuredBlock => {
    const start_utf16 = text.length;
    if (block.content.type === "text") text += block.content.text;
    const evidence = block.kind === "speech" ? evidenceOf(block.content) : null;
    return {
      kind: block.kind === "speech" || block.kind === "narration" ? block.kind : "excluded",
      start_utf16,
      end_utf16: text.length,
      role: (block.content.type === "text" ? layoutRole(block.content) : null) ?? "paragraph",
      exclusions: [],
      speech_tags: [],
      speaker: block.speaker_id === null ? null : (index.get(block.speaker_id) ?? null),
      // A line without evidence was written or changed by a person.
      confidence: block.kind === "speech" ? (evidence?.confidence ?? 1) : null,
      method: block.kind === "speech" ? (evidence?.method ?? "user") : null,
      candidates: (evidence?.candidates ?? []).flatMap(({ speaker_id, score }) => {
        const speaker = index.get(speaker_id);
        return speaker === undefined ? [] : [{ speaker, score }];
      }),
      ...(evidence?.method === "tag" && { evidence: { addressed: [], gender: null, isNamed: true } }),
    };
  });
  return { text, blocks: structured };
}

/** The blocks that change. `speakerIds`: the ids of the people and behind them of the named ones. */
export function settledBlocks(
  blocks: readonly Block[],
  settled: readonly Settled[],
  speakerIds: readonly string[],
  newId: () => string,
): SpokenBlock[] {
  return settled.flatMap((answer) => {
    const speakerId = speakerIds[answer.speaker];
    if (speakerId === undefined) throw new RangeError("An answer names a person without a speaker");
    const evidence: AttributionEvidence = {
      confidence: answer.confidence,
      method: NAMED_BY_MODEL,
      candidates: answer.candidates.flatMap(({ speaker, score }) => {
        const speaker_id = speakerIds[speaker];
        return speaker_id === undefined ? [] : [{ speaker_id, score }];
      }),
    };
    return answer.blocks.flatMap((at) => {
      const block = blocks[at];
      if (block?.kind !== "speech") return [];
      return withEvidence(block, speakerId, evidence, newId) ?? [];
    });
  });
}
