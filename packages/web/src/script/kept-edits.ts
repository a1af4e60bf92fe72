// Edits that wait, kept in the browser: an entry for each page that is open, so that two tabs never write over each other.
// A page that opens a chapter takes over the entries of pages that are gone.

import { newId } from "../api/new-id.ts";
import type { PendingEdit } from "./edit-queue.ts";

export type EditStore = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;
export type PageLocks = Pick<LockManager, "request">;

/** A reload makes another page. */
const PAGE_ID = newId();

interface KeptEditsOptions {
  readonly sectionId: string;
  readonly store: EditStore;
  /** Held for as long as the page exists. Null: plain http has none. */
  readonly locks: PageLocks | null;
  readonly pageId?: string;
}

export class KeptEdits {
  readonly #options: KeptEditsOptions;
  readonly #prefix: string;
  readonly #name: string;

  constructor(options: KeptEditsOptions) {
    this.#options = options;
    this.#prefix = `fullcast.edits.${options.sectionId}`;
    this.#name = `${this.#prefix}.${options.pageId ?? PAGE_ID}`;
    // A second request of the same page is not granted; the first one holds.
    options.locks
      ?.request(this.#name, { ifAvailable: true }, (lock) => lock && new Promise(() => undefined))
      .catch(() => undefined);
  }

  /** What an earlier visit of this page to the chapter left. */
  read(): PendingEdit[] {
    return this.#readEntry(this.#name);
  }

  /** Quiet while the server answers: most edits wait a few milliseconds and need no copy. */
  keep(edits: readonly PendingEdit[]): void {
    const { store } = this.#options;
    try {
      if (edits.length === 0) store.removeItem(this.#name);
      else store.setItem(this.#name, JSON.stringify(edits));
    } catch {
      // The browser's storage is full or switched off: the edits wait in memory alone.
    }
  }

  /**
   * Takes the edits of pages that are gone; `take` keeps them before their entries are removed. Without locks a page that is
   * still open cannot be told from one that is gone: both send its edits then, under the same ids, and the server does each once.
   */
  async recover(take: (edits: readonly PendingEdit[]) => void): Promise<void> {
    const { store, locks } = this.#options;
    for (const name of this.#others()) {
      const takeOver = () => {
        const edits = this.#readEntry(name);
        if (edits.length > 0) take(edits);
        store.removeItem(name);
      };
      if (locks === null) takeOver();
      else await locks.request(name, { ifAvailable: true }, (lock) => (lock === null ? undefined : takeOver()));
    }
  }

  #others(): readonly string[] {
    const { store } = this.#options;
    const names = Array.from({ length: store.length }, (_, at) => store.key(at) ?? "");
    // Without a page: the entry that all tabs shared in earlier versions.
    return names.filter(
      (name) => name !== this.#name && (name === this.#prefix || name.startsWith(`${this.#prefix}.`)),
    );
  }

  #readEntry(name: string): PendingEdit[] {
    try {
      const stored: unknown = JSON.parse(this.#options.store.getItem(name) ?? "[]");
      return Array.isArray(stored) ? (stored as PendingEdit[]) : [];
    } catch {
      return [];
    }
  }
}
