import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { mutationBody } from "../schemas/mutation-body.ts";
import { uuid, version } from "../schemas/primitives.ts";
import {
  newSection,
  projectSections,
  sectionCreation,
  sectionDeletionPreview,
  sectionLifecycle,
  studioMutation,
} from "../schemas/projects.ts";
import { endpoint } from "./endpoint.ts";

const projectParams = z.strictObject({ projectId: uuid });
const sectionParams = z.strictObject({ projectId: uuid, sectionId: uuid });

export const sectionEndpoints = {
  createStandaloneSection: endpoint({
    method: "POST",
    path: "/studio/sections",
    scope: "studio:write",
    tag: "Sections",
    summary: "Create a standalone story with one section",
    description: "201 for a new section, 200 when the same request is repeated.",
    body: mutationBody(newSection),
    responses: { 200: sectionCreation, 201: sectionCreation },
    errors: ["IDEMPOTENCY_CONFLICT"],
    examples: {
      body: {
        schema_version: 1,
        actor_session_id: "0f3a5a34-52ab-4a39-9a5d-6f2d7a1f7b10",
        client_mutation_id: "a6a1f0f4-2b5c-4f5b-8f0a-3a1c9b7d2e11",
        title: "The Lighthouse",
        raw_text: "“Is anyone there?” Mara called. Nobody answered.",
      },
    },
  }),
  readProjectSections: endpoint({
    method: "GET",
    path: "/studio/projects/{projectId}/sections",
    scope: "studio:read",
    tag: "Sections",
    summary: "The sections of a project, in order",
    params: projectParams,
    responses: { 200: projectSections },
    errors: ["FORBIDDEN"],
  }),
  createSection: endpoint({
    method: "POST",
    path: "/studio/projects/{projectId}/sections",
    scope: "studio:write",
    tag: "Sections",
    summary: "Add a section to a project",
    description:
      "201 for a new section, 200 when the same request is repeated. base_section_order_version is null only while the project's studio state is not initialised.",
    params: projectParams,
    body: mutationBody({ ...newSection, base_section_order_version: version.nullable() }),
    responses: { 200: sectionCreation, 201: sectionCreation },
    errors: ["FORBIDDEN", "STUDIO_COMMAND_REJECTED", "VERSION_CONFLICT", "IDEMPOTENCY_CONFLICT"],
    examples: {
      body: {
        schema_version: 1,
        actor_session_id: "0f3a5a34-52ab-4a39-9a5d-6f2d7a1f7b10",
        client_mutation_id: "e0b6a1de-53f2-4f0a-8f39-7d7c1a2b3c44",
        base_section_order_version: 1,
        title: "Chapter One",
        raw_text: "The rain had not stopped for three days.",
      },
    },
  }),
  moveSection: endpoint({
    method: "PATCH",
    path: "/studio/projects/{projectId}/sections/{sectionId}",
    scope: "studio:write",
    tag: "Sections",
    summary: "Move a section to another place in its project",
    description:
      "to_index is the zero-based position after the move. A position at or beyond the number of sections is 400. Every accepted move commits a new order version, even if the section stays in place.",
    params: sectionParams,
    body: mutationBody({
      ...studioMutation,
      base_section_order_version: version,
      to_index: z.int().min(0).max(LIMITS.section_index),
    }),
    responses: { 200: sectionLifecycle },
    errors: ["NOT_FOUND", "VERSION_CONFLICT", "IDEMPOTENCY_CONFLICT"],
    examples: {
      body: {
        schema_version: 1,
        actor_session_id: "0f3a5a34-52ab-4a39-9a5d-6f2d7a1f7b10",
        client_mutation_id: "c2e3b6a0-94d7-4f5f-8f1a-6b0e5d8c4a21",
        base_section_order_version: 3,
        to_index: 0,
      },
      responses: {
        200: {
          operation: "move_section",
          project_id: "16fd2706-8baf-433b-82eb-8c7fada847da",
          section_id: "7c9e6679-7425-40de-944b-e07fc1f90ae7",
          section_order_version: 4,
          idempotent_replay: false,
        },
      },
    },
  }),
  previewSectionDeletion: endpoint({
    method: "GET",
    path: "/studio/projects/{projectId}/sections/{sectionId}/deletion-info",
    scope: "studio:read",
    tag: "Sections",
    summary: "Preview the deletion of a section",
    description: "Counts what the deletion would remove. Changes nothing.",
    params: sectionParams,
    responses: { 200: sectionDeletionPreview },
    errors: ["NOT_FOUND"],
    examples: {
      responses: {
        200: {
          project_id: "16fd2706-8baf-433b-82eb-8c7fada847da",
          section_id: "7c9e6679-7425-40de-944b-e07fc1f90ae7",
          block_count: 206,
          generated_clip_count: 199,
          active_share_link_count: 0,
        },
      },
    },
  }),
  deleteSection: endpoint({
    method: "DELETE",
    path: "/studio/projects/{projectId}/sections/{sectionId}",
    scope: "studio:write",
    tag: "Sections",
    summary: "Delete a section with its audio and exports",
    description:
      "Both versions must be current. Work on the section stops; runs over several sections continue with the others. This cannot be undone.",
    params: sectionParams,
    body: mutationBody({
      ...studioMutation,
      base_section_order_version: version,
      base_document_version: version,
    }),
    responses: { 200: sectionLifecycle },
    errors: ["NOT_FOUND", "VERSION_CONFLICT", "IDEMPOTENCY_CONFLICT"],
    examples: {
      body: {
        schema_version: 1,
        actor_session_id: "0f3a5a34-52ab-4a39-9a5d-6f2d7a1f7b10",
        client_mutation_id: "5b0c1d5e-7f43-4f0c-9a55-2f1e8c6b7d90",
        base_section_order_version: 4,
        base_document_version: 2,
      },
    },
  }),
};
