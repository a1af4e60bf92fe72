import type { Database } from "./db.ts";

const MOST_ENTRIES = 1_000;

export interface Remembered<T> {
  get(key: string): Promise<T | undefined>;
  /** The cached value; undefined if get() would have to load it. */
  recall(key: string): T | undefined;
  /** Must be called after every commit that may change the loaded value. */
  forget(): void;
}

/**
 * Caches results of `load` on the embedded database, where no other process can change them (the directory lock ensures
 * it). On PostgreSQL another process may revoke a key at any moment, so every call loads.
 */
export function remembered<T>(
  { db }: { readonly db: Pick<Database, "kind"> },
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
      // A value that was read before a change must not be cached after it.
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
