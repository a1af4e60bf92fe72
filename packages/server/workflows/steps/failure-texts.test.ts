import assert from "node:assert/strict";
import { test } from "node:test";
import { failures } from "@fullcast/contract";
import { EngineError, type EngineErrorKind } from "../../engines/engine.ts";
import { failureTexts, reported, stepFailureOf } from "./failure-texts.ts";

const refused = { kind: "line", error: new EngineError("rejected", "Clear Voices refuses a line.") } as const;
const voiceless = {
  kind: "line",
  error: new EngineError("rejected", "The speaker has no voice.", { scope: "voice" }),
} as const;
const sound = { kind: "sound", error: new EngineError("rejected", "No sound effect matches “kettle”.") } as const;
const away = { kind: "line", error: new EngineError("unavailable", "Clear Voices does not answer.") } as const;

test("what an engine refuses names what to change: the text, the voice, or the sound", () => {
  const words = ({ error, kind }: typeof refused | typeof sound | typeof voiceless) => failureTexts(error, kind);
  assert.deepEqual(words(refused), {
    code: "STUDIO_WORKFLOW_ENGINE_REJECTED",
    message: "Clear Voices refuses a line. Change the text of the line, or give it another voice.",
  });
  assert.deepEqual(words(voiceless), {
    code: "STUDIO_WORKFLOW_VOICE_UNAVAILABLE",
    message: "The speaker has no voice. Choose another voice for the speaker.",
  });
  assert.deepEqual(words(sound), {
    code: "STUDIO_WORKFLOW_ENGINE_REJECTED",
    message: "No sound effect matches “kettle”. Describe the sound in other words, or delete it.",
  });
});

test("a step with refused lines advises the change; only lines that failed in passing are tried again as they are", () => {
  assert.deepEqual(stepFailureOf([away]), {
    code: "STUDIO_WORKFLOW_AUDIO_FAILED",
    advice: "Finished audio is kept; resume to try the rest again.",
  });
  const change = "Finished audio is kept; resume after the change.";
  assert.deepEqual(stepFailureOf([refused, sound]), { code: "STUDIO_WORKFLOW_ENGINE_REJECTED", advice: change });
  assert.deepEqual(stepFailureOf([voiceless]), { code: "STUDIO_WORKFLOW_VOICE_UNAVAILABLE", advice: change });
  assert.deepEqual(stepFailureOf([away, refused]), { code: "STUDIO_WORKFLOW_AUDIO_FAILED", advice: change });
  assert.equal(reported([away, refused]), refused);
  assert.equal(reported([away]), away);
});

test("whatever an engine refuses for good is not retryable in the catalogue, and its sentence says what to do", () => {
  const kinds: readonly EngineErrorKind[] = ["quota", "auth", "rejected"];
  for (const kind of kinds) {
    for (const scope of ["engine", "voice", "plan"] as const) {
      const { code } = failureTexts(new EngineError(kind, "It refuses.", { scope }));
      const { retryable, sentence } = failures[code];
      assert.equal(retryable, false, code);
      assert.match(sentence, /\. [A-Z].*(?:resume the run|plan)\.$/, code);
    }
  }
});
