// Whether the page has a session. The gate shows what this says; the client reports every 401.

import { useSyncExternalStore } from "react";

/** "ended": there was a session in this page, so its state is kept behind the question for the key. */
export type SessionState = "unknown" | "signed-in" | "signed-out" | "ended";

let state: SessionState = "unknown";
const listeners = new Set<() => void>();

export function setSession(next: SessionState): void {
  if (state === next) return;
  state = next;
  for (const listener of listeners) listener();
}

/** An unknown session means signed out: another server on this machine can have replaced the cookie. */
export function sessionEnded(): void {
  setSession(state === "signed-in" || state === "ended" ? "ended" : "signed-out");
}

export function useSessionState(): SessionState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
}
