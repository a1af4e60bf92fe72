// Pages that do not follow edits: listeners get the story as it was at the last update. docs/publishing.md.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import type { Client } from "@fullcast/contract";
import { inDatabase } from "./in-database.ts";
import { poll, sharedServer } from "./server.ts";
import {
  createAudio,
  createBook,
  createStory,
  exportStory,
  finished,
  prepare,
  readDocument,
  replaceBlock,
  spokenStory,
  studioMutation,
} from "./story.ts";

const server = await sharedServer();

type Page = { readonly sections: readonly PageSection[]; readonly title: string };
type PageSection = {
  readonly section_id: string;
  readonly title: string;
  readonly audio: { readonly url: string } | null;
  readonly paragraphs: readonly (readonly { readonly text: string }[])[];
};

const visit = (path: string) => server.request(new URL(path, server.url).href, { key: null });
const dataOf = async (url: string): Promise<Page> => (await visit(`${url}/story.json`)).body.data;
const wordsOf = ({ paragraphs }: PageSection) =>
  paragraphs.map((runs) => runs.map(({ text }) => text).join("")).join("\n");

const publication = (rest: object = {}) => ({ schema_version: 1 as const, client_mutation_id: randomUUID(), ...rest });

function shareOf(client: Client, projectId: string) {
  const params = { projectId };
  return {
    publish: (rest: object = {}) => client.call("publishProject", { params, body: publication(rest) }),
    read: () => client.call("readProjectShare", { params }),
    /** Publishes, and waits until listeners have it all. */
    async update(rest: object = {}) {
      const before = (await this.read()).page?.updated_at ?? null;
      await this.publish(rest);
      const state = await poll(
        () => this.read(),
        ({ page }) =>
          page !== null && page.updated_at !== null && page.updated_at !== before && page.waiting_sections === 0,
      );
      return state;
    },
  };
}

async function spokenBook(client: Client, ...texts: string[]) {
  const book = await createBook(client, ...texts);
  await prepare(client, book.projectId, ...book.sectionIds);
  await createAudio(client, book.projectId, ...book.sectionIds);
  return book;
}

async function changeFirstLine(client: Client, sectionId: string, text: string) {
  const { document } = await readDocument(client, sectionId);
  const line = document.blocks.find(({ kind }) => kind === "narration") ?? assert.fail("there is no narration");
  const { content } = line;
  assert.equal(content.type, "text");
  await replaceBlock(client, sectionId, document, line, { content: { ...content, text } as typeof content });
}

const hashOf = async (url: string) => (await visit(url)).headers.get("etag");

describe("a page that does not follow edits", () => {
  test("keeps texts, titles, order, feed and audio until it is published again; a deleted chapter leaves it at once", async () => {
    const { client } = server;
    const { projectId, sectionIds } = await spokenBook(
      client,
      "The tide was out.\n",
      "The gulls were back.\n",
      "It rained.\n",
    );
    const [first = "", second = "", third = ""] = sectionIds;
    const share = shareOf(client, projectId);
    const { share_link, page } = await share.update({ follow_edits: false });
    const url = share_link?.url ?? assert.fail();
    assert.deepEqual(
      { ...page, updated_at: "" },
      {
        ...{
          follow_edits: false,
          updated_at: "",
          changed_sections: 0,
          waiting_sections: 0,
          settings_changed: false,
          details_changed: false,
        },
      },
    );
    await poll(
      () => dataOf(url),
      ({ sections }) => sections.every(({ audio }) => audio !== null),
    );
    const [data, feed, html] = [await dataOf(url), (await visit(`${url}/feed.xml`)).body, (await visit(url)).body];
    const sound = await hashOf(data.sections[0]?.audio?.url ?? "");
    const below = `/s/${share_link?.slug}/sections/${first}`;
    const timeline = (await visit(`${below}/timeline.json`)).body;
    const transcript = (await visit(`${below}/transcript.vtt`)).body.toString();
    assert.match(transcript, /The tide was out/);

    await changeFirstLine(client, first, "The tide was in.\n");
    const { document } = await readDocument(client, second);
    await client.call("editDocument", {
      params: { sectionId: second },
      body: {
        ...studioMutation(),
        base_document_version: document.document_version,
        operations: [{ op: "set_title", title: "Gulls" }],
      },
    });
    await client.call("createSection", {
      params: { projectId },
      body: { ...studioMutation(), title: "More", raw_text: "More.\n", base_section_order_version: 4 },
    });
    assert.deepEqual(await dataOf(url), data);
    assert.deepEqual((await visit(`${url}/feed.xml`)).body, feed);
    assert.deepEqual(
      (await visit(url)).body.toString().replaceAll(/ data-(?:mix|narrator)="[^"]*"/g, ""),
      html.toString().replaceAll(/ data-(?:mix|narrator)="[^"]*"/g, ""),
    );
    assert.equal(await hashOf(data.sections[0]?.audio?.url ?? ""), sound);
    assert.deepEqual((await visit(`${below}/timeline.json`)).body.data, timeline.data);
    assert.equal((await visit(`${below}/transcript.vtt`)).body.toString(), transcript);
    // Takes of now do not belong to the words of before.
    for (const name of ["mix.json", "mix.m3u8", "narrator.json", "timeline.json?narrator"]) {
      assert.equal((await visit(`${below}/${name}`)).status, 404, name);
    }
    assert.equal((await visit(`/s/${share_link?.slug}/sections/${third}/mix.json`)).status, 200);
    await client.call("changeBook", { params: { projectId }, body: { schema_version: 1, title: "The Tide" } });
    // Other settings of the link update nothing.
    const changed = await share.publish({ make_files: false, allow_download: true });
    assert.deepEqual(
      { ...changed.page },
      { ...page, changed_sections: 3, details_changed: true, settings_changed: false },
    );
    assert.equal((await dataOf(url)).title, data.title);
    assert.deepEqual((await dataOf(url)).sections, data.sections);

    await client.call("deleteSection", {
      params: { projectId, sectionId: third },
      body: { ...studioMutation(), base_section_order_version: 5, base_document_version: 2 },
    });
    assert.deepEqual(
      (await dataOf(url)).sections.map(({ title }) => title),
      ["Chapter 1", "Chapter 2"],
    );

    await createAudio(client, projectId, first);
    const updated = await share.update();
    assert.deepEqual([updated.page?.changed_sections, updated.page?.settings_changed], [0, false]);
    const now = await dataOf(url);
    assert.deepEqual([now.title, updated.page?.details_changed], ["The Tide", false]);
    assert.deepEqual(
      now.sections.map(({ title }) => title),
      ["Chapter 1", "Gulls", "More"],
    );
    assert.equal(wordsOf(now.sections[0]!), "The tide was in.");
    assert.notEqual(await hashOf(now.sections[0]?.audio?.url ?? ""), sound);
    assert.match((await visit(`${below}/transcript.vtt`)).body.toString(), /The tide was in/);
  });

  test("changes words and audio of a chapter together: the old ones are heard until the new file is ready", async () => {
    const { client } = server;
    const { projectId, sectionIds } = await spokenBook(client, "The tide was out.\n\n".repeat(40));
    const [sectionId = ""] = sectionIds;
    const share = shareOf(client, projectId);
    const { share_link } = await share.update({ follow_edits: false });
    const url = share_link?.url ?? assert.fail();
    const whole = await poll(
      () => dataOf(url),
      ({ sections }) => sections[0]?.audio != null,
    );
    const audio = whole.sections[0]?.audio?.url ?? "";
    const before = await hashOf(audio);
    await changeFirstLine(client, sectionId, "The tide was in.\n\n");
    await createAudio(client, projectId, sectionId);
    await share.publish();
    const seen: [string, boolean][] = [];
    await poll(
      async () => {
        const sound = await hashOf(audio);
        const [section] = (await dataOf(url)).sections;
        // The page may change between the two answers, so the sound is read on both sides of the words.
        if ((await hashOf(audio)) === sound) seen.push([wordsOf(section!).slice(0, 16), sound === before]);
        return seen.at(-1);
      },
      (last) => last?.[0] === "The tide was in.",
    );
    for (const [words, isBefore] of seen) assert.equal(isBefore, words !== "The tide was in.", words);
  });

  test("and one that follows play another take of an unchanged script after the next update", async () => {
    const { client } = server;
    for (const follow_edits of [true, false]) {
      const { projectId, sectionId } = await spokenStory(client, "The tide was out.\n\nIt rained.\n");
      const share = shareOf(client, projectId);
      const { share_link } = await share.publish({ follow_edits });
      const audio = `${share_link?.url}/sections/${sectionId}/audio.mp3`;
      await poll(
        () => visit(audio),
        ({ status }) => status === 200,
      );
      const before = await hashOf(audio);
      const { document } = await readDocument(client, sectionId);
      const line = document.blocks.find(({ kind }) => kind === "narration") ?? assert.fail("there is no narration");
      const params = { sectionId, blockId: line.id };
      const { run } = await client.call("requestTakes", { params, body: { ...studioMutation(), count: 1 } });
      await finished(client, run.id);
      const { takes, active_take_id } = await client.call("listTakes", { params });
      const other = takes.find(({ id }) => id !== active_take_id) ?? assert.fail("there is one take");
      await client.call("activateTake", { params: { ...params, takeId: other.id }, body: studioMutation() });
      assert.equal(await hashOf(audio), before);
      await share.publish();
      await poll(
        () => hashOf(audio),
        (now) => now !== null && now !== before,
      );
    }
  });

  test("follows again when its owner wants it to, and keeps nothing then; revoked, it opens nothing", async () => {
    const { client } = server;
    const { projectId, sectionId } = await createStory(client, "The tide was out.\n");
    const share = shareOf(client, projectId);
    const { share_link } = await share.update({ follow_edits: false });
    const url = share_link?.url ?? assert.fail();
    await prepare(client, projectId, sectionId);
    await changeFirstLine(client, sectionId, "The tide was in.\n");
    assert.equal(wordsOf((await dataOf(url)).sections[0]!), "The tide was out.");
    const { page } = await share.publish({ follow_edits: true });
    assert.deepEqual([page?.follow_edits, page?.updated_at, page?.changed_sections], [true, null, 0]);
    assert.equal(wordsOf((await dataOf(url)).sections[0]!), "The tide was in.");
    await share.update({ follow_edits: false });
    assert.equal(wordsOf((await dataOf(url)).sections[0]!), "The tide was in.");
    const revoked = await client.call("revokeProjectShare", { params: { projectId } });
    assert.equal(revoked.page, null);
    assert.equal((await visit(`${url}/story.json`)).status, 404);
  });
});

test("files behind an active link and in a catalogue do not expire: the page and its feed keep their chapters", async () => {
  const published: { readonly path: string; readonly sectionId: string }[] = [];
  for (const follow_edits of [true, false]) {
    const book = await spokenBook(server.client, "The tide was out.\n");
    const share = shareOf(server.client, book.projectId);
    const { share_link } = await share.publish({ follow_edits });
    const url = share_link?.url ?? assert.fail();
    await poll(
      () => dataOf(url),
      ({ sections }) => sections[0]?.audio != null,
    );
    if (!follow_edits) await changeFirstLine(server.client, book.sectionIds[0] ?? "", "The tide was in.\n");
    published.push({ path: new URL(url).pathname, sectionId: book.sectionIds[0] ?? "" });
  }
  const alone = await spokenStory(server.client, "Nothing is published of this.\n");
  await exportStory(server.client, alone, "mp3");
  const reader = (await server.ofNewAccount()).client;
  const catalogued = await spokenStory(reader, "A reading program finds this.\n");
  await exportStory(reader, catalogued, "mp3");
  await reader.call("createCatalogueLink", { body: { schema_version: 1, name: "Phone" } });
  const past = new Date(Date.now() - 86_400_000);
  await inDatabase(server, async (db) => {
    await db.q.updateTable("export_artifacts").set({ expires_at: past }).execute();
  });
  for (const { path, sectionId } of published) {
    await poll(
      () => server.client.call("listExports", { query: { section_id: sectionId } }),
      ({ exports }) => exports.every(({ artifact }) => Date.parse(artifact?.artifact_expires_at ?? "") > Date.now()),
    );
    const { sections } = await dataOf(`${server.url}${path}`);
    const audio = sections[0]?.audio ?? assert.fail(`${path} has no audio`);
    assert.equal((await visit(audio.url)).status, 200);
    assert.match((await visit(`${server.url}${path}/feed.xml`)).body.toString(), /<enclosure/);
  }
  await inDatabase(server, async (db) => {
    const rows = await db.q
      .selectFrom("export_artifacts")
      .innerJoin("exports", "exports.artifact_id", "export_artifacts.id")
      .select(["exports.section_id", "file_removed"])
      .where("exports.section_id", "in", [
        alone.sectionId,
        catalogued.sectionId,
        ...published.map(({ sectionId }) => sectionId),
      ])
      .execute();
    assert.deepEqual(
      rows.flatMap(({ section_id, file_removed }) => (file_removed ? section_id : [])),
      [alone.sectionId],
    );
  });
});
