/** One thing that is used by one at a time, first come first served. */
export interface Turns {
  /** Resolves when it is the caller's turn. */
  take(): Promise<void>;
  /** Ends the turn; the longest waiting caller is next. */
  pass(): void;
}

export function createTurns(): Turns {
  // A linked queue: an array's shift() is linear, and a burst may wait in thousands.
  interface Waiting {
    readonly start: () => void;
    next: Waiting | null;
  }
  let first: Waiting | null = null;
  let last: Waiting | null = null;
  let taken = false;
  return {
    take() {
      if (!taken) {
        taken = true;
        return Promise.resolve();
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      const waiting: Waiting = { start: resolve, next: null };
      if (last === null) first = waiting;
      else last.next = waiting;
      last = waiting;
      return promise;
    },
    pass() {
      const next = first;
      if (next === null) {
        taken = false;
        return;
      }
      first = next.next;
      if (first === null) last = null;
      next.start();
    },
  };
}
