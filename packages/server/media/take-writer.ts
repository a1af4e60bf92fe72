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

export interface TakeWriter {
  /** Resolves when there is room for the next one; rejects when an earlier batch could not be committed. */
  add(take: Take): Promise<void>;
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
  /** Of the files in `waiting`, and of those that are on their way to the disk. */
  let bytes = 0;
  let flushing = 0;
  /** The two halves of storing, each one batch after the other: while one becomes known, the next goes to the disk. */
  let onDisk = requested;
  let writing = requested;
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting;
    waiting = [];
    const size = bytes;
    bytes = 0;
    flushing += size;
    onDisk = onDisk.then(async () => {
      await services.files.putAll(batch.map(({ file, sha256 }) => ({ bytes: file, sha256 })));
      flushing -= size;
    });
    writing = Promise.all([onDisk, writing]).then(() => storeTakes(services, batch, alongside));
    return writing;
  };
  return {
    async add(take) {
      waiting.push(take);
      bytes += take.sizeBytes;
      if (waiting.length >= TAKES_PER_COMMIT || bytes >= BYTES_PER_COMMIT) return flush();
      // A batch that fails by the clock is told to whoever comes next: the chain stays rejected.
      timer ??= setTimeout(() => flush().catch(() => undefined), LONGEST_WAIT_MS);
      if (waiting.length === 1 || flushing >= BYTES_PER_COMMIT) await writing;
    },
    flush,
  };
}
