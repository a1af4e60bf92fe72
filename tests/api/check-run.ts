// Checks properties of every workflow run at any time.

import assert from "node:assert/strict";
import type { Workflow } from "@fullcast/contract";

const TERMINAL = ["succeeded", "skipped", "failed", "conflict", "cancelled"];

/** See interface.md, "Workflow run", "Workflow run and step". */
export function checkRun({ run, steps }: Workflow): void {
  const ended = steps.filter((step) => TERMINAL.includes(step.status)).length;
  const has = (...wanted: string[]) => steps.filter((step) => wanted.includes(step.status)).length;
  assert.equal(run.step_count, steps.length);
  assert.equal(run.completed_step_count, ended);
  assert.deepEqual(
    steps.map((step) => step.step_index),
    steps.map((_, index) => index),
  );
  assert.equal(new Set(steps.map((step) => step.step_key)).size, steps.length);
  const { pending, active, succeeded, failed, cancelled, completed, total } = run.progress;
  assert.deepEqual(
    { pending, active, succeeded, failed, cancelled, completed, total },
    {
      pending: has("pending"),
      active: has("active"),
      succeeded: has("succeeded", "skipped"),
      failed: has("failed", "conflict"),
      cancelled: has("cancelled"),
      completed: ended,
      total: steps.length,
    },
  );
  const isTerminal = ended === steps.length;
  assert.equal(run.completed_at !== null, isTerminal);
  assert.equal(
    ["completed", "partially_completed", "failed", "cancelled"].includes(run.status),
    isTerminal,
    run.status,
  );
  assert.equal(run.current_stage === null, isTerminal);
  if (isTerminal && run.cancel_requested_at === null) {
    const expected =
      has("failed", "conflict") === 0
        ? "completed"
        : has("succeeded", "skipped") > 0
          ? "partially_completed"
          : "failed";
    assert.equal(run.status, expected);
  }
  assert.equal(run.resumable, ["failed", "partially_completed"].includes(run.status));
  assert.deepEqual(
    run.error_summary.map((issue) => issue.step_id),
    steps.filter((step) => ["failed", "conflict"].includes(step.status)).map((step) => step.id),
  );
  assert.equal(run.payer_user_id === null, run.workflow_kind === "prepare_sections");
  assert.equal(run.automation_profile === null, run.workflow_kind === "prepare_sections");
  for (const step of steps) {
    assert.equal(step.workflow_run_id, run.id);
    assert.equal(step.completed_at !== null, TERMINAL.includes(step.status), step.step_key);
    assert.equal(step.issue_kind !== null, ["failed", "conflict"].includes(step.status), step.step_key);
    if (step.status === "skipped") assert.ok(String(step.result_summary.reason ?? "").length > 10, step.step_key);
  }
}
