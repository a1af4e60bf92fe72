import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { generationProfileOverride } from "../schemas/document.ts";
import { mutationBody } from "../schemas/mutation-body.ts";
import { text, uuid, version } from "../schemas/primitives.ts";
import { studioMutation } from "../schemas/projects.ts";
import { soundContentType } from "../schemas/sounds.ts";
import { RECORDING_FAULTS, recorded, takeChange, takeList } from "../schemas/takes.ts";
import { workflow } from "../schemas/workflows.ts";
import { endpoint } from "./endpoint.ts";

const params = z.strictObject({ sectionId: uuid, blockId: uuid });
const mutation = {
  ...studioMutation,
  base_block_version: version.exactOptional().meta({ description: "409 if the line has another version now." }),
};

const mutationExample = {
  schema_version: 1,
  actor_session_id: "0f8fad5b-d9cb-469f-a165-70867728950e",
  client_mutation_id: "7c9e6679-7425-40de-944b-e07fc1f90ae7",
};

const BLOCK = "6f1e2d3c-4b5a-4697-8807-16253443526a";
const TAKE = "1d2c3b4a-5968-4776-8594-a3b2c1d0e0f1";
const takesExample = {
  block_id: BLOCK,
  active_take_id: TAKE,
  locked: false,
  takes: [
    {
      id: TAKE,
      source: "engine",
      provider: "espeak",
      model: "espeak-ng",
      voice_id: "5f6a7b8c-9d0e-5f1a-b2c3-d4e5f6a7b8c9",
      duration_ms: 1_840,
      created_at: "2026-11-23T09:30:00.000Z",
      matches_intent: true,
      warnings: [],
      url: "https://fullcast.example/v1/media/signed",
      expires_at: "2026-11-23T09:45:00.000Z",
    },
  ],
};

const SECTION = "8a9bacbd-cedf-40f1-8203-142536475869";
const RUN = "9babbccd-deef-4001-9213-243546576879";
const AT = "2026-11-23T09:30:00.000Z";
const runExample = {
  run: {
    id: RUN,
    project_id: "2b1c3d4e-5f60-4718-92a3-b4c5d6e7f809",
    requested_by_user_id: "3c2d4e5f-6071-4829-83b4-c5d6e7f8091a",
    payer_user_id: "3c2d4e5f-6071-4829-83b4-c5d6e7f8091a",
    workflow_kind: "create_audio",
    automation_profile: null,
    profile_snapshot: { schema_version: 2, takes: { kind: "takes", block_id: BLOCK, first_seed: 1, count: 3 } },
    status: "queued",
    current_stage: "generating_audio",
    step_count: 1,
    completed_step_count: 0,
    progress: { pending: 1, active: 0, succeeded: 0, failed: 0, cancelled: 0, completed: 0, total: 1 },
    error_summary: [],
    cancel_requested_at: null,
    cancel_acknowledged_at: null,
    created_at: AT,
    updated_at: AT,
    started_at: null,
    completed_at: null,
    resumes_workflow_run_id: null,
    resumable: false,
  },
  steps: [
    {
      id: "acbccdde-eff0-4112-a324-354657687989",
      workflow_run_id: RUN,
      section_id: SECTION,
      step_key: `generate_stale_audio:${SECTION}`,
      step_index: 0,
      step_kind: "generate_stale_audio",
      status: "pending",
      requested_document_version: 2,
      execution_document_version: null,
      assistant_batch_id: null,
      render_run_id: null,
      result_summary: {},
      issue_kind: null,
      error_code: null,
      error_message: null,
      created_at: AT,
      updated_at: AT,
      started_at: null,
      completed_at: null,
    },
  ],
};

export const takeEndpoints = {
  listTakes: endpoint({
    method: "GET",
    path: "/studio/sections/{sectionId}/blocks/{blockId}/takes",
    scope: "studio:read",
    tag: "Media",
    summary: "The takes of a line",
    description: "Newest first, with the one that plays and whether the line is locked.",
    params,
    responses: { 200: takeList },
    errors: ["NOT_FOUND"],
    examples: { responses: { 200: takesExample } },
  }),
  requestTakes: endpoint({
    method: "POST",
    path: "/studio/sections/{sectionId}/blocks/{blockId}/takes",
    scope: "studio:write",
    tag: "Media",
    summary: "Speak a line again",
    description:
      "Starts a run that speaks the line with new seeds. voice_id and generation_profile apply to these takes only. The active take stays until another is activated; a line without one plays the first new take.",
    params,
    body: mutationBody({
      ...mutation,
      count: z.int().min(1).max(LIMITS.takes_at_once).meta({ description: "How many takes to make." }),
      voice_id: uuid.nullable().exactOptional(),
      generation_profile: generationProfileOverride.nullable().exactOptional(),
    }),
    responses: { 202: workflow },
    errors: ["NOT_FOUND", "BLOCK_NOT_SPOKEN", "VERSION_CONFLICT", "IDEMPOTENCY_CONFLICT", "STORAGE_QUOTA_EXCEEDED"],
    examples: { body: { ...mutationExample, count: 3 }, responses: { 202: runExample } },
  }),
  recordTake: endpoint({
    method: "POST",
    path: "/studio/sections/{sectionId}/blocks/{blockId}/recordings",
    scope: "studio:write",
    tag: "Media",
    summary: "Upload a recording of a line",
    description: [
      "The body is a sound file of one of the sound library's types. A process with limits decodes it and trims silence and noise before and after the voice, leaving room for a breath. The mix levels it like any take. `warnings` list audible problems, such as a high noise floor.",
      "The line plays the recording at once, unless it is locked, and until another take is activated. It becomes stale only when the words of the line change, and no run replaces it. The line needs no voice.",
      `A file that cannot be used is 400 \`RECORDING_UNREADABLE\`, and nothing is stored. \`details.reason\` is one of ${RECORDING_FAULTS.map((fault) => `\`${fault}\``).join(", ")}.`,
      "The same bytes with the same `Idempotency-Key` make one take.",
    ].join("\n\n"),
    params,
    headers: z.object({
      "idempotency-key": text({ min: 1, max: LIMITS.idempotency_key_units }).optional(),
    }),
    query: z.object({
      filename: text({ min: 1, max: LIMITS.sound_filename_units })
        .optional()
        .meta({ description: "The name of the file; it has no effect." }),
    }),
    upload: { contentTypes: soundContentType.options, limitBytes: LIMITS.recording_bytes },
    responses: { 202: recorded },
    errors: [
      "NOT_FOUND",
      "BLOCK_NOT_SPOKEN",
      "RECORDING_UNREADABLE",
      "IDEMPOTENCY_CONFLICT",
      "STORAGE_FULL",
      "STORAGE_QUOTA_EXCEEDED",
    ],
    examples: {
      responses: {
        202: {
          take: { ...takesExample.takes[0], source: "recording", provider: "recording", model: null, voice_id: null },
        },
      },
    },
  }),
  activateTake: endpoint({
    method: "POST",
    path: "/studio/sections/{sectionId}/blocks/{blockId}/takes/{takeId}/activate",
    scope: "studio:write",
    tag: "Media",
    summary: "Play this take",
    description:
      "The take plays as long as the words of the line stay the same. Create Audio speaks the line again if no take matches it; lock the line to keep the take.",
    params: params.extend({ takeId: uuid }),
    body: mutationBody(mutation),
    responses: { 200: takeChange },
    errors: ["NOT_FOUND", "VERSION_CONFLICT", "IDEMPOTENCY_CONFLICT"],
    examples: { body: mutationExample, responses: { 200: { ...takesExample, idempotent_replay: false } } },
  }),
  setTakeLock: endpoint({
    method: "PUT",
    path: "/studio/sections/{sectionId}/blocks/{blockId}/take-lock",
    scope: "studio:write",
    tag: "Media",
    summary: "Lock a line with its take, or unlock it",
    description:
      "No run speaks a locked line again. Later changes make it stale, and its take plays as long as the words of the line stay the same.",
    params,
    body: mutationBody({ ...mutation, locked: z.boolean().meta({ description: "False unlocks the line." }) }),
    responses: { 200: takeChange },
    errors: ["NOT_FOUND", "TAKE_MISSING", "VERSION_CONFLICT", "IDEMPOTENCY_CONFLICT"],
    examples: {
      body: { ...mutationExample, locked: true },
      responses: { 200: { ...takesExample, locked: true, idempotent_replay: false } },
    },
  }),
};
