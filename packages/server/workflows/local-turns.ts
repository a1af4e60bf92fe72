// Turns at this machine's processors: a few steps at once, fair between accounts. A step that only waits for remote engines
// gives up its turn, so that a slow service blocks no other account.

import { createFairTurns } from "../compute/compute.ts";

export interface LocalTurns {
  /** @returns a function that ends the turn; further calls do nothing. @throws the signal's reason */
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
