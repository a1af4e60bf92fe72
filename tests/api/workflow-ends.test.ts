// Durable work under way: its progress, how it is cancelled and resumed.

import assert from "node:assert/strict";
import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import type { Workflow } from "@fullcast/contract";
import { checkRun } from "./check-run.ts";
import { inDatabase } from "./in-database.ts";
import { poll, refused, sharedServer, startTestServer } from "./server.ts";
import {
  createAudio,
  createBook,
  createStory,
  finished,
  longText,
  media,
  prepare,
  spokenStory,
  startAudio,
  startPrepare,
  studioMutation,
} from "./story.ts";

const server = await sharedServer();
const { client } = server;
const read = (workflowRunId: string) => client.call("readWorkflow", { params: { workflowRunId } });
const progressOf = (workflowRunId: string) => client.call("readWorkflowProgress", { params: { workflowRunId } });
const cancel = (workflowRunId: string) => client.call("cancelWorkflow", { params: { workflowRunId } });
const resume = (workflowRunId: string, body = studioMutation()) =>
  client.call("resumeWorkflow", { params: { workflowRunId }, body });
const kinds = ({ steps }: Workflow) => steps.map((step) => step.step_kind);
const statuses = ({ steps }: Workflow) => steps.map((step) => step.status);

/** Tries to make two runs overlap. */
const STORIES_AT_MOST = 6;

describe("while audio is generated", () => {
  test("the run goes from queued over running to completed, its stages in order, its progress never back", async () => {
    const { projectId, sectionId } = await createStory(client, longText(80));
    const { run } = await startAudio(client, projectId, [sectionId]);
    const seen: string[] = [];
    const stages: (string | null)[] = [];
    let percent = 0;
    let ready = 0;
    let generating = 0;
    let working = false;
    await poll(
      async () => {
        const now = await read(run.id);
        checkRun(now);
        const progress = await progressOf(run.id);
        assert.ok(progress.percent >= percent, `${progress.percent} after ${percent}`);
        assert.ok(progress.blocks.ready >= ready);
        const { total, pending, failed } = progress.blocks;
        assert.equal(pending + progress.blocks.generating + progress.blocks.ready + failed, total);
        percent = progress.percent;
        ready = progress.blocks.ready;
        generating = Math.max(generating, progress.blocks.generating);
        if (seen.at(-1) !== now.run.status) seen.push(now.run.status);
        if (stages.at(-1) !== now.run.current_stage) stages.push(now.run.current_stage);
        if (now.run.current_stage === "generating_audio") {
          const { sections } = await client.call("readProjectSections", { params: { projectId } });
          working ||= sections[0]?.activity_status === "working";
        }
        return now;
      },
      (now) => now.run.completed_at !== null,
    );
    assert.deepEqual(
      seen.filter((status) => !["queued", "running"].includes(status)),
      ["completed"],
    );
    const order = [
      "assigning_speakers",
      "casting_voices",
      "planning_emotion",
      "placing_project_sounds",
      "directing_sfx",
    ];
    const all = [...order, "preparing_voices", "generating_audio", null];
    assert.deepEqual(
      stages,
      all.filter((stage) => stages.includes(stage)),
    );
    assert.ok(working && generating > 0 && ready > 0);
  });
  test("progress ends with every block ready, 100 percent, and the length of the audio", async () => {
    const { sectionId, workflow } = await spokenStory(client);
    const progress = await progressOf(workflow.run.id);
    const spoken = (await media(client, sectionId)).filter((one) => one.freshness === "current");
    assert.deepEqual([progress.status, progress.percent, progress.estimated_remaining_ms], ["completed", 100, 0]);
    assert.deepEqual(progress.blocks, {
      total: spoken.length,
      pending: 0,
      generating: 0,
      ready: spoken.length,
      failed: 0,
    });
    assert.deepEqual(progress.sections, [
      { section_id: sectionId, total: spoken.length, ready: spoken.length, failed: 0 },
    ]);
    assert.equal(progress.characters.generated, progress.characters.total);
    assert.ok(progress.audio_ms > 1_000);
  });
});

describe("a run that is read while its steps end", () => {
  test("is of one moment in every answer", async () => {
    const { projectId, sectionIds } = await createBook(
      client,
      ...Array.from({ length: 12 }, () => "“Boats,” said Mara."),
    );
    const { run } = await startPrepare(client, projectId, ...sectionIds);
    let ended = false;
    const lane = async () => {
      while (!ended) {
        const now = await read(run.id);
        checkRun(now);
        ended ||= now.run.completed_at !== null;
      }
    };
    await Promise.all([lane(), lane(), lane(), lane()]);
  });
});

describe("cancelling", () => {
  test("a run that generates audio ends it cancelled, keeps the audio that is stored, and asks nothing more", async () => {
    const { projectId, sectionId } = await createStory(client, longText(120));
    const { run } = await startAudio(client, projectId, [sectionId]);
    await poll(
      () => progressOf(run.id),
      (progress) => progress.blocks.ready > 0,
    );
    const asked = await cancel(run.id);
    checkRun(asked);
    assert.ok(["canceling", "cancelled"].includes(asked.run.status), asked.run.status);
    assert.ok(asked.run.cancel_requested_at !== null);
    const ended = await finished(client, run.id);
    checkRun(ended);
    assert.equal(ended.run.status, "cancelled");
    assert.ok(ended.run.cancel_acknowledged_at !== null);
    assert.equal(ended.run.resumable, false);
    const after = await media(client, sectionId);
    const made = after.filter((one) => one.freshness === "current").length;
    assert.ok(made > 0 && made < after.length);
    assert.ok(after.every((one) => one.activity === "idle"));
    const again = await createAudio(client, projectId, sectionId);
    assert.equal(again.run.status, "completed");
    for (const one of await media(client, sectionId)) {
      const before = after.find((entry) => entry.block_id === one.block_id);
      if (before?.freshness === "current") assert.equal(one.active_rendition_id, before.active_rendition_id);
    }
  });
  test("steps that had not started carry cancelled_before_start", async () => {
    const { projectId, sectionIds } = await createBook(client, ...Array.from({ length: 12 }, () => longText(20)));
    const { run } = await startAudio(client, projectId, sectionIds);
    await cancel(run.id);
    const ended = await finished(client, run.id);
    checkRun(ended);
    assert.equal(ended.run.status, "cancelled");
    const unstarted = ended.steps.filter((step) => step.status === "cancelled" && step.started_at === null);
    assert.ok(unstarted.length > 40);
    for (const step of unstarted) assert.equal(step.result_summary.cancelled_before_start, true);
  });
  test("again answers the state; a run that ended otherwise is 409 WORKFLOW_NOT_CANCELLABLE", async () => {
    const { projectId, sectionId } = await createStory(client, longText(150));
    const { run } = await startAudio(client, projectId, [sectionId]);
    await Promise.all([cancel(run.id), cancel(run.id), cancel(run.id)]);
    const ended = await finished(client, run.id);
    assert.deepEqual(await cancel(run.id), ended);
    const done = await prepare(client, projectId, sectionId);
    await refused(cancel(done.run.id), 409, "WORKFLOW_NOT_CANCELLABLE");
  });
  test("takes no body or { schema_version: 1 }", async () => {
    const { projectId, sectionId } = await createStory(client, longText(150));
    const { run } = await startAudio(client, projectId, [sectionId]);
    const send = (body?: unknown) =>
      server.request(`/studio/workflows/${run.id}/cancel`, {
        method: "POST",
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    assert.equal((await send({ schema_version: 2 })).status, 400);
    assert.equal((await send({ why: "not" })).status, 400);
    assert.equal((await send({ schema_version: 1 })).status, 200);
    assert.equal((await send({})).status, 200);
    assert.equal((await send()).status, 200);
    await finished(client, run.id);
  });
});

describe("a storage that cannot be used", () => {
  // The disk refuses audio while a file stands in the place of the folder that holds it.
  const withoutObjects = async (work: () => Promise<void>) => {
    const objects = join(server.dataDir, "objects");
    const aside = `${objects}.aside`;
    if (existsSync(objects)) renameSync(objects, aside);
    writeFileSync(objects, "");
    try {
      await work();
    } finally {
      rmSync(objects);
      if (existsSync(aside)) renameSync(aside, objects);
    }
  };

  test("makes a run wait and state why; it completes by itself when the storage is back", async () => {
    const { projectId, sectionId } = await createStory(client);
    const { run } = await startAudio(client, projectId, [sectionId]);
    const active = ({ steps }: Workflow) => steps.find((step) => step.status === "active");
    await withoutObjects(async () => {
      const waiting = await poll(
        () => read(run.id),
        (workflow) => active(workflow)?.error_code != null || workflow.run.completed_at !== null,
      );
      assert.deepEqual(
        [waiting.run.status, active(waiting)?.step_kind, active(waiting)?.error_code],
        ["running", "generate_stale_audio", "STUDIO_WORKFLOW_STORAGE_UNAVAILABLE"],
      );
    });
    const ended = await finished(client, run.id);
    checkRun(ended);
    assert.equal(ended.run.status, "completed", JSON.stringify(ended.run.error_summary));
    assert.ok(ended.steps.every((step) => step.error_code === null));
  });
});

describe("resuming", () => {
  test("a partially completed run is a new run with what was not achieved; audio is made then", async () => {
    await using own = await startTestServer();
    const readOwn = (workflowRunId: string) => own.client.call("readWorkflow", { params: { workflowRunId } });
    const { projectId, sectionId } = await createStory(own.client);
    // An unexpected fault of the step.
    await inDatabase(own, (db) =>
      db.script(`
        create function refuse_takes() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
        create trigger refuse_takes before insert on renditions for each row execute function refuse_takes();`),
    );
    const broken = await createAudio(own.client, projectId, sectionId);
    await inDatabase(own, (db) => db.script("drop trigger refuse_takes on renditions; drop function refuse_takes()"));
    checkRun(broken);
    assert.deepEqual([broken.run.status, broken.run.resumable], ["partially_completed", true]);
    const [issue, ...others] = broken.run.error_summary;
    assert.deepEqual([issue?.step_kind, issue?.section_id, others], ["generate_stale_audio", sectionId, []]);
    assert.ok(issue?.code?.startsWith("STUDIO_WORKFLOW_"), issue?.code);
    assert.equal(broken.steps.at(-1)?.issue_kind, "workflow_failed");

    const body = studioMutation();
    const resumeOwn = () => own.client.call("resumeWorkflow", { params: { workflowRunId: broken.run.id }, body });
    const resumed = await resumeOwn();
    assert.notEqual(resumed.run.id, broken.run.id);
    assert.equal(resumed.run.resumes_workflow_run_id, broken.run.id);
    assert.deepEqual(kinds(resumed), ["generate_stale_audio"]);
    assert.deepEqual(resumed.run.profile_snapshot, broken.run.profile_snapshot);
    const ended = await finished(own.client, resumed.run.id);
    checkRun(ended);
    assert.equal(ended.run.status, "completed", JSON.stringify(ended.run.error_summary));
    assert.equal((await resumeOwn()).run.id, resumed.run.id);
    assert.equal((await readOwn(broken.run.id)).run.status, "partially_completed");
    const { sections } = await own.client.call("readProjectSections", { params: { projectId } });
    assert.equal(sections[0]?.activity_status, "audio_ready");
  });
  test("a run that did not fail is 409 WORKFLOW_NOT_RESUMABLE", async () => {
    const { projectId, sectionId } = await createStory(client, longText(100));
    const done = await prepare(client, projectId, sectionId);
    await refused(resume(done.run.id), 409, "WORKFLOW_NOT_RESUMABLE");
    const { run } = await startAudio(client, projectId, [sectionId]);
    await refused(resume(run.id), 409, "WORKFLOW_NOT_RESUMABLE");
    await cancel(run.id);
    await finished(client, run.id);
    await refused(resume(run.id), 409, "WORKFLOW_NOT_RESUMABLE");
  });
  test("a section that changed underneath its step is a conflict, and resumable", async () => {
    // Both structure the same version; the second to finish finds that the document has changed. On a busy machine the second
    // can begin after the first, and has nothing to do: then the next story shows it.
    const prepareTwice = async () => {
      const { projectId, sectionId } = await createStory(client, longText(1_500));
      const begin = () => startPrepare(client, projectId, sectionId);
      const started = await Promise.all([begin(), begin()]);
      const ended = await Promise.all(started.map(({ run }) => finished(client, run.id)));
      for (const one of ended) checkRun(one);
      return ended.find(({ run }) => run.status === "failed");
    };
    let lost = await prepareTwice();
    for (let tried = 1; lost === undefined && tried < STORIES_AT_MOST; tried++) lost = await prepareTwice();
    assert.ok(lost, "no run found a changed document");
    assert.deepEqual([lost.steps[0]?.status, lost.steps[0]?.issue_kind], ["conflict", "document_changed"]);
    assert.equal(lost.steps[0]?.error_code, "STUDIO_WORKFLOW_DOCUMENT_CHANGED");
    const resumed = await finished(client, (await resume(lost.run.id)).run.id);
    assert.deepEqual([resumed.run.status, statuses(resumed)], ["completed", ["skipped"]]);
  });
});
