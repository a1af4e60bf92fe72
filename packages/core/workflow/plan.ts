// The steps of a workflow and their order. Planned once, when the workflow is requested; the run follows the plan.
//
// Create Audio runs stage by stage over all sections, not section by section: casting needs the speakers of every section,
// and all stages but the last take seconds. Within a stage the sections keep the order of the request.

import type { JsonValue } from "../document/document.ts";
import { OUTCOME_OF, type StepKind, type StepStatus } from "./steps.ts";

export interface TargetScope {
  readonly kind: "source_blocks";
  readonly blocks: readonly {
    readonly block_id: string;
    readonly base_block_version: number;
    readonly text_length_utf16: number;
    readonly text_hash: string;
  }[];
}

export type WorkflowRequest =
  | { readonly workflow_kind: "prepare_sections"; readonly section_ids: readonly string[] }
  | {
      readonly workflow_kind: "create_audio";
      readonly section_ids: readonly string[];
      /** Absent flags are true. */
      readonly include_generated_sfx?: boolean | undefined;
      readonly place_project_sounds?: boolean | undefined;
      readonly direct_emotion?: boolean | undefined;
      readonly target_scope?: TargetScope | null | undefined;
      /** Engines whose lines other voices speak; absent: the account decides. */
      readonly other_voices_for?: readonly string[] | undefined;
    };

export interface PlannedStep {
  /** Unique in the run: the kind and the section. */
  readonly step_key: string;
  readonly step_index: number;
  readonly step_kind: StepKind;
  readonly section_id: string;
}

export type WorkflowPlan =
  | {
      readonly kind: "planned";
      readonly steps: readonly PlannedStep[];
      /** Empty for prepare; the frozen Create Audio options otherwise. */
      readonly profile_snapshot: { readonly [option: string]: JsonValue };
    }
  | { readonly kind: "no_sections" }
  | { readonly kind: "repeated_section"; readonly section_id: string }
  | { readonly kind: "too_many_sections"; readonly count: number; readonly limit: number }
  /** A target scope needs exactly one section and both sound lanes off. */
  | { readonly kind: "target_scope_needs_one_section"; readonly count: number }
  | { readonly kind: "target_scope_excludes_sounds" };

export const MAX_PREPARED_SECTIONS = 100;
export const MAX_STEPS = 100;

/** The largest number of sections of one Create Audio: 12 with both sound lanes, 14 with one, 16 with none. */
export function createAudioSectionLimit(soundLanes: number): number {
  return 16 - 2 * soundLanes;
}

/** Plans a workflow, or returns why it cannot be planned. */
export function planWorkflow(request: WorkflowRequest): WorkflowPlan {
  const { section_ids } = request;
  if (section_ids.length === 0) return { kind: "no_sections" };
  const repeated = section_ids.find((id, index) => section_ids.indexOf(id) !== index);
  if (repeated !== undefined) return { kind: "repeated_section", section_id: repeated };
  if (request.workflow_kind === "prepare_sections") {
    if (section_ids.length > MAX_PREPARED_SECTIONS) return tooMany(section_ids.length, MAX_PREPARED_SECTIONS);
    return { kind: "planned", steps: stepsOf(["prepare_section"], section_ids), profile_snapshot: {} };
  }
  const place_project_sounds = request.place_project_sounds ?? true;
  const include_generated_sfx = request.include_generated_sfx ?? true;
  const direct_emotion = request.direct_emotion ?? true;
  const target_scope = request.target_scope ?? null;
  const soundLanes = Number(place_project_sounds) + Number(include_generated_sfx);
  if (target_scope !== null) {
    if (section_ids.length !== 1) return { kind: "target_scope_needs_one_section", count: section_ids.length };
    if (soundLanes > 0) return { kind: "target_scope_excludes_sounds" };
  }
  const limit = createAudioSectionLimit(soundLanes);
  if (section_ids.length > limit) return tooMany(section_ids.length, limit);
  const kinds: readonly (StepKind | null)[] = [
    "assign_speakers",
    "cast_voices",
    direct_emotion ? "direct_emotion" : null,
    place_project_sounds ? "place_project_sounds" : null,
    include_generated_sfx ? "direct_sfx" : null,
    "prepare_voices",
    "generate_stale_audio",
  ];
  return {
    kind: "planned",
    steps: stepsOf(
      kinds.filter((kind) => kind !== null),
      section_ids,
    ),
    profile_snapshot: {
      schema_version: 2,
      include_generated_sfx,
      place_project_sounds,
      direct_emotion,
      target_scope: target_scope && { ...target_scope, blocks: target_scope.blocks.map((block) => ({ ...block })) },
      ...(request.other_voices_for === undefined ? {} : { other_voices_for: [...request.other_voices_for] }),
    },
  };
}

/** The steps of a run that speaks one line again. */
export function takesPlan(sectionId: string): readonly PlannedStep[] {
  return stepsOf(["generate_stale_audio"], [sectionId]);
}

/** A step of the run to resume, as far as planning needs it. */
export interface ResumableStep {
  readonly step_index: number;
  readonly step_kind: StepKind;
  readonly section_id: string;
  readonly status: StepStatus;
}

/**
 * The steps of a run that resumes another. For each section: all steps from the first that did not succeed, because later
 * steps ran without it or not at all. Steps that succeeded before it are not repeated. Empty if there is nothing to resume.
 * The new run keeps the old run's profile snapshot and target scope.
 */
export function planResume(oldSteps: readonly ResumableStep[]): readonly PlannedStep[] {
  const inOrder = [...oldSteps].sort((a, b) => a.step_index - b.step_index);
  const resumed = new Set<string>();
  const again = inOrder.filter((step) => {
    if (OUTCOME_OF[step.status] !== "success") resumed.add(step.section_id);
    return resumed.has(step.section_id);
  });
  return again.map(({ step_kind, section_id }, step_index) => plannedStep(step_kind, section_id, step_index));
}

function stepsOf(kinds: readonly StepKind[], sectionIds: readonly string[]): readonly PlannedStep[] {
  return kinds
    .flatMap((kind) => sectionIds.map((sectionId) => ({ kind, sectionId })))
    .map(({ kind, sectionId }, index) => plannedStep(kind, sectionId, index));
}

function plannedStep(step_kind: StepKind, section_id: string, step_index: number): PlannedStep {
  return { step_key: `${step_kind}:${section_id}`, step_index, step_kind, section_id };
}

function tooMany(count: number, limit: number): WorkflowPlan {
  return { kind: "too_many_sections", count, limit };
}
