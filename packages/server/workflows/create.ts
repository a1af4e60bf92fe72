import { ApiError, type Caller } from "@fullcast/contract";
import type { JsonValue } from "@fullcast/core/document";
import {
  type PlannedStep,
  planWorkflow,
  type RunUrgency,
  type TargetScope,
  urgencyOfRun,
  type WorkflowPlan,
} from "@fullcast/core/workflow";
import { sql } from "kysely";
import { requireStorage } from "../accounts/accounts.ts";
import { canonicalRequest, once } from "../db/once.ts";
import { blocksById, type SectionRow, sectionsOfProject } from "../documents/documents.ts";
import { sha256 } from "../hash.ts";
import { uuidV5 } from "../ids.ts";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { findRun, toWireWorkflow } from "./read.ts";
import { enqueueRun, insertRun, type RunRow, type StepRow } from "./store.ts";

/** Run ids are version-5 UUIDs of account and mutation id in this namespace. */
const RUN_NAMESPACE = "5d1a4a53-4a5e-5c0e-9f0b-1f6f3f1d2c77";

export type CreateWorkflowBody = {
  readonly actor_session_id: string;
  readonly client_mutation_id: string;
  readonly section_ids: readonly string[];
} & (
  | { readonly schema_version: 1; readonly workflow_kind: "prepare_sections" }
  | {
      readonly schema_version: 2;
      readonly workflow_kind: "create_audio";
      readonly include_generated_sfx?: boolean | undefined;
      readonly place_project_sounds?: boolean | undefined;
      readonly direct_emotion?: boolean | undefined;
      readonly target_scope?: TargetScope | null | undefined;
      readonly other_voices_for?: readonly string[] | undefined;
    }
);

type Creator = Pick<Services, "db" | "jobs" | "clock" | "newId" | "settings">;

export async function createWorkflow(services: Creator, caller: Caller, projectId: string, body: CreateWorkflowBody) {
  await findProject(services, caller, projectId);
  const plan = planWorkflow(body);
  if (plan.kind !== "planned") throw refusal(plan);
  const runId = runIdOf(caller, body.client_mutation_id);
  await once(
    services,
    {
      accountId: caller.accountId,
      key: body.client_mutation_id,
      operation: "startWorkflow",
      request: canonicalRequest({ ...body }, { projectId }),
    },
    async () => {
      const project = await findProject(services, caller, projectId);
      const sections = await requestedSections(services, projectId, body.section_ids);
      if (body.workflow_kind === "create_audio") await requireStorage(services, caller.accountId);
      const scope = body.workflow_kind === "create_audio" ? (body.target_scope ?? null) : null;
      if (scope !== null) await checkTargets(services, body.section_ids[0] ?? "", scope);
      await startRun(services, caller, {
        id: runId,
        projectId,
        kind: body.workflow_kind,
        automationProfile: body.workflow_kind === "create_audio" ? project.default_automation_profile : null,
        snapshot: plan.profile_snapshot,
        scope,
        steps: plan.steps,
        sections,
        resumes: null,
      });
      return { id: runId };
    },
  );
  return toWireWorkflow(await findRun(services, caller, runId));
}

export const runIdOf = (caller: Pick<Caller, "accountId">, mutationId: string) =>
  uuidV5(RUN_NAMESPACE, `${caller.accountId}:${mutationId}`);

/** Turns the reason why a workflow cannot be planned into a refusal that names the field. */
export function refusal(plan: Exclude<WorkflowPlan, { kind: "planned" }>): ApiError {
  const issue = (path: string, message: string) => new ApiError("INVALID_REQUEST", { issues: [{ path, message }] });
  switch (plan.kind) {
    case "no_sections":
      return issue("section_ids", "must name at least one section");
    case "repeated_section":
      return issue("section_ids", "must not name the same section twice");
    case "too_many_sections":
      return issue("section_ids", `must name at most ${plan.limit} sections with these options, not ${plan.count}`);
    case "target_scope_needs_one_section":
      return issue("target_scope", "needs exactly one section");
    case "target_scope_excludes_sounds":
      return issue("target_scope", "needs include_generated_sfx and place_project_sounds set to false");
  }
}

/** @throws ApiError NOT_FOUND if a section does not belong to the project. */
export async function requestedSections(
  services: Pick<Services, "db">,
  projectId: string,
  sectionIds: readonly string[],
): Promise<ReadonlyMap<string, SectionRow>> {
  const sections = new Map((await sectionsOfProject(services, projectId)).map((section) => [section.id, section]));
  for (const id of sectionIds) {
    if (!sections.has(id)) throw new ApiError("NOT_FOUND", { resource: "section" });
  }
  return sections;
}

/** Every target block must match what the client read: version, length and hash of its text. */
export async function checkTargets(
  services: Pick<Services, "db">,
  sectionId: string,
  scope: TargetScope,
): Promise<void> {
  const stored = await blocksById(
    services,
    sectionId,
    scope.blocks.map((target) => target.block_id),
  );
  for (const [index, target] of scope.blocks.entries()) {
    const block = stored.get(target.block_id)?.block;
    if (block === undefined)
      throw new ApiError("NOT_FOUND", { resource: "block", field: `target_scope.blocks.${index}` });
    const text = block.content.type === "text" ? block.content.text : "";
    const facts: readonly (readonly [string, string | number, string | number])[] = [
      ["base_block_version", target.base_block_version, block.block_version],
      ["text_length_utf16", target.text_length_utf16, text.length],
      ["text_hash", target.text_hash, sha256(text)],
    ];
    for (const [field, expected, current] of facts) {
      if (expected !== current) {
        throw new ApiError("VERSION_CONFLICT", { field: `target_scope.blocks.${index}.${field}`, expected, current });
      }
    }
  }
}

export interface NewRun {
  readonly id: string;
  readonly projectId: string;
  readonly kind: RunRow["workflow_kind"];
  readonly automationProfile: RunRow["automation_profile"];
  readonly snapshot: { readonly [key: string]: JsonValue };
  readonly scope: unknown;
  readonly steps: readonly PlannedStep[];
  readonly sections: ReadonlyMap<string, SectionRow>;
  readonly resumes: string | null;
}

/** Writes a run with its steps and the job that starts it. Runs in the caller's transaction. */
export async function startRun(services: Creator, caller: Pick<Caller, "accountId">, run: NewRun): Promise<void> {
  const at = services.clock();
  const row: RunRow = {
    id: run.id,
    account_id: caller.accountId,
    project_id: run.projectId,
    workflow_kind: run.kind,
    automation_profile: run.automationProfile,
    profile_snapshot: run.snapshot,
    target_scope: run.scope,
    status: "queued",
    cancel_requested_at: null,
    cancel_acknowledged_at: null,
    created_at: at,
    updated_at: at,
    started_at: null,
    completed_at: null,
    resumes_workflow_run_id: run.resumes,
    urgency: await urgencyOf(services, run),
  };
  const steps = run.steps.map(
    (step): StepRow => ({
      ...step,
      id: services.newId(),
      workflow_run_id: run.id,
      status: "pending",
      requested_document_version: run.sections.get(step.section_id)?.document_version ?? 1,
      execution_document_version: null,
      result_summary: {},
      issue_kind: null,
      error_code: null,
      error_message: null,
      created_at: at,
      updated_at: at,
      started_at: null,
      completed_at: null,
      attempt: 0,
    }),
  );
  await insertRun(services, row, steps);
  await enqueueRun(services, row);
}

async function urgencyOf({ db }: Pick<Services, "db">, { scope, steps }: NewRun): Promise<RunUrgency> {
  const sectionIds = [...new Set(steps.map((step) => step.section_id))];
  const { units } = await db.q
    .selectFrom("sections")
    .select(sql<number>`coalesce(sum(source_text_length), 0)::float8`.as("units"))
    .where("id", "in", sectionIds)
    .executeTakeFirstOrThrow();
  return urgencyOfRun({ lines: linesOf(scope), units });
}

/** The lines that a scope names; null: whole sections. */
function linesOf(scope: unknown): number | null {
  if (scope === null || typeof scope !== "object") return null;
  if ("kind" in scope && scope.kind === "takes") return 1;
  return "blocks" in scope && Array.isArray(scope.blocks) ? scope.blocks.length : null;
}
