// Looks through all lines of a chapter, window by window, while the screen needs nothing: for unsure and flagged ones, for
// sounds, and for words. It keeps their ids and places only.

import type { Block } from "@fullcast/core/document";
import { wordsOf } from "./line.ts";
import { holdsWords } from "./matching-words.ts";
import { ScriptMarks } from "./script-marks.ts";
import type { ScriptModel } from "./script-model.ts";

const WINDOW = 2000;
/** Between two looks whether the screen needs something. */
const LOOK_MS = 100;

interface ChapterScanOptions {
  readonly model: ScriptModel;
  readonly read: (
    from: number,
    limit: number,
    signal?: AbortSignal,
  ) => Promise<{ readonly document: { readonly blocks: readonly unknown[] } }>;
  /** What the screen needs comes before what the scan reads. */
  readonly isBusy: () => boolean;
  readonly onChange: () => void;
  readonly onFault: (error: unknown) => void;
}

export class ChapterScan {
  #marks = new ScriptMarks();
  /** Those of a scan that is under way. */
  #next: ScriptMarks | null = null;
  readonly #options: ChapterScanOptions;
  /** The reading of the script that was scanned to its end last. */
  #scanned: number | null = null;

  constructor(options: ChapterScanOptions) {
    this.#options = options;
  }

  get marks(): ScriptMarks {
    return this.#marks;
  }

  /** Whether the marks are those of the whole chapter as it was read last. */
  get isComplete(): boolean {
    return this.#scanned === this.#options.model.reading;
  }

  /**
   * Marks the lines of the whole chapter again; ends early when the script is read from nothing meanwhile, since another
   * scan follows that. Until its end the marks of the former scan stay: what is shown from them neither leaves nor comes back.
   */
  async run(): Promise<void> {
    const { model, read, onChange, onFault } = this.#options;
    const { reading } = model;
    const marks = new ScriptMarks();
    this.#next = marks;
    if (this.#scanned === null) this.#marks = marks;
    try {
      for (let from = 0; from < model.count; ) {
        await this.#untilQuiet();
        const { epoch } = model;
        const { document } = await read(from, WINDOW);
        if (reading !== model.reading) return;
        if (epoch !== model.epoch) {
          // Lines moved by a few places, perhaps over the beginning of this window.
          from = Math.max(0, from - WINDOW);
          continue;
        }
        for (const [offset, block] of (document.blocks as readonly Block[]).entries()) {
          marks.note(block.id, model.find(block.id) ?? block, from + offset);
        }
        from += WINDOW;
        onChange();
      }
      if (reading !== model.reading) return;
      this.#marks = marks;
      this.#scanned = reading;
      onChange();
    } catch (error) {
      onFault(error);
    }
  }

  /** Lines changed: they are marked as they are now, and those that are gone lose their marks. */
  note(ids: readonly string[]): void {
    const { model } = this.#options;
    for (const marks of new Set([this.#marks, this.#next ?? this.#marks])) {
      for (const id of ids) marks.note(id, model.find(id), model.indexOf(id));
    }
  }

  /** The places of all lines that hold these words. */
  async find(words: string, signal: AbortSignal): Promise<readonly number[]> {
    const { model, read } = this.#options;
    const found: number[] = [];
    for (let from = 0; from < model.count; from += WINDOW) {
      const { document } = await read(from, WINDOW, signal);
      for (const [offset, block] of (document.blocks as readonly Block[]).entries()) {
        if (holdsWords(wordsOf(model.find(block.id) ?? block), words)) found.push(from + offset);
      }
    }
    return found;
  }

  async #untilQuiet(): Promise<void> {
    while (this.#options.isBusy()) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
