// Cancelling runs.

import { ApiError, type Caller } from "@fullcast/contract";
import { runStateOf } from "@fullcast/core/workflow";
import type { Services } from "../services.ts";
import type { RunningSteps } from "./advance.ts";
import { findRun, toWireWorkflow } from "./read.ts";
import { enqueueRun, loadRun, lockRun, saveRun, unfinishedRunsOfAccount } from "./store.ts";

type Canceller = Pick<Services, "db" | "jobs" | "clock"> & { readonly running: RunningSteps };

/** Requests the cancellation of a run. Safe to repeat. @throws ApiError WORKFLOW_NOT_CANCELLABLE if it ended in another way. */
export async function cancelWorkflow(services: Canceller, caller: Caller, runId: string) {
  await findRun(services, caller, runId);
  await services.db.transaction(() => cancel(services, runId));
  const now = await loadRun(services, runId);
  if (now === undefined) throw new ApiError("NOT_FOUND", { resource: "workflow" });
  return toWireWorkflow(now);
}

/** Requests the cancellation of every unfinished run of an account. Runs in the caller's transaction. */
export async function cancelRunsOfAccount(services: Canceller, accountId: string): Promise<void> {
  for (const runId of await unfinishedRunsOfAccount(services, accountId)) await cancel(services, runId);
}

async function cancel(services: Canceller, runId: string): Promise<void> {
  const { db, clock } = services;
  const locked = await lockRun(services, runId);
  if (locked === undefined) throw new ApiError("NOT_FOUND", { resource: "workflow" });
  const { run, steps } = locked;
  if (run.status === "cancelled" || run.cancel_requested_at !== null) return;
  if (run.completed_at !== null) throw new ApiError("WORKFLOW_NOT_CANCELLABLE", { status: run.status });
  const at = clock();
  await saveRun(services, {
    ...run,
    status: runStateOf(steps, { cancelRequested: true }).status,
    cancel_requested_at: at,
    updated_at: at,
  });
  await enqueueRun(services, run);
  db.afterCommit(() => services.running.cancel(runId));
}
