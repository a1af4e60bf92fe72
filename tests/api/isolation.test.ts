// Projects, sections, exports and audio are owned by the account behind the key: nobody else sees or touches them. There
// is no way yet to make a second account through the interface, so this test writes one into the closed database.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { type Endpoint, endpoints, SCOPES } from "@fullcast/contract";
import { createLog } from "@fullcast/server";
import { keyHash, newRawKey } from "../../packages/server/accounts/raw-key.ts";
import { openDatabase } from "../../packages/server/db/db.ts";
import { sharedServer } from "./server.ts";
import { createBook, exportStory, media, playbackManifest, spokenStory, studioMutation, versions } from "./story.ts";

const server = await sharedServer();
const strangerKey = newRawKey();
const story = await spokenStory(server.client);
const book = await createBook(server.client, "A chapter.");
const exported = await exportStory(server.client, story, "srt");
const manifest = await playbackManifest(server.client, story);
const { speakers } = await server.client.call("listSpeakers", { params: { projectId: story.projectId } });
const { api_keys } = await server.client.call("listApiKeys");
await server.restart(async () => {
  const { dataDir, databaseUrl } = server.settings;
  await using db = await openDatabase({ dataDir, url: databaseUrl, log: createLog("error", process.stderr) });
  const account = { id: randomUUID(), at: new Date() };
  await db.q
    .insertInto("accounts")
    .values({
      id: account.id,
      username: "stranger",
      display_name: "Stranger",
      avatar_url: null,
      email: null,
      plan: "free",
      created_at: account.at,
    })
    .execute();
  await db.q
    .insertInto("api_keys")
    .values({
      id: randomUUID(),
      account_id: account.id,
      name: "first",
      prefix: strangerKey.slice(0, 8),
      key_hash: keyHash(strangerKey),
      scopes: JSON.stringify(SCOPES.filter((scope) => scope !== "admin")),
      created_at: account.at,
      expires_at: null,
      last_used_at: null,
      revoked_at: null,
    })
    .execute();
});
const stranger = server.withKey(strangerKey);
const saved = await versions(server.client, story);
const before = await snapshot();

describe("another account", () => {
  test("is one of its own, without projects, exports or keys of others", async () => {
    assert.equal((await stranger.call("readProfile")).username, "stranger");
    assert.deepEqual(await stranger.call("listProjects"), { projects: [], unassigned_sections: [] });
    assert.deepEqual((await stranger.call("listExports")).exports, []);
    assert.equal((await stranger.call("listApiKeys")).api_keys.length, 1);
  });
  test("is denied every endpoint that names something of the owner's, exactly as if it did not exist", async () => {
    const ids: { [name: string]: string } = {
      projectId: story.projectId,
      sectionId: story.sectionId,
      speakerId: speakers[0]?.id ?? "",
      workflowRunId: story.workflow.run.id,
      exportId: exported.id,
      assetId: manifest.assets[0]?.asset_id ?? "",
      apiKeyId: api_keys[0]?.id ?? "",
    };
    const bodies: { [id: string]: unknown } = {
      createSection: { ...studioMutation(), title: "t", raw_text: "x", base_section_order_version: 2 },
      castSpeaker: {
        ...studioMutation(),
        base_speaker_registry_version: saved.speaker_registry_version,
        voice_id: null,
      },
      startWorkflow: { ...studioMutation(), workflow_kind: "prepare_sections", section_ids: [story.sectionId] },
      resumeWorkflow: studioMutation(),
    };
    const query: { [id: string]: string } = {
      readPlaybackManifest: `?document_version=${saved.document_version}&speaker_registry_version=${saved.speaker_registry_version}`,
    };
    let asked = 0;
    for (const [id, row] of Object.entries(endpoints) as [string, Endpoint][]) {
      if (row.scope === null || !row.path.includes("{")) continue;
      asked++;
      const ask = (of: (name: string) => string) =>
        server.request(row.path.replace(/\{(\w+)\}/g, (_, name) => of(name)) + (query[id] ?? ""), {
          method: row.method,
          key: strangerKey,
          ...(id in bodies ? { body: JSON.stringify(bodies[id]) } : {}),
        });
      const there = await ask((name) => ids[name] ?? assert.fail(`no ${name} for ${id}`));
      const nowhere = await ask(() => randomUUID());
      assert.ok([403, 404].includes(there.status), `${id}: ${there.status}`);
      assert.deepEqual([there.status, there.body.error], [nowhere.status, nowhere.body.error], id);
    }
    assert.ok(asked > 15);
  });
  test("cannot export the owner's section, filter by it, or prepare it inside a project of its own", async () => {
    const post = await server.request("/studio/exports", {
      method: "POST",
      key: strangerKey,
      headers: { "idempotency-key": randomUUID() },
      body: JSON.stringify({ schema_version: 1, section_id: story.sectionId, ...saved, format: "mp3" }),
    });
    assert.equal(post.status, 404);
    const list = await server.request(`/studio/exports?section_id=${story.sectionId}`, { key: strangerKey });
    assert.equal(list.status, 404);
    const own = await createBook(stranger, "Mine.");
    const prepare = await server.request(`/studio/projects/${own.projectId}/workflows`, {
      method: "POST",
      key: strangerKey,
      body: JSON.stringify({
        ...studioMutation(),
        workflow_kind: "prepare_sections",
        section_ids: [...own.sectionIds, ...book.sectionIds],
      }),
    });
    assert.equal(prepare.status, 404);
  });
  test("may use the same client_mutation_id and Idempotency-Key: both are the account's own", async () => {
    const body = JSON.stringify({ ...studioMutation(), title: "Same", raw_text: "Same." });
    const [mine, theirs] = [
      await server.request("/studio/sections", { method: "POST", body }),
      await server.request("/studio/sections", { method: "POST", body, key: strangerKey }),
    ];
    assert.deepEqual([mine.status, theirs.status], [201, 201]);
    assert.notEqual(mine.body.data.section.id, theirs.body.data.section.id);
  });
  test("has changed nothing", async () => {
    assert.deepEqual(await snapshot(), before);
  });
});

async function snapshot() {
  const entries = await media(server.client, story.sectionId);
  return {
    document: (await server.client.call("readDocument", { params: { sectionId: story.sectionId } })).document,
    speakers: await server.client.call("listSpeakers", { params: { projectId: story.projectId } }),
    sections: await server.client.call("readProjectSections", { params: { projectId: book.projectId } }),
    audio: entries.map((one) => [one.freshness, one.active_rendition_id]),
    workflow: await server.client.call("readLatestWorkflow", { params: { projectId: story.projectId } }),
  };
}
