// A stop may come at any moment of a run: between two steps, and while a step is marked as started.

import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestServer } from "../api/server.ts";
import { createStory, finished, prepare, startAudio } from "../api/story.ts";

test("an orderly stop never fails a run, whenever it comes", async () => {
  await using server = await startTestServer();
  const stories = [];
  for (let count = 0; count < 4; count++) {
    const story = await createStory(server.client, `"Is it late?" asked Mara. "It is ${count}," said Tom.`);
    await prepare(server.client, story.projectId, story.sectionId);
    stories.push(story);
  }
  const runs = await Promise.all(
    stories.map(({ projectId, sectionId }) => startAudio(server.client, projectId, [sectionId])),
  );
  for (let stops = 0; stops < 3; stops++) await server.restart();
  for (const { run } of runs) {
    const ended = await finished(server.client, run.id);
    assert.equal(ended.run.status, "completed", JSON.stringify(ended.run.error_summary));
  }
});
