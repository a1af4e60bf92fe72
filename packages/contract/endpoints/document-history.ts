// The history of a script: what can be undone and redone, and what changed since a version.

import { z } from "zod";
import { changedHistoryEntry, documentChanges, documentHistory, historyStep } from "../schemas/document-history.ts";
import { mutationBody } from "../schemas/mutation-body.ts";
import { schemaVersion1, uuid, version } from "../schemas/primitives.ts";
import { studioMutation } from "../schemas/projects.ts";
import { endpoint } from "./endpoint.ts";

const sectionParams = z.strictObject({ sectionId: uuid });
const documentMutation = { ...studioMutation, base_document_version: version };
const entryId = uuid.optional().meta({ description: "An entry of the history. Absent: the next one." });

const SESSION = "0f8fad5b-d9cb-469f-a165-70867728950e";
const SECTION = "2b1c3d4e-5f60-4718-92a3-b4c5d6e7f809";
const BLOCK = "9b2f0c1a-4d3e-4b5f-8a6c-7d8e9f0a1b2c";
const mutationExample = {
  schema_version: 1 as const,
  actor_session_id: SESSION,
  client_mutation_id: "7c9e6679-7425-40de-944b-e07fc1f90ae7",
  base_document_version: 4,
};
const exampleEntry = {
  id: "d2f3a4b5-c6d7-48e9-9fa0-b1c2d3e4f5a6",
  summary: "Deleted 1 block",
  created_at: "2026-11-23T15:00:00.000Z",
  undone: false,
  skipped: false,
  scope: "section" as const,
  actor_session_id: SESSION,
};
const exampleStep = {
  section_id: SECTION,
  entry: { ...exampleEntry, undone: true },
  document_version: 5,
  speaker_registry_version: 1,
  blocks: [],
  deleted_block_ids: [],
  idempotent_replay: false,
};

export const documentHistoryEndpoints = {
  readDocumentHistory: endpoint({
    method: "GET",
    path: "/studio/sections/{sectionId}/document/history",
    scope: "studio:read",
    tag: "Documents",
    summary: "What can be undone and redone",
    description:
      "Edits that people made in this script, in the takes of its lines, and in the project's cast, lexicon, book data, name and order of sections, newest first, at most 200. The list of versions also contains the changes of workflows.",
    params: sectionParams,
    responses: { 200: documentHistory },
    errors: ["NOT_FOUND"],
    examples: {
      responses: { 200: { section_id: SECTION, document_version: 4, entries: [exampleEntry] } },
    },
  }),
  changeHistoryEntry: endpoint({
    method: "PATCH",
    path: "/studio/sections/{sectionId}/document/history/{entryId}",
    scope: "studio:write",
    tag: "Documents",
    summary: "Skip an entry of the history",
    description:
      "Undo and redo pass over a skipped entry, so that an entry that cannot be undone (409 `UNDO_CONFLICT`) does not block the entries before it. Its edit stays as it is. An undo or redo that names the entry still tries it, and no longer skips it when it succeeds. Repeating the request changes nothing.",
    params: z.strictObject({ sectionId: uuid, entryId: uuid.meta({ description: "The entry." }) }),
    body: mutationBody({
      schema_version: schemaVersion1,
      skipped: z.boolean().meta({ description: "Whether undo and redo pass over the entry." }),
    }),
    responses: { 200: changedHistoryEntry },
    errors: ["NOT_FOUND"],
    examples: {
      body: { schema_version: 1, skipped: true },
      responses: { 200: { section_id: SECTION, entry: { ...exampleEntry, skipped: true } } },
    },
  }),
  undoDocument: endpoint({
    method: "POST",
    path: "/studio/sections/{sectionId}/document/undo",
    scope: "studio:write",
    tag: "Documents",
    summary: "Undo an edit",
    description:
      "Undoes the newest entry that is neither undone nor skipped, or the entry that entry_id names, and commits a new version. Later edits of other lines and of other parts of the same line stay. If the same part changed since, the answer is 409 `UNDO_CONFLICT`: its details name the entry, what was changed (`lines`, `script_full`, `takes`, `cast`, `pronunciations`, `book`, `name_or_order`, `speaker_has_lines`) and the lines. Blocks keep their ids, so their earlier audio is current again. Undoing a choice, a lock or a recording makes the line play what it played before; takes are not deleted.",
    params: sectionParams,
    body: mutationBody({ ...documentMutation, entry_id: entryId }),
    responses: { 200: historyStep },
    errors: ["NOT_FOUND", "VERSION_CONFLICT", "IDEMPOTENCY_CONFLICT", "NOTHING_TO_UNDO", "UNDO_CONFLICT"],
    examples: { body: mutationExample, responses: { 200: exampleStep } },
  }),
  redoDocument: endpoint({
    method: "POST",
    path: "/studio/sections/{sectionId}/document/redo",
    scope: "studio:write",
    tag: "Documents",
    summary: "Redo what was undone",
    description:
      "Redoes the entry that was undone last, or the entry that entry_id names, and commits a new version. A new edit clears the entries that could be redone.",
    params: sectionParams,
    body: mutationBody({ ...documentMutation, entry_id: entryId }),
    responses: { 200: historyStep },
    errors: ["NOT_FOUND", "VERSION_CONFLICT", "IDEMPOTENCY_CONFLICT", "NOTHING_TO_UNDO", "UNDO_CONFLICT"],
    examples: {
      body: mutationExample,
      responses: { 200: { ...exampleStep, entry: exampleEntry, document_version: 6 } },
    },
  }),
  readDocumentChanges: endpoint({
    method: "GET",
    path: "/studio/sections/{sectionId}/document/changes",
    scope: "studio:read",
    tag: "Documents",
    summary: "What changed since a version",
    description:
      "The complete blocks that are new or changed since the version, and the ids of deleted blocks. `order` holds the ids of all blocks if blocks were added or moved, otherwise null. 404 for a version that the section never had.",
    params: sectionParams,
    query: z.strictObject({ since: version.meta({ description: "The version that the client has." }) }),
    responses: { 200: documentChanges },
    errors: ["NOT_FOUND"],
    examples: {
      responses: {
        200: {
          section_id: SECTION,
          document_version: 5,
          title: "Chapter one",
          sound_effects_enabled: true,
          blocks: [],
          deleted_block_ids: [BLOCK],
          order: null,
        },
      },
    },
  }),
};
