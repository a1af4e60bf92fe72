// Export jobs over the sections of a project, and whether exports match the saved versions.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import type { ProjectExport } from "@fullcast/contract";
import { poll, refused, sharedAccount } from "./server.ts";
import { createAudio, createBook, longText, readDocument, startExport, studioMutation } from "./story.ts";

const server = await sharedAccount();
const { client } = server;
const CODE = "STUDIO_PROJECT_EXPORT_SECTION_UNAVAILABLE";

const start = (projectId: string, body: { [field: string]: unknown } = {}, key: string | null = randomUUID()) =>
  server.request(`/studio/projects/${projectId}/exports`, {
    method: "POST",
    headers: key === null ? {} : { "idempotency-key": key },
    body: JSON.stringify({ schema_version: 1, format: "srt", pin: "current", ...body }),
  });
const read = (projectId: string, exportId: string) =>
  client.call("readProjectExport", { params: { projectId, exportId } });
const ended = (projectId: string, exportId: string) =>
  poll(
    () => read(projectId, exportId),
    (job) => {
      checkJob(job);
      return !["queued", "running"].includes(job.status);
    },
  );
const list = (projectId: string, query: { [name: string]: unknown } = {}) =>
  client.call("listProjectExports", { params: { projectId }, query });
const removeSection = async (projectId: string, sectionId: string) => {
  const { section_order_version } = await client.call("readProjectSections", { params: { projectId } });
  const { document } = await readDocument(client, sectionId);
  await client.call("deleteSection", {
    params: { projectId, sectionId },
    body: {
      ...studioMutation(),
      base_section_order_version: section_order_version ?? 0,
      base_document_version: document.document_version,
    },
  });
};

/** Properties of every job at any time (interface.md, "Project export job (parent)"). */
function checkJob(job: ProjectExport): void {
  const over = job.sections.map(({ export: child }) => child === null || child.completed_at !== null);
  assert.equal(["completed", "partial_failed", "failed"].includes(job.status), over.every(Boolean), job.status);
  const progress = job.sections.map(({ export: child }, index) => (over[index] ? 100 : (child?.percent ?? 0)));
  assert.equal(job.percent, Math.floor(progress.reduce((sum, one) => sum + one, 0) / progress.length));
  assert.equal(job.archive, null);
  for (const { export: child, export_id, error } of job.sections) {
    if (child === null) assert.equal(error?.code, CODE);
    else assert.deepEqual([child.id, child.error], [export_id, error]);
  }
}

const book = await createBook(client, '"One," said Mara.', "Two.", "Three.");
await createAudio(client, book.projectId, ...book.sectionIds);
const [one = "", two = "", three = ""] = book.sectionIds;

describe("a project export", () => {
  test("is 202 with one child for each section in project order, then completed with a file each", async () => {
    const { status, body } = await start(book.projectId);
    assert.equal(status, 202);
    checkJob(body.data);
    const job = await ended(book.projectId, body.data.id);
    assert.deepEqual([job.status, job.percent, job.format], ["completed", 100, "srt"]);
    assert.deepEqual(
      job.sections.map((section) => [section.section_id, section.title]),
      [
        [one, "Chapter 1"],
        [two, "Chapter 2"],
        [three, "Chapter 3"],
      ],
    );
    for (const { section_id, authority, export: child, export_id } of job.sections) {
      const { document, speaker_registry_version } = await readDocument(client, section_id);
      assert.deepEqual(authority, {
        document_version: document.document_version,
        speaker_registry_version,
        mastering_version: 1,
      });
      assert.deepEqual(
        await client.call("readExport", { params: { exportId: export_id } }).then((one) => one.id),
        child?.id,
      );
      const file = await server.request(child?.artifact?.download_url ?? assert.fail("no file"), { key: null });
      assert.equal(file.status, 200);
    }
    assert.notEqual(job.id, job.sections[0]?.export_id);
    await refused(read(book.projectId, job.sections[0]?.export_id ?? ""), 404, "NOT_FOUND");
    await refused(client.call("readExport", { params: { exportId: job.id } }), 404, "NOT_FOUND");
  });
  test("of chosen sections has them in project order, whatever the order of the request", async () => {
    const { body } = await start(book.projectId, { sections: [three, one] });
    const job = await ended(book.projectId, body.data.id);
    assert.deepEqual(
      job.sections.map((section) => section.section_id),
      [one, three],
    );
    // Its files were made by an earlier job.
    assert.deepEqual(new Set(job.sections.map((section) => section.export?.cache_result)), new Set(["reused"]));
  });
  test("takes 1 to 100 unique sections of the project, a known format, and pin current", async () => {
    for (const bad of [
      { sections: [] },
      { sections: [one, one] },
      { sections: Array.from({ length: 101 }, () => randomUUID()) },
      { pin: "latest" },
      { pin: undefined },
      { format: "zip" },
      { schema_version: 2 },
      { archive: true },
    ]) {
      assert.equal((await start(book.projectId, bad)).status, 400, JSON.stringify(bad));
    }
    assert.equal((await start(book.projectId, { sections: [one, randomUUID()] })).status, 404);
    assert.equal((await start(randomUUID())).status, 404);
    const empty = await createBook(client);
    assert.equal((await start(empty.projectId)).status, 400);
  });
  test("needs an Idempotency-Key of 8 to 128 printable ASCII characters without spaces", async () => {
    for (const bad of [null, "1234567", "k".repeat(129), "has a space", "ümlauts-it-has"]) {
      const key = bad === null ? null : Buffer.from(bad, "utf8").toString("latin1");
      assert.equal((await start(book.projectId, {}, key)).status, 400, String(bad));
    }
    for (const good of ["12345678", `${"~!".repeat(64)}`]) {
      assert.equal((await start(book.projectId, { sections: [two] }, good)).status, 202, good);
    }
  });
  test("repeated with its key is 200 and the original job; for a different request 409", async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => start(book.projectId, {}, key)));
    assert.equal(answers.filter((answer) => answer.status === 202).length, 1);
    assert.equal(new Set(answers.map((answer) => answer.body.data.id)).size, 1);
    assert.equal((await start(book.projectId, { format: "mp3" }, key)).status, 409);
    assert.equal((await start(book.projectId, { sections: [one] }, key)).status, 409);
    const job = await ended(book.projectId, answers[0]?.body.data.id);
    const again = await start(book.projectId, {}, key);
    assert.deepEqual([again.status, again.body.data.status, again.body.data.id], [200, "completed", job.id]);
  });
  test("generates no speech: sections without audio fail in it, the others are made", async () => {
    const { projectId, sectionIds } = await createBook(client, "Spoken.", "Silent.");
    await createAudio(client, projectId, sectionIds[0] ?? "");
    const job = await ended(projectId, (await start(projectId)).body.data.id);
    assert.equal(job.status, "partial_failed");
    assert.deepEqual(
      job.sections.map((section) => section.error?.code ?? null),
      [null, "EXPORT_AUDIO_INCOMPLETE"],
    );
    const failed = await ended(projectId, (await start(projectId, { sections: [sectionIds[1]] })).body.data.id);
    assert.equal(failed.status, "failed");
  });
});

describe("the children of a project export", () => {
  test("deleted later are null with their error; the job keeps the status that it ended with, and what it captured", async () => {
    const { projectId, sectionIds } = await createBook(client, "One.", "Two.");
    await createAudio(client, projectId, ...sectionIds);
    const job = await ended(projectId, (await start(projectId)).body.data.id);
    await removeSection(projectId, sectionIds[0] ?? "");
    const after = await read(projectId, job.id);
    assert.deepEqual([after.status, after.percent], ["completed", 100]);
    assert.deepEqual(
      after.sections.map((section) => [section.title, section.authority, section.export_id]),
      job.sections.map((section) => [section.title, section.authority, section.export_id]),
    );
    assert.equal(after.sections[0]?.export, null);
    assert.equal(after.sections[0]?.error?.code, CODE);
    assert.equal(after.sections[1]?.export?.status, "completed");
  });
  test("deleted or cancelled while the job is under way count as failure", async () => {
    const { projectId, sectionIds } = await createBook(client, longText(60), longText(40), longText(20));
    const [first = "", second = "", third = ""] = sectionIds;
    await createAudio(client, projectId, ...sectionIds);
    const { body } = await start(projectId, { format: "wav" });
    const job: ProjectExport = body.data;
    await client.call("cancelExport", { params: { exportId: job.sections[1]?.export_id ?? "" } });
    await removeSection(projectId, third);
    const over = await ended(projectId, job.id);
    assert.equal(over.status, "partial_failed");
    const states = over.sections.map((section) => [section.section_id, section.export?.status ?? null]);
    assert.deepEqual(states, [
      [first, "completed"],
      [second, "cancelled"],
      [third, null],
    ]);
  });
  test("that wait are superseded by a newer export of the section and format with newer versions", async () => {
    const { projectId, sectionIds } = await createBook(client, longText(60), "Short.");
    const [long = "", short = ""] = sectionIds;
    await createAudio(client, projectId, ...sectionIds);
    // One export is made at a time: the second waits behind the first.
    const { body } = await start(projectId, { format: "wav" });
    const { profile, mastering_version } = await client.call("readMasteringProfile", { params: { projectId } });
    await client.call("changeMasteringProfile", {
      params: { projectId },
      body: {
        ...studioMutation(),
        base_mastering_version: mastering_version,
        profile: { target_lufs: profile.target_lufs - 1 },
      },
    });
    const newer = await startExport(client, { projectId, sectionId: short }, "wav");
    const job = await ended(projectId, body.data.id);
    assert.equal(job.sections[1]?.export?.status, "superseded");
    assert.equal(job.sections[1]?.error?.code, "EXPORT_SUPERSEDED");
    assert.equal(job.sections[1]?.export?.authority.is_current, false);
    assert.equal(newer.authority.is_current, true);
    assert.ok(["partial_failed", "failed"].includes(job.status));
    assert.equal(job.sections[0]?.section_id, long);
  });
});

describe("the list of project exports", () => {
  test("is newest first, one job by default, at most ten, narrowed by format, with an offset as cursor", async () => {
    const { projectId, sectionIds } = await createBook(client, "Alone.");
    await createAudio(client, projectId, ...sectionIds);
    const ids: string[] = [];
    for (const format of ["srt", "mp3", "srt", "srt"]) {
      const { body } = await start(projectId, { format });
      ids.unshift(body.data.id);
    }
    const idsOf = (page: { exports: readonly { id: string }[] }) => page.exports.map((job) => job.id);
    const first = await list(projectId);
    assert.deepEqual([idsOf(first), first.next_cursor, first.schema_version], [ids.slice(0, 1), "1", 1]);
    const rest = await list(projectId, { cursor: 1, limit: 3 });
    assert.deepEqual([idsOf(rest), rest.next_cursor], [ids.slice(1), null]);
    const srt = await list(projectId, { format: "srt", limit: 2 });
    assert.deepEqual([idsOf(srt), srt.next_cursor], [[ids[0], ids[1]], "2"]);
    assert.deepEqual(idsOf(await list(projectId, { format: "srt", limit: 2, cursor: 2 })), [ids[3]]);
    assert.deepEqual(idsOf(await list(projectId, { cursor: 99 })), []);
    for (const bad of [{ limit: 0 }, { limit: 11 }, { cursor: -1 }, { format: "zip" }]) {
      await refused(list(projectId, bad), 400, "INVALID_REQUEST");
    }
    for (const id of ids) await ended(projectId, id);
  });
});

describe("export freshness", () => {
  test("compares the versions of the sections' exports with those that are saved", async () => {
    const { projectId, sectionIds } = await createBook(client, "Fresh.", "Never exported.");
    const [sectionId = "", other = ""] = sectionIds;
    await createAudio(client, projectId, ...sectionIds);
    const job = await ended(projectId, (await start(projectId, { sections: [sectionId] })).body.data.id);
    const ask = () => client.call("readExportFreshness", { params: { projectId } });
    const fresh = await ask();
    const { document, speaker_registry_version } = await readDocument(client, sectionId);
    const { document_version } = document;
    const authority = { document_version, speaker_registry_version, mastering_version: 1 };
    assert.deepEqual(fresh, {
      project_id: projectId,
      mastering_version: 1,
      speaker_registry_version,
      sections: [
        {
          section_id: sectionId,
          document_version,
          exports: [
            {
              export_id: job.sections[0]?.export_id,
              format: "srt",
              status: "completed",
              authority: { ...authority, is_current: true },
            },
          ],
        },
        {
          section_id: other,
          document_version: (await readDocument(client, other)).document.document_version,
          exports: [],
        },
      ],
    });
    await client.call("changeMasteringProfile", {
      params: { projectId },
      body: { ...studioMutation(), base_mastering_version: 1, profile: { enabled: false } },
    });
    const stale = await ask();
    assert.equal(stale.mastering_version, 2);
    assert.deepEqual(stale.sections[0]?.exports[0]?.authority, { ...authority, is_current: false });
  });
  test("of an unknown project is 404", async () => {
    await refused(client.call("readExportFreshness", { params: { projectId: randomUUID() } }), 404, "NOT_FOUND");
  });
});
