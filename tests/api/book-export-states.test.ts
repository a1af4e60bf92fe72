// Failing book exports, and lists, replays and cancellations of book exports.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { bookExporting } from "./book-exporting.ts";
import { poll, refused, sharedAccount } from "./server.ts";
import { createAudio, createBook, createStory, longText, prepare, readDocument, studioMutation } from "./story.ts";

const server = await sharedAccount();
const { client } = server;
const { askForBook, bookState, bookEnded, madeBook } = bookExporting(server);
const list = (projectId: string, query: { [name: string]: unknown } = {}) =>
  client.call("listBookExports", { params: { projectId }, query });

const book = await createBook(client, "One.");
await createAudio(client, book.projectId, ...book.sectionIds);
const [one = ""] = book.sectionIds;

describe("a book that cannot be made", () => {
  test("without complete audio fails, naming the section and its first gap", async () => {
    const { projectId, sectionIds } = await createBook(client, "Spoken.", "Silent.");
    await prepare(client, projectId, ...sectionIds);
    await createAudio(client, projectId, sectionIds[0] ?? "");
    const over = await bookEnded(projectId, (await askForBook(projectId, { format: "m4b" })).body.data.id);
    assert.deepEqual([over.status, over.error?.code, over.artifact], ["failed", "EXPORT_AUDIO_INCOMPLETE", null]);
    assert.match(
      over.error?.message ?? "",
      /^Section 2 of the book \(“Chapter 2”, .*block 1 .*: (missing|unassigned)\./,
    );
    const credits = { format: "m4b", sections: [sectionIds[0]], book: { credits: true } };
    assert.equal((await bookEnded(projectId, (await askForBook(projectId, credits)).body.data.id)).status, "completed");
  });
  test("because a section was deleted or changed before its turn states this reason", async () => {
    const { projectId, sectionIds } = await createBook(client, longText(24), "Two.", "Three.");
    await createAudio(client, projectId, ...sectionIds);
    // Exports run one at a time, so these wait behind the first.
    const { body: first } = await askForBook(projectId, { format: "wav", sections: [sectionIds[0]] });
    const { body: changed } = await askForBook(projectId, { sections: [sectionIds[1]] });
    const { body: missing } = await askForBook(projectId, { sections: [sectionIds[2]] });
    await client.call("importScript", {
      params: { sectionId: sectionIds[1] ?? "" },
      body: {
        ...studioMutation(),
        base_document_version: (await readDocument(client, sectionIds[1] ?? "")).document.document_version,
        text: "MARA: Two!",
      },
    });
    const { section_order_version } = await client.call("readProjectSections", { params: { projectId } });
    await client.call("deleteSection", {
      params: { projectId, sectionId: sectionIds[2] ?? "" },
      body: {
        ...studioMutation(),
        base_section_order_version: section_order_version ?? 0,
        base_document_version: (await readDocument(client, sectionIds[2] ?? "")).document.document_version,
      },
    });
    assert.equal((await bookEnded(projectId, changed.data.id)).error?.code, "EXPORT_SUPERSEDED");
    const gone = await bookEnded(projectId, missing.data.id);
    assert.equal(gone.error?.code, "EXPORT_AUDIO_INCOMPLETE");
    assert.match(gone.error?.message ?? "", /“Chapter 3”.*moved or deleted/);
    await bookEnded(projectId, first.data.id);
  });
  test("is refused: an unknown format, field, section or project, too much text, no sections", async () => {
    for (const bad of [
      { sections: [] },
      { sections: [one, one] },
      { pin: "latest" },
      { format: "zip" },
      { schema_version: 2 },
      { book: null },
      { book: { title: "" } },
      { book: { title: "  " } },
      { book: { title: "x".repeat(501) } },
      { book: { author: "x".repeat(501) } },
      { book: { narrator: "x".repeat(501) } },
      { book: { credits: "yes" } },
      { book: { chapters: "none" } },
      { book: { publisher: "Ann" } },
      { book: { cover_asset_id: "cover.jpg" } },
    ]) {
      assert.equal((await askForBook(book.projectId, bad)).status, 400, JSON.stringify(bad));
    }
    const longest = { title: "x".repeat(500), author: "y".repeat(500), narrator: "z".repeat(500) };
    assert.equal((await askForBook(book.projectId, { book: longest })).status, 202);
    assert.equal((await askForBook(book.projectId, { sections: [one, randomUUID()] })).status, 404);
    assert.equal((await askForBook(randomUUID())).status, 404);
    const empty = await createBook(client);
    assert.equal((await askForBook(empty.projectId)).status, 400);
    for (const key of [null, "1234567", "k".repeat(129), "has a space"]) {
      assert.equal((await askForBook(book.projectId, {}, key)).status, 400, String(key));
    }
  });
});

describe("book exports of a project", () => {
  test("repeated with their key are 200 and the original; for a different request 409", async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => askForBook(book.projectId, {}, key)));
    assert.equal(answers.filter((answer) => answer.status === 202).length, 1);
    assert.equal(new Set(answers.map((answer) => answer.body.data.id)).size, 1);
    assert.equal((await askForBook(book.projectId, { book: { title: "Other" } }, key)).status, 409);
  });
  test("of the same book requested concurrently are made once; the others are coalesced", async () => {
    const { projectId, sectionIds } = await createBook(client, "One.", "Two.");
    await createAudio(client, projectId, ...sectionIds);
    const body = { format: "mp3", book: { title: "Asked for by three" } };
    const asked = await Promise.all([1, 2, 3].map(() => askForBook(projectId, body)));
    const other = await askForBook(projectId, { ...body, book: { title: "Another book" } });
    const fewer = await askForBook(projectId, { ...body, sections: [sectionIds[0]] });
    assert.deepEqual(
      [...asked, other, fewer].map(({ status }) => status),
      [202, 202, 202, 202, 202],
    );
    const cached = asked.map(({ body: answer }) => answer.data.cache_result);
    assert.deepEqual(cached.sort(), ["coalesced", "coalesced", "miss"]);
    assert.deepEqual(
      [other, fewer].map(({ body: answer }) => answer.data.cache_result),
      ["miss", "miss"],
    );
    const made = await Promise.all(asked.map(({ body: answer }) => bookEnded(projectId, answer.data.id)));
    assert.deepEqual(
      made.map(({ status }) => status),
      ["completed", "completed", "completed"],
    );
    assert.equal(new Set(made.map(({ artifact }) => artifact?.asset_id)).size, 1);
    assert.deepEqual(made.map(({ cache_result }) => cache_result).sort(), ["coalesced", "coalesced", "miss"]);
    const afterwards = await askForBook(projectId, body);
    const again = await bookEnded(projectId, afterwards.body.data.id);
    assert.deepEqual([again.cache_result, again.artifact?.asset_id], ["reused", made[0]?.artifact?.asset_id]);
  });
  test("are listed newest first, one by default, at most ten, narrowed by format", async () => {
    const { projectId, sectionIds } = await createBook(client, "Once.");
    await createAudio(client, projectId, ...sectionIds);
    const ids: string[] = [];
    for (const format of ["srt", "mp3", "srt"]) ids.unshift((await madeBook(projectId, { format })).id);
    const first = await list(projectId);
    assert.deepEqual([first.exports.map((each) => each.id), first.next_cursor], [[ids[0]], "1"]);
    const rest = await list(projectId, { cursor: 1, limit: 10 });
    assert.deepEqual([rest.exports.map((each) => each.id), rest.next_cursor], [[ids[1], ids[2]], null]);
    const srt = await list(projectId, { format: "srt", limit: 10 });
    assert.deepEqual(
      srt.exports.map((each) => each.id),
      [ids[0], ids[2]],
    );
    await refused(list(projectId, { limit: 11 }), 400, "INVALID_REQUEST");
    await refused(bookState(projectId, randomUUID()), 404, "NOT_FOUND");
    await refused(bookState(book.projectId, ids[0] ?? ""), 404, "NOT_FOUND");
  });
  test("are cancelled at once while they wait, and soon while they run; repeating changes nothing", async () => {
    const { projectId, sectionIds } = await createBook(client, longText(30), longText(30));
    await createAudio(client, projectId, ...sectionIds);
    const { body: running } = await askForBook(projectId, { format: "m4b" });
    const { body: waiting } = await askForBook(projectId, { format: "mp3" });
    const cancel = (exportId: string) => client.call("cancelBookExport", { params: { projectId, exportId } });
    assert.equal((await cancel(waiting.data.id)).status, "cancelled");
    await poll(
      () => bookState(projectId, running.data.id),
      ({ phase, status }) => phase === "encoding" || status === "completed",
    );
    await cancel(running.data.id);
    const over = await bookEnded(projectId, running.data.id);
    assert.deepEqual([over.status, over.artifact], ["cancelled", null]);
    assert.equal((await cancel(running.data.id)).status, "cancelled");
    const done = await madeBook(projectId, { format: "srt" });
    await refused(cancel(done.id), 409, "EXPORT_NOT_CANCELLABLE");
    await refused(cancel(randomUUID()), 404, "NOT_FOUND");
  });
  test("belong only to their account, and are deleted with their project", async () => {
    const { projectId, sectionIds } = await createBook(client, "Once.");
    await createAudio(client, projectId, ...sectionIds);
    const over = await madeBook(projectId, { format: "srt" });
    const info = await client.call("previewProjectDeletion", { params: { projectId } });
    const story = await createStory(client);
    await refused(bookState(story.projectId, over.id), 404, "NOT_FOUND");
    const gone = await client.call("deleteProject", {
      params: { projectId },
      body: { schema_version: 1, expected_project_kind: "named", delete_ai_designed_voices: false },
    });
    // A take, its book, and the book's file.
    assert.equal(info.studio_media_count, 2);
    assert.equal(gone.studio_media_marked_for_deletion, 2);
    await refused(bookState(projectId, over.id), 404, "NOT_FOUND");
  });
});
