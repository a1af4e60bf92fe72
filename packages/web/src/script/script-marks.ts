// Where the unsure lines, the flagged lines and the sounds of a chapter are. Holds ids and places only: the whole chapter is
// scanned once, and lines that change are looked at again.

import type { Block } from "@fullcast/core/document";
import { isFlag } from "./flags.ts";
import { isUnsure } from "./line.ts";

/** Ids with their places; the sorted ids are made at their first use. */
class Places {
  readonly #places = new Map<string, number>();
  #sorted: readonly string[] | null = null;

  set(id: string, place: number | null): void {
    if (place === null) this.#places.delete(id);
    else this.#places.set(id, place);
    this.#sorted = null;
  }

  clear(): void {
    this.#places.clear();
    this.#sorted = null;
  }

  of(id: string): number | undefined {
    return this.#places.get(id);
  }

  get ids(): readonly string[] {
    this.#sorted ??= [...this.#places].sort(([, a], [, b]) => a - b).map(([id]) => id);
    return this.#sorted;
  }
}

export class ScriptMarks {
  readonly #unsure = new Places();
  readonly #flags = new Places();
  readonly #sounds = new Places();

  /** Ids of unsure lines, in their order. */
  get unsure(): readonly string[] {
    return this.#unsure.ids;
  }

  /** Ids of the notes that flag the line above them, in their order. */
  get flags(): readonly string[] {
    return this.#flags.ids;
  }

  /** Ids of the lines that are sounds, in their order. */
  get sounds(): readonly string[] {
    return this.#sounds.ids;
  }

  /** Where a marked line was when it was looked at last. */
  placeOf(id: string): number | undefined {
    return this.#unsure.of(id) ?? this.#flags.of(id) ?? this.#sounds.of(id);
  }

  clear(): void {
    this.#unsure.clear();
    this.#flags.clear();
    this.#sounds.clear();
  }

  /** @param block the line as it is now; undefined when it is gone or not loaded */
  note(id: string, block: Block | undefined, place: number): void {
    this.#unsure.set(id, block !== undefined && isUnsure(block) ? place : null);
    this.#flags.set(id, block !== undefined && isFlag(block) ? place : null);
    this.#sounds.set(id, block?.kind === "sfx" ? place : null);
  }
}
