// Advances a run: does its next step, commits, and enqueues a job for the following one, or does it as well.

import { ApiError, type FailureCode, failures } from "@fullcast/contract";
import type { JsonValue } from "@fullcast/core/document";
import { OUTCOME_OF, runStateOf, type StepStatus, stepsBlockedBy } from "@fullcast/core/workflow";
import type { Job } from "../jobs/jobs.ts";
import { faultFields } from "../log.ts";
import { dropPendingRequests } from "../media/media.ts";
import { isOutdated, type Outage, outageOf } from "../outage.ts";
import type { Services } from "../services.ts";
import { firstError } from "../then-always.ts";
import { traced } from "../tracing.ts";
import type { LocalTurns } from "./local-turns.ts";
import { StepFailure, type StepOutcome, StepPostponed, type StepServices } from "./step.ts";
import { STEP_HANDLERS } from "./steps.ts";
import {
  booksBefore,
  type EarlierStep,
  earlierAudioSteps,
  enqueueRun,
  loadRun,
  lockRun,
  type RunRow,
  type RunWithSteps,
  type StepRow,
  saveRun,
  saveStep,
} from "./store.ts";

/** The steps that run in this process, so that a cancellation in this process reaches them at once. */
export interface RunningSteps {
  add(runId: string, controller: AbortController): void;
  remove(runId: string): void;
  cancel(runId: string): void;
  /** The section of the run's current step was deleted. The step ends; the run continues. */
  leaveSection(runId: string): void;
}

/** The abort reason of a step whose run was cancelled or whose section was deleted. Otherwise the process is stopping. */
export class RunCancelled extends Error {
  override readonly name = "RunCancelled";
}

class SectionGone extends Error {
  override readonly name = "SectionGone";
}

export function runningSteps(): RunningSteps {
  const controllers = new Map<string, AbortController>();
  return {
    add: (runId, controller) => void controllers.set(runId, controller),
    remove: (runId) => void controllers.delete(runId),
    cancel: (runId) => controllers.get(runId)?.abort(new RunCancelled("the run was cancelled")),
    leaveSection: (runId) => controllers.get(runId)?.abort(new SectionGone("the section was deleted")),
  };
}

const isFinished = (status: StepStatus) => OUTCOME_OF[status] !== "unfinished";

/** How often a long step checks whether another process cancelled its run. */
const CANCEL_POLL_MS = 1_000;
/** After this time a step checks again whether steps of other runs have made its lines. */
const POSTPONED_SECONDS = 1;

/** How long a run of a book waits before it looks again whether the run before it has ended; those further behind look less often. */
const BEHIND_SECONDS = 1;
const LONGEST_BEHIND_SECONDS = 30;

/**
 * A job that is younger does the run's next step as well. Most steps of a run have little or nothing to do, and a job of its own
 * costs more than such a step.
 */
const YOUNG_MS = 1_000;

type AdvanceServices = StepServices & { readonly running: RunningSteps; readonly localTurns: LocalTurns };
type AdvanceJob = Pick<Job, "signal" | "confined" | "progressed" | "attempt">;

/** Whether the run continues in the same job. Otherwise it has ended, or a job for its next step is enqueued. */
type ContinuesHere = boolean;

/** Does the next step of a run, and those after it while the job is young. Safe to call at any time, for any run, and repeatedly. */
export async function advanceRun(services: AdvanceServices, runId: string, job: AdvanceJob): Promise<void> {
  const from = performance.now();
  // A job that failed before has fewer attempts left, which belong to its own step.
  const isYoung = () => !job.confined && job.attempt === 1 && performance.now() - from < YOUNG_MS;
  while (await doNextStep(services, runId, job, isYoung)) await job.progressed();
}

async function doNextStep(
  services: AdvanceServices,
  runId: string,
  job: AdvanceJob,
  isYoung: () => boolean,
): Promise<ContinuesHere> {
  const { signal: stopping, confined, progressed } = job;
  const found = await loadRun(services, runId);
  if (found === undefined || found.run.completed_at !== null) return false;
  if (found.run.cancel_requested_at !== null) return cancelRest(services, runId);
  const next = found.steps.find((step) => !isFinished(step.status));
  if (next === undefined) return settle(services, runId, async () => []);
  const before = await booksBefore(services, found);
  if (before > 0) return enqueueLater(services, found.run, Math.min(LONGEST_BEHIND_SECONDS, before * BEHIND_SECONDS));
  const leaveTurn = await services.localTurns.take(found.run.account_id, stopping);
  const started = await startStep(services, runId, next.id).catch((error: unknown) => {
    leaveTurn();
    throw error;
  });
  if (started === undefined) {
    leaveTurn();
    return false;
  }

  const controller = new AbortController();
  const stop = () => controller.abort(stopping.reason);
  // The process may have begun to stop while the step was being marked as started.
  if (stopping.aborted) stop();
  else stopping.addEventListener("abort", stop, { once: true });
  services.running.add(runId, controller);
  const watch = watchForEnd(services, started.step, controller);
  let outcome: StepOutcome;
  try {
    controller.signal.throwIfAborted();
    const handler = STEP_HANDLERS[started.step.step_kind];
    const context = {
      ...{ services, signal: controller.signal, confined, progressed, leaveTurn },
      ...{ run: started.run, step: started.step, earlier: started.earlier },
    };
    outcome = await traced(
      `step ${started.step.step_kind}`,
      () => idsOf(started),
      () => handler(context),
    );
  } catch (error) {
    // The step stays active and is retried soon.
    if (error instanceof StepPostponed && !controller.signal.aborted) {
      return enqueueLater(services, started.run, POSTPONED_SECONDS);
    }
    if (controller.signal.aborted) {
      // Cancelled: the rest of the run is closed. Stopping: the step stays active and runs again after the next start.
      if (controller.signal.reason instanceof RunCancelled) return cancelRest(services, runId);
      if (!(controller.signal.reason instanceof SectionGone)) throw error;
      outcome = failureOf(services, started, new StepFailure("STUDIO_WORKFLOW_SECTION_UNAVAILABLE"));
    } else if (isTriedAgain(error)) {
      await noteOutage(services, started.step.id, outageOf(error));
      throw error;
    } else {
      outcome = failureOf(services, started, error);
    }
  } finally {
    clearInterval(watch);
    stopping.removeEventListener("abort", stop);
    services.running.remove(runId);
    leaveTurn();
  }
  return commitStep(services, runId, started, outcome, isYoung);
}

async function enqueueLater(services: StepServices, run: RunRow, delaySeconds: number): Promise<false> {
  await enqueueRun(services, run, delaySeconds);
  return false;
}

/** Fails the next step of a run. All attempts to advance it failed, and no worker retries it. */
export async function giveUpRun(services: StepServices, runId: string, error: unknown): Promise<void> {
  await settle(services, runId, async (locked, at) => {
    const next = locked.steps.find((step) => !isFinished(step.status));
    return next === undefined ? [] : [finished(next, failureOf(services, { run: locked.run, step: next }, error), at)];
  });
}

/** Whether the step is retried: the fault is an outage, or a conflict with another transaction. */
function isTriedAgain(error: unknown): boolean {
  return outageOf(error) !== null || isOutdated(error);
}

const WAITS: { readonly [outage in Outage]: FailureCode | null } = {
  // A database outage cannot be stored in the database.
  database: null,
  storage: "STUDIO_WORKFLOW_STORAGE_UNAVAILABLE",
  storage_full: "STUDIO_WORKFLOW_STORAGE_FULL",
};

/** Stores on the active step what it waits for, if the database works. */
async function noteOutage({ db, clock }: StepServices, stepId: string, outage: Outage | null): Promise<void> {
  const code = outage === null ? null : WAITS[outage];
  if (code === null) return;
  await db.q
    .updateTable("workflow_steps")
    .set({ error_code: code, error_message: failures[code].sentence, updated_at: clock() })
    .where("id", "=", stepId)
    .where("status", "=", "active")
    .execute()
    .catch(() => undefined);
}

/** Detects changes by another process: the run was cancelled, or its project or section deleted. */
function watchForEnd(services: StepServices, step: StepRow, controller: AbortController): NodeJS.Timeout {
  const timer = setInterval(() => {
    services.db.q
      .selectFrom("workflow_runs")
      .leftJoin("sections", (join) => join.on("sections.id", "=", step.section_id))
      .select(["workflow_runs.cancel_requested_at", "sections.id as section_id"])
      .where("workflow_runs.id", "=", step.workflow_run_id)
      .executeTakeFirst()
      .then((row) => {
        if (row === undefined || row.cancel_requested_at !== null) controller.abort(new RunCancelled("cancelled"));
        else if (row.section_id === null) controller.abort(new SectionGone("the section was deleted"));
      })
      .catch(() => undefined);
  }, CANCEL_POLL_MS);
  timer.unref();
  return timer;
}

async function startStep(services: StepServices, runId: string, stepId: string): Promise<RunWithStep | undefined> {
  return services.db.transaction(async () => {
    const locked = await lockRun(services, runId);
    const step = locked?.steps.find((one) => one.id === stepId);
    if (locked === undefined || step === undefined || isFinished(step.status)) return undefined;
    if (locked.run.cancel_requested_at !== null) return undefined;
    const at = services.clock();
    const active: StepRow = {
      ...step,
      status: "active",
      error_code: null,
      error_message: null,
      started_at: step.started_at ?? at,
      updated_at: at,
      attempt: step.attempt + 1,
    };
    await saveStep(services, active);
    const run = await recompute(services, locked, [active], at);
    const earlier = step.step_kind === "generate_stale_audio" ? await earlierAudioSteps(services, active) : [];
    return { run, step: active, earlier };
  });
}

/** What logs and traces state of a step. */
const idsOf = ({ run, step }: RunWithStep) => ({
  "fullcast.account_id": run.account_id,
  "fullcast.run_id": run.id,
  "fullcast.step_id": step.id,
  "fullcast.section_id": step.section_id,
});

interface RunWithStep {
  readonly run: RunRow;
  readonly step: StepRow;
  readonly earlier: readonly EarlierStep[];
}

async function commitStep(
  services: StepServices,
  runId: string,
  began: Pick<RunWithStep, "run" | "step">,
  outcome: StepOutcome,
  isYoung: () => boolean,
): Promise<ContinuesHere> {
  const change: StepChange = async (locked, at) => {
    const step = locked.steps.find((one) => one.id === began.step.id);
    // Another process has restarted the step. Its result counts.
    if (step === undefined || isFinished(step.status) || step.attempt !== began.step.attempt) return [];
    if ((outcome.kind === "succeeded" || outcome.kind === "skipped") && outcome.apply) await outcome.apply();
    return [finished(step, outcome, at)];
  };
  try {
    return await settle(services, runId, change, isYoung);
  } catch (error) {
    if (outcome.kind === "failed" || outcome.kind === "conflict" || isTriedAgain(error)) throw error;
    // The result of the step conflicted with a later change, so the step fails with that error, unless it can look again.
    const failure = failureOf(services, began, error);
    const again = failure.kind === "conflict" && "again" in outcome ? await outcome.again?.() : null;
    return commitStep(services, runId, began, again ?? failure, isYoung);
  }
}

function finished(step: StepRow, outcome: StepOutcome, at: Date): StepRow {
  const failed = outcome.kind === "failed" || outcome.kind === "conflict";
  return {
    ...step,
    status: outcome.kind,
    execution_document_version: outcome.documentVersion,
    result_summary: outcome.summary,
    issue_kind: outcome.kind === "conflict" ? "document_changed" : failed ? "workflow_failed" : null,
    error_code: failed ? outcome.code : null,
    error_message: failed ? outcome.message : null,
    completed_at: at,
    updated_at: at,
  };
}

type StepChange = (locked: RunWithSteps, at: Date) => Promise<StepRow[]>;

/**
 * Changes steps of a run, recomputes the run and, if it continues and not here, enqueues the next job, in one transaction. Steps
 * that depend on a failed step are closed without a start. When the process dies before a step that continues here, its job
 * waits again.
 */
async function settle(
  services: StepServices,
  runId: string,
  change: StepChange,
  continuesHere: () => ContinuesHere = () => false,
): Promise<ContinuesHere> {
  return services.db.transaction(async () => {
    const locked = await lockRun(services, runId);
    if (locked === undefined || locked.run.completed_at !== null) return false;
    const at = services.clock();
    const changed = await change(locked, at);
    for (const ended of [...changed]) {
      for (const blocked of stepsBlockedBy(ended, locked.steps)) {
        changed.push(unstarted(blocked, { blocked_by_step_id: ended.id }, at));
      }
    }
    for (const step of changed) {
      await saveStep(services, step);
      // This also covers a step whose handler did not finish or never ran: its holds are released, and no line stays pending.
      if (step.step_kind === "generate_stale_audio") {
        await dropPendingRequests(services, step.id);
        await services.ledger.release(step.id);
      }
    }
    const run = await recompute(services, locked, changed, at);
    if (run.completed_at !== null) return false;
    if (continuesHere()) return true;
    await enqueueRun(services, run);
    return false;
  });
}

function unstarted(step: StepRow, summary: { readonly [key: string]: JsonValue }, at: Date): StepRow {
  return {
    ...step,
    status: "cancelled",
    result_summary: { ...summary, cancelled_before_start: true },
    completed_at: at,
    updated_at: at,
  };
}

async function cancelRest(services: StepServices, runId: string): Promise<ContinuesHere> {
  return settle(services, runId, async (locked, at) =>
    locked.steps
      .filter((step) => !isFinished(step.status))
      .map((step) =>
        step.status === "pending"
          ? unstarted(step, {}, at)
          : { ...step, status: "cancelled", completed_at: at, updated_at: at },
      ),
  );
}

async function recompute(
  services: Pick<Services, "db">,
  locked: RunWithSteps,
  changed: readonly StepRow[],
  at: Date,
): Promise<RunRow> {
  const byId = new Map(changed.map((step) => [step.id, step]));
  const steps = locked.steps.map((step) => byId.get(step.id) ?? step);
  const { status, terminal } = runStateOf(steps, { cancelRequested: locked.run.cancel_requested_at !== null });
  const run: RunRow = {
    ...locked.run,
    status,
    updated_at: at,
    started_at: locked.run.started_at ?? (steps.some((step) => step.started_at !== null) ? at : null),
    completed_at: terminal ? at : null,
    cancel_acknowledged_at: status === "cancelled" ? at : null,
  };
  await saveRun(services, run);
  return run;
}

/** Turns a thrown error into a step's result. An unexpected error is logged without its message. */
function failureOf(
  services: Pick<Services, "log">,
  { run, step }: Pick<RunWithStep, "run" | "step">,
  error: unknown,
): StepOutcome {
  const first = firstError(error);
  if (first instanceof ApiError && first.code === "VERSION_CONFLICT") {
    const code = "STUDIO_WORKFLOW_DOCUMENT_CHANGED";
    return { kind: "conflict", summary: {}, documentVersion: null, code, message: failures[code].sentence };
  }
  const failure = toStepFailure(error);
  if (failure === null) {
    const ids = { account_id: run.account_id, run_id: run.id, step_id: step.id };
    services.log.error("a workflow step failed", { ...ids, step_kind: step.step_kind, ...faultFields(error) });
  }
  const { code, message } = failure ?? new StepFailure("STUDIO_WORKFLOW_FAILED");
  return { kind: "failed", summary: {}, documentVersion: null, code, message };
}

function toStepFailure(thrown: unknown): StepFailure | null {
  // If a take could not be stored, the final flush fails as well; the first error is the cause.
  const error = firstError(thrown);
  if (error instanceof StepFailure) return error;
  if (error instanceof ApiError && error.code === "NOT_FOUND") {
    return new StepFailure("STUDIO_WORKFLOW_SECTION_UNAVAILABLE");
  }
  return null;
}
