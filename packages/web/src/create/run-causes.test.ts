import assert from "node:assert/strict";
import { test } from "node:test";
import { causesOf } from "./run-causes.ts";

const issue = { code: "STUDIO_WORKFLOW_AUDIO_FAILED", message: "3 lines have no audio." };
const cause = (lines: number, engine: string, code = "PROVIDER_UNAVAILABLE") => ({
  code,
  engine,
  provider: engine.toLowerCase(),
  lines,
  message: "It is paused.",
});

test("the same cause of several chapters is one, with all its lines", () => {
  const steps = [
    { result_summary: { causes: [cause(2, "Clear"), cause(1, "Loud")] } },
    { result_summary: {} },
    { result_summary: { causes: [cause(3, "Clear"), "odd", { code: 1 }] } },
  ];
  assert.deepEqual(causesOf({ status: "partially_completed", error_summary: [issue, issue] }, steps, 9), [
    cause(5, "Clear"),
    cause(1, "Loud"),
  ]);
});

test("a run whose steps state no cause has one for each code", () => {
  const other = { code: "STUDIO_WORKFLOW_INSUFFICIENT_FUNDS", message: "No funds." };
  const words = (error_summary: (typeof issue)[]) => causesOf({ status: "failed", error_summary }, [], 4);
  assert.deepEqual(words([issue]), [{ ...issue, engine: null, provider: null, lines: 4 }]);
  assert.deepEqual(words([issue, other]), [
    { ...issue, engine: null, provider: null, lines: 0 },
    { ...other, engine: null, provider: null, lines: 0 },
  ]);
});
