// Search and replace over all sections of a project.

import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { mutationBody } from "../schemas/mutation-body.ts";
import { count, text, uuid, version } from "../schemas/primitives.ts";
import { studioMutation } from "../schemas/projects.ts";
import { leftOut, replacePreview, replaceResult, searchResult, searchWords } from "../schemas/search.ts";
import { endpoint } from "./endpoint.ts";

const projectParams = z.strictObject({ projectId: uuid });

const caseSensitive = z.boolean().default(false).meta({ description: "Whether capitals must match. Default false." });
const wholeWords = z
  .boolean()
  .default(false)
  .meta({ description: "Whether no letter or digit may stand directly before or after. Default false." });
const from = count.default(0).meta({ description: "How many results to skip. Default 0." });
const limit = z.int().min(1).max(LIMITS.search_page).default(LIMITS.search_page_default).meta({
  description: "The largest number of results on the page.",
});

const query = {
  q: searchWords.meta({ description: "The words to look for." }),
  case_sensitive: caseSensitive,
  whole_words: wholeWords,
};
const replacing = {
  ...query,
  replacement: text({ max: LIMITS.replacement_units }).meta({ description: "The new words." }),
  leave_out: leftOut.default([]),
};
const inSections = z
  .array(z.strictObject({ section_id: uuid, base_document_version: version }))
  .min(1)
  .max(LIMITS.import_chapters)
  .refine((all) => new Set(all.map((one) => one.section_id)).size === all.length, "must not name a section twice")
  .meta({ description: "The sections to change, each with the document version that the preview named." });

const PROJECT = "2b1c3d4e-5f60-4718-92a3-b4c5d6e7f809";
const SECTION = "5c6d7e8f-9a0b-4c1d-8e2f-3a4b5c6d7e8f";
const BLOCK = "9b2f0c1a-4d3e-4b5f-8a6c-7d8e9f0a1b2c";
const bodyExample = { q: "Tom", case_sensitive: true, whole_words: true, replacement: "Tobias", leave_out: [] };
const found = { section_id: SECTION, block_id: BLOCK, block_version: 2, kind: "narration" as const, speaker_id: null };
const sums = { project_id: PROJECT, place_count: 1, block_count: 1 };
const section = { section_id: SECTION, title: "Chapter one", document_version: 3, place_count: 1, block_count: 1 };

export const searchEndpoints = {
  searchProject: endpoint({
    method: "GET",
    path: "/studio/projects/{projectId}/search",
    scope: "studio:read",
    tag: "Documents",
    summary: "Search all scripts of a project",
    description:
      "Searches the text of all lines, notes and text that is not spoken, section by section. White space inside the words matches any white space, and straight and typographic quotation marks match each other. `place_count` counts all places; `from` and `limit` choose those of the page.",
    params: projectParams,
    query: z.object({ ...query, from, limit }),
    responses: { 200: searchResult },
    errors: ["NOT_FOUND"],
    examples: {
      responses: {
        200: {
          ...sums,
          sections: [section],
          places: [
            { ...found, start_utf16: 4, end_utf16: 7, excerpt: { text: "Old Tom shook his head.", start_utf16: 0 } },
          ],
          next_from: null,
        },
      },
    },
  }),
  previewReplacement: endpoint({
    method: "POST",
    path: "/studio/projects/{projectId}/replace/preview",
    scope: "studio:read",
    tag: "Documents",
    summary: "Preview a replacement",
    description:
      "Changes nothing. Lists the lines before and after, which of them lose their current audio, and the price of speaking those again. `section_ids` limits it to these sections.",
    params: projectParams,
    body: mutationBody({
      ...replacing,
      section_ids: z.array(uuid).min(1).max(LIMITS.import_chapters).exactOptional().meta({
        description: "Only in these sections. Absent: in all.",
      }),
      from,
      limit,
    }),
    responses: { 200: replacePreview },
    errors: ["NOT_FOUND"],
    examples: {
      body: bodyExample,
      responses: {
        200: {
          ...sums,
          stale_block_count: 1,
          snowcoins: 0,
          sections: [section],
          lines: [
            {
              ...found,
              place_count: 1,
              before: { text: "Old Tom shook his head.", start_utf16: 0 },
              after: { text: "Old Tobias shook his head.", start_utf16: 0 },
              becomes_stale: true,
            },
          ],
          next_from: null,
        },
      },
    },
  }),
  replaceText: endpoint({
    method: "POST",
    path: "/studio/projects/{projectId}/replace",
    scope: "studio:write",
    tag: "Documents",
    summary: "Replace words in the scripts of a project",
    description:
      "Replaces the words in the named sections, all or none. Every changed section gets one new version, which can be undone separately. Marks, directions and pauses stay on their words; a pronunciation of changed words is dropped. If one of the sections has another version, the answer is 409 `VERSION_CONFLICT` and nothing changes.",
    params: projectParams,
    body: z.strictObject({ ...studioMutation, ...replacing, sections: inSections }),
    responses: { 200: replaceResult },
    errors: ["NOT_FOUND", "VERSION_CONFLICT", "IDEMPOTENCY_CONFLICT"],
    examples: {
      body: {
        schema_version: 1,
        actor_session_id: "0f8fad5b-d9cb-469f-a165-70867728950e",
        client_mutation_id: "7c9e6679-7425-40de-944b-e07fc1f90ae7",
        ...bodyExample,
        sections: [{ section_id: SECTION, base_document_version: 3 }],
      },
      responses: {
        200: {
          ...sums,
          stale_block_count: 1,
          sections: [{ section_id: SECTION, document_version: 4, place_count: 1, block_count: 1 }],
          idempotent_replay: false,
        },
      },
    },
  }),
};
