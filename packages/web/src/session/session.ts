// Opens sessions. A key or a code is sent once and never stored.

import type { QueryClient } from "@tanstack/react-query";
import { ClientError, type SignedIn } from "../api/api.ts";
import { keys } from "../api/queries.ts";
import { deviceName } from "./device-name.ts";
import { type Proof, proofOfFragment } from "./proof.ts";
import { setScopes, setSession } from "./session-state.ts";

/** Removes the proof from the address and the history entry. */
function takeProofFromAddress(): Proof | null {
  const proof = proofOfFragment(location.hash);
  if (proof !== null) history.replaceState(history.state, "", location.pathname + location.search);
  return proof;
}

/** @throws ClientError when the key or the code is refused, or the server does not answer */
export async function signIn(proof: Proof): Promise<SignedIn> {
  const name = deviceName(navigator.userAgent);
  const named = name === null ? {} : { name };
  const { session } =
    proof.kind === "key"
      ? await exchange("POST", "/v1/session", { key: proof.key, ...named })
      : await exchange("POST", "/v1/session/pair", { code: proof.code, ...named });
  if (session === null) throw new ClientError({ status: 401, code: "UNAUTHENTICATED", message: "", retryable: false });
  setScopes(session.scopes);
  setSession("signed-in");
  return session;
}

/** Finds out at the first load whether there is a session. @returns why the proof of the address was refused, if it was */
export async function openSession(queries: QueryClient): Promise<ClientError | null> {
  const proof = takeProofFromAddress();
  let refusal: ClientError | null = null;
  if (proof !== null) {
    try {
      await signIn(proof);
      return null;
    } catch (error) {
      // A link can be used again after its key was revoked. An existing session continues.
      if (!(error instanceof ClientError) || error.status === 0) throw error;
      refusal = error;
    }
  }
  const { session } = await exchange("GET", "/v1/session");
  if (session === null) setSession("signed-out");
  else {
    setScopes(session.scopes);
    queries.setQueryData(keys.profile, session.account);
    setSession("signed-in");
  }
  return session === null && proof?.kind === "code" ? refusal : null;
}

type Answer = { readonly session: SignedIn | null };

/** One request of the session. */
export async function exchange(method: "GET" | "POST" | "DELETE", path: string, body?: object): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(path, {
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
    readonly data?: Answer;
    readonly error?: { readonly code: string; readonly message: string; readonly retryable: boolean };
  } | null;
  if (response.ok && answer?.data !== undefined) return answer.data;
  throw new ClientError({
    status: response.status,
    code: answer?.error?.code ?? "UNREADABLE_ANSWER",
    message: answer?.error?.message ?? `The server answered with status ${response.status}.`,
    retryable: answer?.error?.retryable ?? false,
  });
}
