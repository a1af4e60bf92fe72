// The history of a script.

import { z } from "zod";
import { block } from "./document.ts";
import { timestamp, uuid, version } from "./primitives.ts";

export const historyEntry = z
  .strictObject({
    id: uuid,
    summary: z.string().meta({ description: "A short description of the edit." }),
    created_at: timestamp,
    undone: z.boolean().meta({ description: "Whether the edit is undone now and can be redone." }),
    skipped: z.boolean().meta({ description: "Whether undo and redo pass over the entry." }),
    scope: z.enum(["section", "project"]).meta({
      description:
        "section: an edit of this script or of the takes of its lines. project: an edit of the cast, the lexicon, the book data, the name or the order of the sections.",
    }),
    actor_session_id: uuid.nullable(),
  })
  .meta({ id: "HistoryEntry", description: "An edit that a person made." });

export const documentHistory = z
  .strictObject({
    section_id: uuid,
    document_version: version,
    entries: z.array(historyEntry).meta({ description: "Newest first." }),
  })
  .meta({ id: "DocumentHistory", description: "What can be undone and redone in a section." });

export const changedHistoryEntry = z
  .strictObject({ section_id: uuid, entry: historyEntry.meta({ description: "The entry as it is now." }) })
  .meta({ id: "ChangedHistoryEntry", description: "An entry of the history that was changed." });

export const historyStep = z
  .strictObject({
    section_id: uuid,
    entry: historyEntry.meta({ description: "The entry after the step." }),
    document_version: version.meta({
      description: "The version after the step. Only edits that change the script create one.",
    }),
    speaker_registry_version: version,
    blocks: z.array(block).meta({ description: "The complete blocks that changed or were restored." }),
    deleted_block_ids: z.array(uuid),
    idempotent_replay: z.boolean(),
  })
  .meta({ id: "HistoryStep", description: "The result of an undo or redo." });

export const documentChanges = z
  .strictObject({
    section_id: uuid,
    document_version: version,
    title: z.string(),
    sound_effects_enabled: z.boolean(),
    blocks: z.array(block).meta({ description: "The complete new and changed blocks, in document order." }),
    deleted_block_ids: z.array(uuid),
    order: z
      .array(uuid)
      .nullable()
      .meta({ description: "The ids of all blocks in order. Null when no block was added or moved." }),
  })
  .meta({ id: "DocumentChanges", description: "How a script differs from an earlier version." });
