import assert from "node:assert/strict";
import { test } from "node:test";
import { failureOfRun } from "./workflow.ts";

const failed = (code: string) =>
  failureOfRun({
    run: { status: "failed", error_summary: [{ code, message: "1 line has no audio: It refuses.", section_id: null }] },
  } as unknown as Parameters<typeof failureOfRun>[0]).message;

test("a refused line is not advised to run the same again; a failure in passing is", () => {
  for (const code of ["STUDIO_WORKFLOW_ENGINE_REJECTED", "STUDIO_WORKFLOW_VOICE_UNAVAILABLE"]) {
    assert.match(failed(code), /Change what the reason names, then run the command again/, code);
  }
  assert.match(failed("STUDIO_WORKFLOW_AUDIO_FAILED"), /kept; run the command again to continue\.$/);
});
