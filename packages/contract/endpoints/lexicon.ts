import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { lexiconEntryBody, lexiconPreview, lexiconResult, projectLexicon } from "../schemas/lexicon.ts";
import { uuid, version } from "../schemas/primitives.ts";
import { studioMutation } from "../schemas/projects.ts";
import { endpoint } from "./endpoint.ts";

const projectParams = z.strictObject({ projectId: uuid });
const change = z
  .strictObject({
    ...studioMutation,
    base_lexicon_version: version,
    upsert: z.array(lexiconEntryBody).max(LIMITS.lexicon_entries).default([]),
    delete: z.array(uuid).max(LIMITS.lexicon_entries).default([]),
  })
  .refine((body) => body.upsert.length + body.delete.length > 0, "must change at least one entry");

const PROJECT = "2b1c3d4e-5f60-4718-92a3-b4c5d6e7f809";
const ENTRY = "9b2f0c1a-4d3e-4b5f-8a6c-7d8e9f0a1b2c";
const entryExample = {
  term: "Tamarisk",
  case_sensitive: false,
  alphabet: "ipa",
  value: "ˈtæmərɪsk",
  language: null,
  speaker_id: null,
};
const bodyExample = {
  schema_version: 1,
  actor_session_id: "0f8fad5b-d9cb-469f-a165-70867728950e",
  client_mutation_id: "7c9e6679-7425-40de-944b-e07fc1f90ae7",
  base_lexicon_version: 1,
  upsert: [entryExample],
  delete: [],
};

export const lexiconEndpoints = {
  readLexicon: endpoint({
    method: "GET",
    path: "/studio/projects/{projectId}/lexicon",
    scope: "studio:read",
    tag: "Lexicon",
    summary: "How the words of a project are pronounced",
    description: "All entries, by term.",
    params: projectParams,
    responses: { 200: projectLexicon },
    errors: ["NOT_FOUND"],
    examples: {
      responses: { 200: { project_id: PROJECT, lexicon_version: 2, entries: [{ id: ENTRY, ...entryExample }] } },
    },
  }),
  changeLexicon: endpoint({
    method: "PATCH",
    path: "/studio/projects/{projectId}/lexicon",
    scope: "studio:write",
    tag: "Lexicon",
    summary: "Add, replace and delete entries",
    description: [
      "In `upsert` an entry without `id` is new, one with `id` replaces that entry; `delete` names ids. All or none.",
      "",
      "- A term matches whole words: “Tamarisk” matches in “Tamarisk's”, but not in “Tamarisks”. White space within a term matches any white space within a paragraph. In writing systems without spaces a term matches anywhere; in Korean, particles may follow it.",
      "- If entries overlap, the longest applies; among equals the entry for the line's speaker, then the entry for the language, then the case-sensitive one. A pronunciation annotation on the text overrides the lexicon. The lexicon does not apply to text that is not spoken.",
      "- `language` limits an entry to texts in that language: the book's language, or English if it is unknown. `de` also applies to `de-AT`.",
      "- Lines that the change affects become stale with `pronunciation`, or current again if they have audio with that pronunciation. No other line changes, and documents keep their versions. `stale_block_count` is the number of lines that lost their current audio.",
      "- Two entries for the same term under the same conditions are 400. A repeated request returns the present lexicon.",
    ].join("\n"),
    params: projectParams,
    body: change,
    responses: { 200: lexiconResult },
    errors: ["NOT_FOUND", "VERSION_CONFLICT", "IDEMPOTENCY_CONFLICT"],
    examples: {
      body: bodyExample,
      responses: {
        200: {
          project_id: PROJECT,
          lexicon_version: 2,
          entries: [{ id: ENTRY, ...entryExample }],
          stale_block_count: 14,
          idempotent_replay: false,
        },
      },
    },
  }),
  previewLexicon: endpoint({
    method: "POST",
    path: "/studio/projects/{projectId}/lexicon/preview",
    scope: "studio:read",
    tag: "Lexicon",
    summary: "Preview a change of the lexicon",
    description:
      "Takes the body of the change and changes nothing. `occurrences` counts the places whose pronunciation changes, `block_count` their lines, `stale_block_count` the lines that lose their current audio, and `snowcoins` is the price of speaking those again.",
    params: projectParams,
    body: change,
    responses: { 200: lexiconPreview },
    errors: ["NOT_FOUND", "VERSION_CONFLICT"],
    examples: {
      body: bodyExample,
      responses: { 200: { occurrences: 17, block_count: 14, stale_block_count: 14, snowcoins: 0 } },
    },
  }),
};
