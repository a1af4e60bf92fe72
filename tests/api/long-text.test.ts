// Texts that are longer than what one section can become.

import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedServer } from "./server.ts";
import { createAudio, createStory, prepare } from "./story.ts";

const server = await sharedServer();

test("a section with more lines than its timeline holds is told before anything is spoken", async () => {
  const { client } = server;
  const text = Array.from({ length: 25_001 }, (_, index) => `Step ${index} was taken.`).join("\n\n");
  const { projectId, sectionId } = await createStory(client, text);
  assert.equal((await prepare(client, projectId, sectionId)).run.status, "completed");
  const { run, steps } = await createAudio(client, projectId, sectionId);
  assert.equal(run.status, "partially_completed");
  const failed = steps.find((step) => step.status === "failed");
  assert.equal(failed?.step_kind, "generate_stale_audio");
  assert.equal(failed?.error_code, "STUDIO_WORKFLOW_DOCUMENT_TOO_LARGE");
  assert.match(failed?.error_message ?? "", /25001 lines .* 25000/);
  const progress = await client.call("readWorkflowProgress", { params: { workflowRunId: run.id } });
  assert.equal(progress.blocks.ready, 0);
  assert.equal(progress.blocks.generating, 0);
});
