// Whether this browser shows the tour. It begins with the first visit to an empty library and ends for good.

import { useSyncExternalStore } from "react";

type TourState = "new" | "on" | "done";

const NAME = "fullcast.tour";
const listeners = new Set<() => void>();

function read(): TourState {
  const stored = localStorage.getItem(NAME);
  return stored === "on" || stored === "done" ? stored : "new";
}

function write(state: TourState): void {
  localStorage.setItem(NAME, state);
  for (const listener of listeners) listener();
}

export const endTour = (): void => write("done");
export const startTour = (): void => write("on");

/** For the empty library. A tour that was skipped stays away. */
export function offerTour(): void {
  if (read() === "new") startTour();
}

export function useTour(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => read() === "on",
  );
}
