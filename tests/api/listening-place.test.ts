// Where an account left a story: a line, an offset and bookmarks.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { LIMITS } from "@fullcast/contract";
import { refused, sharedAccount } from "./server.ts";
import { createBook, createStory, prepare, readDocument, studioMutation } from "./story.ts";

const server = await sharedAccount();
const { client } = server;
const at = (projectId: string) => ({ params: { projectId } });
/** Without the time, which the first test looks at. */
const read = async (projectId: string) => untimed(await client.call("readListeningPlace", at(projectId)));
const untimed = <T extends { readonly updated_at: string | null }>({ updated_at: _, ...place }: T) => place;
const nothing = { section_id: null, block_id: null, offset_ms: 0, bookmarks: [] };

test("a new story has no place; a stored place is returned rounded and replaces the earlier one", async () => {
  const { projectId, sectionId } = await createStory(client);
  assert.deepEqual(await read(projectId), { project_id: projectId, ...nothing });
  await prepare(client, projectId, sectionId);
  const [first, second] = (await readDocument(client, sectionId)).document.blocks.map(({ id }) => id);
  assert.ok(first !== undefined && second !== undefined);
  const bookmarks = [
    { section_id: sectionId, block_id: second, offset_ms: 40 },
    { section_id: sectionId, block_id: first, offset_ms: 0 },
  ];
  const body = { section_id: sectionId, block_id: first, offset_ms: 1234.4, bookmarks };
  const written = await client.call("writeListeningPlace", { ...at(projectId), body });
  assert.deepEqual(untimed(written), { project_id: projectId, ...body, offset_ms: 1234 });
  assert.deepEqual(await client.call("readListeningPlace", at(projectId)), written);
  await client.call("writeListeningPlace", { ...at(projectId), body: nothing });
  assert.deepEqual(await read(projectId), { project_id: projectId, ...nothing });
});

test("each writing has a later time, and bookmarks stay when none are sent", async () => {
  const { projectId, sectionId } = await createStory(client);
  await prepare(client, projectId, sectionId);
  const [first, second] = (await readDocument(client, sectionId)).document.blocks.map(({ id }) => id);
  assert.equal((await client.call("readListeningPlace", at(projectId))).updated_at, null);
  const bookmarks = [{ section_id: sectionId, block_id: first ?? "", offset_ms: 0 }];
  const place = (block_id: string) => ({ section_id: sectionId, block_id, offset_ms: 5 });
  const phone = await client.call("writeListeningPlace", {
    ...at(projectId),
    body: { ...place(first ?? ""), bookmarks },
  });
  const laptop = await client.call("writeListeningPlace", { ...at(projectId), body: place(second ?? "") });
  assert.deepEqual([laptop.block_id, laptop.bookmarks], [second, bookmarks]);
  assert.ok((laptop.updated_at ?? "") >= (phone.updated_at ?? "~"));
});

test("a deleted line disappears from place and bookmarks; undo restores it", async () => {
  const { projectId, sectionId } = await createStory(client);
  await prepare(client, projectId, sectionId);
  const { document } = await readDocument(client, sectionId);
  const block = document.blocks.at(-1);
  const kept = document.blocks[0];
  assert.ok(block !== undefined && kept !== undefined);
  const place = (block_id: string) => ({ section_id: sectionId, block_id, offset_ms: 7 });
  const body = { ...place(block.id), bookmarks: [place(block.id), place(kept.id)] };
  await client.call("writeListeningPlace", { ...at(projectId), body });
  await client.call("editDocument", {
    params: { sectionId },
    body: {
      ...studioMutation(),
      base_document_version: document.document_version,
      operations: [{ op: "delete_block", block_id: block.id, base_block_version: block.block_version }],
    },
  });
  assert.deepEqual(await read(projectId), { project_id: projectId, ...nothing, bookmarks: [place(kept.id)] });
  await client.call("undoDocument", {
    params: { sectionId },
    body: { ...studioMutation(), base_document_version: document.document_version + 1 },
  });
  assert.deepEqual(await read(projectId), { project_id: projectId, ...body });
});

test("the line must be one of the project; bookmarks of other lines are dropped", async () => {
  const { projectId, sectionId } = await createStory(client);
  const { raw_key } = await server.owner.call("createAccount", {
    body: { username: "other-listener", display_name: "Other", plan: "free" },
  });
  const other = server.withKey(raw_key);
  const theirs = await createStory(other, "Not yours.");
  const elsewhere = await createBook(client, "Another book.");
  const [own] = (await readDocument(client, sectionId)).document.blocks;
  const [foreign] = (await readDocument(other, theirs.sectionId)).document.blocks;
  assert.ok(own !== undefined && foreign !== undefined);
  const write = (section_id: string | null, block_id: string | null) =>
    client.call("writeListeningPlace", {
      ...at(projectId),
      body: { section_id, block_id, offset_ms: 0, bookmarks: [] },
    });
  await refused(write(theirs.sectionId, foreign.id), 404, "NOT_FOUND");
  await refused(write(elsewhere.sectionIds[0] ?? "", own.id), 404, "NOT_FOUND");
  await refused(write(sectionId, randomUUID()), 404, "NOT_FOUND");
  await refused(write(sectionId, null), 404, "NOT_FOUND");
  const bookmarks = [
    { section_id: theirs.sectionId, block_id: foreign.id, offset_ms: 0 },
    { section_id: sectionId, block_id: own.id, offset_ms: 5 },
  ];
  const body = { section_id: sectionId, block_id: own.id, offset_ms: 0, bookmarks };
  const written = await client.call("writeListeningPlace", { ...at(projectId), body });
  assert.deepEqual(written.bookmarks, bookmarks.slice(1));
  const many = Array.from({ length: LIMITS.bookmarks + 1 }, () => ({ ...bookmarks[1]! }));
  const tooMany = await server.request(`/me/listening/${projectId}`, {
    method: "PUT",
    body: JSON.stringify({ ...body, bookmarks: many }),
  });
  assert.deepEqual([tooMany.status, tooMany.body.error.code], [400, "INVALID_REQUEST"]);
});
