// Edits of a script: pure rules, applied in order, all or none. Refusals are values.

import { BLOCK_TEXT_LIMIT, type BlockFault, placementFault } from "./block-faults.ts";
import type { Block, SfxPlacement, SpokenBlock, TextBlock, TextContent } from "./blocks.ts";
import type { BlockBase, EditOperation, EditRefusal } from "./edit-operations.ts";
import { newBlock, replacedBlock } from "./new-block.ts";
import { type EditablePart, editablePart, type PartNode, type ScriptPart } from "./script-part.ts";
import { isSpoken, isText, isTextOffset } from "./source-text.ts";
import { mergeContents, splitContent } from "./split-content.ts";
import { withChosenSpeaker } from "./user-evidence.ts";

export interface EditContext {
  /** A new UUID at each call. */
  readonly newId: () => string;
  /** The cast of the project. */
  readonly speakerIds: ReadonlySet<string>;
}

export interface EditedScript {
  readonly kind: "edited";
  /** The part after the edit, in order. */
  readonly blocks: readonly Block[];
  /** Blocks that are new or have a new version. */
  readonly changed: ReadonlySet<string>;
  /** Blocks that are new or have moved; `blocks` contains their direct neighbours. */
  readonly placed: ReadonlySet<string>;
  /** Blocks of the part that were deleted. */
  readonly deleted: readonly string[];
  /** Whether the first of `blocks` is the first of the script. */
  readonly startsScript: boolean;
  readonly title?: string;
  readonly soundEffectsEnabled?: boolean;
}

interface Edit {
  readonly part: EditablePart;
  readonly context: EditContext;
  readonly changed: Set<string>;
  readonly placed: Set<string>;
  readonly deleted: Set<string>;
  /** Placements that the request itself set, by block; checked after all operations. */
  readonly placements: Map<string, { readonly path: string; readonly placement: SfxPlacement }>;
  title?: string;
  soundEffectsEnabled?: boolean;
}

/**
 * Applies operations in order to the part of a script that they name (see namedBlocks). Every operation that touches a
 * block raises its block_version by one.
 */
export function applyOperations(
  part: ScriptPart,
  operations: readonly EditOperation[],
  context: EditContext,
): EditedScript | EditRefusal {
  const edit: Edit = {
    part: editablePart(part),
    context,
    changed: new Set(),
    placed: new Set(),
    deleted: new Set(),
    placements: new Map(),
  };
  for (const [index, operation] of operations.entries()) {
    const refusal = apply(edit, operation, `${index}`);
    if (refusal !== null) return refusal;
  }
  for (const [id, { path, placement }] of edit.placements) {
    const node = edit.part.find(id);
    if (node?.block.kind !== "sfx" || node.block.placement !== placement) continue;
    const fault = placementFault(placement, id, (named) => edit.part.find(named)?.block);
    if (fault !== null) return invalid(`${path}.${fault.path}`, fault.message);
  }
  const blocks = edit.part.inOrder().map((node) => node.block);
  const known = new Set(part.entries.map(({ block }) => block.id));
  return {
    kind: "edited",
    blocks,
    changed: edit.changed,
    placed: edit.placed,
    deleted: [...edit.deleted].filter((id) => known.has(id)),
    startsScript: edit.part.startsScript,
    ...(edit.title === undefined ? {} : { title: edit.title }),
    ...(edit.soundEffectsEnabled === undefined ? {} : { soundEffectsEnabled: edit.soundEffectsEnabled }),
  };
}

function apply(edit: Edit, operation: EditOperation, path: string): EditRefusal | null {
  switch (operation.op) {
    case "insert_block":
      return insertBlock(edit, operation, path);
    case "replace_block":
      return replaceBlock(edit, operation, path);
    case "delete_block": {
      const node = based(edit, operation, path);
      if ("kind" in node) return node;
      endElsewhere(edit, node);
      remove(edit, node);
      return null;
    }
    case "move_block":
      return moveBlock(edit, operation, path);
    case "split_block":
      return splitBlock(edit, operation, path);
    case "merge_blocks":
      return mergeBlocks(edit, operation.blocks, path);
    case "assign_speaker":
      return assignSpeaker(edit, operation, path);
    case "set_title":
      edit.title = operation.title;
      return null;
    case "set_sound_effects_enabled":
      edit.soundEffectsEnabled = operation.enabled;
      return null;
  }
}

function invalid(path: string, message: string): EditRefusal {
  return { kind: "invalid", path, message };
}

const inBlock = (path: string, fault: BlockFault): EditRefusal => invalid(`${path}.${fault.path}`, fault.message);

const NO_BLOCK = "is not a block of this document";

/** The block of an operation, if the sender has its present version. */
function based(edit: Edit, base: BlockBase, path: string): PartNode | EditRefusal {
  const node = edit.part.find(base.block_id);
  if (node === undefined) return invalid(`${path}.block_id`, NO_BLOCK);
  const { block_version: current } = node.block;
  // The version before the request, or the one after the operations before this one.
  if (base.base_block_version <= current && base.base_block_version >= (node.firstVersion ?? 1)) return node;
  const expected = base.base_block_version;
  return { kind: "stale", path: `${path}.base_block_version`, block_id: base.block_id, expected, current };
}

/** The place after a block; null is the beginning. */
function placeAfter(edit: Edit, id: string | null, path: string): { readonly after: PartNode | null } | EditRefusal {
  if (id === null) return { after: null };
  const after = edit.part.find(id);
  return after === undefined ? invalid(`${path}.after_block_id`, NO_BLOCK) : { after };
}

function unknownSpeaker(edit: Edit, id: string | null | undefined): boolean {
  return id !== null && id !== undefined && !edit.context.speakerIds.has(id);
}

const NOT_OF_THE_STORY = "must be a block of the story's text: no note and no sound effect";

const NO_SPEAKER = "is not a speaker of this project";

/** Writes a block in its place as the next version. */
function change(edit: Edit, node: PartNode, block: Block): void {
  edit.part.replace(node, { ...block, block_version: node.block.block_version + 1 } as Block);
  edit.changed.add(block.id);
}

function add(edit: Edit, block: Block, after: PartNode | null): PartNode {
  edit.changed.add(block.id);
  edit.placed.add(block.id);
  edit.deleted.delete(block.id);
  return edit.part.insert(block, after);
}

function remove(edit: Edit, node: PartNode): void {
  const { id } = node.block;
  edit.part.remove(node);
  edit.changed.delete(id);
  edit.placed.delete(id);
  edit.deleted.add(id);
}

/** Moves the ends of sounds from a deleted block to its neighbour. Without a neighbour the sounds play once. */
function endElsewhere(edit: Edit, node: PartNode): void {
  const next = node.nextIsNeighbour ? node.next : null;
  const before = node.prev?.nextIsNeighbour === true ? node.prev : null;
  for (const effect of edit.part.placedOn(node.block.id)) {
    const { placement } = effect.block;
    if (effect === node || placement === null || placement.until_block_id !== node.block.id) continue;
    const { until_block_id: _until, until_anchor: _side, ...once } = placement;
    const isOther = (one: PartNode | null) => one !== null && one !== effect;
    const ended: SfxPlacement = isOther(next)
      ? { ...once, until_block_id: next!.block.id }
      : isOther(before)
        ? { ...once, until_block_id: before!.block.id, until_anchor: "end" }
        : once;
    change(edit, effect, { ...effect.block, placement: ended });
  }
}

function insertBlock(
  edit: Edit,
  operation: Extract<EditOperation, { op: "insert_block" }>,
  path: string,
): EditRefusal | null {
  const place = placeAfter(edit, operation.after_block_id, path);
  if ("kind" in place) return place;
  const { block } = operation;
  if (block.id !== undefined && edit.part.find(block.id) !== undefined)
    return invalid(`${path}.block.id`, "is a block of this document already");
  if (unknownSpeaker(edit, block.speaker_id)) return invalid(`${path}.block.speaker_id`, NO_SPEAKER);
  const made = newBlock(block, edit.context.newId);
  if ("message" in made) return inBlock(`${path}.block`, made);
  notePlacement(edit, made, `${path}.block`);
  add(edit, made, place.after);
  return null;
}

function notePlacement(edit: Edit, block: Block, path: string): void {
  if (block.kind === "sfx" && block.placement !== null)
    edit.placements.set(block.id, { path, placement: block.placement });
}

function replaceBlock(
  edit: Edit,
  operation: Extract<EditOperation, { op: "replace_block" }>,
  path: string,
): EditRefusal | null {
  const node = based(edit, operation, path);
  if ("kind" in node) return node;
  const { set } = operation;
  if (unknownSpeaker(edit, set.speaker_id)) return invalid(`${path}.set.speaker_id`, NO_SPEAKER);
  const made = replacedBlock(node.block, set, edit.context.newId);
  if ("message" in made) return inBlock(`${path}.set`, made);
  if (set.placement) notePlacement(edit, made, `${path}.set`);
  change(edit, node, made);
  return null;
}

function moveBlock(
  edit: Edit,
  operation: Extract<EditOperation, { op: "move_block" }>,
  path: string,
): EditRefusal | null {
  const node = based(edit, operation, path);
  if ("kind" in node) return node;
  if (operation.after_block_id === operation.block_id)
    return invalid(`${path}.after_block_id`, "must be another block");
  const place = placeAfter(edit, operation.after_block_id, path);
  if ("kind" in place) return place;
  edit.part.move(node, place.after);
  edit.placed.add(node.block.id);
  change(edit, node, node.block);
  return null;
}

function splitBlock(
  edit: Edit,
  operation: Extract<EditOperation, { op: "split_block" }>,
  path: string,
): EditRefusal | null {
  const node = based(edit, operation, path);
  if ("kind" in node) return node;
  const { block } = node;
  if (!isText(block)) return invalid(`${path}.block_id`, NOT_OF_THE_STORY);
  const { offset_utf16: offset, new_block_id } = operation;
  const { text } = block.content;
  if (offset < 1 || offset >= text.length || !isTextOffset(text, offset))
    return invalid(`${path}.offset_utf16`, "must lie inside the text, not at its ends and not inside a surrogate pair");
  if (new_block_id !== undefined && edit.part.find(new_block_id) !== undefined)
    return invalid(`${path}.new_block_id`, "is a block of this document already");
  const [left, right] = splitContent(block.content, offset, edit.context.newId);
  const id = new_block_id ?? edit.context.newId();
  change(edit, node, { ...block, content: left } as Block);
  add(edit, { ...block, id, block_version: 1, content: right } as Block, node);
  replace(edit, block.id, {
    anchored: (placement) => {
      if (placement.anchor === "end") return { ...placement, anchor_block_id: id };
      if (placement.anchor !== "offset" || placement.offset_utf16 === undefined || placement.offset_utf16 <= offset)
        return placement;
      return { ...placement, anchor_block_id: id, offset_utf16: placement.offset_utf16 - offset };
    },
    ended: (placement) => (placement.until_anchor === "end" ? { ...placement, until_block_id: id } : placement),
  });
  return null;
}

interface Replacing {
  /** For placements that are anchored on the block. */
  readonly anchored: (placement: SfxPlacement) => SfxPlacement;
  /** For placements that end at the block. */
  readonly ended: (placement: SfxPlacement) => SfxPlacement;
}

/** Moves the sound effects that begin or end at a block along with their place in its text. */
function replace(edit: Edit, blockId: string, { anchored, ended }: Replacing): void {
  for (const effect of edit.part.placedOn(blockId)) {
    const before = effect.block.placement;
    if (before === null) continue;
    const begun = before.anchor_block_id === blockId ? anchored(before) : before;
    const placement = begun.until_block_id === blockId ? ended(begun) : begun;
    if (placement !== before) change(edit, effect, { ...effect.block, placement });
  }
}

function mergeBlocks(edit: Edit, bases: readonly BlockBase[], path: string): EditRefusal | null {
  const nodes: (PartNode & { readonly block: TextBlock })[] = [];
  for (const [index, base] of bases.entries()) {
    const at = `${path}.blocks.${index}`;
    const node = based(edit, base, at);
    if ("kind" in node) return node;
    if (!isTextNode(node)) return invalid(`${at}.block_id`, NOT_OF_THE_STORY);
    const [first] = nodes;
    const before = nodes.at(-1);
    if (before !== undefined && !edit.part.adjacent(before, node))
      return invalid(`${at}.block_id`, "must directly follow the block before it");
    if (
      first !== undefined &&
      (first.block.kind !== node.block.kind || first.block.speaker_id !== node.block.speaker_id)
    )
      return invalid(`${at}.block_id`, "must have the kind and the speaker of the first block");
    nodes.push(node);
  }
  const [first, ...rest] = nodes;
  if (first === undefined) return null;
  const content = mergeContents(
    nodes.map((node) => node.block.content),
    edit.context.newId,
  );
  const fault = mergedFault(content);
  if (fault !== null) return invalid(`${path}.blocks`, fault);
  let start = first.block.content.text.length;
  const last = rest.at(-1);
  replace(edit, first.block.id, {
    anchored: (placement) => endInside(placement, first.block.id, start),
    ended: (placement) => placement,
  });
  for (const node of rest) {
    const from = start;
    const { length } = node.block.content.text;
    replace(edit, node.block.id, {
      anchored: (placement) => {
        const anchored = { ...placement, anchor_block_id: first.block.id };
        if (placement.anchor === "start") return { ...anchored, anchor: "offset", offset_utf16: from };
        if (placement.anchor === "offset") return { ...anchored, offset_utf16: from + (placement.offset_utf16 ?? 0) };
        return node === last ? anchored : endInside(anchored, first.block.id, from + length);
      },
      // A sound ends at a side of a block, so one that ended inside the whole ends with it.
      ended: (placement) => ({ ...placement, until_block_id: first.block.id, until_anchor: "end" }),
    });
    start += length;
    remove(edit, node);
  }
  change(edit, first, { ...first.block, content } as Block);
  return null;
}

/** The end of a part is an inner offset of the whole. */
function endInside(placement: SfxPlacement, anchor_block_id: string, offset_utf16: number): SfxPlacement {
  if (placement.anchor !== "end") return placement;
  return { ...placement, anchor_block_id, anchor: "offset", offset_utf16 };
}

function isTextNode(node: PartNode): node is PartNode & { readonly block: TextBlock } {
  return isText(node.block);
}

const MOST_SETS = 32;
const MOST_DIRECTIVES = 256;

function mergedFault(content: TextContent): string | null {
  if (content.text.length > BLOCK_TEXT_LIMIT) return `together have more than ${BLOCK_TEXT_LIMIT} UTF-16 units`;
  if (content.delivery_control_sets.length > MOST_SETS) return `together have more than ${MOST_SETS} control sets`;
  if (content.delivery_control_sets.some(({ directives }) => directives.length > MOST_DIRECTIVES))
    return `together have more than ${MOST_DIRECTIVES} directives in one control set`;
  return null;
}

function assignSpeaker(
  edit: Edit,
  operation: Extract<EditOperation, { op: "assign_speaker" }>,
  path: string,
): EditRefusal | null {
  if (unknownSpeaker(edit, operation.speaker_id)) return invalid(`${path}.speaker_id`, NO_SPEAKER);
  for (const [index, id] of operation.block_ids.entries()) {
    const node = edit.part.find(id);
    if (node === undefined) return invalid(`${path}.block_ids.${index}`, NO_BLOCK);
    if (!isSpoken(node.block)) return invalid(`${path}.block_ids.${index}`, "is no block of speech or narration");
    const spoken: SpokenBlock = node.block;
    change(edit, node, withChosenSpeaker(spoken, operation.speaker_id, edit.context.newId));
  }
  return null;
}
