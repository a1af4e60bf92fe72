// Versions of a document: each is listed, readable and restorable. Recovery drafts.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import type { CallOf, Document, Endpoints } from "@fullcast/contract";
import { refused, sharedAccount } from "./server.ts";
import { createStory, media, prepare, readDocument, spokenStory, startAudio, studioMutation, TEXT } from "./story.ts";

const server = await sharedAccount();
const { client } = server;
type Operation = CallOf<Endpoints["editDocument"]>["body"]["operations"][number];
type Block = Document["blocks"][number];

const edit = async (sectionId: string, ...operations: Operation[]) => {
  const { document } = await readDocument(client, sectionId);
  const body = { ...studioMutation(), base_document_version: document.document_version, operations };
  return client.call("editDocument", { params: { sectionId }, body });
};
const restore = async (sectionId: string, document_version: number) => {
  const { document } = await readDocument(client, sectionId);
  const body = { ...studioMutation(), base_document_version: document.document_version, document_version };
  return client.call("restoreDocument", { params: { sectionId }, body });
};
const versionsOf = (sectionId: string, query: { limit?: number; cursor?: string } = {}) =>
  client.call("listDocumentVersions", { params: { sectionId }, query });
const at = async (sectionId: string, document_version: number) =>
  (await client.call("readDocument", { params: { sectionId }, query: { document_version } })).document;
const known = (block: Block | undefined) => ({
  block_id: block?.id ?? "",
  base_block_version: block?.block_version ?? 0,
});
const content = (text: string) => ({
  type: "text" as const,
  schema_version: "studio-ast-2" as const,
  text,
  annotations: [],
  points: [],
  delivery_control_sets: [],
});
const says = (blocks: readonly Block[]) => blocks.map(({ block_version: _version, ...block }) => block);

describe("the versions of a document", () => {
  test("are listed newest first with who made them, in pages that neither skip nor repeat", async () => {
    const { projectId, sectionId } = await createStory(client);
    await prepare(client, projectId, sectionId);
    for (const title of ["a", "b", "c"]) await edit(sectionId, { op: "set_title", title });
    const { versions, next_cursor } = await versionsOf(sectionId);
    assert.deepEqual([versions.map((one) => one.document_version), next_cursor], [[5, 4, 3, 2, 1], null]);
    assert.deepEqual(
      versions.map((one) => one.actor_session_id !== null),
      [true, true, true, false, true],
    );
    for (const one of versions) assert.ok(one.summary.length > 0);
    const paged: number[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof versionsOf>> = await versionsOf(sectionId, {
        limit: 2,
        ...(cursor === null ? {} : { cursor }),
      });
      paged.push(...page.versions.map((one) => one.document_version));
      cursor = page.next_cursor;
      if (cursor !== null && paged.length === 2) await edit(sectionId, { op: "set_title", title: "meanwhile" });
    } while (cursor !== null);
    assert.deepEqual(paged, [5, 4, 3, 2, 1]);
    await refused(versionsOf(sectionId, { cursor: "nonsense" }), 400, "INVALID_REQUEST");
    await refused(versionsOf(sectionId, { limit: 101 }), 400, "INVALID_REQUEST");
    await refused(versionsOf(randomUUID()), 404, "NOT_FOUND");
  });
  test("can each be read as they were, whole and by window", async () => {
    const { projectId, sectionId } = await createStory(client);
    const read: Document[] = [(await readDocument(client, sectionId)).document];
    await prepare(client, projectId, sectionId);
    read.push((await readDocument(client, sectionId)).document);
    const [first, second, third] = read[1]?.blocks ?? [];
    await edit(
      sectionId,
      { op: "move_block", ...known(third), after_block_id: null },
      { op: "delete_block", ...known(second) },
    );
    read.push((await readDocument(client, sectionId)).document);
    await edit(sectionId, { op: "merge_blocks", blocks: [known(read[2]?.blocks[0]), known(read[2]?.blocks[1])] }).catch(
      () => undefined,
    );
    await edit(
      sectionId,
      { op: "set_title", title: "Another" },
      { op: "replace_block", ...known(first), set: { content: content("New.\n") } },
    );
    read.push((await readDocument(client, sectionId)).document);
    for (const document of read) {
      assert.deepEqual(await at(sectionId, document.document_version), document);
      const query = { document_version: document.document_version, from_index: 1, limit: 2 };
      const window = await client.call("readDocument", { params: { sectionId }, query });
      assert.deepEqual(
        [window.document.blocks, window.block_count],
        [document.blocks.slice(1, 3), document.blocks.length],
      );
    }
    for (const version of [99, Number.MAX_SAFE_INTEGER]) await refused(at(sectionId, version), 404, "NOT_FOUND");
  });
});

describe("restoring a version", () => {
  test("gives the same blocks, title and flag as a new version, whatever was done since", async () => {
    const { projectId, sectionId } = await createStory(client);
    await prepare(client, projectId, sectionId);
    const before = await readDocument(client, sectionId);
    const blocks = before.document.blocks;
    const [one, two, three] = blocks;
    await edit(
      sectionId,
      { op: "set_title", title: "Other" },
      { op: "set_sound_effects_enabled", enabled: false },
      { op: "replace_block", ...known(one), set: { content: content("New.\n") } },
      { op: "move_block", ...known(three), after_block_id: null },
      { op: "delete_block", ...known(two) },
    );
    const last = (await readDocument(client, sectionId)).document.blocks.at(-1);
    await edit(sectionId, { op: "split_block", ...known(last), offset_utf16: 3 });
    await restore(sectionId, 1);
    assert.equal((await readDocument(client, sectionId)).document.blocks[0]?.kind, "unparsed");
    const answer = await restore(sectionId, 2);
    const after = await readDocument(client, sectionId);
    assert.deepEqual(says(after.document.blocks), says(blocks));
    assert.deepEqual(
      [after.document.title, after.sound_effects_enabled, after.source_text_length],
      [before.document.title, true, before.source_text_length],
    );
    assert.deepEqual([answer.section_id, answer.document_version, answer.idempotent_replay], [sectionId, 6, false]);
    assert.deepEqual(
      after.speakers.map((speaker) => speaker.usage),
      before.speakers.map((speaker) => speaker.usage),
    );
    const versionOf = new Map(after.document.blocks.map((block) => [block.id, block.block_version]));
    assert.ok(
      blocks.every((block) => (versionOf.get(block.id) ?? 0) > block.block_version),
      "versions go on counting",
    );
  });
  test("makes the audio of its blocks current again with no engine call", async () => {
    const { projectId, sectionId } = await spokenStory(client);
    const { document } = await readDocument(client, sectionId);
    const block = document.blocks.find((one) => one.kind === "speech");
    const takes = (await media(client, sectionId)).map((one) => one.active_rendition_id);
    await edit(sectionId, { op: "replace_block", ...known(block), set: { content: content('"Other words."\n\n') } });
    const changed = (await media(client, sectionId)).find((one) => one.block_id === block?.id);
    assert.deepEqual([changed?.freshness, changed?.stale_reasons], ["stale", ["text"]]);
    await edit(sectionId, { op: "delete_block", ...known(document.blocks.at(-1)) });
    await restore(sectionId, document.document_version);
    const after = await media(client, sectionId);
    assert.deepEqual(
      after.map((one) => one.active_rendition_id),
      takes,
    );
    assert.ok(after.every((one) => one.freshness === "current" || one.freshness === "unsupported"));
    const started = await startAudio(client, projectId, [sectionId]);
    assert.ok(started.run.id);
  });
  test("of an unknown version is 404, on a stale base 409, with another content 409; again it is a replay", async () => {
    const { sectionId } = await createStory(client);
    await refused(restore(sectionId, 2), 404, "NOT_FOUND");
    const body = { ...studioMutation(), base_document_version: 1, document_version: 1 };
    const send = (over: object = {}) =>
      client.call("restoreDocument", { params: { sectionId }, body: { ...body, ...over } });
    const first = await send();
    assert.deepEqual(await send(), { ...first, idempotent_replay: true });
    await refused(send({ ...studioMutation() }), 409, "VERSION_CONFLICT");
    await refused(send({ document_version: 2 }), 409, "IDEMPOTENCY_CONFLICT");
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () =>
        send({ ...studioMutation(), base_document_version: 2 }).then(
          () => 200,
          (error) => error.status,
        ),
      ),
    );
    assert.deepEqual(outcomes.sort(), [200, 409, 409, 409, 409]);
  });
});

describe("a recovery draft", () => {
  const put = (sectionId: string, base_document_version: number, draft: { [key: string]: never } | object) =>
    client.call("putRecoveryDraft", {
      params: { sectionId },
      body: {
        schema_version: 1,
        actor_session_id: randomUUID(),
        base_document_version,
        draft: draft as { [key: string]: string },
      },
    });
  test("is kept with the document until it is deleted, the newest only", async () => {
    const { sectionId } = await createStory(client);
    assert.equal((await readDocument(client, sectionId)).recovery_draft, null);
    await put(sectionId, 1, { words: "first" });
    const { recovery_draft } = await put(sectionId, 1, { words: "second", nested: [{ a: null }] });
    assert.deepEqual(recovery_draft?.draft, { words: "second", nested: [{ a: null }] });
    assert.equal(recovery_draft?.base_document_version, 1);
    await edit(sectionId, { op: "set_title", title: "x" });
    assert.deepEqual((await readDocument(client, sectionId)).recovery_draft, recovery_draft);
    for (let time = 0; time < 2; time += 1)
      assert.deepEqual(await client.call("deleteRecoveryDraft", { params: { sectionId } }), { recovery_draft: null });
    assert.equal((await readDocument(client, sectionId)).recovery_draft, null);
  });
  test("may have 1 MiB and 32 levels; one more is 400; a stale base is 409, an unknown section 404", async () => {
    const { sectionId } = await createStory(client, TEXT);
    const sized = (bytes: number) => ({ a: "x".repeat(bytes - '{"a":""}'.length) });
    const deep = (levels: number): object => (levels === 1 ? {} : { a: deep(levels - 1) });
    await put(sectionId, 1, sized(2 ** 20));
    await refused(put(sectionId, 1, sized(2 ** 20 + 1)), 400, "INVALID_REQUEST");
    await put(sectionId, 1, deep(32));
    await refused(put(sectionId, 1, deep(33)), 400, "INVALID_REQUEST");
    await refused(put(sectionId, 1, { a: "\u0000" }), 400, "INVALID_REQUEST");
    await refused(put(sectionId, 2, {}), 409, "VERSION_CONFLICT");
    await refused(put(randomUUID(), 1, {}), 404, "NOT_FOUND");
    await refused(client.call("deleteRecoveryDraft", { params: { sectionId: randomUUID() } }), 404, "NOT_FOUND");
  });
});
