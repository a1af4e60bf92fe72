import type { Services } from "../services.ts";
import { storeTakes, type Take } from "./store.ts";

/**
 * How long a take may wait for others before it is committed. A commit costs the embedded database about thirty milliseconds
 * whatever its size, so the takes of a second share one; a crash loses at most that second of speech.
 */
const LONGEST_WAIT_MS = 1_000;
/** The same for the first takes: the person sees soon that lines are ready. */
const FIRST_WAIT_MS = 100;
/** A batch of this many takes or bytes is stored at once, because takes wait in memory. */
const TAKES_PER_COMMIT = 250;
const BYTES_PER_COMMIT = 32 * 1024 * 1024;
/** One batch is filled while another is written. */
const BATCHES_IN_MEMORY = 2;
/**
 * Flush when the backlog is this many times the remaining takes. Storing a take is at least this many times as fast as
 * speaking it, so the backlog is on disk when the last take is spoken.
 */
const STORED_WHILE_ONE_IS_SPOKEN = 4;

export interface TakeWriter {
  /**
   * Resolves when there is room for the next take; rejects when an earlier batch could not be committed.
   * @param left how many takes may follow
   */
  add(take: Take, left: number): Promise<void>;
  /** Resolves when everything that was added is committed; rejects, each time, when a batch could not be. */
  flush(): Promise<void>;
}

/**
 * Stores takes in batches, one batch after the other, concurrently with the work that makes them: first their files become
 * synced objects, then one transaction writes their rows. `alongside` runs in that transaction with the new takes. The caller
 * flushes at the end, also after an error, so that no spoken take is lost.
 *
 * @param requested resolves when the requests of the takes are written; storing a take settles its request. When it rejects, nothing is stored.
 */
export function takeWriter(
  services: Pick<Services, "db" | "files" | "newId" | "clock">,
  requested: Promise<void>,
  alongside: (stored: readonly Take[]) => Promise<void>,
): TakeWriter {
  let waiting: Take[] = [];
  /** Of the files in `waiting`. */
  let bytes = 0;
  /** Takes without a row yet, and bytes of files that are not on disk yet. */
  let unknownTakes = 0;
  let unstoredBytes = 0;
  /** The two stages of storing, each one batch at a time: while one batch gets its rows, the next is written to disk. */
  let onDisk = requested;
  let writing = requested;
  let failed = false;
  let timer: NodeJS.Timeout | undefined;
  let longestWaitMs = FIRST_WAIT_MS;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    longestWaitMs = LONGEST_WAIT_MS;
    const batch = waiting;
    waiting = [];
    const size = bytes;
    bytes = 0;
    onDisk = onDisk.then(async () => {
      await services.files.putAll(batch.map(({ file, sha256 }) => ({ bytes: file, sha256 })));
      unstoredBytes -= size;
    });
    writing = Promise.all([onDisk, writing]).then(async () => {
      await storeTakes(services, batch, alongside);
      unknownTakes -= batch.length;
    });
    // The chain stays rejected: the next add and every flush reject with the same error.
    writing.catch(() => {
      failed = true;
    });
    return writing;
  };
  return {
    async add(take, left) {
      waiting.push(take);
      bytes += take.sizeBytes;
      unknownTakes += 1;
      unstoredBytes += take.sizeBytes;
      const isFull = waiting.length >= TAKES_PER_COMMIT || bytes >= BYTES_PER_COMMIT;
      if (isFull || waiting.length >= left * STORED_WHILE_ONE_IS_SPOKEN) void flush();
      else timer ??= setTimeout(flush, longestWaitMs);
      const noRoom =
        unknownTakes >= BATCHES_IN_MEMORY * TAKES_PER_COMMIT || unstoredBytes >= BATCHES_IN_MEMORY * BYTES_PER_COMMIT;
      if (failed || noRoom) await writing;
    },
    flush,
  };
}
