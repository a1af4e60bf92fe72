// Workflow runs and their steps.

import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { count, hash, identifier, jsonObject, jsonValue, timestamp, uniqueUuids, uuid, version } from "./primitives.ts";
import { studioMutation } from "./projects.ts";
import { unspokenLanguage } from "./speakers.ts";

export const runStatus = z.enum([
  "queued",
  "running",
  "canceling",
  "completed",
  "partially_completed",
  "failed",
  "cancelled",
]);

export const stepKind = z.enum([
  "prepare_section",
  "assign_speakers",
  "cast_voices",
  "direct_emotion",
  "direct_section_delivery",
  "place_project_sounds",
  "direct_sfx",
  "prepare_voices",
  "generate_stale_audio",
  "render_section",
]);

export const stepStatus = z.enum(["pending", "active", "succeeded", "skipped", "failed", "conflict", "cancelled"]);

export const runStage = z.enum([
  "preparing_sections",
  "assigning_speakers",
  "casting_voices",
  "planning_emotion",
  "directing_delivery",
  "placing_project_sounds",
  "directing_sfx",
  "preparing_voices",
  "generating_audio",
]);

export const workflowRun = z
  .strictObject({
    id: uuid,
    project_id: uuid,
    requested_by_user_id: uuid,
    payer_user_id: uuid.nullable(),
    workflow_kind: z.enum(["prepare_sections", "create_audio"]),
    automation_profile: z.enum(["quick", "balanced", "directed"]).nullable(),
    profile_snapshot: jsonObject,
    status: runStatus,
    current_stage: runStage.nullable(),
    step_count: z.int().min(1).max(LIMITS.workflow_steps),
    completed_step_count: z.int().min(0).max(LIMITS.workflow_steps),
    progress: z
      .object({
        pending: count.exactOptional(),
        active: count.exactOptional(),
        succeeded: count.exactOptional(),
        failed: count.exactOptional(),
        cancelled: count.exactOptional(),
        completed: count.exactOptional(),
        total: count.exactOptional(),
      })
      .catchall(jsonValue),
    error_summary: z
      .array(
        z
          .object({
            step_id: uuid.exactOptional(),
            section_id: uuid.exactOptional(),
            step_kind: stepKind.exactOptional(),
            code: z.string().exactOptional(),
            message: z.string().exactOptional(),
          })
          .catchall(jsonValue),
      )
      .max(LIMITS.error_summary),
    cancel_requested_at: timestamp.nullable(),
    cancel_acknowledged_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
    started_at: timestamp.nullable(),
    completed_at: timestamp.nullable(),
    resumes_workflow_run_id: uuid.nullable(),
    resumable: z.boolean(),
  })
  .meta({ id: "WorkflowRun" });

export const workflowStep = z
  .strictObject({
    id: uuid,
    workflow_run_id: uuid,
    section_id: uuid,
    step_key: z.string().min(1).max(200),
    step_index: z
      .int()
      .min(0)
      .max(LIMITS.workflow_steps - 1),
    step_kind: stepKind,
    status: stepStatus,
    requested_document_version: version,
    execution_document_version: version.nullable(),
    assistant_batch_id: uuid.nullable(),
    render_run_id: uuid.nullable(),
    result_summary: jsonObject,
    issue_kind: z.enum(["document_changed", "service_out_of_sync", "assistant_failed", "workflow_failed"]).nullable(),
    error_code: z.string().min(1).max(200).nullable(),
    error_message: z.string().max(10_000).nullable(),
    created_at: timestamp,
    updated_at: timestamp,
    started_at: timestamp.nullable(),
    completed_at: timestamp.nullable(),
  })
  .meta({ id: "WorkflowStep" });

export const workflow = z
  .strictObject({ run: workflowRun, steps: z.array(workflowStep).max(LIMITS.workflow_steps) })
  .meta({ id: "Workflow", description: "A run with its steps in ascending step_index." });

export const workflowProgress = z
  .strictObject({
    workflow_run_id: uuid,
    status: runStatus,
    percent: z.number().min(0).max(100),
    blocks: z.strictObject({ total: count, pending: count, generating: count, ready: count, failed: count }),
    characters: z.strictObject({ total: count, generated: count }),
    audio_ms: count,
    estimated_remaining_ms: count.nullable(),
    sections: z.array(z.strictObject({ section_id: uuid, total: count, ready: count, failed: count })),
  })
  .meta({ id: "WorkflowProgress" });

export const targetScope = z
  .strictObject({
    kind: z.literal("source_blocks"),
    blocks: z
      .array(
        z.strictObject({
          block_id: uuid,
          base_block_version: version,
          text_length_utf16: z.int().min(1).max(LIMITS.target_block_units),
          text_hash: hash,
        }),
      )
      .min(1)
      .max(LIMITS.target_blocks)
      .refine(
        (blocks) => new Set(blocks.map((block) => block.block_id)).size === blocks.length,
        "must not name the same block twice",
      ),
  })
  .meta({ id: "TargetScope" });

export const prepareRequest = z
  .strictObject({
    ...studioMutation,
    workflow_kind: z.literal("prepare_sections"),
    section_ids: uniqueUuids({ min: 1, max: LIMITS.prepare_sections }),
  })
  .meta({ id: "PrepareSectionsRequest" });

/** The section limit of a Create Audio run with the given sound lanes. */
export function createAudioSectionCap(lanes: {
  readonly include_generated_sfx: boolean;
  readonly place_project_sounds: boolean;
}): number {
  const lanesOn = Number(lanes.include_generated_sfx) + Number(lanes.place_project_sounds);
  return LIMITS.create_audio_sections - lanesOn * LIMITS.create_audio_sections_per_sound_lane;
}

/** Engines whose lines the nearest voices of other engines speak. */
export const otherVoicesFor = z.array(identifier).max(LIMITS.other_voices_for).optional();

const createAudioOptions = {
  section_ids: uniqueUuids({ min: 1, max: LIMITS.create_audio_sections }),
  include_generated_sfx: z.boolean().default(true),
  place_project_sounds: z.boolean().default(true),
  direct_emotion: z.boolean().default(true),
  target_scope: targetScope.nullable().default(null),
  other_voices_for: otherVoicesFor,
};

interface CreateAudioOptions {
  readonly section_ids: readonly string[];
  readonly include_generated_sfx: boolean;
  readonly place_project_sounds: boolean;
  readonly target_scope: unknown;
}

/** Rules for combinations of options. */
function checkTogether(request: CreateAudioOptions, context: z.core.$RefinementCtx): void {
  const issue = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
  const cap = createAudioSectionCap(request);
  if (request.section_ids.length > cap)
    issue("section_ids", `must name at most ${cap} sections with these sound lanes`);
  if (request.target_scope === null) return;
  if (request.section_ids.length !== 1) issue("section_ids", "must name one section with a target_scope");
  for (const lane of ["include_generated_sfx", "place_project_sounds"] as const) {
    if (request[lane]) issue(lane, "must be false with a target_scope");
  }
}

export const createAudioRequest = z
  .strictObject({
    schema_version: z.literal(2),
    actor_session_id: studioMutation.actor_session_id,
    client_mutation_id: studioMutation.client_mutation_id,
    workflow_kind: z.literal("create_audio"),
    ...createAudioOptions,
  })
  .superRefine(checkTogether)
  .meta({
    id: "CreateAudioRequest",
    description:
      "At most 12 sections with both sound lanes on, 14 with one, 16 with none. A target_scope needs exactly one section and both sound lanes off.",
  });

export const quoteRequest = z
  .strictObject({
    schema_version: z.literal(2),
    actor_session_id: studioMutation.actor_session_id.optional(),
    client_mutation_id: studioMutation.client_mutation_id.optional(),
    workflow_kind: z.literal("create_audio"),
    ...createAudioOptions,
  })
  .superRefine(checkTogether)
  .meta({ id: "QuoteRequest", description: "As CreateAudioRequest. client_mutation_id is ignored." });

const quotedWork = { blocks: count, characters: count, snowcoins: count };

export const quote = z
  .strictObject({
    ...quotedWork,
    estimated_audio_ms: count,
    estimated_seconds: count.meta({ description: "The estimated waiting time, seconds." }),
    by_provider: z.array(z.strictObject({ provider: z.string(), ...quotedWork })),
    unspoken_language: unspokenLanguage.nullable().meta({
      description:
        "Null: automatic casting has voices for the language of these sections, or nothing is left to speak.",
    }),
  })
  .meta({
    id: "Quote",
    description:
      "The text without current audio. Only spoken characters count (numbers are written out, labels left out), as for the hold and the charge. Snowcoins are rounded up once for each section. Text that is not structured yet counts completely, which is never less than the later charge; its number of blocks is an estimate. Speakers without a voice count for the engine that most likely speaks them.",
  });
