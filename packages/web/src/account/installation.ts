// Installing the studio as an app. Chromium offers it with an event; other browsers have it in their own menu.

import { useSyncExternalStore } from "react";

interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

let offer: InstallOffer | null = null;
let isDone = matchMedia("(display-mode: standalone)").matches;
const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

/** The browser may offer it once, early: call this before the first rendering. */
export function watchInstallation(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer = event as InstallOffer;
    notify();
  });
  addEventListener("appinstalled", () => {
    offer = null;
    isDone = true;
    notify();
  });
}

export async function install(): Promise<void> {
  const asked = offer;
  offer = null;
  notify();
  await asked?.prompt();
}

export function useInstallation(): "offered" | "done" | "none" {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => (isDone ? "done" : offer === null ? "none" : "offered"),
  );
}
