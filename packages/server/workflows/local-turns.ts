// Turns at this machine's processors: a few steps at once, fair between accounts. A step that only waits for remote engines
// gives up its turn, so that a slow service blocks no other account. An account that has no step under way does not wait for
// the long steps of others: it gets one more place.

import { createFairTurns } from "../compute/compute.ts";

export interface LocalTurns {
  /** @returns a function that ends the turn; further calls do nothing. @throws the signal's reason */
  take(accountId: string, signal: AbortSignal): Promise<() => void>;
}

interface Waiting {
  readonly accountId: string;
  readonly start: () => void;
}

/** Places beyond `atOnce`, only for accounts that have no step under way. */
const FOR_NEWCOMERS = 1;

export function createLocalTurns(atOnce: number): LocalTurns {
  const turns = createFairTurns<Waiting>();
  /** Steps under way by account. */
  const underWay = new Map<string, number>();
  let running = 0;

  function startNext(): void {
    // The next one is of the account with the fewest steps under way.
    for (let next = turns.peek(); next !== undefined; next = turns.peek()) {
      const own = underWay.get(next.accountId) ?? 0;
      if (running >= atOnce + (own === 0 ? FOR_NEWCOMERS : 0)) return;
      turns.start(next);
      running += 1;
      underWay.set(next.accountId, own + 1);
      next.start();
    }
  }

  function end(step: Waiting): void {
    turns.end(step);
    running -= 1;
    const left = (underWay.get(step.accountId) ?? 1) - 1;
    if (left > 0) underWay.set(step.accountId, left);
    else underWay.delete(step.accountId);
    startNext();
  }

  return {
    take(accountId, signal) {
      if (signal.aborted) return Promise.reject(signal.reason);
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const abandon = () => {
        turns.leave(step);
        reject(signal.reason);
      };
      let ended = false;
      const start = () => {
        signal.removeEventListener("abort", abandon);
        resolve(() => {
          if (ended) return;
          ended = true;
          end(step);
        });
      };
      const step: Waiting = { accountId, start };
      signal.addEventListener("abort", abandon, { once: true });
      turns.add(step, accountId, accountId);
      startNext();
      return promise;
    },
  };
}
