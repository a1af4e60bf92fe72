import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createAudioSectionLimit, MAX_STEPS, planResume, planWorkflow, type WorkflowRequest } from "./plan.ts";
import { OUTCOME_OF, type StepStatus } from "./steps.ts";

const sectionIds = (count: number) => Array.from({ length: count }, (_, index) => `section-${index}`);

function planned(request: WorkflowRequest) {
  const plan = planWorkflow(request);
  assert.ok(plan.kind === "planned", plan.kind);
  return plan;
}

test("preparing sections is one step a section, in the order asked", () => {
  const { steps, profile_snapshot } = planned({ workflow_kind: "prepare_sections", section_ids: ["b", "a"] });
  assert.deepEqual(
    steps.map(({ step_kind, section_id, step_index }) => [step_kind, section_id, step_index]),
    [
      ["prepare_section", "b", 0],
      ["prepare_section", "a", 1],
    ],
  );
  assert.deepEqual(profile_snapshot, {});
});

test("Create Audio walks its stages in order, each over all sections; project sounds come before generated ones", () => {
  const { steps, profile_snapshot } = planned({ workflow_kind: "create_audio", section_ids: ["a", "b"] });
  assert.deepEqual(
    steps.map(({ step_key }) => step_key),
    [
      "assign_speakers:a",
      "assign_speakers:b",
      "cast_voices:a",
      "cast_voices:b",
      "direct_emotion:a",
      "direct_emotion:b",
      "place_project_sounds:a",
      "place_project_sounds:b",
      "direct_sfx:a",
      "direct_sfx:b",
      "prepare_voices:a",
      "prepare_voices:b",
      "generate_stale_audio:a",
      "generate_stale_audio:b",
    ],
  );
  assert.deepEqual(profile_snapshot, {
    schema_version: 2,
    include_generated_sfx: true,
    place_project_sounds: true,
    direct_emotion: true,
    target_scope: null,
  });
});

test("what is switched off is not planned", () => {
  const { steps } = planned({
    workflow_kind: "create_audio",
    section_ids: ["a"],
    include_generated_sfx: false,
    place_project_sounds: false,
    direct_emotion: false,
  });
  assert.deepEqual(
    steps.map(({ step_kind }) => step_kind),
    ["assign_speakers", "cast_voices", "prepare_voices", "generate_stale_audio"],
  );
});

test("the caps are 12, 14 and 16 sections by sound lanes, and no plan exceeds 100 steps", () => {
  for (const place_project_sounds of [true, false]) {
    for (const include_generated_sfx of [true, false]) {
      const lanes = Number(place_project_sounds) + Number(include_generated_sfx);
      const limit = createAudioSectionLimit(lanes);
      assert.equal(limit, { 0: 16, 1: 14, 2: 12 }[lanes]);
      const request = { workflow_kind: "create_audio", place_project_sounds, include_generated_sfx } as const;
      assert.ok(planned({ ...request, section_ids: sectionIds(limit) }).steps.length <= MAX_STEPS);
      assert.deepEqual(planWorkflow({ ...request, section_ids: sectionIds(limit + 1) }), {
        kind: "too_many_sections",
        count: limit + 1,
        limit,
      });
    }
  }
  assert.equal(planned({ workflow_kind: "prepare_sections", section_ids: sectionIds(100) }).steps.length, 100);
  assert.equal(
    planWorkflow({ workflow_kind: "prepare_sections", section_ids: sectionIds(101) }).kind,
    "too_many_sections",
  );
});

test("a target scope goes with one section and without sounds", () => {
  const target_scope = {
    kind: "source_blocks",
    blocks: [{ block_id: "x", base_block_version: 1, text_length_utf16: 3, text_hash: "0".repeat(64) }],
  } as const;
  const quiet = { include_generated_sfx: false, place_project_sounds: false, target_scope } as const;
  const ask = (over: object) => planWorkflow({ workflow_kind: "create_audio", section_ids: ["a"], ...quiet, ...over });
  assert.equal(ask({}).kind, "planned");
  assert.equal(ask({ section_ids: ["a", "b"] }).kind, "target_scope_needs_one_section");
  assert.equal(ask({ include_generated_sfx: true }).kind, "target_scope_excludes_sounds");
  assert.equal(ask({ place_project_sounds: undefined }).kind, "target_scope_excludes_sounds");
});

test("no section and a section asked for twice are refused", () => {
  assert.equal(planWorkflow({ workflow_kind: "prepare_sections", section_ids: [] }).kind, "no_sections");
  assert.deepEqual(planWorkflow({ workflow_kind: "prepare_sections", section_ids: ["a", "b", "a"] }), {
    kind: "repeated_section",
    section_id: "a",
  });
});

test("a resumed run repeats each section from its first unsuccessful step on, and nothing before it", () => {
  const { steps } = planned({ workflow_kind: "create_audio", section_ids: ["a", "b"] });
  const old = steps.map((step) => {
    const status: StepStatus =
      step.section_id === "b" && step.step_kind === "prepare_voices"
        ? "failed"
        : step.section_id === "b" && step.step_kind === "generate_stale_audio"
          ? "cancelled"
          : "succeeded";
    return { ...step, status };
  });
  assert.deepEqual(planResume(old), [
    { step_key: "prepare_voices:b", step_index: 0, step_kind: "prepare_voices", section_id: "b" },
    { step_key: "generate_stale_audio:b", step_index: 1, step_kind: "generate_stale_audio", section_id: "b" },
  ]);
});

test("resuming covers every step that did not succeed, keeps the order and leaves finished sections alone", () => {
  const status = fc.constantFrom<StepStatus>("succeeded", "skipped", "failed", "conflict", "cancelled");
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 6 }),
      fc.array(status, { minLength: 42, maxLength: 42 }),
      (count, statuses) => {
        const { steps } = planned({ workflow_kind: "create_audio", section_ids: sectionIds(count) });
        const old = steps.map((step, index) => ({ ...step, status: statuses[index]! }));
        const again = planResume(old);
        const keys = new Set(again.map(({ step_key }) => step_key));
        for (const step of old) {
          if (OUTCOME_OF[step.status] !== "success") assert.ok(keys.has(step.step_key));
        }
        for (const section_id of sectionIds(count)) {
          const done = old.every((step) => step.section_id !== section_id || OUTCOME_OF[step.status] === "success");
          assert.equal(
            again.some((step) => step.section_id === section_id),
            !done,
          );
        }
        const order = old.map(({ step_key }) => step_key).filter((key) => keys.has(key));
        assert.deepEqual(
          again.map(({ step_key }) => step_key),
          order,
        );
        assert.deepEqual(
          again.map(({ step_index }) => step_index),
          again.map((_, index) => index),
        );
      },
    ),
    { numRuns: 100 },
  );
});
