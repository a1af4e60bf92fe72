// Looks through all lines of a chapter, window by window, while the screen needs nothing: for the unsure and the flagged ones,
// and for words. It keeps their ids and places only.

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
  /** Those of a reading that is under way. */
  #next: ScriptMarks | null = null;
  readonly #options: ChapterScanOptions;
  #isComplete = false;

  constructor(options: ChapterScanOptions) {
    this.#options = options;
  }

  get marks(): ScriptMarks {
    return this.#marks;
  }

  /** Whether the marks are those of the whole chapter. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /**
   * Marks the lines of the whole chapter again; ends early when the script was read newly meanwhile. Until its end the marks
   * of the former reading stay: what is shown from them neither leaves nor comes back.
   */
  async run(): Promise<void> {
    const { model, read, onChange, onFault } = this.#options;
    const { epoch, count } = model;
    const marks = this.#isComplete ? new ScriptMarks() : this.#marks;
    this.#next = marks;
    this.#isComplete = false;
    try {
      for (let from = 0; from < count; from += WINDOW) {
        await this.#untilQuiet();
        if (epoch !== model.epoch) break;
        const { document } = await read(from, WINDOW);
        if (epoch !== model.epoch) break;
        for (const [offset, block] of (document.blocks as readonly Block[]).entries()) {
          marks.note(block.id, model.find(block.id) ?? block, from + offset);
        }
        onChange();
        if (from + WINDOW >= count) this.#marks = marks;
      }
      this.#isComplete = true;
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
