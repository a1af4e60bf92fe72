// Opens and ends sessions. A key is sent once and never stored.

import type { QueryClient } from "@tanstack/react-query";
import { ClientError } from "../api/api.ts";
import { profileQuery } from "../api/queries.ts";
import { setSession } from "./session-state.ts";

/** The key that the start link carries, as in `#key=fc_…`. Removes it from the address and the history entry. */
export function takeKeyFromAddress(): string | null {
  const key = new URLSearchParams(location.hash.slice(1)).get("key");
  if (key === null) return null;
  history.replaceState(history.state, "", location.pathname + location.search);
  return key;
}

/** @throws ClientError when the key is refused or the server does not answer */
export async function signIn(key: string): Promise<void> {
  await exchange("POST", { key });
  setSession("signed-in");
}

export async function signOut(queries: QueryClient): Promise<void> {
  await exchange("DELETE");
  queries.clear();
  setSession("signed-out");
}

/** Finds out at the first load whether there is a session. */
export async function openSession(queries: QueryClient): Promise<void> {
  const key = takeKeyFromAddress();
  if (key !== null) {
    try {
      await signIn(key);
      return;
    } catch (error) {
      // A link can be used again after its key was revoked. An existing session continues.
      if (!(error instanceof ClientError)) throw error;
    }
  }
  try {
    await queries.fetchQuery(profileQuery);
    setSession("signed-in");
  } catch (error) {
    if (!(error instanceof ClientError) || error.status !== 401) throw error;
  }
}

async function exchange(method: "POST" | "DELETE", body?: { readonly key: string }): Promise<void> {
  let response: Response;
  try {
    response = await fetch("/v1/session", {
      method,
      ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
  } catch (cause) {
    throw new ClientError(
      { status: 0, code: "NO_ANSWER", message: "The server did not answer.", retryable: true },
      { cause },
    );
  }
  // Read in any case: an answer that is left unread keeps its connection.
  const answer = (await response.json().catch(() => null)) as {
    readonly error?: { readonly code: string; readonly message: string; readonly retryable: boolean };
  } | null;
  if (response.ok) return;
  throw new ClientError({
    status: response.status,
    code: answer?.error?.code ?? "UNREADABLE_ANSWER",
    message: answer?.error?.message ?? `The server answered with status ${response.status}.`,
    retryable: answer?.error?.retryable ?? false,
  });
}
