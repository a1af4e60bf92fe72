// The state of a run, recomputed from its steps after every step transition (interface.md, "Workflow run").

import { BLOCKED_BY, OUTCOME_OF, STAGE_OF, type Stage, type StepKind, type StepStatus } from "./steps.ts";

export type RunStatus =
  | "queued"
  | "running"
  | "canceling"
  | "completed"
  | "partially_completed"
  | "failed"
  | "cancelled";

/** A step, as far as the state of its run depends on it. */
export interface StepState {
  readonly id: string;
  readonly section_id: string;
  readonly step_index: number;
  readonly step_kind: StepKind;
  readonly status: StepStatus;
  readonly error_code: string | null;
  readonly error_message: string | null;
}

export interface RunProgress {
  readonly pending: number;
  readonly active: number;
  /** Succeeded or skipped. */
  readonly succeeded: number;
  /** Failed or conflict. */
  readonly failed: number;
  readonly cancelled: number;
  /** In any terminal state. */
  readonly completed: number;
  readonly total: number;
}

export interface StepIssue {
  readonly step_id: string;
  readonly section_id: string;
  readonly step_kind: StepKind;
  readonly code?: string;
  readonly message?: string;
}

export interface RunState {
  readonly status: RunStatus;
  /** Whether the status is final. */
  readonly terminal: boolean;
  readonly current_stage: Stage | null;
  readonly step_count: number;
  readonly completed_step_count: number;
  readonly progress: RunProgress;
  readonly error_summary: readonly StepIssue[];
  readonly resumable: boolean;
}

const MAX_ISSUES = 100;

/**
 * The state of a run with these steps (any order, at least one). `cancelRequested`: whether cancellation was requested before
 * the run became terminal. The caller keeps a terminal status; it never changes again.
 */
export function runStateOf(steps: readonly StepState[], { cancelRequested }: { cancelRequested: boolean }): RunState {
  const inOrder = [...steps].sort((a, b) => a.step_index - b.step_index);
  const progress = progressOf(inOrder);
  const status = statusOf(progress, cancelRequested);
  const terminal = progress.completed === progress.total;
  const next = inOrder.find((step) => OUTCOME_OF[step.status] === "unfinished");
  return {
    status,
    terminal,
    current_stage: next === undefined ? null : STAGE_OF[next.step_kind],
    step_count: progress.total,
    completed_step_count: progress.completed,
    progress,
    error_summary: inOrder
      .filter((step) => OUTCOME_OF[step.status] === "failure")
      .slice(0, MAX_ISSUES)
      .map(issueOf),
    resumable: (status === "failed" || status === "partially_completed") && progress.failed > 0,
  };
}

/** The next pending step; null if there is none. */
export function nextStep<S extends { readonly step_index: number; readonly status: StepStatus }>(
  steps: readonly S[],
): S | null {
  let next: S | null = null;
  for (const step of steps) {
    if (step.status === "pending" && (next === null || step.step_index < next.step_index)) next = step;
  }
  return next;
}

/**
 * The pending steps that cannot run because `ended` failed or had a conflict. They become `cancelled` with
 * `result_summary: { cancelled_before_start: true, blocked_by_step_id }`, in the transaction that ends `ended`.
 */
export function stepsBlockedBy<S extends Pick<StepState, "section_id" | "step_index" | "step_kind" | "status">>(
  ended: Pick<StepState, "section_id" | "step_index" | "step_kind" | "status">,
  steps: readonly S[],
): readonly S[] {
  if (OUTCOME_OF[ended.status] !== "failure") return [];
  const blocked = BLOCKED_BY[ended.step_kind];
  return steps.filter(
    (step) =>
      step.status === "pending" &&
      step.section_id === ended.section_id &&
      step.step_index > ended.step_index &&
      blocked.includes(step.step_kind),
  );
}

function statusOf(progress: RunProgress, cancelRequested: boolean): RunStatus {
  if (progress.completed < progress.total) {
    if (cancelRequested) return "canceling";
    return progress.active > 0 ? "running" : "queued";
  }
  if (cancelRequested) return "cancelled";
  if (progress.failed > 0) return progress.succeeded > 0 ? "partially_completed" : "failed";
  // Steps are cancelled only on request or after a failed step. A run with only cancelled steps was cancelled.
  return progress.cancelled > 0 ? "cancelled" : "completed";
}

function progressOf(steps: readonly StepState[]): RunProgress {
  const count = (wanted: (status: StepStatus) => boolean) => steps.filter(({ status }) => wanted(status)).length;
  return {
    pending: count((status) => status === "pending"),
    active: count((status) => status === "active"),
    succeeded: count((status) => OUTCOME_OF[status] === "success"),
    failed: count((status) => OUTCOME_OF[status] === "failure"),
    cancelled: count((status) => OUTCOME_OF[status] === "cancelled"),
    completed: count((status) => OUTCOME_OF[status] !== "unfinished"),
    total: steps.length,
  };
}

function issueOf(step: StepState): StepIssue {
  return {
    step_id: step.id,
    section_id: step.section_id,
    step_kind: step.step_kind,
    ...(step.error_code !== null && { code: step.error_code }),
    ...(step.error_message !== null && { message: step.error_message }),
  };
}
