// Projects as a whole: promotion, and deletion with everything in them.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { poll, refused, sharedAccount } from "./server.ts";
import {
  createBook,
  createStory,
  exportStory,
  longText,
  media,
  spokenStory,
  startAudio,
  startExport,
} from "./story.ts";

const server = await sharedAccount();
const { client } = server;
const change = (projectId: string, name: string) =>
  client.call("changeProject", { params: { projectId }, body: { schema_version: 1, name } });
const preview = (projectId: string) => client.call("previewProjectDeletion", { params: { projectId } });
const remove = (projectId: string, expected_project_kind: "standalone" | "named") =>
  client.call("deleteProject", {
    params: { projectId },
    body: { schema_version: 1, expected_project_kind, delete_ai_designed_voices: true },
  });
const objects = () =>
  readdirSync(join(server.dataDir, "objects"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
/** As if everything that is stored had been there for an hour. */
const growOld = () => {
  const then = new Date(Date.now() - 3_600_000);
  for (const file of objects()) utimesSync(file, then, then);
};

describe("promoting a standalone story", () => {
  test("makes it a named project; section, cast, audio and exports are kept", async () => {
    const story = await spokenStory(client);
    const before = await media(client, story.sectionId);
    const { speakers } = await client.call("listSpeakers", { params: { projectId: story.projectId } });
    const { project } = await change(story.projectId, "  The Boat  ");
    assert.deepEqual(project, { id: story.projectId, name: "The Boat", project_kind: "named" });
    const list = await client.call("listProjects");
    assert.ok(list.projects.some((one) => one.id === story.projectId && one.name === "The Boat"));
    assert.ok(!list.unassigned_sections.some((one) => one.project_id === story.projectId));
    const after = await media(client, story.sectionId);
    assert.deepEqual(
      after.map((one) => one.active_rendition_id),
      before.map((one) => one.active_rendition_id),
    );
    assert.deepEqual(
      (await client.call("listSpeakers", { params: { projectId: story.projectId } })).speakers,
      speakers,
    );
    const mastering = await client.call("readMasteringProfile", { params: { projectId: story.projectId } });
    assert.equal(mastering.project_kind, "named");
  });
  test("again with the same name returns the existing project; with another one renames it", async () => {
    const { projectId } = await createStory(client);
    const first = await change(projectId, "One");
    assert.deepEqual(await change(projectId, "One"), first);
    assert.equal((await change(projectId, "Two")).project.name, "Two");
  });
  test("lets it take more sections", async () => {
    const { projectId } = await createStory(client);
    await change(projectId, "Now a book");
    const { section_order_version } = await client.call("readProjectSections", { params: { projectId } });
    const { section } = await client.call("createSection", {
      params: { projectId },
      body: {
        schema_version: 1,
        actor_session_id: randomUUID(),
        client_mutation_id: randomUUID(),
        base_section_order_version: section_order_version,
        title: "Two",
        raw_text: "Two.",
      },
    });
    assert.equal(section.project_id, projectId);
  });
  test("takes a trimmed name of 1 to 120 UTF-16 units without null characters or malformed Unicode", async () => {
    const { projectId } = await createStory(client);
    assert.equal((await change(projectId, ` ${"n".repeat(120)} `)).project.name, "n".repeat(120));
    for (const bad of ["n".repeat(121), "", " \n ", "a\u0000b", "a\ud800"]) {
      await refused(change(projectId, bad), 400, "INVALID_REQUEST");
    }
  });
  test("of an unknown project is 404", async () => {
    await refused(change(randomUUID(), "Nobody's"), 404, "NOT_FOUND");
  });
});

describe("deleting a project", () => {
  test("lists before and after what is deleted; deleted resources are 404", async () => {
    const story = await spokenStory(client);
    const exported = await exportStory(client, story, "srt");
    const blocks = await media(client, story.sectionId);
    const clips = blocks.filter((one) => one.freshness === "current").length;
    const expected = await preview(story.projectId);
    assert.deepEqual(expected, {
      project_id: story.projectId,
      section_count: 1,
      other_story_count: 0,
      block_count: blocks.length,
      audio_run_count: 1,
      clip_count: clips,
      studio_media_count: clips + 1,
      active_share_link_count: 0,
      ai_designed_voice_count: 0,
    });
    growOld();
    const before = objects().length;
    const result = await remove(story.projectId, "standalone");
    const { files_deleted, ...counts } = result;
    assert.deepEqual(counts, {
      success: true,
      project_id: story.projectId,
      mode: "project_and_stories",
      stories_deleted: 1,
      audio_runs_deleted: 1,
      clips_deleted: clips,
      public_stories_deleted: 0,
      shared_stories_deleted: 0,
      active_share_links_deleted: 0,
      studio_sections_deleted: 1,
      studio_media_marked_for_deletion: clips + 1,
      ai_designed_voices_deleted: 0,
      ai_designed_voices_retained: 0,
    });
    assert.ok(files_deleted > 0);
    assert.equal(objects().length, before - files_deleted);

    const { projectId, sectionId } = story;
    await refused(preview(projectId), 404, "NOT_FOUND");
    await refused(remove(projectId, "standalone"), 404, "NOT_FOUND");
    await refused(client.call("readProjectSections", { params: { projectId } }), 403, "FORBIDDEN");
    await refused(client.call("readDocument", { params: { sectionId } }), 404, "NOT_FOUND");
    await refused(client.call("readSectionMedia", { params: { sectionId } }), 404, "NOT_FOUND");
    await refused(client.call("readExport", { params: { exportId: exported.id } }), 404, "NOT_FOUND");
    const run = client.call("readWorkflow", { params: { workflowRunId: story.workflow.run.id } });
    await refused(run, 404, "NOT_FOUND");
    const url = exported.artifact?.download_url ?? assert.fail();
    assert.equal((await server.request(url, { key: null })).status, 403);
    const list = await client.call("listProjects");
    assert.ok(!list.unassigned_sections.some((one) => one.project_id === projectId));
  });
  test("keeps files that another project's audio also uses", async () => {
    const [one, two] = [await spokenStory(client, "The same line."), await spokenStory(client, "The same line.")];
    growOld();
    const { files_deleted, studio_media_marked_for_deletion } = await remove(one.projectId, "standalone");
    assert.deepEqual([files_deleted, studio_media_marked_for_deletion], [0, 1]);
    const [entry] = await media(client, two.sectionId);
    const url = entry?.playback_url ?? assert.fail("no audio");
    assert.equal((await server.request(url, { key: null })).status, 200);
    growOld();
    assert.equal((await remove(two.projectId, "standalone")).files_deleted, 1);
  });
  test("with all its sections, while their audio is made and exported, stops that work", async () => {
    const book = await createBook(client, longText(200), longText(150));
    const [sectionId = ""] = book.sectionIds;
    const { run } = await startAudio(client, book.projectId, book.sectionIds);
    await poll(
      () => client.call("readWorkflowProgress", { params: { workflowRunId: run.id } }),
      (progress) => progress.blocks.ready > 0,
    );
    const queued = await startExport(client, { projectId: book.projectId, sectionId }, "wav");
    const result = await remove(book.projectId, "named");
    assert.deepEqual([result.studio_sections_deleted, result.audio_runs_deleted], [2, 1]);
    assert.ok(result.clips_deleted > 0);
    await refused(client.call("readWorkflow", { params: { workflowRunId: run.id } }), 404, "NOT_FOUND");
    await refused(client.call("readExport", { params: { exportId: queued.id } }), 404, "NOT_FOUND");
    // The worker is free again.
    await spokenStory(client, "And the next story.");
  });
  test("is rejected with 409 when the live kind is not the expected one", async () => {
    const { projectId } = await createStory(client);
    const { details } = await refused(remove(projectId, "named"), 409, "VERSION_CONFLICT");
    assert.deepEqual(details, { field: "expected_project_kind", expected: "named", current: "standalone" });
    await change(projectId, "Promoted meanwhile");
    await refused(remove(projectId, "standalone"), 409, "VERSION_CONFLICT");
    assert.equal((await remove(projectId, "named")).success, true);
  });
  test("ten times at once deletes it once", async () => {
    const { projectId } = await createStory(client);
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => remove(projectId, "standalone")));
    assert.equal(answers.filter((one) => one.status === "fulfilled").length, 1);
  });
  test("needs its whole body", async () => {
    const { projectId } = await createStory(client);
    for (const body of [{}, { schema_version: 1, expected_project_kind: "standalone" }, { schema_version: 2 }]) {
      const answer = await server.request(`/studio/projects/${projectId}`, {
        method: "DELETE",
        body: JSON.stringify(body),
      });
      assert.equal(answer.status, 400);
    }
    assert.equal((await server.request(`/studio/projects/${projectId}`, { method: "DELETE" })).status, 400);
  });
});

describe("the list of projects and stories", () => {
  test("answers all of them; with a limit, pages that neither skip nor repeat while stories come and go", async () => {
    const made = [await createStory(client), await createStory(client), await createStory(client)];
    await change((await createStory(client)).projectId, "Among the stories");
    const whole = await client.call("listProjects");
    assert.equal("next_cursor" in whole, false);
    const ids = (page: typeof whole) => [
      ...page.projects.map(({ id }) => id),
      ...page.unassigned_sections.map(({ project_id }) => project_id),
    ];
    for (const limit of [1, 2, 500]) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await client.call("listProjects", {
          query: { limit, ...(cursor === undefined ? {} : { cursor }) },
        });
        assert.ok(ids(page).length <= limit);
        seen.push(...ids(page));
        cursor = page.next_cursor ?? undefined;
        if (limit === 2) await createStory(client, "One that came meanwhile.");
        if (limit === 2 && seen.length === 2) await remove(seen[1] as string, "named").catch(() => undefined);
      } while (cursor !== undefined);
      const expected = limit === 500 ? ids(await client.call("listProjects")) : ids(whole);
      assert.deepEqual(limit === 2 ? seen.filter((id) => expected.includes(id)) : seen, expected);
    }
    assert.ok(made.every(({ projectId }) => ids(whole).includes(projectId)));
  });
  test("takes a limit of 1 to 500 and a cursor that a page gave", async () => {
    const other = Buffer.from("named_2026-99-99T00:00:00.000Z_7c9e6679-7425-40de-944b-e07fc1f90ae7").toString(
      "base64url",
    );
    for (const query of ["limit=0", "limit=501", "limit=1.5", "cursor=7", `cursor=${other}`, "limit=5&cursor="]) {
      assert.equal((await server.request(`/studio/projects?${query}`)).status, 400, query);
    }
  });
});
