// Edits on their way to the server: one at a time, in order, each with an id of its own, so that sending one again changes
// nothing. While the server is away they wait, and a reload of the page finds them again.

import type { Block, EditOperation } from "@fullcast/core/document";

export interface PendingEdit {
  /** The client_mutation_id. */
  readonly id: string;
  readonly operations: readonly EditOperation[];
  /** The lines of the edit as they were before it. */
  readonly before: readonly Block[];
}

export type Sent =
  | { readonly kind: "done" }
  | { readonly kind: "away" }
  /** Send this in its place: it was put onto a newer script. */
  | { readonly kind: "again"; readonly edit: PendingEdit }
  | { readonly kind: "dropped" };

interface QueueOptions {
  readonly send: (edit: PendingEdit) => Promise<Sent>;
  /** After each change of the number of waiting edits, and when the server goes away or comes back. */
  readonly onChange: () => void;
  /** Where the edits that wait survive a reload. */
  readonly kept: { read(): PendingEdit[]; keep(edits: readonly PendingEdit[]): void };
  readonly wait?: (ms: number) => Promise<void>;
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;

export class EditQueue {
  readonly #options: QueueOptions;
  #waiting: PendingEdit[];
  #running = false;
  #away = false;
  #idle: (() => void)[] = [];

  constructor(options: QueueOptions) {
    this.#options = options;
    this.#waiting = options.kept.read();
  }

  get waiting(): readonly PendingEdit[] {
    return this.#waiting;
  }

  /** Whether the last try found no server. */
  get away(): boolean {
    return this.#away;
  }

  add(edit: PendingEdit): void {
    this.#waiting.push(edit);
    this.#keep();
    void this.run();
  }

  /** Takes over edits of a page that is gone; they are sent after those that wait here. */
  adopt(edits: readonly PendingEdit[]): void {
    const here = new Set(this.#waiting.map(({ id }) => id));
    this.#waiting.push(...edits.filter(({ id }) => !here.has(id)));
    this.#keep();
  }

  /** Resolves when nothing waits. */
  async settled(): Promise<void> {
    if (this.#waiting.length === 0) return;
    await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  /** Sends what waits. Does nothing while it is at it. */
  async run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    let pause = FIRST_WAIT_MS;
    try {
      for (let edit = this.#waiting[0]; edit !== undefined; edit = this.#waiting[0]) {
        const sent = await this.#options.send(edit);
        this.#setAway(sent.kind === "away");
        if (sent.kind === "away") {
          await (this.#options.wait ?? waitMs)(pause);
          pause = Math.min(LONGEST_WAIT_MS, pause * 2);
          continue;
        }
        pause = FIRST_WAIT_MS;
        if (sent.kind === "again") this.#waiting[0] = sent.edit;
        else this.#waiting.shift();
        this.#keep();
      }
    } finally {
      this.#running = false;
      if (this.#waiting.length === 0) for (const resolve of this.#idle.splice(0)) resolve();
    }
  }

  #setAway(away: boolean): void {
    if (this.#away === away) return;
    this.#away = away;
    this.#options.onChange();
  }

  #keep(): void {
    this.#options.kept.keep(this.#waiting);
    this.#options.onChange();
  }
}

const waitMs = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
