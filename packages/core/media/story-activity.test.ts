import assert from "node:assert/strict";
import { test } from "node:test";
import { storyActivity } from "./story-activity.ts";

test("a story has the state that needs attention first; empty sections do not count", () => {
  assert.deepEqual(storyActivity(["audio_ready", "blank", "needs_audio"]), {
    state: "needs_audio",
    ready: 1,
    total: 2,
  });
  assert.equal(storyActivity(["audio_failed", "needs_audio", "working"]).state, "working");
  assert.equal(storyActivity(["audio_failed", "needs_audio"]).state, "audio_failed");
  assert.deepEqual(storyActivity(["audio_ready", "audio_ready"]), { state: "audio_ready", ready: 2, total: 2 });
  assert.deepEqual(storyActivity([]), { state: "blank", ready: 0, total: 0 });
});
