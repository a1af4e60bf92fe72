// Ends the session. The next person at this browser finds nothing of the last one.

import type { QueryClient } from "@tanstack/react-query";
import { forgetAllDrafts } from "../ui/drafts.ts";
import { exchange } from "./session.ts";
import { setSession } from "./session-state.ts";

export async function signOut(queries: QueryClient): Promise<void> {
  await exchange("DELETE", "/v1/session");
  queries.clear();
  forgetAllDrafts();
  setSession("signed-out");
}
