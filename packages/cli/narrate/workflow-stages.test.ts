import assert from "node:assert/strict";
import { test } from "node:test";
import type { StageProgress } from "./progress-line.ts";
import type { Workflow, WorkflowProgress } from "./workflow.ts";
import { watchStages } from "./workflow-stages.ts";

type Step = Workflow["steps"][number];

test("stages finish once, in order, with the durations that the server reports", () => {
  const { watch, finished, shown, pass } = watcher();
  watch(
    run(step("assign_speakers", "active"), step("direct_emotion", "pending"), step("generate_stale_audio", "pending")),
    progress(),
  );
  assert.equal(shown.at(-1)?.stage, "Casting");
  pass(5000);
  watch(
    run(
      step("assign_speakers", "succeeded", 1200),
      step("direct_emotion", "skipped", 300),
      step("generate_stale_audio", "active"),
    ),
    progress({ ready: 4, audio_ms: 60_000 }),
  );
  pass(1000);
  watch(
    run(
      step("assign_speakers", "succeeded", 1200),
      step("direct_emotion", "skipped", 300),
      step("generate_stale_audio", "active"),
    ),
    progress({ ready: 5, audio_ms: 90_000 }),
  );
  const last = shown.at(-1);
  assert.equal(last?.stage, "Speaking");
  assert.deepEqual(last?.blocks, { done: 5, total: 10 });
  assert.equal(last?.audioMs, 30_000, "audio of an earlier run does not count for the speed");
  pass(3000);
  watch(
    run(
      step("assign_speakers", "succeeded", 1200),
      step("direct_emotion", "skipped", 300),
      step("generate_stale_audio", "succeeded", 3900),
    ),
    progress({ ready: 10, audio_ms: 200_000 }),
  );
  assert.deepEqual(finished, [
    ["Casting", 1200, ""],
    ["Directing", 300, ""],
    ["Speaking", 3900, "10 blocks, 3:20 of audio"],
  ]);
});

test("a resumed run that has no casting left goes straight to speaking", () => {
  const { watch, finished, shown } = watcher();
  watch(run(step("prepare_voices", "active"), step("generate_stale_audio", "pending")), progress());
  assert.equal(shown.at(-1)?.stage, "Speaking");
  assert.deepEqual(finished, []);
});

test("the time before a run was joined does not count", () => {
  const { watch, finished, pass } = watcher();
  pass(1000);
  watch(run(step("generate_stale_audio", "succeeded", 3_600_000)), progress({ ready: 10, audio_ms: 1000 }));
  assert.deepEqual(finished, [["Speaking", 1000, "10 blocks, 1.0 s of audio"]]);
});

test("a failed stage is not shown as finished", () => {
  const { watch, finished, pass } = watcher();
  pass(1000);
  watch(run(step("assign_speakers", "succeeded", 100), step("generate_stale_audio", "failed", 100)), progress());
  assert.deepEqual(finished, [["Casting", 100, ""]]);
});

function watcher() {
  let time = 0;
  const finished: unknown[][] = [];
  const shown: StageProgress[] = [];
  const display = { update: (state: StageProgress) => void shown.push(state), finish() {}, say() {}, clear() {} };
  const finish = (...end: unknown[]) => void finished.push(end);
  return {
    watch: watchStages(display, finish, () => time),
    finished,
    shown,
    pass: (ms: number) => {
      time += ms;
    },
  };
}

function step(step_kind: Step["step_kind"], status: Step["status"], tookMs?: number): Step {
  const started = Date.UTC(2026, 0, 1);
  return {
    id: "00000000-0000-4000-8000-000000000001",
    workflow_run_id: "00000000-0000-4000-8000-000000000002",
    section_id: "00000000-0000-4000-8000-000000000003",
    step_key: step_kind,
    step_index: 0,
    step_kind,
    status,
    requested_document_version: 1,
    execution_document_version: null,
    assistant_batch_id: null,
    render_run_id: null,
    result_summary: {},
    issue_kind: null,
    error_code: null,
    error_message: null,
    created_at: new Date(started).toISOString(),
    updated_at: new Date(started).toISOString(),
    started_at: tookMs === undefined ? null : new Date(started).toISOString(),
    completed_at: tookMs === undefined ? null : new Date(started + tookMs).toISOString(),
  };
}

function run(...steps: Step[]): Workflow {
  const time = new Date(Date.UTC(2026, 0, 1)).toISOString();
  return {
    steps,
    run: {
      id: "00000000-0000-4000-8000-000000000002",
      project_id: "00000000-0000-4000-8000-000000000004",
      requested_by_user_id: "00000000-0000-4000-8000-000000000005",
      payer_user_id: null,
      workflow_kind: "create_audio",
      automation_profile: null,
      profile_snapshot: {},
      status: "running",
      current_stage: null,
      step_count: steps.length,
      completed_step_count: 0,
      progress: {},
      error_summary: [],
      cancel_requested_at: null,
      cancel_acknowledged_at: null,
      created_at: time,
      updated_at: time,
      started_at: time,
      completed_at: null,
      resumes_workflow_run_id: null,
      resumable: false,
    },
  };
}

function progress({ ready = 0, audio_ms = 0 } = {}): WorkflowProgress {
  return {
    workflow_run_id: "00000000-0000-4000-8000-000000000002",
    status: "running",
    percent: 0,
    blocks: { total: 10, pending: 10 - ready, generating: 0, ready, failed: 0 },
    characters: { total: 1000, generated: ready * 100 },
    audio_ms,
    estimated_remaining_ms: null,
    sections: [],
  };
}
