// A queue that shares a scarce resource between accounts: each account runs one task at a time, and accounts take turns.

export interface FairQueue {
  /**
   * Runs `work` when it is the account's turn, and returns what it returns.
   *
   * @param signal Removes the task from the queue while it waits; the promise then rejects with the signal's reason. It does
   *   not stop work that has started.
   */
  run<T>(accountId: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** @param atOnce How many tasks run at once, over all accounts. At least 2, or one slow task stops every other account. */
export function createFairQueue({ atOnce }: { readonly atOnce: number }): FairQueue {
  /** The waiting accounts, the next one first. An account that had a turn moves to the end. */
  const waiting = new Map<string, (() => void)[]>();
  const running = new Set<string>();

  function startNext(): void {
    for (const [accountId, starts] of waiting) {
      if (running.size >= atOnce) return;
      if (running.has(accountId)) continue;
      const start = starts.shift();
      waiting.delete(accountId);
      if (start === undefined) continue;
      if (starts.length > 0) waiting.set(accountId, starts);
      running.add(accountId);
      start();
    }
  }

  function turn(accountId: string, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      const starts = waiting.get(accountId) ?? [];
      const at = starts.indexOf(start);
      if (at >= 0) starts.splice(at, 1);
      if (starts.length === 0) waiting.delete(accountId);
      reject(signal?.reason);
    };
    const start = () => {
      signal?.removeEventListener("abort", leave);
      resolve();
    };
    signal?.addEventListener("abort", leave, { once: true });
    waiting.set(accountId, [...(waiting.get(accountId) ?? []), start]);
    startNext();
    return promise;
  }

  return {
    async run(accountId, work, signal) {
      await turn(accountId, signal);
      try {
        return await work();
      } finally {
        running.delete(accountId);
        startNext();
      }
    },
  };
}
