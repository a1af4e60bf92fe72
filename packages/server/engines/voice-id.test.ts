import assert from "node:assert/strict";
import { test } from "node:test";
import { voiceId } from "./voice-id.ts";

test("voice ids stay what they are for ever, and differ by provider and voice", () => {
  // Stored in every project: this value must never change.
  assert.equal(voiceId("espeak", "ada"), "6314e8fe-3470-58f8-8e1d-2f492fcb308f");
  assert.notEqual(voiceId("espeak", "ada"), voiceId("other", "ada"));
  assert.notEqual(voiceId("espeak", "ada"), voiceId("espeak", "grace"));
});
