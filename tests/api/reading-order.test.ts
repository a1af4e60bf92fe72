// A book is created by several runs: its first chapters are finished first, and a chapter that a person chooses does not wait.

import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestServer } from "./server.ts";
import { createBook, finished, media, startAudio } from "./story.ts";

const text = (name: string, lines: number) =>
  Array.from({ length: lines }, (_, at) => `“Is it the ${name}?” asked Ann for the ${at}th time.\n`).join("\n");

test("the second run of a book begins when the first has ended; one chapter alone does not wait", async () => {
  await using server = await startTestServer();
  const { projectId, sectionIds } = await createBook(
    server.client,
    ...["first", "second", "third", "fourth"].map((name) => text(name, 60)),
    text("last", 1),
  );
  const [one = "", two = "", three = "", four = "", alone = ""] = sectionIds;
  const early = (await startAudio(server.client, projectId, [one, two])).run;
  const late = (await startAudio(server.client, projectId, [three, four])).run;
  const single = (await startAudio(server.client, projectId, [alone])).run;

  const { run: chosen } = await finished(server.client, single.id);
  const during = await server.client.call("readWorkflow", { params: { workflowRunId: early.id } });
  assert.equal(during.run.completed_at, null, "the chapter that was chosen waited for the book");
  assert.equal(chosen.status, "completed", JSON.stringify(chosen.error_summary));

  const { run: first } = await finished(server.client, early.id);
  assert.equal(first.status, "completed", JSON.stringify(first.error_summary));
  const { run: second } = await finished(server.client, late.id);
  assert.equal(second.status, "completed", JSON.stringify(second.error_summary));
  assert.ok(
    Date.parse(second.started_at ?? "") >= Date.parse(first.completed_at ?? ""),
    `the second run began at ${second.started_at}, the first ended at ${first.completed_at}`,
  );
  for (const id of sectionIds) {
    assert.ok((await media(server.client, id)).every(({ freshness }) => freshness === "current"));
  }
});

test("the run of a book begins when the one before it is cancelled", async () => {
  await using server = await startTestServer();
  const { projectId, sectionIds } = await createBook(
    server.client,
    ...["first", "second"].map((name) => text(name, 200)),
    ...["third", "fourth"].map((name) => text(name, 1)),
  );
  const early = (await startAudio(server.client, projectId, sectionIds.slice(0, 2))).run;
  const late = (await startAudio(server.client, projectId, sectionIds.slice(2))).run;
  await server.client.call("cancelWorkflow", { params: { workflowRunId: early.id } });
  const { run } = await finished(server.client, late.id);
  assert.equal(run.status, "completed", JSON.stringify(run.error_summary));
});
