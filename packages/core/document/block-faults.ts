// The rules for blocks that an edit writes, beyond their shape.

import type { Block, BlockKind, SfxPlacement, TextContent } from "./blocks.ts";
import { isTextOffset } from "./source-text.ts";

/** UTF-16 units of the text of a block that an edit makes; a section's first unparsed block may be longer. */
export const BLOCK_TEXT_LIMIT = 65_536;

/** `path` is inside the block ("content.points.0.offset_utf16"). */
export interface BlockFault {
  readonly path: string;
  readonly message: string;
}

const CONTENT_TYPE: { readonly [kind in BlockKind]: Block["content"]["type"] } = {
  speech: "text",
  narration: "text",
  unparsed: "text",
  excluded: "text",
  note: "note",
  sfx: "sfx",
};

export function contentTypeOf(kind: BlockKind): Block["content"]["type"] {
  return CONTENT_TYPE[kind];
}

export function canHaveSpeaker(kind: BlockKind): boolean {
  return kind === "speech" || kind === "narration";
}

const outside = "must be a UTF-16 offset into the text, not inside a surrogate pair";

/** The first fault in the offsets and ids of a text's annotations, points and directives; null without one. */
export function textContentFault(content: TextContent): BlockFault | null {
  const ids = new Set<string>();
  const fault = (path: string, message: string): BlockFault => ({ path: `content.${path}`, message });
  const repeated = (id: string) => ids.size === ids.add(id).size;
  const spanFault = (span: { readonly start_utf16: number; readonly end_utf16: number }, path: string) => {
    if (!isTextOffset(content.text, span.start_utf16)) return fault(`${path}.start_utf16`, outside);
    if (!isTextOffset(content.text, span.end_utf16)) return fault(`${path}.end_utf16`, outside);
    if (span.end_utf16 < span.start_utf16) return fault(`${path}.end_utf16`, "must not lie before start_utf16");
    return null;
  };
  for (const [index, annotation] of content.annotations.entries()) {
    const path = `annotations.${index}`;
    if (repeated(annotation.id)) return fault(`${path}.id`, "must not be used twice in one block");
    const found = spanFault(annotation, path);
    if (found !== null) return found;
  }
  for (const [index, point] of content.points.entries()) {
    const path = `points.${index}`;
    if (repeated(point.id)) return fault(`${path}.id`, "must not be used twice in one block");
    if (!isTextOffset(content.text, point.offset_utf16)) return fault(`${path}.offset_utf16`, outside);
  }
  for (const [index, set] of content.delivery_control_sets.entries()) {
    if (repeated(set.id)) return fault(`delivery_control_sets.${index}.id`, "must not be used twice in one block");
    for (const [at, directive] of set.directives.entries()) {
      const path = `delivery_control_sets.${index}.directives.${at}`;
      if (repeated(directive.id)) return fault(`${path}.id`, "must not be used twice in one block");
      const found = spanFault(directive, path);
      if (found !== null) return found;
    }
  }
  return null;
}

/** The first fault of a block that came from elsewhere, beyond its shape; its text may be longer than an edit's. */
export function blockFault(block: Block): BlockFault | null {
  if (block.content.type === "text") return textContentFault(block.content);
  if (block.content.type === "sfx" && block.content.source !== undefined && block.content.seed !== null)
    return { path: "content.seed", message: "must be null for a sound that is not made of a prompt" };
  return null;
}

/**
 * The fault of a placement; null without one. `effectId` is the id of the sound effect itself; `find` returns a block of the
 * document.
 */
export function placementFault(
  placement: SfxPlacement,
  effectId: string,
  find: (id: string) => Block | undefined,
): BlockFault | null {
  const anchor = find(placement.anchor_block_id);
  const fault = (field: string, message: string): BlockFault => ({ path: `placement.${field}`, message });
  const { until_block_id, until_anchor } = placement;
  if (until_block_id === effectId) return fault("until_block_id", "must be another block");
  if (until_block_id !== undefined && find(until_block_id) === undefined)
    return fault("until_block_id", "is not a block of this document");
  if (until_anchor !== undefined && until_block_id === undefined)
    return fault("until_anchor", "needs until_block_id beside it");
  if (placement.anchor_block_id === effectId) return fault("anchor_block_id", "must be another block");
  if (anchor === undefined) return fault("anchor_block_id", "is not a block of this document");
  if (placement.anchor !== "offset") {
    return placement.offset_utf16 === undefined ? null : fault("offset_utf16", 'belongs to the anchor "offset" only');
  }
  if (anchor.content.type !== "text") return fault("anchor", 'can be "offset" only on a block of text');
  if (placement.offset_utf16 === undefined) return fault("offset_utf16", 'is needed with the anchor "offset"');
  return isTextOffset(anchor.content.text, placement.offset_utf16) ? null : fault("offset_utf16", outside);
}
