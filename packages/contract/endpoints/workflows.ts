import { z } from "zod";
import { mutationBody } from "../schemas/mutation-body.ts";
import { uuid } from "../schemas/primitives.ts";
import { studioMutation } from "../schemas/projects.ts";
import {
  createAudioRequest,
  otherVoicesFor,
  prepareRequest,
  quote,
  quoteRequest,
  workflow,
  workflowProgress,
} from "../schemas/workflows.ts";
import { endpoint } from "./endpoint.ts";

const projectParams = z.strictObject({ projectId: uuid });
const runParams = z.strictObject({ workflowRunId: uuid });

export const workflowEndpoints = {
  startWorkflow: endpoint({
    method: "POST",
    path: "/studio/projects/{projectId}/workflows",
    scope: "studio:write",
    tag: "Workflows",
    summary: "Structure sections, or create their audio",
    description:
      "Returns at once; poll the run. The run's id is derived from client_mutation_id, so the same request returns the same run.",
    params: projectParams,
    body: z.discriminatedUnion("workflow_kind", [prepareRequest, createAudioRequest]),
    responses: { 202: workflow },
    errors: ["NOT_FOUND", "VERSION_CONFLICT", "IDEMPOTENCY_CONFLICT", "STORAGE_QUOTA_EXCEEDED", "SERVICE_UNAVAILABLE"],
    examples: {
      body: {
        schema_version: 2,
        workflow_kind: "create_audio",
        actor_session_id: "0f3a5a34-52ab-4a39-9a5d-6f2d7a1f7b10",
        client_mutation_id: "2a4cf7a5-6a5b-4c56-9e1e-5c7f2f1a9d12",
        section_ids: ["7c9e6679-7425-40de-944b-e07fc1f90ae7"],
      },
    },
  }),
  quoteWorkflow: endpoint({
    method: "POST",
    path: "/studio/projects/{projectId}/quote",
    scope: "studio:read",
    tag: "Workflows",
    summary: "Quote for Create Audio",
    description:
      "Takes the body of Create Audio. Changes and reserves nothing. Only text that is sent to the engine is charged.",
    params: projectParams,
    body: quoteRequest,
    responses: { 200: quote },
    errors: ["NOT_FOUND", "VERSION_CONFLICT"],
    examples: {
      body: {
        schema_version: 2,
        workflow_kind: "create_audio",
        section_ids: ["7c9e6679-7425-40de-944b-e07fc1f90ae7"],
      },
      responses: {
        200: {
          blocks: 412,
          characters: 48_210,
          snowcoins: 579,
          estimated_audio_ms: 3_133_650,
          estimated_seconds: 392,
          by_provider: [{ provider: "some-provider", blocks: 412, characters: 48_210, snowcoins: 579 }],
          unspoken_language: null,
        },
      },
    },
  }),
  readLatestWorkflow: endpoint({
    method: "GET",
    path: "/studio/projects/{projectId}/workflows",
    scope: "studio:read",
    tag: "Workflows",
    summary: "The latest run of a project",
    description: "Null without runs. With section_id: the run that most recently added a step for that section.",
    params: projectParams,
    query: z.object({ section_id: uuid.optional() }),
    responses: { 200: workflow.nullable() },
    errors: ["FORBIDDEN", "SERVICE_UNAVAILABLE"],
  }),
  readWorkflow: endpoint({
    method: "GET",
    path: "/studio/workflows/{workflowRunId}",
    scope: "studio:read",
    tag: "Workflows",
    summary: "A run and its steps",
    description: "Poll until the run is completed, partially_completed, failed or cancelled.",
    params: runParams,
    responses: { 200: workflow },
    errors: ["NOT_FOUND", "SERVICE_UNAVAILABLE"],
  }),
  readWorkflowProgress: endpoint({
    method: "GET",
    path: "/studio/workflows/{workflowRunId}/progress",
    scope: "studio:read",
    tag: "Workflows",
    summary: "The progress of the audio of a run",
    params: runParams,
    responses: { 200: workflowProgress },
    errors: ["NOT_FOUND", "SERVICE_UNAVAILABLE"],
  }),
  cancelWorkflow: endpoint({
    method: "POST",
    path: "/studio/workflows/{workflowRunId}/cancel",
    scope: "studio:write",
    tag: "Workflows",
    summary: "Cancel a run",
    description: "Safe to repeat. The body is optional.",
    params: runParams,
    body: mutationBody({}).optional(),
    responses: { 200: workflow },
    errors: ["NOT_FOUND", "WORKFLOW_NOT_CANCELLABLE", "SERVICE_UNAVAILABLE"],
  }),
  resumeWorkflow: endpoint({
    method: "POST",
    path: "/studio/workflows/{workflowRunId}/resume",
    scope: "studio:write",
    tag: "Workflows",
    summary: "Resume a failed or partially completed run",
    description:
      "Starts a new run whose resumes_workflow_run_id names this one. Existing audio is not generated again.",
    params: runParams,
    body: mutationBody({ ...studioMutation, other_voices_for: otherVoicesFor }),
    responses: { 202: workflow },
    errors: [
      "NOT_FOUND",
      "WORKFLOW_NOT_RESUMABLE",
      "IDEMPOTENCY_CONFLICT",
      "STORAGE_QUOTA_EXCEEDED",
      "SERVICE_UNAVAILABLE",
    ],
    examples: {
      body: {
        schema_version: 1,
        actor_session_id: "0f3a5a34-52ab-4a39-9a5d-6f2d7a1f7b10",
        client_mutation_id: "90a7a7d6-13f5-4f0f-9d24-3b0f7c9e5a11",
      },
    },
  }),
};
