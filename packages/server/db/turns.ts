// Turns at one resource, exclusive or shared, in the order of urgency (compute/urgency.ts). Among equals the longest waiting caller
// is next, and of five turns one belongs to the least urgent.

import { createUrgentFirst, presentUrgency } from "../compute/compute.ts";

export interface Turns {
  /** Resolves when the caller has an exclusive turn. */
  take(): Promise<void>;
  /** Resolves when the caller has a shared turn. An earlier take() of the same urgency goes first. */
  share(): Promise<void>;
  /** Ends a turn; the next caller has one. */
  pass(): void;
}

interface Waiting {
  readonly alone: boolean;
  readonly start: () => void;
}

export function createTurns(): Turns {
  const queue = createUrgentFirst<Waiting>();
  /** The next caller. It waits until its kind of turn is possible; more urgent callers do not pass it any more. */
  let next: Waiting | undefined;
  /** Callers with a turn now: one exclusive caller, or any number of sharing callers. */
  let users = 0;
  let isShared = false;

  const mayStart = (alone: boolean) => users === 0 || (isShared && !alone);
  const begin = (alone: boolean) => {
    users += 1;
    isShared = !alone;
  };
  const turn = (alone: boolean): Promise<void> => {
    if (next === undefined && queue.size === 0 && mayStart(alone)) {
      begin(alone);
      return Promise.resolve();
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    queue.add({ alone, start: resolve }, presentUrgency());
    return promise;
  };
  return {
    take: () => turn(true),
    share: () => turn(false),
    pass() {
      users -= 1;
      for (;;) {
        next ??= queue.take();
        if (next === undefined || !mayStart(next.alone)) return;
        const { alone, start } = next;
        next = undefined;
        begin(alone);
        start();
      }
    },
  };
}
