import type { Services } from "../services.ts";
import { storeTakes, type Take } from "./store.ts";

/**
 * How long a take may wait for company before it is committed. A commit costs the embedded database some thirty
 * milliseconds whatever it holds, so a second's takes share one; a crash loses no more than that second of speaking.
 */
const LONGEST_WAIT_MS = 1_000;
/** So many takes do not wait any longer, nor so many bytes of them: they are kept in memory. */
const TAKES_PER_COMMIT = 250;
const BYTES_PER_COMMIT = 32 * 1024 * 1024;
/** One is filled while one goes to the disk. */
const BATCHES_IN_MEMORY = 2;
/**
 * When so many times more wait than are still to come, they do not wait any longer: storing a take is at least so many
 * times as quick as speaking it, so that they are on the disk when the last one is spoken.
 */
const STORED_WHILE_ONE_IS_SPOKEN = 4;

export interface TakeWriter {
  /**
   * Resolves when there is room for the next one; rejects when an earlier batch could not be committed.
   * @param left how many may come after it
   */
  add(take: Take, left: number): Promise<void>;
  /** Resolves when everything that was added is committed; rejects, each time, when a batch could not be. */
  flush(): Promise<void>;
}

/**
 * Stores takes in batches, one batch after the other, beside the work that makes them: first their files become objects,
 * synced, then one transaction makes them known. `alongside` runs in that transaction, with the takes that were not
 * known before. Whoever adds flushes in the end, whatever happened: what was spoken is kept.
 *
 * @param requested the takes' requests are written, which storing a take settles; when they could not be, nothing is stored.
 */
export function takeWriter(
  services: Pick<Services, "db" | "files" | "newId" | "clock">,
  requested: Promise<void>,
  alongside: (stored: readonly Take[]) => Promise<void>,
): TakeWriter {
  let waiting: Take[] = [];
  /** Of the files in `waiting`. */
  let bytes = 0;
  /** Takes that are not known yet, and bytes of files that are not on the disk yet. */
  let unknownTakes = 0;
  let unstoredBytes = 0;
  /** The two halves of storing, each one batch after the other: while one becomes known, the next goes to the disk. */
  let onDisk = requested;
  let writing = requested;
  let failed = false;
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
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
    // Told to whoever comes next and to whoever flushes: the chain stays rejected.
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
      else timer ??= setTimeout(flush, LONGEST_WAIT_MS);
      const noRoom =
        unknownTakes >= BATCHES_IN_MEMORY * TAKES_PER_COMMIT || unstoredBytes >= BATCHES_IN_MEMORY * BYTES_PER_COMMIT;
      if (failed || noRoom) await writing;
    },
    flush,
  };
}
