/** Gives out turns for one resource: to one caller alone, or to several that share it. First come, first served. */
export interface Turns {
  /** Resolves when it is the caller's turn, alone. */
  take(): Promise<void>;
  /** Resolves when it is the caller's turn, together with others that share. An earlier take() goes first. */
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
  /** Callers that have their turn now: one alone, or any number that share. */
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
