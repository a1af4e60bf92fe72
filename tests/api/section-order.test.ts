// The order of a project's sections, and their deletion.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { poll, refused, sharedAccount } from "./server.ts";
import {
  createBook,
  createStory,
  exportStory,
  finished,
  longText,
  media,
  readDocument,
  spokenStory,
  startAudio,
  studioMutation,
} from "./story.ts";

const server = await sharedAccount();
const { client } = server;

const sectionsOf = async (projectId: string) => {
  const state = await client.call("readProjectSections", { params: { projectId } });
  return { ids: state.sections.map((section) => section.id), version: state.section_order_version ?? 0 };
};
const move = (
  projectId: string,
  sectionId: string,
  base_section_order_version: number,
  to_index: number,
  mutation = studioMutation(),
) =>
  client.call("moveSection", {
    params: { projectId, sectionId },
    body: { ...mutation, base_section_order_version, to_index },
  });
const remove = (
  projectId: string,
  sectionId: string,
  versions: { base_section_order_version: number; base_document_version: number },
  mutation = studioMutation(),
) => client.call("deleteSection", { params: { projectId, sectionId }, body: { ...mutation, ...versions } });

describe("moving a section", () => {
  test("puts it at the zero-based position to_index and commits the next order version", async () => {
    const { projectId, sectionIds } = await createBook(client, "A.", "B.", "C.", "D.");
    let order = [...sectionIds];
    let { version } = await sectionsOf(projectId);
    for (const [from, to] of [
      [0, 3],
      [3, 0],
      [1, 2],
      [2, 2],
      [3, 1],
    ] as const) {
      const id = order[from] ?? assert.fail();
      const moved = await move(projectId, id, version, to);
      assert.deepEqual(moved, {
        operation: "move_section",
        project_id: projectId,
        section_id: id,
        section_order_version: version + 1,
        idempotent_replay: false,
      });
      order = order.filter((one) => one !== id).toSpliced(to, 0, id);
      const now = await sectionsOf(projectId);
      assert.deepEqual(now, { ids: order, version: version + 1 });
      version = now.version;
    }
  });
  test("beyond the active sections is 400, at 5000 too; what is refused changes nothing", async () => {
    const { projectId, sectionIds } = await createBook(client, "A.", "B.");
    const [id = ""] = sectionIds;
    const before = await sectionsOf(projectId);
    for (const index of [2, 4_999, 5_000, -1, 0.5]) {
      await refused(move(projectId, id, before.version, index), 400, "INVALID_REQUEST");
    }
    assert.deepEqual(await sectionsOf(projectId), before);
  });
  test("on a stale order version is 409; of ten moves at once on one version exactly one wins", async () => {
    const { projectId, sectionIds } = await createBook(client, "A.", "B.", "C.");
    const { version } = await sectionsOf(projectId);
    const [id = ""] = sectionIds;
    const { details } = await refused(move(projectId, id, version - 1, 1), 409, "VERSION_CONFLICT");
    assert.deepEqual(details, { field: "base_section_order_version", expected: version - 1, current: version });
    await refused(move(projectId, id, Number.MAX_SAFE_INTEGER, 1), 409, "VERSION_CONFLICT");
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => move(projectId, id, version, 2)));
    assert.equal(answers.filter((one) => one.status === "fulfilled").length, 1);
    assert.equal((await sectionsOf(projectId)).version, version + 1);
  });
  test("repeated is the committed result; the id for another place is 409", async () => {
    const { projectId, sectionIds } = await createBook(client, "A.", "B.", "C.");
    const { version } = await sectionsOf(projectId);
    const [id = ""] = sectionIds;
    const mutation = studioMutation();
    const first = await move(projectId, id, version, 2, mutation);
    await move(projectId, id, version + 1, 0);
    assert.deepEqual(await move(projectId, id, version, 2, mutation), { ...first, idempotent_replay: true });
    await refused(move(projectId, id, version, 1, mutation), 409, "IDEMPOTENCY_CONFLICT");
    assert.equal((await sectionsOf(projectId)).ids[0], id);
  });
  test("of an unknown section, or one of another project, is 404", async () => {
    const { projectId } = await createBook(client, "A.");
    const other = await createStory(client);
    await refused(move(projectId, randomUUID(), 2, 0), 404, "NOT_FOUND");
    await refused(move(projectId, other.sectionId, 2, 0), 404, "NOT_FOUND");
    await refused(move(randomUUID(), other.sectionId, 2, 0), 404, "NOT_FOUND");
  });
});

describe("deleting a section", () => {
  test("lists before what is deleted; the other sections keep their order, audio and numbers", async () => {
    const { projectId, sectionIds } = await createBook(client, '"One," said Mara.', "Two.", "Three.");
    const [one = "", two = "", three = ""] = sectionIds;
    await finished(client, (await startAudio(client, projectId, sectionIds)).run.id);
    const exported = await exportStory(client, { projectId, sectionId: two }, "srt");
    const info = await client.call("previewSectionDeletion", { params: { projectId, sectionId: two } });
    const blocks = await media(client, two);
    assert.deepEqual(info, {
      project_id: projectId,
      section_id: two,
      block_count: blocks.length,
      generated_clip_count: blocks.filter((block) => block.freshness === "current").length,
      active_share_link_count: 0,
    });
    const { version } = await sectionsOf(projectId);
    const { document } = await readDocument(client, two);
    const gone = await remove(projectId, two, {
      base_section_order_version: version,
      base_document_version: document.document_version,
    });
    assert.deepEqual(gone, {
      operation: "delete_section",
      project_id: projectId,
      section_id: two,
      section_order_version: version + 1,
      idempotent_replay: false,
    });
    assert.deepEqual(await sectionsOf(projectId), { ids: [one, three], version: version + 1 });
    await refused(readDocument(client, two), 404, "NOT_FOUND");
    await refused(client.call("readExport", { params: { exportId: exported.id } }), 404, "NOT_FOUND");
    for (const id of [one, three]) {
      assert.ok((await media(client, id)).some((block) => block.freshness === "current"));
    }
    await move(projectId, three, version + 1, 0);
    assert.deepEqual((await sectionsOf(projectId)).ids, [three, one]);
  });
  test("checks both versions: a stale one is 409 and nothing is deleted", async () => {
    const { projectId, sectionIds } = await createBook(client, "A.", "B.");
    const [id = ""] = sectionIds;
    const { version } = await sectionsOf(projectId);
    const stale = [
      ["base_section_order_version", { base_section_order_version: version - 1, base_document_version: 1 }],
      ["base_document_version", { base_section_order_version: version, base_document_version: 2 }],
      [
        "base_document_version",
        { base_section_order_version: version, base_document_version: Number.MAX_SAFE_INTEGER },
      ],
    ] as const;
    for (const [field, versions] of stale) {
      const { details } = await refused(remove(projectId, id, versions), 409, "VERSION_CONFLICT");
      assert.equal(details.field, field);
    }
    assert.deepEqual(await sectionsOf(projectId), { ids: sectionIds, version });
  });
  test("repeated is the committed result; ten at once delete it once", async () => {
    const { projectId, sectionIds } = await createBook(client, "A.", "B.");
    const [id = ""] = sectionIds;
    const { version } = await sectionsOf(projectId);
    const versions = { base_section_order_version: version, base_document_version: 1 };
    const mutation = studioMutation();
    const answers = await Promise.all(Array.from({ length: 10 }, () => remove(projectId, id, versions, mutation)));
    assert.equal(answers.filter((one) => !one.idempotent_replay).length, 1);
    assert.deepEqual(new Set(answers.map((one) => one.section_order_version)), new Set([version + 1]));
    await refused(remove(projectId, id, versions), 404, "NOT_FOUND");
  });
  test("while its audio is made ends its steps as unavailable; the run goes on with the others", async () => {
    const { projectId, sectionIds } = await createBook(client, longText(250), "Short.");
    const [long = "", short = ""] = sectionIds;
    const { run } = await startAudio(client, projectId, sectionIds);
    await poll(
      () => client.call("readWorkflowProgress", { params: { workflowRunId: run.id } }),
      (progress) => progress.blocks.ready > 0,
    );
    const { version } = await sectionsOf(projectId);
    const { document } = await readDocument(client, long);
    await remove(projectId, long, {
      base_section_order_version: version,
      base_document_version: document.document_version,
    });
    const ended = await finished(client, run.id);
    assert.equal(ended.run.status, "partially_completed");
    assert.deepEqual(
      ended.run.error_summary.map((issue) => [issue.section_id, issue.code]),
      [[long, "STUDIO_WORKFLOW_SECTION_UNAVAILABLE"]],
    );
    assert.ok((await media(client, short)).every((block) => block.freshness === "current"));
  });
  test("of a standalone story leaves room for another one", async () => {
    const { projectId, sectionId } = await spokenStory(client, "Once.");
    const { version } = await sectionsOf(projectId);
    const { document } = await readDocument(client, sectionId);
    const gone = await remove(projectId, sectionId, {
      base_section_order_version: version,
      base_document_version: document.document_version,
    });
    assert.deepEqual((await sectionsOf(projectId)).ids, []);
    const { unassigned_sections } = await client.call("listProjects");
    assert.ok(!unassigned_sections.some((one) => one.project_id === projectId));
    const added = await client.call("createSection", {
      params: { projectId },
      body: {
        ...studioMutation(),
        base_section_order_version: gone.section_order_version,
        title: "Again",
        raw_text: "Once more.",
      },
    });
    assert.deepEqual((await sectionsOf(projectId)).ids, [added.section.id]);
  });
});
