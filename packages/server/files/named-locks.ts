// Locks by name: at most one action with a name runs at a time.

export interface NamedLocks {
  /** Runs the action when no other one of this name runs, and returns its result. */
  run<T>(name: string, action: () => Promise<T>): Promise<T>;
}

/** Locks that hold within this process. */
export function ownLocks(): NamedLocks {
  const last = new Map<string, Promise<unknown>>();
  return {
    async run(name, action) {
      const before = last.get(name) ?? Promise.resolve();
      const mine = before.then(action, action);
      const done = mine.then(
        () => undefined,
        () => undefined,
      );
      last.set(name, done);
      try {
        return await mine;
      } finally {
        if (last.get(name) === done) last.delete(name);
      }
    },
  };
}
