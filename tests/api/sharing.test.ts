// interface.md, "Sharing"; decisions.md, 9: links. Their pages: public-pages.test.ts.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { poll, refused, sharedAccount } from "./server.ts";
import { createBook, createStory, spokenStory } from "./story.ts";

const server = await sharedAccount();
const { client } = server;
const publication = () => ({ schema_version: 1 as const, client_mutation_id: randomUUID() });

/** The page of a new link: it shows each edit at once. */
const FOLLOWS = {
  follow_edits: true,
  updated_at: null,
  changed_sections: 0,
  waiting_sections: 0,
  settings_changed: false,
  details_changed: false,
};

const publishSection = (sectionId: string, body: object = {}) =>
  server.request(`/studio/sections/${sectionId}/share`, {
    method: "POST",
    body: JSON.stringify({ ...publication(), ...body }),
  });

describe("the link of a section", () => {
  test("POST answers 201 with the whole record; publishing an active one returns it", async () => {
    const story = await createStory(client, "Once upon a time.");
    assert.deepEqual(await client.call("readSectionShare", { params: { sectionId: story.sectionId } }), {
      share_link: null,
      page: null,
      warnings: [],
    });
    const first = await publishSection(story.sectionId);
    assert.equal(first.status, 201);
    const link = first.body.data.share_link;
    assert.deepEqual(
      { ...link, id: "", slug: "", created_at: "" },
      {
        id: "",
        kind: "section",
        project_id: story.projectId,
        section_id: story.sectionId,
        slug: "",
        url: `${server.url}/s/${link.slug}`,
        state: "active",
        allow_download: false,
        created_at: "",
        revoked_at: null,
      },
    );
    const again = await publishSection(story.sectionId);
    assert.equal(again.status, 200);
    assert.deepEqual(again.body.data.share_link, link);
    assert.deepEqual(await client.call("readSectionShare", { params: { sectionId: story.sectionId } }), {
      share_link: link,
      page: FOLLOWS,
      warnings: [],
    });
  });
  test("allow_download of an active link is changed when it is sent, and else kept", async () => {
    const { sectionId } = await createStory(client, "Once.");
    const allowed = async (body: object) => (await publishSection(sectionId, body)).body.data.share_link.allow_download;
    assert.equal(await allowed({ allow_download: true }), true);
    assert.equal(await allowed({}), true);
    assert.equal(await allowed({ allow_download: false }), false);
  });
  test("slugs cannot be guessed, and after a revocation a new publication has a new slug", async () => {
    const { sectionId } = await createStory(client, "Once.");
    const slugs = new Set<string>();
    for (let round = 0; round < 5; round++) {
      const { slug } = (await publishSection(sectionId)).body.data.share_link;
      // 22 characters of 6 bits; a version-4 UUID has 122 random ones.
      assert.match(slug, /^[A-Za-z0-9_-]{22}$/);
      slugs.add(slug);
      const revoked = await client.call("revokeSectionShare", { params: { sectionId } });
      assert.equal(revoked.share_link?.slug, slug);
      assert.equal(revoked.share_link?.state, "revoked");
      assert.ok(revoked.share_link?.revoked_at);
      const again = await client.call("revokeSectionShare", { params: { sectionId } });
      assert.deepEqual(again, revoked);
      assert.deepEqual(await client.call("readSectionShare", { params: { sectionId } }), revoked);
    }
    assert.equal(slugs.size, 5);
  });
  test("DELETE returns null if there has never been a link", async () => {
    const { sectionId } = await createStory(client, "Once.");
    assert.deepEqual(await client.call("revokeSectionShare", { params: { sectionId } }), {
      share_link: null,
      page: null,
      warnings: [],
    });
  });
  test("replaying the same request answers 200 with the committed result; other content conflicts", async () => {
    const [one, other] = [await createStory(client, "One."), await createStory(client, "Other.")];
    const body = { client_mutation_id: randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => publishSection(one.sectionId, body)));
    assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 200, 201]);
    assert.equal(new Set(answers.map((answer) => answer.body.data.share_link.slug)).size, 1);
    for (const conflict of [
      await publishSection(one.sectionId, { ...body, allow_download: true }),
      await publishSection(other.sectionId, body),
    ]) {
      assert.deepEqual([conflict.status, conflict.body.error.code], [409, "IDEMPOTENCY_CONFLICT"]);
    }
  });
  test("publishing at the same moment makes one link", async () => {
    const { sectionId } = await createStory(client, "Once.");
    const answers = await Promise.all([1, 2, 3, 4].map(() => publishSection(sectionId)));
    assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 200, 200, 201]);
    assert.equal(new Set(answers.map((answer) => answer.body.data.share_link.id)).size, 1);
  });
});

describe("the link of a project", () => {
  test("is another one than its sections', published, read and revoked in the same way", async () => {
    const book = await createBook(client, "A chapter.");
    const params = { projectId: book.projectId };
    assert.deepEqual(await client.call("readProjectShare", { params }), { share_link: null, page: null, warnings: [] });
    const { share_link } = await client.call("publishProject", {
      params,
      body: { ...publication(), allow_download: true },
    });
    assert.deepEqual(
      [share_link?.kind, share_link?.project_id, share_link?.section_id, share_link?.allow_download],
      ["project", book.projectId, null, true],
    );
    const section = await client.call("publishSection", {
      params: { sectionId: book.sectionIds[0]! },
      body: publication(),
    });
    assert.notEqual(section.share_link?.slug, share_link?.slug);
    assert.deepEqual(await client.call("readProjectShare", { params }), { share_link, page: FOLLOWS, warnings: [] });
    const revoked = await client.call("revokeProjectShare", { params });
    assert.equal(revoked.share_link?.state, "revoked");
    const kept = await client.call("readSectionShare", { params: { sectionId: book.sectionIds[0]! } });
    assert.equal(kept.share_link?.state, "active");
    const next = await client.call("publishProject", { params, body: publication() });
    assert.notEqual(next.share_link?.slug, share_link?.slug);
  });
});

test("unknown ids are 404, a foreign scope 403, an unknown key or version 400", async () => {
  const { sectionId, projectId } = await createStory(client, "Once.");
  const reader = await server.withScopes("studio:read");
  for (const id of ["readSectionShare", "revokeSectionShare"] as const) {
    await refused(client.call(id, { params: { sectionId: randomUUID() } }), 404, "NOT_FOUND");
  }
  for (const id of ["readProjectShare", "revokeProjectShare"] as const) {
    await refused(client.call(id, { params: { projectId: randomUUID() } }), 404, "NOT_FOUND");
  }
  await refused(
    client.call("publishProject", { params: { projectId: randomUUID() }, body: publication() }),
    404,
    "NOT_FOUND",
  );
  await refused(
    client.call("publishSection", { params: { sectionId: projectId }, body: publication() }),
    404,
    "NOT_FOUND",
  );
  await refused(
    reader.call("publishSection", { params: { sectionId }, body: publication() }),
    403,
    "INSUFFICIENT_SCOPE",
  );
  await refused(reader.call("revokeProjectShare", { params: { projectId } }), 403, "INSUFFICIENT_SCOPE");
  assert.deepEqual(await reader.call("readSectionShare", { params: { sectionId } }), {
    share_link: null,
    page: null,
    warnings: [],
  });
  for (const change of [{ surprise: 1 }, { schema_version: 2 }, { allow_download: "yes" }]) {
    assert.equal((await publishSection(sectionId, change)).status, 400);
  }
});

test("the deletion previews count active links; deleting ends them", async () => {
  const book = await createBook(client, "One.", "Two.");
  const [sectionId, otherId] = book.sectionIds as [string, string];
  const params = { projectId: book.projectId };
  await client.call("publishSection", { params: { sectionId }, body: publication() });
  await client.call("publishSection", { params: { sectionId: otherId }, body: publication() });
  await client.call("revokeSectionShare", { params: { sectionId: otherId } });
  const preview = await client.call("previewSectionDeletion", { params: { ...params, sectionId } });
  assert.equal(preview.active_share_link_count, 1);
  await client.call("publishProject", { params, body: publication() });
  const whole = await client.call("previewProjectDeletion", { params });
  assert.equal(whole.active_share_link_count, 2);
  const deleted = await client.call("deleteProject", {
    params,
    body: { schema_version: 1, expected_project_kind: "named", delete_ai_designed_voices: false },
  });
  assert.deepEqual(
    [deleted.active_share_links_deleted, deleted.public_stories_deleted, deleted.shared_stories_deleted],
    [2, 2, 1],
  );
});

describe("behind a publication", () => {
  test("sections with complete audio become files; nothing is spoken, and incomplete sections get no export", async () => {
    const silent = await createStory(client, "Never spoken.");
    const spoken = await spokenStory(client, '"One," said Ann.\n\nTwo.\n');
    const runs = async (projectId: string) =>
      (await client.call("readLatestWorkflow", { params: { projectId } }))?.run.id ?? null;
    const before = [await runs(silent.projectId), await runs(spoken.projectId)];
    assert.equal((await publishSection(silent.sectionId)).status, 201);
    const unmixed = await publishSection(spoken.sectionId, { make_files: false });
    const files = async (section_id: string) => (await client.call("listExports", { query: { section_id } })).exports;
    const link = unmixed.body.data.share_link;
    assert.equal((await publishSection(spoken.sectionId)).body.data.share_link.slug, link.slug);
    // Publications are processed in order, so that of the silent story was processed before.
    const made = await poll(
      () => files(spoken.sectionId),
      (all) => all.some(({ status }) => status === "completed"),
    );
    assert.deepEqual(
      made.map(({ format, status }) => [format, status]),
      [["mp3", "completed"]],
    );
    assert.deepEqual(await files(silent.sectionId), []);
    const audio = await fetch(`${server.url}/s/${link.slug}/sections/${spoken.sectionId}/audio.mp3`);
    assert.equal(audio.status, 200);
    await audio.arrayBuffer();
    assert.deepEqual([await runs(silent.projectId), await runs(spoken.projectId)], before);
  });
});
