// The script of a chapter as the page holds it: a window of its lines, with edits applied at once. Reads and sends nothing.
// Always true: `count` is the number of all lines; a line that is not loaded is undefined; indexes are positions in the
// whole chapter.

import { applyOperations, type Block, type EditOperation, namedBlocks, type ScriptPart } from "@fullcast/core/document";

import { newId } from "../api/new-id.ts";

export interface ScriptHead {
  readonly documentVersion: number;
  readonly title: string;
  readonly count: number;
}

/** What changed since a version, as the server reports it. */
export interface ScriptChange {
  readonly document_version: number;
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly deleted_block_ids: readonly string[];
  /** The ids of all lines; null when no line was added or moved. */
  readonly order: readonly string[] | null;
}

/** How far from its last known place a line is looked for before everything is searched. */
const NEAR = 64;

export class ScriptModel {
  #rows: (Block | undefined)[] = [];
  /** Where each line was last seen. Structural edits make it wrong by a few places. */
  readonly #seenAt = new Map<string, number>();
  #listeners = new Set<() => void>();
  #revision = 0;
  #epoch = 0;
  #reading = 0;
  title = "";
  documentVersion = 0;

  get count(): number {
    return this.#rows.length;
  }

  /** Changes with every change of what is shown. */
  get revision(): number {
    return this.#revision;
  }

  /** Changes when indexes may have moved, so that an answer read before is out of place. */
  get epoch(): number {
    return this.#epoch;
  }

  /** Changes when the script is read again from nothing; edits keep it. */
  get reading(): number {
    return this.#reading;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  at(index: number): Block | undefined {
    return this.#rows[index];
  }

  find(id: string): Block | undefined {
    const index = this.indexOf(id);
    return index < 0 ? undefined : this.#rows[index];
  }

  indexOf(id: string): number {
    const hint = this.#seenAt.get(id);
    if (hint === undefined) return -1;
    for (let distance = 0; distance <= NEAR; distance++) {
      if (this.#rows[hint + distance]?.id === id) return hint + distance;
      if (this.#rows[hint - distance]?.id === id) return hint - distance;
    }
    return this.#rows.findIndex((row) => row?.id === id);
  }

  /** The first run of lines between `from` and `to` (exclusive) that is not loaded. */
  missing(from: number, to: number): { readonly from: number; readonly to: number } | null {
    const end = Math.min(to, this.count);
    let start = Math.max(0, from);
    while (start < end && this.#rows[start] !== undefined) start++;
    if (start >= end) return null;
    let stop = start;
    while (stop < end && this.#rows[stop] === undefined) stop++;
    return { from: start, to: stop };
  }

  /** Begins again: nothing is loaded. */
  reset(head: ScriptHead): void {
    this.#rows = new Array<Block | undefined>(head.count).fill(undefined);
    this.#seenAt.clear();
    this.documentVersion = head.documentVersion;
    this.title = head.title;
    this.#epoch++;
    this.#reading++;
    this.#changed();
  }

  /** Puts lines that were read into their places. */
  fill(from: number, blocks: readonly Block[]): void {
    for (const [offset, block] of blocks.entries()) {
      if (from + offset >= this.count) break;
      this.#rows[from + offset] = block;
      this.#seenAt.set(block.id, from + offset);
    }
    this.#changed();
  }

  /** Forgets lines outside of the range, so that a long chapter takes little memory. */
  forgetOutside(from: number, to: number): void {
    for (const [id] of this.#seenAt) {
      const index = this.indexOf(id);
      if (index >= from && index < to) continue;
      if (index >= 0) this.#rows[index] = undefined;
      this.#seenAt.delete(id);
    }
  }

  get loadedCount(): number {
    return this.#seenAt.size;
  }

  /** The newer state of lines whose places did not change. Older states are ignored. */
  replace(blocks: readonly Block[]): void {
    for (const block of blocks) {
      const index = this.indexOf(block.id);
      const held = this.#rows[index];
      if (held !== undefined && held.block_version <= block.block_version) this.#rows[index] = block;
    }
    this.#changed();
  }

  remove(ids: readonly string[]): void {
    for (const id of ids) this.#removeRow(id);
    this.#changed();
  }

  /**
   * Takes over what another tab or person changed. Lines that are not loaded stay unloaded.
   *
   * @param kept ids of lines with edits that are still on their way; they stay as they are here
   */
  take(change: ScriptChange, kept: ReadonlySet<string>): void {
    this.documentVersion = Math.max(this.documentVersion, change.document_version);
    this.title = change.title;
    const blocks = change.blocks.filter((block) => !kept.has(block.id));
    for (const id of change.deleted_block_ids) this.#removeRow(id);
    if (change.order !== null) this.#order(change.order, blocks);
    this.replace(blocks);
  }

  #order(ids: readonly string[], blocks: readonly Block[]): void {
    const held = new Map<string, Block>();
    for (const row of this.#rows) if (row !== undefined) held.set(row.id, row);
    for (const block of blocks) if (!held.has(block.id)) held.set(block.id, block);
    this.#rows = ids.map((id) => held.get(id));
    this.#seenAt.clear();
    for (const [index, row] of this.#rows.entries()) if (row !== undefined) this.#seenAt.set(row.id, index);
    this.#epoch++;
  }

  /**
   * Applies operations as the server will (the same function of core). False when it cannot be seen here: a line is not
   * loaded, or the server would refuse.
   */
  apply(operations: readonly EditOperation[], speakerIds: ReadonlySet<string>): boolean {
    const part = this.#partOf(operations);
    if (part === null) return false;
    const edited = applyOperations(part, operations, { newId, speakerIds });
    if (edited.kind !== "edited") return false;
    const known = new Set(part.entries.map(({ block }) => block.id));
    for (const id of edited.deleted) this.#removeRow(id);
    for (const id of edited.placed) if (known.has(id)) this.#removeRow(id);
    for (const [position, block] of edited.blocks.entries()) {
      if (edited.placed.has(block.id)) this.#insertRow(block, edited.blocks[position - 1]?.id ?? null);
      else if (edited.changed.has(block.id)) this.#rows[this.indexOf(block.id)] = block;
    }
    if (edited.title !== undefined) this.title = edited.title;
    this.#changed();
    return true;
  }

  #partOf(operations: readonly EditOperation[]): ScriptPart | null {
    const { ordered, others, beginning } = namedBlocks(operations);
    const indexes = new Set<number>();
    const created = new Set(operations.flatMap(createdId));
    if (beginning && this.count > 0) indexes.add(0);
    for (const id of [...ordered, ...others]) {
      if (created.has(id)) continue;
      const index = this.indexOf(id);
      if (index < 0) return null;
      indexes.add(index);
      if (!ordered.has(id)) continue;
      if (index > 0) indexes.add(index - 1);
      if (index + 1 < this.count) indexes.add(index + 1);
    }
    const sorted = [...indexes].sort((a, b) => a - b);
    const entries: { block: Block; nextIsNeighbour: boolean }[] = [];
    for (const [position, index] of sorted.entries()) {
      const block = this.#rows[index];
      if (block === undefined) return null;
      const isLast = index === this.count - 1;
      entries.push({ block, nextIsNeighbour: isLast || sorted[position + 1] === index + 1 });
    }
    return { entries, startsScript: sorted.length === 0 ? this.count === 0 : sorted[0] === 0 };
  }

  #removeRow(id: string): void {
    const index = this.indexOf(id);
    if (index < 0) return;
    this.#rows.splice(index, 1);
    this.#seenAt.delete(id);
    this.#epoch++;
  }

  #insertRow(block: Block, afterId: string | null): void {
    const index = afterId === null ? 0 : this.indexOf(afterId) + 1;
    this.#rows.splice(index, 0, block);
    this.#seenAt.set(block.id, index);
    this.#epoch++;
  }

  #changed(): void {
    this.#revision++;
    for (const listener of this.#listeners) listener();
  }
}

function createdId(operation: EditOperation): string[] {
  if (operation.op === "split_block" && operation.new_block_id !== undefined) return [operation.new_block_id];
  if (operation.op === "insert_block" && operation.block.id !== undefined) return [operation.block.id];
  return [];
}
