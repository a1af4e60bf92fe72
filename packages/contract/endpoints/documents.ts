import { z } from "zod";
import { LIMITS } from "../limits.ts";
import {
  documentEdit,
  documentRestore,
  documentVersionList,
  editOperation,
  recoveryDraft,
  recoveryDraftBody,
  recoveryDraftResult,
  scriptDocument,
} from "../schemas/document.ts";
import { mutationBody } from "../schemas/mutation-body.ts";
import { count, rawText, schemaVersion1, text, uuid, version } from "../schemas/primitives.ts";
import { studioMutation } from "../schemas/projects.ts";
import { speaker } from "../schemas/speakers.ts";
import { endpoint } from "./endpoint.ts";

const sectionParams = z.strictObject({ sectionId: uuid });
const documentMutation = { ...studioMutation, base_document_version: version };

const SESSION = "0f8fad5b-d9cb-469f-a165-70867728950e";
const MUTATION = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
const SECTION = "2b1c3d4e-5f60-4718-92a3-b4c5d6e7f809";
const BLOCK = "9b2f0c1a-4d3e-4b5f-8a6c-7d8e9f0a1b2c";
const SPEAKER = "4e5f6a7b-8c9d-4e0f-a1b2-c3d4e5f6a7b8";
const mutationExample = {
  schema_version: 1,
  actor_session_id: SESSION,
  client_mutation_id: MUTATION,
  base_document_version: 2,
};
const blockExample = {
  id: BLOCK,
  kind: "speech",
  block_version: 2,
  content: {
    type: "text",
    schema_version: "studio-ast-2",
    text: "“Is the boat back?”",
    annotations: [],
    points: [],
    delivery_control_sets: [],
  },
  generation_profile_override: null,
  placement: null,
  speaker_id: SPEAKER,
};

export const documentEndpoints = {
  readDocument: endpoint({
    method: "GET",
    path: "/studio/sections/{sectionId}/document",
    scope: "studio:read",
    tag: "Documents",
    summary: "The script of a section",
    description:
      "With from_index or limit the answer contains a window of the blocks, and block_count is the number of all blocks. With document_version it contains the title and the blocks of that version.",
    params: sectionParams,
    query: z.object({
      from_index: count.optional(),
      limit: z.int().min(1).max(LIMITS.document_window).optional(),
      document_version: version.optional(),
    }),
    responses: {
      200: z
        .strictObject({
          actor_user_id: uuid,
          project_id: uuid,
          section_id: uuid,
          document: scriptDocument,
          speakers: z.array(speaker),
          speaker_registry_version: version,
          sound_effects_enabled: z.boolean(),
          source_text_length: count,
          recovery_draft: recoveryDraft.nullable(),
          block_count: count.exactOptional(),
        })
        .meta({ id: "SectionDocument" }),
    },
    errors: ["NOT_FOUND", "SERVICE_UNAVAILABLE"],
  }),
  editDocument: endpoint({
    method: "PATCH",
    path: "/studio/sections/{sectionId}/document",
    scope: "studio:write",
    tag: "Documents",
    summary: "Edit the script of a section",
    description: [
      "Applies 1 to 500 operations in order, all or none, and increases document_version by one.",
      "",
      "- `base_document_version` and each `base_block_version` must be current, else 409 `VERSION_CONFLICT`.",
      "- Every operation that touches a block raises its `block_version` by one.",
      "- Offsets are UTF-16 units into the block's text, never inside a surrogate pair.",
      "- `split_block` cuts annotations, points and directives with the text; a pronunciation across the cut is dropped. `merge_blocks` takes adjacent blocks of one kind and speaker, in order, and keeps the id of the first. Sound effects that are placed on such a block move with the text.",
      "- A speaker set by `assign_speaker`, `insert_block` or `replace_block` counts as chosen by a person: the evidence of the block has `method: user`, and no workflow changes it. `speaker_id: null` removes the choice.",
      "- `generation_profile_override` must name a provider, a model and options that the engines of this server know.",
      "- The first unparsed block of a section may be longer than 65,536 units. Text that an edit writes may not.",
    ].join("\n"),
    params: sectionParams,
    body: mutationBody({
      ...documentMutation,
      operations: z.array(editOperation).min(1).max(LIMITS.document_operations),
    }),
    responses: { 200: documentEdit },
    errors: ["NOT_FOUND", "VERSION_CONFLICT", "IDEMPOTENCY_CONFLICT"],
    examples: {
      body: {
        ...mutationExample,
        operations: [
          { op: "assign_speaker", block_ids: [BLOCK], speaker_id: SPEAKER },
          { op: "set_title", title: "The Boat" },
        ],
      },
      responses: {
        200: {
          section_id: SECTION,
          document_version: 3,
          speaker_registry_version: 1,
          blocks: [blockExample],
          deleted_block_ids: [],
          idempotent_replay: false,
        },
      },
    },
  }),
  listDocumentVersions: endpoint({
    method: "GET",
    path: "/studio/sections/{sectionId}/document/versions",
    scope: "studio:read",
    tag: "Documents",
    summary: "The committed versions of a script",
    description:
      "Newest first, from edits and from workflows. Each version can be read (document_version at the document) and restored.",
    params: sectionParams,
    query: z.object({
      limit: z.int().min(1).max(LIMITS.version_page).optional(),
      cursor: text({ max: LIMITS.cursor_units }).optional(),
    }),
    responses: { 200: documentVersionList },
    errors: ["NOT_FOUND"],
    examples: {
      responses: {
        200: {
          section_id: SECTION,
          versions: [
            {
              document_version: 3,
              created_at: "2026-11-21T10:00:00.000Z",
              actor_session_id: SESSION,
              summary: "Changed 1 block",
            },
          ],
          next_cursor: "3",
        },
      },
    },
  }),
  restoreDocument: endpoint({
    method: "POST",
    path: "/studio/sections/{sectionId}/document/restore",
    scope: "studio:write",
    tag: "Documents",
    summary: "Restore an earlier version of a script",
    description:
      "The blocks, the title and the sound effects flag of that version become a new version. Blocks keep their ids, so audio that was made for them is current again; their block_version keeps increasing. Merged speakers are replaced by the speaker they were merged into.",
    params: sectionParams,
    body: mutationBody({ ...documentMutation, document_version: version }),
    responses: { 200: documentRestore },
    errors: ["NOT_FOUND", "VERSION_CONFLICT", "IDEMPOTENCY_CONFLICT"],
    examples: {
      body: { ...mutationExample, document_version: 1 },
      responses: {
        200: { section_id: SECTION, document_version: 3, speaker_registry_version: 1, idempotent_replay: false },
      },
    },
  }),
  putRecoveryDraft: endpoint({
    method: "PUT",
    path: "/studio/sections/{sectionId}/document/recovery-draft",
    scope: "studio:write",
    tag: "Documents",
    summary: "Store a recovery draft",
    description:
      "One draft for each section: a JSON object of at most 1 MiB. It replaces the previous draft and is part of the document's answer until it is deleted. base_document_version must be current.",
    params: sectionParams,
    body: mutationBody({
      schema_version: schemaVersion1,
      actor_session_id: studioMutation.actor_session_id,
      base_document_version: version,
      draft: recoveryDraftBody,
    }),
    responses: { 200: recoveryDraftResult },
    errors: ["NOT_FOUND", "VERSION_CONFLICT"],
    examples: {
      body: {
        schema_version: 1,
        actor_session_id: SESSION,
        base_document_version: 2,
        draft: { unsaved: { [BLOCK]: "“Is the boat back yet?”" } },
      },
    },
  }),
  deleteRecoveryDraft: endpoint({
    method: "DELETE",
    path: "/studio/sections/{sectionId}/document/recovery-draft",
    scope: "studio:write",
    tag: "Documents",
    summary: "Delete the recovery draft",
    description: "Has no body. Succeeds when there is no draft.",
    params: sectionParams,
    responses: { 200: recoveryDraftResult },
    errors: ["NOT_FOUND"],
    examples: { responses: { 200: { recovery_draft: null } } },
  }),
  readScript: endpoint({
    method: "GET",
    path: "/studio/sections/{sectionId}/script",
    scope: "studio:read",
    tag: "Documents",
    summary: "The script as text",
    description: [
      "The script in the format that `POST …/script` reads. The format covers lines, speakers, directions, pauses, sound effects and stage directions. Sending it back unchanged changes nothing, with one exception: text that is not prepared yet is read as a script.",
      "",
      "The format omits notes, excluded text other than stage directions, exclusions and silences inside a line, and the placement of sounds (except the line at which a sound ends). They stay with their lines.",
    ].join("\n"),
    params: sectionParams,
    responses: {
      200: z.strictObject({ document_version: version, text: z.string() }).meta({ id: "WrittenScript" }),
    },
    errors: ["NOT_FOUND"],
    examples: {
      responses: {
        200: {
          document_version: 2,
          text: "The rain had not stopped.\n\nMARA (whispering): Is the boat back?\n[PAUSE 2s]\n",
        },
      },
    },
  }),
  importScript: endpoint({
    method: "POST",
    path: "/studio/sections/{sectionId}/script",
    scope: "studio:write",
    tag: "Documents",
    summary: "Set the script as text",
    description: [
      "Parses the text and makes it the script of the section:",
      "",
      "- `NAME: words` and `NAME (direction): words` are speech. The label stays in the block as an exclusion (`speaker_label`); a direction that says how to speak becomes a delivery control set (`sad 45%` states an intent and its strength). NAME is a speaker's name or alias in any case, else a new speaker; no word of a name begins with a lowercase letter. `?: words` is speech with an unknown speaker.",
      "- `[SFX: rain on a roof, 4s]` is a sound effect at this place; without a duration it lasts 5 s. In a prompt `\\]`, `\\\\` and `\\n` are a bracket, a backslash and a line break.",
      "- `[SFX: rain on a roof, 8s, loop]` is a sound effect of 8 s that repeats until the line after its end cue, `[END SFX: rain on a roof]`; without that cue, or without a line after it, to the end of the last line.",
      "- `[PAUSE 2s]` is a timed silence at the end of the spoken block before it, or at the beginning of the next.",
      "- `(stage direction)` on a line of its own is excluded.",
      "- Any other line continues the line above it, and is narration after a blank line.",
      "- A backslash makes the next character literal: `\\the ferryman: words` and `Dr\\: Who: words` are names; a line that begins with a backslash and a space is words.",
      "",
      "Unchanged lines keep their blocks and their audio. A line with changed words, speaker or direction keeps the id of its block and becomes stale. Lines whose place changed are moved. A script that changes nothing creates no new version. The text of a new block is exactly the text that was sent, code unit by code unit. A script that cannot be parsed is refused; the error names the line.",
    ].join("\n"),
    params: sectionParams,
    body: mutationBody({ ...documentMutation, text: rawText }),
    responses: {
      200: z
        .strictObject({
          document_version: version,
          speaker_registry_version: version,
          speakers_created: z.array(speaker),
          block_count: count,
          idempotent_replay: z.boolean(),
        })
        .meta({ id: "ScriptImport" }),
    },
    errors: ["NOT_FOUND", "VERSION_CONFLICT", "IDEMPOTENCY_CONFLICT"],
    examples: {
      body: {
        ...mutationExample,
        text: "NARRATOR: The rain had not stopped.\n\n[SFX: rain on a roof, 4s]\n\nMARA (whispering): Is the boat back?\n[PAUSE 2s]\n",
      },
    },
  }),
};
