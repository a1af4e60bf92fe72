import type { Services } from "../services.ts";

const MOST_ENTRIES = 1_000;

export interface Remembered<T> {
  get(key: string): Promise<T | undefined>;
  /** What is remembered; undefined when get() would have to look. */
  recall(key: string): T | undefined;
  /** Must be called, after the commit, wherever what was looked up may have changed. */
  forget(): void;
}

/**
 * Remembers what `load` found, where nobody else can change it: on the embedded database this process is the only one
 * (the lock proves it). On PostgreSQL another process may revoke a key at any moment, so every call looks.
 */
export function remembered<T>(
  { db }: Pick<Services, "db">,
  load: (key: string) => Promise<T | undefined>,
): Remembered<T> {
  const entries = new Map<string, T>();
  let generation = 0;
  return {
    async get(key) {
      const known = entries.get(key);
      if (known !== undefined) return known;
      const asked = generation;
      const found = await load(key);
      // What was read before a change must not be remembered after it.
      if (found !== undefined && db.kind === "embedded" && asked === generation) {
        if (entries.size >= MOST_ENTRIES) entries.clear();
        entries.set(key, found);
      }
      return found;
    },
    recall: (key) => entries.get(key),
    forget() {
      generation++;
      entries.clear();
    },
  };
}
