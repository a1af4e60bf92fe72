import type { Services } from "../services.ts";
import { storeTakes, type Take } from "./store.ts";

/** Takes per transaction: enough that commits cost little, few enough that a crash loses a second or two of work. */
const TAKES_PER_COMMIT = 24;

export interface TakeWriter extends AsyncDisposable {
  /** Resolves when the take is in the queue; rejects when an earlier batch could not be committed. */
  add(take: Take): Promise<void>;
  /** Resolves when everything that was added is committed. */
  flush(): Promise<void>;
}

/** Commits takes in batches, one batch after the other, beside the work that makes them. Disposing commits the rest. */
export function takeWriter(services: Pick<Services, "db" | "newId" | "clock">): TakeWriter {
  let waiting: Take[] = [];
  let writing: Promise<void> = Promise.resolve();
  const flush = async () => {
    const batch = waiting;
    waiting = [];
    writing = writing.then(() => storeTakes(services, batch));
    await writing;
  };
  return {
    async add(take) {
      waiting.push(take);
      if (waiting.length >= TAKES_PER_COMMIT) await flush();
    },
    flush,
    async [Symbol.asyncDispose]() {
      await flush();
    },
  };
}
