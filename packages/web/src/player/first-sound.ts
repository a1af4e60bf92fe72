// Whether a person waits for the first sound. What the page reads beside it would take the processors that make it, so it is
// read when the sound is there, or after a few seconds.

/** A sound that takes longer waits for something else: a price, an engine that is away. */
const MOST_MS = 5_000;

let timer: ReturnType<typeof setTimeout> | undefined;
let isAwaited = false;
const listeners = new Set<() => void>();

/** The player states it. */
export function awaitSound(isStarting: boolean): void {
  clearTimeout(timer);
  if (isStarting) timer = setTimeout(() => change(false), MOST_MS);
  change(isStarting);
}

function change(next: boolean): void {
  if (next === isAwaited) return;
  isAwaited = next;
  for (const listener of listeners) listener();
}

export const firstSound = {
  isAwaited: (): boolean => isAwaited,
  /** Calls when it begins and ends. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
