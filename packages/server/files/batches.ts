// Stores many files at once. A thread writes, syncs and renames them. In the API's thread each file would take six round trips
// to the thread pool.

import { createThreadPool, ThreadError } from "../compute/compute.ts";
import { StorageError, type StorageErrorCode } from "./storage-error.ts";

export interface BatchFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The path while the file is written. */
  readonly temporary: string;
  /** The final path, once the whole file is on disk. */
  readonly target: string;
}

/** Null: the batch is on disk. */
export type BatchAnswer = StorageErrorCode | null;

/** A batch has up to 32 MiB in 250 files; a slow disk takes a minute. */
const PATIENCE_MS = 600_000;
const HEAP_MIB = 256;

/**
 * Stores batches, one after the other. The memory of the bytes moves to the thread, so the caller cannot use them afterwards.
 * Rejects with StorageError; some files of a failed batch may have their final names. The thread starts when it is first
 * needed and does not keep the process alive.
 */
export function batchStore(): (files: readonly BatchFile[]) => Promise<void> {
  const pool = createThreadPool<readonly BatchFile[], BatchAnswer>({
    program: new URL("./batch-thread.ts", import.meta.url),
    threads: 1,
    heapMib: HEAP_MIB,
    patienceMs: () => PATIENCE_MS,
  });
  return async (files) => {
    if (files.length === 0) return;
    const transfer = files.map(({ bytes }) => bytes.buffer);
    const answer = await pool.run(files, { transfer }).catch((error: unknown) => {
      throw error instanceof ThreadError ? new StorageError("io") : error;
    });
    if (answer !== null) throw new StorageError(answer);
  };
}
