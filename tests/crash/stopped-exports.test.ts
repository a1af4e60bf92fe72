// An export that runs while the server stops does not fail. It continues after the next start, after any number of stops and
// regardless of which process receives the signal.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { poll } from "../api/server.ts";
import { createBook, createStory, exportEnded, finished, longText, startAudio, startExport } from "../api/story.ts";
import { newInstallation, type Service } from "./service.ts";

const installation = newInstallation();
let service: Service = await installation.start();
after(async () => {
  await service.kill();
  installation[Symbol.dispose]();
});

test("an export that is under way at two stops in a row is complete in the end", async () => {
  const story = await createStory(service.client, longText(100));
  const audio = await finished(
    service.client,
    (await startAudio(service.client, story.projectId, [story.sectionId])).run.id,
  );
  assert.equal(audio.run.status, "completed", JSON.stringify(audio.run.error_summary));
  const { id: exportId } = await startExport(service.client, story, "m4b");
  const read = () => service.client.call("readExport", { params: { exportId } });
  // While the file is made; a service manager or a terminal may signal the rendering process before the server.
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    const rendering = await poll(
      async () => ({ pids: childrenOf(service.process.pid ?? assert.fail()), now: await read() }),
      ({ pids, now }) => pids.length > 0 || now.completed_at !== null,
    );
    assert.equal(rendering.now.completed_at, null, "too short a story: the file was made before it could be stopped");
    for (const pid of rendering.pids) process.kill(pid, signal);
    // So long that the server has heard of what became of its child.
    await delay(500);
    const ended = await service.end(signal);
    assert.deepEqual([ended.code, ended.stderr], [0, ""]);
    service = await installation.start();
    const now = await read();
    assert.ok(["queued", "running", "completed"].includes(now.status), now.status);
    assert.equal(now.error, null);
  }
  const ended = await exportEnded(service.client, exportId);
  assert.equal(ended.status, "completed", JSON.stringify(ended.error));
});

test("a book that is being made when the process is killed is complete after the next start", async () => {
  const { projectId, sectionIds } = await createBook(service.client, longText(40), longText(40));
  const audio = await finished(service.client, (await startAudio(service.client, projectId, sectionIds)).run.id);
  assert.equal(audio.run.status, "completed", JSON.stringify(audio.run.error_summary));
  const { id: exportId } = await service.client.call("createBookExport", {
    params: { projectId },
    headers: { "idempotency-key": randomUUID() },
    body: { schema_version: 1, format: "m4b", pin: "current", book: { credits: true } },
  });
  const read = () => service.client.call("readBookExport", { params: { projectId, exportId } });
  const rendering = await poll(read, ({ phase, status }) => phase === "encoding" || status === "completed");
  assert.equal(rendering.status, "running", "too short a book: the file was made before it could be killed");
  await service.kill();
  service = await installation.start();
  const over = await poll(read, ({ status }) => status !== "queued" && status !== "running");
  assert.deepEqual([over.status, over.error], ["completed", null]);
  const file = await fetch(over.artifact?.download_url ?? assert.fail("no file"));
  assert.equal((await file.arrayBuffer()).byteLength, over.artifact?.size_bytes);
});

/** Processes that a process started (Linux; elsewhere none are found and only the server hears the signal). */
function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
