import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { planWorkflow } from "./plan.ts";
import { nextStep, runStateOf, type StepState, stepsBlockedBy } from "./status.ts";
import { OUTCOME_OF, STAGE_OF, type StepKind, type StepStatus } from "./steps.ts";

const STATUSES = Object.keys(OUTCOME_OF) as StepStatus[];
const KINDS = Object.keys(STAGE_OF) as StepKind[];

function step(step_index: number, status: StepStatus, over: Partial<StepState> = {}): StepState {
  const issue = status === "failed" || status === "conflict";
  return {
    id: `step-${step_index}`,
    section_id: "a",
    step_index,
    step_kind: "cast_voices",
    status,
    error_code: issue ? "CODE" : null,
    error_message: issue ? "It did not work." : null,
    ...over,
  };
}

const stateOf = (statuses: readonly StepStatus[], cancelRequested = false) =>
  runStateOf(
    statuses.map((status, index) => step(index, status)),
    { cancelRequested },
  );

test("each row of the run's state table", () => {
  assert.equal(stateOf(["pending", "pending"]).status, "queued");
  assert.equal(stateOf(["succeeded", "pending"]).status, "queued");
  assert.equal(stateOf(["failed", "active", "pending"]).status, "running");
  assert.equal(stateOf(["active", "pending"], true).status, "canceling");
  assert.equal(stateOf(["pending"], true).status, "canceling");
  assert.equal(stateOf(["succeeded", "skipped"]).status, "completed");
  assert.equal(stateOf(["succeeded", "failed"]).status, "partially_completed");
  assert.equal(stateOf(["skipped", "conflict", "cancelled"]).status, "partially_completed");
  assert.equal(stateOf(["failed", "conflict", "cancelled"]).status, "failed");
  assert.equal(stateOf(["succeeded", "cancelled"], true).status, "cancelled");
  assert.equal(stateOf(["failed", "cancelled"], true).status, "cancelled");
});

test("the state follows the specification for every combination of steps", () => {
  const steps = fc.array(fc.record({ status: fc.constantFrom(...STATUSES), kind: fc.constantFrom(...KINDS) }), {
    minLength: 1,
    maxLength: 100,
  });
  fc.assert(
    fc.property(steps, fc.boolean(), (list, cancelRequested) => {
      const all = list.map(({ status, kind }, index) => step(index, status, { step_kind: kind }));
      const state = runStateOf(all, { cancelRequested });
      const is = (...wanted: StepStatus[]) => all.filter(({ status }) => wanted.includes(status)).length;
      const finished = is("succeeded", "skipped", "failed", "conflict", "cancelled");
      assert.deepEqual(state.progress, {
        pending: is("pending"),
        active: is("active"),
        succeeded: is("succeeded", "skipped"),
        failed: is("failed", "conflict"),
        cancelled: is("cancelled"),
        completed: finished,
        total: all.length,
      });
      assert.equal(state.completed_step_count, finished);
      assert.equal(state.terminal, finished === all.length);
      assert.equal(state.terminal, ["completed", "partially_completed", "failed", "cancelled"].includes(state.status));
      const next = all.find(({ status }) => status === "pending" || status === "active");
      assert.equal(state.current_stage, next ? STAGE_OF[next.step_kind] : null);
      assert.equal(state.error_summary.length, is("failed", "conflict"));
      assert.equal(
        state.resumable,
        (state.status === "failed" || state.status === "partially_completed") && is("failed", "conflict") > 0,
      );
      assert.deepEqual(runStateOf([...all].reverse(), { cancelRequested }), state, "the order of rows does not matter");
    }),
    { numRuns: 200 },
  );
});

test("issues stand in the order of the steps, with their code and message", () => {
  const state = runStateOf(
    [step(2, "conflict", { error_code: null, error_message: null }), step(0, "failed"), step(1, "succeeded")],
    { cancelRequested: false },
  );
  assert.deepEqual(state.error_summary, [
    { step_id: "step-0", section_id: "a", step_kind: "cast_voices", code: "CODE", message: "It did not work." },
    { step_id: "step-2", section_id: "a", step_kind: "cast_voices" },
  ]);
});

test("a run of 100 steps that all failed names each of them", () => {
  const state = stateOf(Array.from({ length: 100 }, () => "failed" as const));
  assert.deepEqual(
    state.error_summary.map((issue) => issue.step_id),
    Array.from({ length: 100 }, (_, index) => `step-${index}`),
  );
});

test("the next step is the first pending one", () => {
  assert.equal(nextStep([step(2, "pending"), step(0, "succeeded"), step(1, "pending")])?.step_index, 1);
  assert.equal(nextStep([step(0, "active"), step(1, "failed")]), null);
});

test("a section without speakers or voices gets no audio; one without emotion or sounds does", () => {
  const plan = planWorkflow({ workflow_kind: "create_audio", section_ids: ["a", "b"] });
  assert.ok(plan.kind === "planned");
  const steps = plan.steps.map((planned) => ({ ...planned, status: "pending" as StepStatus }));
  const blockedWhen = (kind: StepKind, status: StepStatus) => {
    const ended = steps.find((one) => one.step_kind === kind && one.section_id === "a");
    assert.ok(ended);
    return stepsBlockedBy({ ...ended, status }, steps).map(({ step_key }) => step_key);
  };
  assert.deepEqual(blockedWhen("cast_voices", "failed"), ["prepare_voices:a", "generate_stale_audio:a"]);
  assert.equal(blockedWhen("assign_speakers", "conflict").length, 6);
  for (const kind of ["direct_emotion", "place_project_sounds", "direct_sfx"] as const) {
    assert.deepEqual(blockedWhen(kind, "failed"), []);
  }
  assert.deepEqual(blockedWhen("cast_voices", "succeeded"), []);
});
