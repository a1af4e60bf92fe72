/** Turns at one resource, exclusive or shared. First come, first served. */
export interface Turns {
  /** Resolves when the caller has an exclusive turn. */
  take(): Promise<void>;
  /** Resolves when the caller has a shared turn. An earlier take() goes first. */
  share(): Promise<void>;
  /** Ends a turn; the longest waiting caller is next. */
  pass(): void;
}

export function createTurns(): Turns {
  // A linked queue: an array's shift() is linear, and a burst may wait in thousands.
  interface Waiting {
    readonly alone: boolean;
    readonly start: () => void;
    next: Waiting | null;
  }
  let first: Waiting | null = null;
  let last: Waiting | null = null;
  /** Callers with a turn now: one exclusive caller, or any number of sharing callers. */
  let users = 0;
  let isShared = false;

  const mayStart = (alone: boolean) => users === 0 || (isShared && !alone);
  const begin = (alone: boolean) => {
    users += 1;
    isShared = !alone;
  };
  const turn = (alone: boolean): Promise<void> => {
    if (first === null && mayStart(alone)) {
      begin(alone);
      return Promise.resolve();
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting: Waiting = { alone, start: resolve, next: null };
    if (last === null) first = waiting;
    else last.next = waiting;
    last = waiting;
    return promise;
  };
  return {
    take: () => turn(true),
    share: () => turn(false),
    pass() {
      users -= 1;
      while (first !== null && mayStart(first.alone)) {
        const { alone, start, next } = first;
        first = next;
        if (next === null) last = null;
        begin(alone);
        start();
      }
    },
  };
}
