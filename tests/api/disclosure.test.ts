// Who speaks: files, public page, its data and the feed state that machines do, unless the owner gives a reason.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { LIMITS } from "@fullcast/contract";
import { EpubCheck } from "@likecoin/epubcheck-ts";
import { parseBuffer } from "music-metadata";
import { madeWav } from "../../packages/server/codec/made-sounds.ts";
import { bookExporting } from "./book-exporting.ts";
import { refused, sharedAccount } from "./server.ts";
import { exportStory, readDocument, spokenStory } from "./story.ts";

const server = await sharedAccount();
const { client } = server;
const { madeBook, bookBytes } = bookExporting(server);

const SOURCE = "http://cv.iptc.org/newscodes/digitalsourcetype/";
const ALL = "All voices in this recording are synthetic.";
const SOME = "Some voices in this recording are synthetic.";
const REASON = "Only for a test among friends.";

type Story = { readonly projectId: string; readonly sectionId: string };

const reasonOf = (projectId: string, undisclosed_reason: string | null) =>
  client.call("changeBook", { params: { projectId }, body: { schema_version: 1, undisclosed_reason } });
async function publish({ projectId }: Story) {
  const body = { schema_version: 1 as const, client_mutation_id: randomUUID() };
  const { share_link: link } = await client.call("publishProject", { params: { projectId }, body });
  const at = async (path: string) => (await fetch(`${link?.url ?? assert.fail("no link")}${path}`)).text();
  return {
    page: () => at(""),
    data: async () => (JSON.parse(await at("/story.json")) as { data: { narration: unknown } }).data.narration,
    feed: () => at("/feed.xml"),
  };
}
async function tagsOf(story: Story) {
  const { artifact } = await exportStory(client, story, "mp3");
  const file = Buffer.from(await (await fetch(artifact?.download_url ?? assert.fail("no file"))).arrayBuffer());
  const { common, native } = await parseBuffer(new Uint8Array(file), { mimeType: "audio/mpeg" });
  const named = (name: string) => native["ID3v2.4"]?.find(({ id }) => id === `TXXX:${name}`)?.value ?? null;
  return {
    stated: [named("DISCLOSURE"), named("DIGITALSOURCETYPE")],
    comment: common.comment?.map(({ text }) => text).join() ?? "",
    hasXmp: file.includes("Iptc4xmpExt:DigitalSourceType"),
  };
}

/** What the check for a shop states of the voices. */
async function narrationOfFile(story: Story) {
  const { id } = await exportStory(client, story, "mp3");
  return (await client.call("readExportReport", { params: { exportId: id } })).narration;
}

/** A line of the story is a person's recording: a tone with a rhythm. */
async function recordLines({ sectionId }: Story, most: number) {
  const { document } = await readDocument(client, sectionId);
  const lines = document.blocks.filter(({ kind }) => kind === "speech" || kind === "narration").slice(0, most);
  const bytes = madeWav({
    rate: 44_100,
    channels: 1,
    samples: 3 * 44_100,
    value: (i) => (i % 22_050 < 15_000 ? 0.25 * Math.sin((2 * Math.PI * 200 * i) / 44_100) : 0),
  });
  for (const { id } of lines) {
    await client.call("recordTake", {
      params: { sectionId, blockId: id },
      query: { filename: "line.wav" },
      upload: { contentType: "audio/wav", bytes },
    });
  }
  return lines.length;
}

describe("a story that machines speak", async () => {
  const story = await spokenStory(client);
  const shared = await publish(story);

  test("states it in the tags of its MP3, for people and for programs", async () => {
    const { stated, comment, hasXmp } = await tagsOf(story);
    assert.deepEqual(stated, [ALL, `${SOURCE}trainedAlgorithmicMedia`]);
    assert.equal(comment, ALL);
    assert.ok(hasXmp);
  });
  test("states it in a read-along book that is valid", async () => {
    const book = await bookBytes(await madeBook(story.projectId, { format: "epub" }));
    const { valid, messages } = await EpubCheck.validate(new Uint8Array(book));
    assert.deepEqual([valid, messages], [true, []]);
  });
  test("says it in the credits", async () => {
    const subtitles = async () =>
      (await bookBytes(await madeBook(story.projectId, { format: "m4b", book: { credits: true } }))).length;
    const stated = await subtitles();
    await reasonOf(story.projectId, REASON);
    const unstated = await subtitles();
    await reasonOf(story.projectId, null);
    // Two sentences at 128 kbit/s are over two seconds of sound.
    assert.ok(stated - unstated > 2 * 16_000, `${stated} and ${unstated} bytes`);
  });
  test("shows a badge on its page, and states it in the page's data and the feed", async () => {
    const page = await shared.page();
    assert.ok(page.includes("<summary>Read by synthetic voices</summary>"));
    assert.ok(page.includes(`<meta itemprop="digitalSourceType" content="${SOURCE}trainedAlgorithmicMedia">`));
    assert.deepEqual(await shared.data(), {
      kind: "machine",
      source_type: `${SOURCE}trainedAlgorithmicMedia`,
      recorded_lines: 0,
      statement: ALL,
    });
    const feed = await shared.feed();
    assert.ok(feed.includes('<podcast:txt purpose="ai-content">true</podcast:txt>') && feed.includes(ALL));
  });
  test("states nothing with a reason, which is kept; an empty or short reason is refused", async () => {
    for (const bad of ["", "because", " ".repeat(20), "x".repeat(LIMITS.undisclosed_reason_units + 1)]) {
      await refused(reasonOf(story.projectId, bad), 400, "INVALID_REQUEST");
    }
    await reasonOf(story.projectId, "x".repeat(LIMITS.undisclosed_reason_units));
    const { book } = await reasonOf(story.projectId, REASON);
    assert.equal(book.undisclosed_reason, REASON);
    const { stated, comment, hasXmp } = await tagsOf(story);
    assert.deepEqual([stated, comment, hasXmp], [[null, null], "", false]);
    assert.ok(!(await shared.page()).includes("synthetic voices"));
    assert.equal(await shared.data(), null);
    assert.ok(!(await shared.feed()).includes("ai-content"));
    await reasonOf(story.projectId, null);
    assert.deepEqual((await tagsOf(story)).stated, [ALL, `${SOURCE}trainedAlgorithmicMedia`]);
  });
  test("is told apart from one that people recorded in part, and as a whole", async () => {
    await recordLines(story, 1);
    assert.deepEqual((await tagsOf(story)).stated, [SOME, `${SOURCE}compositeSynthetic`]);
    const page = await shared.page();
    assert.ok(page.includes("<summary>Read by people and synthetic voices</summary>"));
    assert.ok(page.includes("People recorded 1 line. A computer speaks the others"));
    assert.equal(await narrationOfFile(story), "mixed");
    const all = await recordLines(story, 1_000);
    assert.equal(await narrationOfFile(story), "human");
    assert.deepEqual((await tagsOf(story)).stated, [null, null]);
    assert.deepEqual(await shared.data(), {
      kind: "human",
      source_type: `${SOURCE}digitalCapture`,
      recorded_lines: all,
      statement: null,
    });
    assert.ok((await shared.page()).includes("<summary>Read by people</summary>"));
    assert.ok((await shared.feed()).includes('<podcast:txt purpose="ai-content">false</podcast:txt>'));
  });
});
