// Workflow runs: planning and reports.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import type { Workflow } from "@fullcast/contract";
import { checkRun } from "./check-run.ts";
import { refused, sharedAccount } from "./server.ts";
import {
  createAudio,
  createBook,
  createStory,
  finished,
  media,
  mutation,
  prepare,
  readDocument,
  spokenStory,
  startAudio,
  startPrepare,
  studioMutation,
} from "./story.ts";

const server = await sharedAccount();
const { client } = server;
const kinds = ({ steps }: Workflow) => steps.map((step) => step.step_kind);
const statuses = ({ steps }: Workflow) => steps.map((step) => step.status);

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
  test("of 100 sections is a run of 100 steps, counted to the end", async () => {
    const texts = Array.from({ length: 100 }, (_, index) => `Boat ${index} came.`);
    const { projectId, sectionIds } = await createBook(client, ...texts);
    const started = await startPrepare(client, projectId, ...sectionIds);
    assert.deepEqual([started.run.step_count, started.steps.at(-1)?.step_index], [100, 99]);
    const ended = await finished(client, started.run.id);
    checkRun(ended);
    const { run } = ended;
    assert.deepEqual([run.status, run.completed_step_count, run.progress.total], ["completed", 100, 100]);
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
  test("a second time skips every step and states why", async () => {
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
  test("of a text without words makes nothing, and reports it", async () => {
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
