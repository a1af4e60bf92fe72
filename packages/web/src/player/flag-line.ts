// Flags the line that is heard, on every screen: a note behind it in its script. A second flag on the same line takes the
// first one away.

import type { EditOperation } from "@fullcast/core/document";
import { api, ClientError } from "../api/api.ts";
import { newId } from "../api/new-id.ts";
import { addFlagAfter } from "../script/flags.ts";

/** The player is an editing session of its own: an open script takes its flags over as it does those of another tab. */
export const flaggingSessionId: string = newId();

const TRIES = 4;
/** Notes of the flags that were set since the page was loaded, by line. */
const notes = new Map<string, string>();

export const isFlagged = (blockId: string): boolean => notes.has(blockId);

/** @throws ClientError when the line is gone or the server does not answer */
export async function toggleLineFlag(sectionId: string, blockId: string): Promise<void> {
  const held = notes.get(blockId);
  if (held === undefined) {
    const noteId = newId();
    await edit(sectionId, [addFlagAfter(blockId, noteId)]);
    notes.set(blockId, noteId);
    return;
  }
  notes.delete(blockId);
  try {
    await edit(sectionId, [{ op: "delete_block", block_id: held, base_block_version: 1 }]);
  } catch (error) {
    // The note was written on or deleted in the script.
    if (!(error instanceof ClientError) || error.retryable) throw error;
  }
}

async function edit(sectionId: string, operations: readonly EditOperation[]): Promise<void> {
  const client_mutation_id = newId();
  for (let tries = 1; ; tries++) {
    const { document } = await api.call("readDocument", { params: { sectionId }, query: { limit: 1 } });
    try {
      await api.call("editDocument", {
        params: { sectionId },
        body: {
          schema_version: 1,
          actor_session_id: flaggingSessionId,
          client_mutation_id,
          base_document_version: document.document_version,
          operations: [...operations] as never,
        },
      });
      return;
    } catch (error) {
      const isOvertaken = error instanceof ClientError && error.code === "VERSION_CONFLICT";
      if (!isOvertaken || tries >= TRIES) throw error;
    }
  }
}
