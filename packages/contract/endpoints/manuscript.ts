// The check of a manuscript: of a story, of a file that is not imported yet, and the mends that a person chose.

import { z } from "zod";
import { LIMITS } from "../limits.ts";
import {
  chosenMends,
  findingKind,
  ignoredCount,
  ignoredFindings,
  importCheck,
  manuscriptCheck,
} from "../schemas/manuscript.ts";
import { mutationBody } from "../schemas/mutation-body.ts";
import { count, schemaVersion1, uuid, version } from "../schemas/primitives.ts";
import { studioMutation } from "../schemas/projects.ts";
import { replaceResult } from "../schemas/search.ts";
import { endpoint } from "./endpoint.ts";

const query = {
  kind: findingKind.optional().meta({ description: "Only findings of this kind. Absent: of all kinds." }),
  from: count.default(0).meta({ description: "How many findings to skip. Default 0." }),
  limit: z
    .int()
    .min(1)
    .max(LIMITS.manuscript_page)
    .default(LIMITS.manuscript_page_default)
    .meta({ description: "The largest number of findings on the page." }),
};

const PROJECT = "2b1c3d4e-5f60-4718-92a3-b4c5d6e7f809";
const SECTION = "5c6d7e8f-9a0b-4c1d-8e2f-3a4b5c6d7e8f";
const BLOCK = "9b2f0c1a-4d3e-4b5f-8a6c-7d8e9f0a1b2c";
const IMPORT = "3d4e5f60-7182-4394-a5b6-c7d8e9f0a1b2";
const FOUND = {
  kind: "stray_symbol" as const,
  before: "The lamp was ",
  words: "&amp;",
  after: " the door was open.",
  mend: "&",
};
const KINDS = [{ kind: "stray_symbol" as const, count: 1, mendable: 1 }];

export const manuscriptEndpoints = {
  checkManuscript: endpoint({
    method: "GET",
    path: "/studio/projects/{projectId}/manuscript-check",
    scope: "studio:read",
    tag: "Documents",
    summary: "Check the text of a story",
    description:
      "Lists what a listener would hear as a fault of the text: stray symbols, notes of the author, split words, speech without an end. Nothing changes and no engine is asked. Text that is not spoken is not checked. Words of the story's lexicon count as correct. `kinds` counts all findings; `kind`, `from` and `limit` choose those of the page.",
    params: z.strictObject({ projectId: uuid }),
    query: z.object(query),
    responses: { 200: manuscriptCheck },
    errors: ["NOT_FOUND", "STUDIO_COMMAND_REJECTED"],
    examples: {
      responses: {
        200: {
          project_id: PROJECT,
          kinds: KINDS,
          sections: [{ section_id: SECTION, title: "Chapter one", document_version: 3, finding_count: 1 }],
          findings: [
            {
              ...FOUND,
              ...{ section_id: SECTION, block_id: BLOCK, block_version: 2, start_utf16: 13, end_utf16: 18 },
              ignored: false,
            },
          ],
          next_from: null,
        },
      },
    },
  }),
  checkImport: endpoint({
    method: "GET",
    path: "/studio/imports/{importId}/manuscript-check",
    scope: "studio:read",
    tag: "Books",
    summary: "Check the text of a previewed file",
    description:
      "Lists what a listener would hear as a fault of the text, before a project is made from the preview. It checks the chapters that the import includes by default. Otherwise as `GET /studio/projects/{projectId}/manuscript-check`.",
    params: z.strictObject({ importId: uuid }),
    query: z.object(query),
    responses: { 200: importCheck },
    errors: ["NOT_FOUND", "STUDIO_COMMAND_REJECTED"],
    examples: {
      responses: {
        200: { import_id: IMPORT, kinds: KINDS, findings: [{ ...FOUND, chapter: 1, line: 1 }], next_from: null },
      },
    },
  }),
  ignoreFindings: endpoint({
    method: "POST",
    path: "/studio/projects/{projectId}/manuscript-check/ignored",
    scope: "studio:write",
    tag: "Documents",
    summary: "Ignore findings",
    description:
      "From now on the check lists these findings with `ignored: true`, on every device. A name or a word is ignored wherever it stands, another finding at its place, also after edits elsewhere. A project ignores at most 2,000 findings; the oldest ones go first. Repeating the request changes nothing.",
    params: z.strictObject({ projectId: uuid }),
    body: mutationBody({ schema_version: schemaVersion1, findings: ignoredFindings }),
    responses: { 200: ignoredCount },
    errors: ["NOT_FOUND"],
    examples: {
      body: {
        schema_version: 1,
        findings: [{ kind: FOUND.kind, before: FOUND.before, words: FOUND.words, after: FOUND.after }],
      },
      responses: { 200: { project_id: PROJECT, ignored_count: 1 } },
    },
  }),
  restoreFindings: endpoint({
    method: "DELETE",
    path: "/studio/projects/{projectId}/manuscript-check/ignored",
    scope: "studio:write",
    tag: "Documents",
    summary: "Ignore no findings",
    description: "The check lists all findings with `ignored: false` again. Repeating the request changes nothing.",
    params: z.strictObject({ projectId: uuid }),
    responses: { 200: ignoredCount },
    errors: ["NOT_FOUND"],
    examples: { responses: { 200: { project_id: PROJECT, ignored_count: 0 } } },
  }),
  mendManuscript: endpoint({
    method: "POST",
    path: "/studio/projects/{projectId}/manuscript-check/mends",
    scope: "studio:write",
    tag: "Documents",
    summary: "Change places of the text",
    description:
      "Gives the places their new text, all or none, in sections of the project. Only the changed lines lose their audio. Marks, directions and pauses stay on their words. A line without any words afterwards is left out instead: it keeps its text and is not spoken. The change is one entry of the history, so one undo takes all of it back, also over several sections. If one of the sections has another version, the answer is 409 `VERSION_CONFLICT` and nothing changes.",
    params: z.strictObject({ projectId: uuid }),
    body: z.strictObject({
      ...studioMutation,
      sections: z
        .array(z.strictObject({ section_id: uuid, base_document_version: version }))
        .min(1)
        .max(LIMITS.import_chapters)
        .refine((all) => new Set(all.map((one) => one.section_id)).size === all.length, "must not name a section twice")
        .meta({ description: "The sections of the places, each with the document version that the check named." }),
      mends: chosenMends,
    }),
    responses: { 200: replaceResult },
    errors: ["NOT_FOUND", "VERSION_CONFLICT", "IDEMPOTENCY_CONFLICT"],
    examples: {
      body: {
        schema_version: 1,
        actor_session_id: "0f8fad5b-d9cb-469f-a165-70867728950e",
        client_mutation_id: "7c9e6679-7425-40de-944b-e07fc1f90ae7",
        sections: [{ section_id: SECTION, base_document_version: 3 }],
        mends: [{ block_id: BLOCK, start_utf16: 13, end_utf16: 18, text: "&" }],
      },
      responses: {
        200: {
          project_id: PROJECT,
          place_count: 1,
          block_count: 1,
          stale_block_count: 1,
          sections: [{ section_id: SECTION, document_version: 4, place_count: 1, block_count: 1 }],
          idempotent_replay: false,
        },
      },
    },
  }),
};
