// Whether this browser shows the tour, and where on it the person was last. It begins with the first visit to an empty
// library and ends for good.

import { useSyncExternalStore } from "react";
import { placeFrom, type TourPlace } from "./tour-steps.ts";

type TourState = "new" | "on" | "done";

const NAME = "fullcast.tour";
const PLACE = "fullcast.tour-place";
const listeners = new Set<() => void>();

function read(): TourState {
  const stored = localStorage.getItem(NAME);
  return stored === "on" || stored === "done" ? stored : "new";
}

function write(state: TourState): void {
  localStorage.setItem(NAME, state);
  localStorage.removeItem(PLACE);
  for (const listener of listeners) listener();
}

export const endTour = (): void => write("done");
export const startTour = (): void => write("on");

/** For the empty library: the tour begins, or begins again without its story. One that was skipped stays away. */
export function offerTour(): void {
  if (read() !== "done") startTour();
}

export const tourPlace = (): TourPlace | null => placeFrom(localStorage.getItem(PLACE));

export function rememberPlace({ pathname, hash }: TourPlace): void {
  localStorage.setItem(PLACE, `${pathname}#${hash}`);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useTour = (): boolean => useSyncExternalStore(subscribe, () => read() === "on");

let isShown = false;

/** The tour is on the page: the content below it does not move any more. */
export function tourIsShown(): void {
  isShown = true;
  for (const listener of listeners) listener();
}

/** Whether the tour is shown, or was ended. */
export const useTourSettled = (): boolean => useSyncExternalStore(subscribe, () => isShown || read() === "done");
