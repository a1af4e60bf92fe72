// Many files at once: written, synced and named in a thread of their own. File by file from the API's thread each would
// cost six ways there and back, and a wake-up of a thread for each.

import { Worker } from "node:worker_threads";
import { StorageError, type StorageErrorCode } from "./storage-error.ts";

export interface BatchFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where it is written. */
  readonly temporary: string;
  /** Its name when all of it is on disk. */
  readonly target: string;
}

/** Null when the batch is on disk. */
export type BatchAnswer = StorageErrorCode | null;

/**
 * Stores batches, one after the other. The bytes' memory moves to the thread: they are gone here. Rejects with
 * StorageError; of such a batch some files may have their names. The thread starts when first needed and lets the process end.
 */
export function batchStore(): (files: readonly BatchFile[]) => Promise<void> {
  let thread: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();

  const start = (): Worker => {
    const worker = new Worker(new URL("./batch-thread.ts", import.meta.url));
    // Whoever waits hears of its end by its exit.
    worker.on("error", () => undefined);
    worker.on("exit", () => {
      thread = null;
    });
    return worker;
  };

  const store = async (files: readonly BatchFile[]): Promise<void> => {
    thread ??= start();
    const answer = await answerOf(thread, files);
    if (answer !== null) throw new StorageError(answer);
  };

  return (files) => {
    if (files.length === 0) return Promise.resolve();
    const stored = last.then(() => store(files));
    last = stored.catch(() => undefined);
    return stored;
  };
}

async function answerOf(worker: Worker, files: readonly BatchFile[]): Promise<BatchAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<BatchAnswer>();
  const die = () => reject(new StorageError("io"));
  worker.on("message", resolve).on("exit", die);
  worker.ref();
  try {
    worker.postMessage(
      files,
      files.map(({ bytes }) => bytes.buffer),
    );
    return await promise;
  } finally {
    worker.unref();
    worker.off("message", resolve).off("exit", die);
  }
}
