// Durable work: what is planned, how it is told, how it is cancelled and resumed.

import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import type { Workflow } from "@fullcast/contract";
import { poll, refused, sharedServer } from "./server.ts";
import {
  createAudio,
  createBook,
  createStory,
  finished,
  longText,
  media,
  mutation,
  prepare,
  readDocument,
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
const TERMINAL = ["succeeded", "skipped", "failed", "conflict", "cancelled"];

/** What holds of every run at any time (interface.md, "Workflow run", "Workflow run and step"). */
function checkRun({ run, steps }: Workflow): void {
  const ended = steps.filter((step) => TERMINAL.includes(step.status)).length;
  const has = (...wanted: string[]) => steps.filter((step) => wanted.includes(step.status)).length;
  assert.equal(run.step_count, steps.length);
  assert.equal(run.completed_step_count, ended);
  assert.deepEqual(
    steps.map((step) => step.step_index),
    steps.map((_, index) => index),
  );
  assert.equal(new Set(steps.map((step) => step.step_key)).size, steps.length);
  const { pending, active, succeeded, failed, cancelled, completed, total } = run.progress;
  assert.deepEqual(
    { pending, active, succeeded, failed, cancelled, completed, total },
    {
      pending: has("pending"),
      active: has("active"),
      succeeded: has("succeeded", "skipped"),
      failed: has("failed", "conflict"),
      cancelled: has("cancelled"),
      completed: ended,
      total: steps.length,
    },
  );
  const isTerminal = ended === steps.length;
  assert.equal(run.completed_at !== null, isTerminal);
  assert.equal(
    ["completed", "partially_completed", "failed", "cancelled"].includes(run.status),
    isTerminal,
    run.status,
  );
  assert.equal(run.current_stage === null, isTerminal);
  if (isTerminal && run.cancel_requested_at === null) {
    const expected =
      has("failed", "conflict") === 0
        ? "completed"
        : has("succeeded", "skipped") > 0
          ? "partially_completed"
          : "failed";
    assert.equal(run.status, expected);
  }
  assert.equal(run.resumable, ["failed", "partially_completed"].includes(run.status));
  assert.deepEqual(
    run.error_summary.map((issue) => issue.step_id),
    steps.filter((step) => ["failed", "conflict"].includes(step.status)).map((step) => step.id),
  );
  assert.equal(run.payer_user_id === null, run.workflow_kind === "prepare_sections");
  assert.equal(run.automation_profile === null, run.workflow_kind === "prepare_sections");
  for (const step of steps) {
    assert.equal(step.workflow_run_id, run.id);
    assert.equal(step.completed_at !== null, TERMINAL.includes(step.status), step.step_key);
    assert.equal(step.issue_kind !== null, ["failed", "conflict"].includes(step.status), step.step_key);
    if (step.status === "skipped") assert.ok(String(step.result_summary.reason ?? "").length > 10, step.step_key);
  }
}

describe("prepare_sections", () => {
  test("has one prepare_section step for each section, in the requested order, and an empty profile_snapshot", async () => {
    const { projectId, sectionIds } = await createBook(client, "One.", "Two.", "Three.");
    const order = [...sectionIds].reverse();
    const started = await startPrepare(client, projectId, ...order);
    checkRun(started);
    const ended = await finished(client, started.run.id);
    checkRun(ended);
    assert.deepEqual(kinds(ended), ["prepare_section", "prepare_section", "prepare_section"]);
    assert.deepEqual(
      ended.steps.map((step) => step.section_id),
      order,
    );
    assert.deepEqual([ended.run.status, ended.run.profile_snapshot], ["completed", {}]);
    assert.equal(ended.run.requested_by_user_id, (await client.call("readProfile")).id);
  });
  test("takes 1 to 100 sections of the project, none twice", async () => {
    const { projectId, sectionIds } = await createBook(client, "One.");
    const ids = (count: number) => Array.from({ length: count }, () => randomUUID());
    await refused(startPrepare(client, projectId), 400, "INVALID_REQUEST");
    await refused(startPrepare(client, projectId, ...sectionIds, ...sectionIds), 400, "INVALID_REQUEST");
    await refused(startPrepare(client, projectId, ...ids(101)), 400, "INVALID_REQUEST");
    await refused(startPrepare(client, projectId, ...ids(100)), 404, "NOT_FOUND");
    const other = await createStory(client);
    await refused(startPrepare(client, projectId, other.sectionId), 404, "NOT_FOUND");
  });
});

describe("create_audio", () => {
  test("plans its steps stage by stage and ends with audio for every block", async () => {
    const { projectId, sectionIds } = await createBook(client, '"One," said Mara.', '"Two," said Tom.');
    const ended = await createAudio(client, projectId, ...sectionIds);
    checkRun(ended);
    assert.equal(ended.run.status, "completed", JSON.stringify(ended.run.error_summary));
    const stages = [
      "assign_speakers",
      "cast_voices",
      "direct_emotion",
      "place_project_sounds",
      "direct_sfx",
      "prepare_voices",
      "generate_stale_audio",
    ];
    assert.deepEqual(
      kinds(ended),
      stages.flatMap((stage) => [stage, stage]),
    );
    assert.deepEqual(
      ended.steps.map((step) => step.section_id),
      stages.flatMap(() => sectionIds),
    );
    for (const sectionId of sectionIds) {
      for (const one of await media(client, sectionId)) {
        if (one.freshness !== "unsupported") assert.deepEqual([one.freshness, one.activity], ["current", "idle"]);
      }
    }
    const { sections } = await client.call("readProjectSections", { params: { projectId } });
    assert.deepEqual(
      sections.map((section) => section.activity_status),
      ["audio_ready", "audio_ready"],
    );
  });
  test("freezes its options in profile_snapshot and leaves out the steps that are switched off", async () => {
    const { projectId, sectionId } = await createStory(client, "One line.");
    const off = { include_generated_sfx: false, place_project_sounds: false, direct_emotion: false };
    const ended = await finished(client, (await startAudio(client, projectId, [sectionId], off)).run.id);
    assert.deepEqual(kinds(ended), ["assign_speakers", "cast_voices", "prepare_voices", "generate_stale_audio"]);
    const { include_generated_sfx, place_project_sounds, direct_emotion } = ended.run.profile_snapshot;
    assert.deepEqual({ include_generated_sfx, place_project_sounds, direct_emotion }, off);
    assert.equal(ended.run.status, "completed");
  });
  test("a second time skips every step and tells why", async () => {
    const { projectId, sectionId } = await spokenStory(client);
    const before = await media(client, sectionId);
    const again = await createAudio(client, projectId, sectionId);
    checkRun(again);
    assert.deepEqual(new Set(statuses(again)), new Set(["skipped"]));
    assert.equal(again.run.status, "completed");
    const after = await media(client, sectionId);
    assert.deepEqual(
      after.map((one) => [one.active_rendition_id, one.audio_version_count]),
      before.map((one) => [one.active_rendition_id, one.audio_version_count]),
    );
  });
  test("of a text without words makes nothing, and tells so", async () => {
    const { projectId, sectionId } = await createStory(client, " \n * * * \n");
    const ended = await createAudio(client, projectId, sectionId);
    checkRun(ended);
    assert.equal(ended.run.status, "completed", JSON.stringify(ended.run.error_summary));
    assert.equal(ended.steps.at(-1)?.status, "skipped");
  });
  test("takes at most 12 sections with both sound lanes, 14 with one, 16 with none", async () => {
    const { projectId } = await createBook(client);
    const ids = (count: number) => Array.from({ length: count }, () => randomUUID());
    for (const [options, cap] of [
      [{}, 12],
      [{ include_generated_sfx: false }, 14],
      [{ place_project_sounds: false }, 14],
      [{ include_generated_sfx: false, place_project_sounds: false }, 16],
    ] as const) {
      await refused(startAudio(client, projectId, ids(cap + 1), options), 400, "INVALID_REQUEST");
      // The cap itself is accepted: what is refused then is that the sections do not exist.
      await refused(startAudio(client, projectId, ids(cap), options), 404, "NOT_FOUND");
    }
  });
});

describe("a target_scope", () => {
  const lanesOff = { include_generated_sfx: false, place_project_sounds: false };
  const target = (block: { id: string; block_version: number }, text: string) => ({
    block_id: block.id,
    base_block_version: block.block_version,
    text_length_utf16: text.length,
    text_hash: createHash("sha256").update(text, "utf8").digest("hex"),
  });

  test("generates the audio of its blocks only", async () => {
    const { projectId, sectionId } = await createStory(client);
    await prepare(client, projectId, sectionId);
    const { blocks } = (await readDocument(client, sectionId)).document;
    const wanted = blocks.filter((block) => block.kind === "speech").slice(0, 2);
    const scope = {
      kind: "source_blocks" as const,
      blocks: wanted.map((block) => target(block, block.content.type === "text" ? block.content.text : "")),
    };
    const { run } = await startAudio(client, projectId, [sectionId], { ...lanesOff, target_scope: scope });
    const ended = await finished(client, run.id);
    assert.equal(ended.run.status, "completed", JSON.stringify(ended.run.error_summary));
    const ids = wanted.map((block) => block.id);
    for (const one of await media(client, sectionId)) {
      assert.equal(one.audio_version_count, ids.includes(one.block_id) ? 1 : 0);
    }
  });
  test("requires exactly one section and both sound options false", async () => {
    const { projectId, sectionIds } = await createBook(client, "One.", "Two.");
    const { blocks } = (await readDocument(client, sectionIds[0] ?? "")).document;
    const target_scope = { kind: "source_blocks" as const, blocks: [target(blocks[0] ?? assert.fail(), "One.")] };
    for (const [ids, options] of [
      [sectionIds, lanesOff],
      [sectionIds.slice(0, 1), {}],
      [sectionIds.slice(0, 1), { include_generated_sfx: false }],
      [sectionIds.slice(0, 1), { place_project_sounds: false }],
    ] as const) {
      await refused(startAudio(client, projectId, ids, { ...options, target_scope }), 400, "INVALID_REQUEST");
    }
  });
  test("whose blocks are not as they are stored is 409; an unknown block 404; 251 blocks, or one twice, 400", async () => {
    const { projectId, sectionId } = await createStory(client, "One.");
    const { blocks } = (await readDocument(client, sectionId)).document;
    const good = target(blocks[0] ?? assert.fail(), "One.");
    const start = (...targets: (typeof good)[]) =>
      startAudio(client, projectId, [sectionId], {
        ...lanesOff,
        target_scope: { kind: "source_blocks", blocks: targets },
      });
    await refused(start({ ...good, base_block_version: 2 }), 409, "VERSION_CONFLICT");
    await refused(start({ ...good, text_length_utf16: 5 }), 409, "VERSION_CONFLICT");
    await refused(start({ ...good, text_hash: "0".repeat(64) }), 409, "VERSION_CONFLICT");
    await refused(start({ ...good, block_id: randomUUID() }), 404, "NOT_FOUND");
    await refused(start(), 400, "INVALID_REQUEST");
    await refused(start(good, good), 400, "INVALID_REQUEST");
    const many = Array.from({ length: 251 }, () => ({ ...good, block_id: randomUUID() }));
    await refused(start(...many), 400, "INVALID_REQUEST");
  });
});

describe("a client_mutation_id", () => {
  test("gives the run its id: the same request returns the same run, also twenty times at once", async () => {
    const { projectId, sectionId } = await createStory(client);
    const body = { ...studioMutation(), workflow_kind: "prepare_sections" as const, section_ids: [sectionId] };
    const send = () => client.call("startWorkflow", { params: { projectId }, body });
    const runs = await Promise.all(Array.from({ length: 20 }, send));
    assert.equal(new Set(runs.map(({ run }) => run.id)).size, 1);
    const ended = await finished(client, runs[0]?.run.id ?? "");
    assert.deepEqual(await send(), ended);
    assert.equal((await readDocument(client, sectionId)).document.document_version, 2);
  });
  test("reused for different content is 409", async () => {
    const { projectId, sectionIds } = await createBook(client, "One.", "Two.");
    const ids = mutation();
    const start = (section_ids: string[]) =>
      client.call("startWorkflow", {
        params: { projectId },
        body: { schema_version: 1, ...ids, workflow_kind: "prepare_sections", section_ids },
      });
    const { run } = await start(sectionIds);
    await refused(start([...sectionIds].reverse()), 409, "IDEMPOTENCY_CONFLICT");
    const audio = client.call("startWorkflow", {
      params: { projectId },
      body: { schema_version: 2, ...ids, workflow_kind: "create_audio", section_ids: sectionIds },
    });
    await refused(audio, 409, "IDEMPOTENCY_CONFLICT");
    await finished(client, run.id);
  });
});

describe("the latest workflow", () => {
  const latest = (projectId: string, section_id?: string) =>
    client.call("readLatestWorkflow", {
      params: { projectId },
      ...(section_id === undefined ? {} : { query: { section_id } }),
    });

  test("is null when none has run", async () => {
    const { projectId, sectionId } = await createStory(client);
    assert.equal(await latest(projectId), null);
    assert.equal(await latest(projectId, sectionId), null);
  });
  test("is the newest of the project, or the one that last added a step for a section", async () => {
    const { projectId, sectionIds } = await createBook(client, "One.", "Two.");
    const [one = "", two = ""] = sectionIds;
    const both = await prepare(client, projectId, one, two);
    const second = await prepare(client, projectId, two);
    assert.deepEqual(await latest(projectId), second);
    assert.deepEqual(await latest(projectId, one), both);
    assert.deepEqual(await latest(projectId, two), second);
  });
  test("of a section of another project is null", async () => {
    const here = await createStory(client);
    const there = await createStory(client);
    await prepare(client, there.projectId, there.sectionId);
    assert.equal(await latest(here.projectId, there.sectionId), null);
    assert.equal(await latest(here.projectId, randomUUID()), null);
  });
});

describe("while audio is generated", () => {
  test("the run goes from queued over running to completed, its stages in order, its progress never back", async () => {
    const { projectId, sectionId } = await createStory(client, longText(150));
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

describe("cancelling", () => {
  test("a run that generates audio ends it cancelled, keeps the audio that is stored, and asks nothing more", async () => {
    const { projectId, sectionId } = await createStory(client, longText(300));
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

describe("resuming", () => {
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

  test("a partially completed run is a new run with what was not achieved; audio is made then", async () => {
    const { projectId, sectionId } = await createStory(client);
    let broken: Workflow | undefined;
    await withoutObjects(async () => {
      broken = await createAudio(client, projectId, sectionId);
    });
    assert.ok(broken);
    checkRun(broken);
    assert.deepEqual([broken.run.status, broken.run.resumable], ["partially_completed", true]);
    const [issue, ...others] = broken.run.error_summary;
    assert.deepEqual([issue?.step_kind, issue?.section_id, others], ["generate_stale_audio", sectionId, []]);
    assert.ok(issue?.code?.startsWith("STUDIO_WORKFLOW_"), issue?.code);
    assert.equal(broken.steps.at(-1)?.issue_kind, "workflow_failed");

    const body = studioMutation();
    const resumed = await resume(broken.run.id, body);
    assert.notEqual(resumed.run.id, broken.run.id);
    assert.equal(resumed.run.resumes_workflow_run_id, broken.run.id);
    assert.deepEqual(kinds(resumed), ["generate_stale_audio"]);
    assert.deepEqual(resumed.run.profile_snapshot, broken.run.profile_snapshot);
    const ended = await finished(client, resumed.run.id);
    checkRun(ended);
    assert.equal(ended.run.status, "completed", JSON.stringify(ended.run.error_summary));
    assert.equal((await resume(broken.run.id, body)).run.id, resumed.run.id);
    assert.equal((await read(broken.run.id)).run.status, "partially_completed");
    const { sections } = await client.call("readProjectSections", { params: { projectId } });
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
    const { projectId, sectionId } = await createStory(client, longText(1_500));
    // Both structure the same version; the second to finish finds that the document has changed.
    const started = await Promise.all([
      startPrepare(client, projectId, sectionId),
      startPrepare(client, projectId, sectionId),
    ]);
    const ended = await Promise.all(started.map(({ run }) => finished(client, run.id)));
    for (const one of ended) checkRun(one);
    const lost = ended.find(({ run }) => run.status === "failed");
    assert.ok(lost, ended.map(({ run }) => run.status).join());
    assert.deepEqual([lost.steps[0]?.status, lost.steps[0]?.issue_kind], ["conflict", "document_changed"]);
    assert.equal(lost.steps[0]?.error_code, "STUDIO_WORKFLOW_DOCUMENT_CHANGED");
    const resumed = await finished(client, (await resume(lost.run.id)).run.id);
    assert.deepEqual([resumed.run.status, statuses(resumed)], ["completed", ["skipped"]]);
  });
});
