import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { mutationBody } from "../schemas/mutation-body.ts";
import { schemaVersion1, text, trimmedText, uuid } from "../schemas/primitives.ts";
import {
  projectDeletion,
  projectDeletionPreview,
  projectKind,
  projectSummary,
  sectionSummary,
  studioMutation,
} from "../schemas/projects.ts";
import { storyEntry } from "../schemas/stories.ts";
import { endpoint } from "./endpoint.ts";

const projectParams = z.strictObject({ projectId: uuid });
const projectCreation = z
  .strictObject({ project: projectSummary, idempotent_replay: z.boolean() })
  .meta({ id: "ProjectCreation" });

export const projectEndpoints = {
  createProject: endpoint({
    method: "POST",
    path: "/projects",
    scope: "studio:write",
    tag: "Projects",
    summary: "Create a named project",
    description: "201 for a new project, 200 when the same request is repeated.",
    body: mutationBody({
      schema_version: schemaVersion1,
      client_mutation_id: studioMutation.client_mutation_id,
      name: trimmedText({ min: 1, max: LIMITS.project_name_units }),
    }),
    responses: { 200: projectCreation, 201: projectCreation },
    errors: ["IDEMPOTENCY_CONFLICT"],
    examples: {
      body: { schema_version: 1, client_mutation_id: "6f1f2e6c-8a3e-4f0e-9d56-0c1f5f8f0f01", name: "The Lighthouse" },
    },
  }),
  listProjects: endpoint({
    method: "GET",
    path: "/studio/projects",
    scope: "studio:read",
    tag: "Projects",
    summary: "Named projects and standalone stories",
    description:
      "Each newest first. Without `limit` the answer has all of them. With `limit` it is a page of both, the named projects before the stories, and `next_cursor` leads to the next page.",
    query: z.object({
      limit: z.int().min(1).max(LIMITS.project_page).optional(),
      cursor: text({ max: LIMITS.cursor_units }).optional().meta({ description: "next_cursor of the page before." }),
    }),
    responses: {
      200: z.strictObject({
        projects: z.array(projectSummary),
        unassigned_sections: z.array(z.strictObject({ project_id: uuid, section: sectionSummary })),
        next_cursor: z.string().nullable().optional(),
      }),
    },
    errors: [],
  }),
  listStories: endpoint({
    method: "GET",
    path: "/studio/stories",
    scope: "studio:read",
    tag: "Projects",
    summary: "The library: all stories, the last changed first",
    description:
      "Named projects and standalone stories in one list, each with what a row of a library shows. With `q` only stories that have each of its words in the title or the author, without regard to case and accents.",
    query: z.object({
      q: text({ max: LIMITS.story_search_units }).optional().meta({ description: "Words to look for." }),
      limit: z.int().min(1).max(LIMITS.story_page).default(50),
      cursor: text({ max: LIMITS.cursor_units }).optional().meta({ description: "next_cursor of the page before." }),
    }),
    responses: {
      200: z
        .strictObject({
          stories: z.array(storyEntry).meta({ description: "The stories of this page." }),
          next_cursor: z.string().nullable(),
        })
        .meta({ id: "StoryPage", description: "A page of the library." }),
    },
    errors: [],
    examples: {
      responses: {
        200: {
          stories: [
            {
              project_id: "16fd2706-8baf-433b-82eb-8c7fada847da",
              kind: "named",
              title: "The Lighthouse",
              author: "Mara Holm",
              language: "en",
              cover_asset_id: null,
              section_count: 12,
              spoken_section_count: 11,
              ready_section_count: 5,
              activity_status: "needs_audio",
              source_text_length: 412_806,
              created_at: "2026-11-21T04:00:00.000Z",
              changed_at: "2026-11-24T10:00:00.000Z",
            },
          ],
          next_cursor: null,
        },
      },
    },
  }),
  changeProject: endpoint({
    method: "PATCH",
    path: "/studio/projects/{projectId}",
    scope: "studio:write",
    tag: "Projects",
    summary: "Promote a standalone story to a named project, or rename one",
    description:
      "The project keeps its id, section, cast, audio and share links. A project that already has the name is returned unchanged; another name renames it.",
    params: projectParams,
    body: mutationBody({
      schema_version: schemaVersion1,
      name: trimmedText({ min: 1, max: LIMITS.project_name_units }),
    }),
    responses: { 200: z.strictObject({ project: projectSummary }) },
    errors: ["NOT_FOUND"],
    reservedStatuses: [409],
    examples: {
      body: { schema_version: 1, name: "The Lighthouse" },
      responses: {
        200: {
          project: { id: "16fd2706-8baf-433b-82eb-8c7fada847da", name: "The Lighthouse", project_kind: "named" },
        },
      },
    },
  }),
  previewProjectDeletion: endpoint({
    method: "GET",
    path: "/studio/projects/{projectId}/deletion-info",
    scope: "studio:read",
    tag: "Projects",
    summary: "Preview the deletion of a project",
    description: "Counts everything that the deletion would remove. Changes nothing.",
    params: projectParams,
    responses: { 200: projectDeletionPreview },
    errors: ["NOT_FOUND"],
    examples: {
      responses: {
        200: {
          project_id: "16fd2706-8baf-433b-82eb-8c7fada847da",
          section_count: 2,
          other_story_count: 0,
          block_count: 412,
          audio_run_count: 3,
          clip_count: 398,
          studio_media_count: 401,
          active_share_link_count: 1,
          ai_designed_voice_count: 0,
        },
      },
    },
  }),
  deleteProject: endpoint({
    method: "DELETE",
    path: "/studio/projects/{projectId}",
    scope: "studio:write",
    tag: "Projects",
    summary: "Delete a project and everything in it",
    description:
      "Deletes sections, audio, exports and share links, and stops work in progress. This cannot be undone. 409 when the kind of the project is not the expected one.",
    params: projectParams,
    body: mutationBody({
      schema_version: schemaVersion1,
      expected_project_kind: projectKind,
      delete_ai_designed_voices: z.boolean(),
    }),
    responses: { 200: projectDeletion },
    errors: ["NOT_FOUND", "VERSION_CONFLICT"],
    examples: {
      body: { schema_version: 1, expected_project_kind: "named", delete_ai_designed_voices: false },
    },
  }),
};
