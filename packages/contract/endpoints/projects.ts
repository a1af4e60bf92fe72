import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { schemaVersion1, trimmedText, uuid, version } from "../schemas/primitives.ts";
import {
  newSection,
  projectSections,
  projectSummary,
  sectionCreation,
  sectionSummary,
  studioMutation,
} from "../schemas/projects.ts";
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
    body: z.strictObject({
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
    responses: {
      200: z.strictObject({
        projects: z.array(projectSummary),
        unassigned_sections: z.array(z.strictObject({ project_id: uuid, section: sectionSummary })),
      }),
    },
    errors: [],
  }),
  createStandaloneSection: endpoint({
    method: "POST",
    path: "/studio/sections",
    scope: "studio:write",
    tag: "Sections",
    summary: "Create a standalone story with one section",
    description: "201 for a new section, 200 when the same request is repeated.",
    body: z.strictObject(newSection),
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
    body: z.strictObject({ ...newSection, base_section_order_version: version.nullable() }),
    responses: { 200: sectionCreation, 201: sectionCreation },
    errors: ["FORBIDDEN", "STUDIO_COMMAND_REJECTED", "VERSION_CONFLICT", "IDEMPOTENCY_CONFLICT"],
  }),
};
