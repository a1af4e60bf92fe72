// The part of a script that an edit works on: some of its blocks in order, and for each whether the next entry directly
// follows it. A whole script is a part with all blocks.

import type { Block, SfxBlock } from "./blocks.ts";
import type { NamedBlocks } from "./edit-operations.ts";

export interface ScriptPart {
  /** In the order of the script. */
  readonly entries: readonly ScriptEntry[];
  /** Whether the first entry is the first block of the script; true for an empty script. */
  readonly startsScript: boolean;
}

export interface ScriptEntry {
  readonly block: Block;
  /** Whether the next entry directly follows in the script; of the last entry: whether it ends the script. */
  readonly nextIsNeighbour: boolean;
}

/**
 * The part that operations name, from its blocks in order: the named ones, both direct neighbours of those whose order
 * matters, and the first block of the script where the beginning is named.
 */
export function scriptPart(blocks: readonly Block[], { ordered, beginning }: NamedBlocks): ScriptPart {
  const isOrdered = (block: Block | undefined) => block !== undefined && ordered.has(block.id);
  return {
    entries: blocks.map((block, index) => ({
      block,
      nextIsNeighbour: isOrdered(block) || isOrdered(blocks[index + 1]),
    })),
    startsScript: beginning || isOrdered(blocks[0]),
  };
}

/** A block and its neighbours while a part is edited. */
export interface PartNode {
  block: Block;
  /** The version that the block had before the edit; null for blocks that the edit makes. */
  readonly firstVersion: number | null;
  prev: PartNode | null;
  next: PartNode | null;
  nextIsNeighbour: boolean;
}

export interface EditablePart {
  find(id: string): PartNode | undefined;
  /** Inserts a new block after `after`, at the beginning when it is null. */
  insert(block: Block, after: PartNode | null): PartNode;
  /** Replaces a block by one with the same id. */
  replace(node: PartNode, block: Block): void;
  remove(node: PartNode): void;
  /** Moves a block to the place after another one. */
  move(node: PartNode, after: PartNode | null): void;
  /** Whether `second` directly follows `first`. */
  adjacent(first: PartNode, second: PartNode): boolean;
  /** Whether the beginning of the script is part of this part. */
  readonly startsScript: boolean;
  inOrder(): PartNode[];
  /** Sound effects that begin or end at a block. */
  placedOn(blockId: string): readonly (PartNode & { readonly block: SfxBlock })[];
}

export function editablePart(part: ScriptPart): EditablePart {
  const nodes = new Map<string, PartNode>();
  const effects = new Set<PartNode>();
  let first: PartNode | null = null;
  let startsScript = part.startsScript;
  let last: PartNode | null = null;
  for (const { block, nextIsNeighbour } of part.entries) {
    const node: PartNode = { block, firstVersion: block.block_version, prev: last, next: null, nextIsNeighbour };
    if (last === null) first = node;
    else last.next = node;
    nodes.set(block.id, node);
    if (block.kind === "sfx") effects.add(node);
    last = node;
  }

  function link(node: PartNode, after: PartNode | null): void {
    node.prev = after;
    node.next = after === null ? first : after.next;
    node.nextIsNeighbour = after === null ? startsScript : after.nextIsNeighbour;
    if (node.next !== null) node.next.prev = node;
    if (after === null) {
      first = node;
      startsScript = true;
    } else {
      after.next = node;
      after.nextIsNeighbour = true;
    }
  }

  function unlink(node: PartNode): void {
    if (node.prev === null) {
      first = node.next;
      startsScript &&= node.nextIsNeighbour;
    } else {
      node.prev.next = node.next;
      node.prev.nextIsNeighbour &&= node.nextIsNeighbour;
    }
    if (node.next !== null) node.next.prev = node.prev;
  }

  return {
    find: (id) => nodes.get(id),
    insert(block, after) {
      const node: PartNode = { block, firstVersion: null, prev: null, next: null, nextIsNeighbour: false };
      link(node, after);
      nodes.set(block.id, node);
      if (block.kind === "sfx") effects.add(node);
      return node;
    },
    replace(node, block) {
      node.block = block;
      if (block.kind === "sfx") effects.add(node);
    },
    remove(node) {
      unlink(node);
      nodes.delete(node.block.id);
      effects.delete(node);
    },
    move(node, after) {
      unlink(node);
      link(node, after);
    },
    adjacent: (one, other) => one.next === other && one.nextIsNeighbour,
    get startsScript() {
      return startsScript;
    },
    inOrder() {
      const all: PartNode[] = [];
      for (let node = first; node !== null; node = node.next) all.push(node);
      return all;
    },
    placedOn(blockId) {
      // Edits can change the kind of a block, so it is checked at each call.
      return [...effects].filter(
        (node): node is PartNode & { block: SfxBlock } =>
          node.block.kind === "sfx" &&
          (node.block.placement?.anchor_block_id === blockId || node.block.placement?.until_block_id === blockId),
      );
    },
  };
}
