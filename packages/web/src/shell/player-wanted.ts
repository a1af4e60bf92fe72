// Whether the player is needed: it is loaded with the first chapter that is opened or played, and stays from then on.

import { useSyncExternalStore } from "react";

let isWanted = false;
const listeners = new Set<() => void>();

export function wantPlayer(): void {
  isWanted = true;
  for (const listener of listeners) listener();
}

export const usePlayerWanted = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isWanted,
  );
