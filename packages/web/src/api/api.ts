// The one client of the studio. It sends the session's cookie; no key is kept by the page.

import { type Client, createClient } from "@fullcast/contract/client";
import { sessionEnded } from "../session/session-state.ts";
import { newId } from "./new-id.ts";

export type * from "@fullcast/contract/client";
export { ClientError, SOUND_FILE_TYPES } from "@fullcast/contract/client";

const UNAUTHENTICATED = 401;

export const api: Client = createClient({
  baseUrl: "/v1",
  fetch: async (url, init) => {
    const response = await fetch(url, init);
    if (response.status === UNAUTHENTICATED) sessionEnded();
    return response;
  },
});

/** Names this tab in every change, so that its own events can be recognised. */
export const actorSessionId: string = newId();

/** The fields that every change carries. Each call makes a new change; send the same object to repeat one. */
export function change() {
  return {
    schema_version: 1 as const,
    actor_session_id: actorSessionId,
    client_mutation_id: newId(),
  };
}
