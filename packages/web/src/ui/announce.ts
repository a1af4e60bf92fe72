// What a screen reader says of a change elsewhere than at its focus. The page has one live region for all of them, so that
// each is said once and in order; what is only shown beside a button is not live itself.

import { useEffect, useSyncExternalStore } from "react";

export interface Said {
  readonly id: number;
  readonly words: string;
}

/** Words that stay for a person who reads the page to its end. */
const MOST = 3;

let said: readonly Said[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

/** Says these words once. The same words again are said again. */
export function announce(words: string): void {
  const trimmed = words.trim();
  if (trimmed === "") return;
  said = [...said, { id: nextId++, words: trimmed }].slice(-MOST);
  for (const listener of listeners) listener();
}

/**
 * Says the words when they become others; empty words say nothing.
 * @param quietMs words that change while a person types are said when they have not changed for this time
 */
export function useAnnounced(words: string, quietMs = 0): void {
  useEffect(() => {
    if (quietMs === 0) return announce(words);
    const timer = setTimeout(() => announce(words), quietMs);
    return () => clearTimeout(timer);
  }, [words, quietMs]);
}

/** The last words, the oldest first. */
export const useSaid = (): readonly Said[] => useSyncExternalStore(subscribe, () => said);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
