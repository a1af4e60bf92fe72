// The audio states of a chapter's lines: read for the lines on the screen, in windows, and again when they may have changed.

import type { BlockMedia } from "../api/api.ts";

interface AudioStatesOptions {
  readonly read: (window: {
    readonly from_index: number;
    readonly limit: number;
  }) => Promise<{ readonly blocks: readonly BlockMedia[] }>;
  /** The lines on the screen, `to` exclusive. */
  readonly shown: () => { readonly from: number; readonly to: number };
  readonly onChange: () => void;
  readonly onFault: (error: unknown) => void;
}

/** Windows begin at multiples of this. */
const WINDOW = 200;
/** States kept in memory. */
const KEPT = 12_000;

export class AudioStates {
  readonly #options: AudioStatesOptions;
  readonly #states = new Map<string, BlockMedia>();
  /** Windows whose states are known; cleared when they may have changed. */
  readonly #known = new Set<number>();
  #reading: Promise<void> | null = null;

  constructor(options: AudioStatesOptions) {
    this.#options = options;
  }

  of(blockId: string): BlockMedia | undefined {
    return this.#states.get(blockId);
  }

  get isReading(): boolean {
    return this.#reading !== null;
  }

  /** Lines stand at other places now, or their states may have changed. What is known is shown until it is read again. */
  forgetWindows(): void {
    this.#known.clear();
  }

  /** Reads the states of the lines on the screen again; those of other lines when they are shown. */
  async readAgain(): Promise<void> {
    this.forgetWindows();
    await this.#reading;
    await this.look();
  }

  /** Reads what is missing for the lines on the screen. */
  look(): Promise<void> {
    this.#reading ??= this.#readShown().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  /** Reads the state of a line and of those around it, unless they are known. */
  async readAt(index: number): Promise<void> {
    const start = Math.floor(index / WINDOW) * WINDOW;
    if (!this.#known.has(start)) await this.readWindow(start);
  }

  async readWindow(start: number): Promise<void> {
    this.#known.add(start);
    try {
      const { blocks } = await this.#options.read({ from_index: start, limit: WINDOW });
      if (this.#states.size > KEPT) {
        this.#states.clear();
        this.#known.clear();
        this.#known.add(start);
      }
      for (const one of blocks) this.#states.set(one.block_id, one);
      this.#options.onChange();
    } catch (error) {
      this.#known.delete(start);
      throw error;
    }
  }

  async #readShown(): Promise<void> {
    try {
      for (let start = this.#unknown(); start !== null; start = this.#unknown()) await this.readWindow(start);
    } catch (error) {
      this.#options.onFault(error);
    }
  }

  /** The first window on the screen whose states are not known. */
  #unknown(): number | null {
    const { from, to } = this.#options.shown();
    for (let start = Math.floor(from / WINDOW) * WINDOW; start < to; start += WINDOW) {
      if (!this.#known.has(start)) return start;
    }
    return null;
  }
}
