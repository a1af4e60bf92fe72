// Whether the page has a session, and what it may do. The gate shows what this says; the client reports every 401.

import { useSyncExternalStore } from "react";

/** "ended": there was a session in this page, so its state is kept behind the question for the key. */
export type SessionState = "unknown" | "signed-in" | "signed-out" | "ended";

let state: SessionState = "unknown";
let scopes: ReadonlySet<string> = new Set();
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

/** Call before the session is signed in: screens read the scopes while they render. */
export function setScopes(granted: readonly string[]): void {
  scopes = new Set(granted);
}

/** False on a device that was paired for listening, and with a key that only reads. */
export const mayChangeStories = (): boolean => scopes.has("studio:write");

/** False on paired devices. */
export const mayManageAccess = (): boolean => scopes.has("api_keys:write");

/** Webhooks, feedback, preferences. */
export const mayChangeAccount = (): boolean => scopes.has("account:write");
