// Which steps use this machine's processors: a few at once, accounts in turn. A step that only waits for engines elsewhere
// leaves its turn, so that a slow service stops no other account.

import { createFairTurns } from "../compute/compute.ts";

export interface LocalTurns {
  /** @returns ends the turn; calling it again does nothing. @throws the signal's reason */
  take(accountId: string, signal: AbortSignal): Promise<() => void>;
}

export function createLocalTurns(atOnce: number): LocalTurns {
  const turns = createFairTurns<() => void>();
  let running = 0;

  function startNext(): void {
    while (running < atOnce) {
      const next = turns.peek();
      if (next === undefined) return;
      turns.start(next);
      running += 1;
      next();
    }
  }

  return {
    take(accountId, signal) {
      if (signal.aborted) return Promise.reject(signal.reason);
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const abandon = () => {
        turns.leave(start);
        reject(signal.reason);
      };
      let ended = false;
      const start = () => {
        signal.removeEventListener("abort", abandon);
        resolve(() => {
          if (ended) return;
          ended = true;
          turns.end(start);
          running -= 1;
          startNext();
        });
      };
      signal.addEventListener("abort", abandon, { once: true });
      turns.add(start, accountId, accountId);
      startNext();
      return promise;
    },
  };
}
