import { ApiError, type Caller } from "@fullcast/contract";
import { runStateOf } from "@fullcast/core/workflow";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { latestRunId, latestRunIdOfSection, loadRun, type RunRow, type RunWithSteps, type StepRow } from "./store.ts";

const iso = (at: Date | null) => at?.toISOString() ?? null;

/** A run and its steps as the API returns them. All derived values are computed here from the steps. */
export function toWireWorkflow({ run, steps }: RunWithSteps) {
  return { run: toWireRun(run, steps), steps: steps.map(toWireStep) };
}

function toWireRun(run: RunRow, steps: readonly StepRow[]) {
  const state = runStateOf(steps, { cancelRequested: run.cancel_requested_at !== null });
  return {
    id: run.id,
    project_id: run.project_id,
    requested_by_user_id: run.account_id,
    payer_user_id: run.workflow_kind === "prepare_sections" ? null : run.account_id,
    workflow_kind: run.workflow_kind,
    automation_profile: run.automation_profile,
    profile_snapshot: run.profile_snapshot,
    status: run.status,
    current_stage: state.current_stage,
    step_count: steps.length,
    completed_step_count: state.completed_step_count,
    progress: { ...state.progress },
    error_summary: state.error_summary.map((issue) => ({ ...issue })),
    cancel_requested_at: iso(run.cancel_requested_at),
    cancel_acknowledged_at: iso(run.cancel_acknowledged_at),
    created_at: run.created_at.toISOString(),
    updated_at: run.updated_at.toISOString(),
    started_at: iso(run.started_at),
    completed_at: iso(run.completed_at),
    resumes_workflow_run_id: run.resumes_workflow_run_id,
    resumable: state.resumable,
  };
}

function toWireStep(step: StepRow) {
  return {
    id: step.id,
    workflow_run_id: step.workflow_run_id,
    section_id: step.section_id,
    step_key: step.step_key,
    step_index: step.step_index,
    step_kind: step.step_kind,
    status: step.status,
    requested_document_version: step.requested_document_version,
    execution_document_version: step.execution_document_version,
    assistant_batch_id: null,
    render_run_id: null,
    result_summary: step.result_summary,
    issue_kind: step.issue_kind,
    error_code: step.error_code,
    error_message: step.error_message,
    created_at: step.created_at.toISOString(),
    updated_at: step.updated_at.toISOString(),
    started_at: iso(step.started_at),
    completed_at: iso(step.completed_at),
  };
}

/** @throws ApiError NOT_FOUND if the caller's account has no such run. */
export async function findRun(
  services: Pick<Services, "db">,
  caller: Pick<Caller, "accountId">,
  runId: string,
): Promise<RunWithSteps> {
  const found = await loadRun(services, runId);
  if (found === undefined || found.run.account_id !== caller.accountId) {
    throw new ApiError("NOT_FOUND", { resource: "workflow" });
  }
  return found;
}

export async function getWorkflow(services: Pick<Services, "db">, caller: Caller, runId: string) {
  return toWireWorkflow(await findRun(services, caller, runId));
}

/** The latest run of a project, or the latest that added a step for a section. Null if there is none. */
export async function latestWorkflow(
  services: Pick<Services, "db">,
  caller: Caller,
  projectId: string,
  sectionId: string | undefined,
) {
  await findProject(services, caller, projectId, "FORBIDDEN");
  const runId =
    sectionId === undefined
      ? await latestRunId(services, projectId)
      : await latestRunIdOfSection(services, projectId, sectionId);
  const found = runId === undefined ? undefined : await loadRun(services, runId);
  return found === undefined ? null : toWireWorkflow(found);
}
