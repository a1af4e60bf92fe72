// Blocks that a request makes: which members each kind may have, and the limits of their text.

import { BLOCK_TEXT_LIMIT, type BlockFault, canHaveSpeaker, contentTypeOf, textContentFault } from "./block-faults.ts";
import type { Block, GenerationProfileOverride, SfxPlacement, TextContent } from "./blocks.ts";
import type { BlockContent, BlockReplacement, NewBlock } from "./edit-operations.ts";
import { isSpoken } from "./source-text.ts";
import { keepEvidence, withChosenSpeaker, withoutEvidence } from "./user-evidence.ts";

interface Parts {
  readonly id: string;
  readonly block_version: number;
  readonly kind: Block["kind"];
  readonly content: BlockContent;
  readonly speaker_id: string | null;
  readonly placement: SfxPlacement | null;
  readonly generation_profile_override: GenerationProfileOverride | null;
}

/** A block of these parts, or the fault when its kind may not have them. */
function blockOf(parts: Parts): Block | BlockFault {
  const type = contentTypeOf(parts.kind);
  if (parts.content.type !== type)
    return { path: "content.type", message: `must be "${type}" for a block of kind ${parts.kind}` };
  if (parts.speaker_id !== null && !canHaveSpeaker(parts.kind))
    return { path: "speaker_id", message: `must be null for a block of kind ${parts.kind}` };
  if (parts.placement !== null && parts.kind !== "sfx")
    return { path: "placement", message: `must be null for a block of kind ${parts.kind}` };
  return parts as Block;
}

/** The block that an insertion makes; a speaker that comes with it was chosen by a person. */
export function newBlock(block: NewBlock, newId: () => string): Block | BlockFault {
  const made = blockOf({
    id: block.id ?? newId(),
    block_version: 1,
    kind: block.kind,
    content: block.content,
    speaker_id: block.speaker_id ?? null,
    placement: block.placement ?? null,
    generation_profile_override: block.generation_profile_override ?? null,
  });
  if ("message" in made) return made;
  const fault = contentFault(made.content);
  if (fault !== null) return fault;
  return isSpoken(made) && made.speaker_id !== null ? withChosenSpeaker(made, made.speaker_id, newId) : made;
}

/**
 * A block with some of its parts replaced; the caller sets its version. A kind without speaker or placement loses them. The
 * evidence for the speaker stays with the text, unless a person chooses the speaker with this change.
 */
export function replacedBlock(block: Block, set: BlockReplacement, newId: () => string): Block | BlockFault {
  const kind = set.kind ?? block.kind;
  const content = set.content ?? block.content;
  const made = blockOf({
    id: block.id,
    block_version: block.block_version,
    kind,
    content: set.content === undefined ? content : withEvidenceOf(block.content, content),
    speaker_id: set.speaker_id ?? (set.speaker_id === null || !canHaveSpeaker(kind) ? null : block.speaker_id),
    placement: set.placement ?? (set.placement === null || kind !== "sfx" ? null : block.placement),
    generation_profile_override:
      set.generation_profile_override === undefined
        ? block.generation_profile_override
        : set.generation_profile_override,
  });
  if ("message" in made) return made;
  const fault = set.content === undefined ? null : contentFault(made.content);
  if (fault !== null) return fault;
  if (made.content.type === "text" && made.content.text.length > BLOCK_TEXT_LIMIT && kind !== "unparsed")
    return { path: "kind", message: `a block of kind ${kind} holds at most ${BLOCK_TEXT_LIMIT} UTF-16 units` };
  if (!isSpoken(made))
    return made.content.type === "text" ? ({ ...made, content: withoutEvidence(made.content) } as Block) : made;
  const chosen = set.speaker_id !== undefined && set.speaker_id !== block.speaker_id;
  return chosen ? withChosenSpeaker(made, made.speaker_id, newId) : made;
}

function withEvidenceOf(before: BlockContent, after: BlockContent): BlockContent {
  return before.type === "text" && after.type === "text" ? keepEvidence(before, after) : after;
}

function contentFault(content: BlockContent): BlockFault | null {
  switch (content.type) {
    case "text":
      return longText(content) ?? textContentFault(content);
    case "sfx":
      return content.source !== undefined && content.seed !== null
        ? { path: "content.seed", message: "must be null for a sound that is not made of a prompt" }
        : null;
    case "note":
      return null;
  }
}

function longText(content: TextContent): BlockFault | null {
  return content.text.length > BLOCK_TEXT_LIMIT
    ? { path: "content.text", message: `must have at most ${BLOCK_TEXT_LIMIT} UTF-16 units` }
    : null;
}
