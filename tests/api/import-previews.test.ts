// Previews of imports: POST /studio/imports/preview and POST /studio/imports/{importId}.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { LIMITS } from "@fullcast/contract";
import { epub, packageDocument, page } from "../../packages/server/reading/sample-books.ts";
import { PNG } from "./images.ts";
import { refused, sharedAccount } from "./server.ts";

const server = await sharedAccount();
const { client } = server;
type Upload = Parameters<typeof client.call<"previewImport">>[1]["upload"];

const DAY = "It rained all day long. ".repeat(20).trim();
const book = () =>
  epub({
    "OPS/book.opf": packageDocument({
      metadata: "<dc:title>The Lamp</dc:title><dc:creator>Anna Wren</dc:creator><dc:language>en-GB</dc:language>",
      manifest: `<item id="n" href="nav.xhtml" properties="nav"/><item id="i" href="i.xhtml"/><item id="one" href="one.xhtml"/><item id="two" href="two.xhtml"/><item id="pic" href="cover.png" media-type="image/png" properties="cover-image"/>`,
      spine: `<spine><itemref idref="i"/><itemref idref="one"/><itemref idref="two"/></spine>`,
    }),
    "OPS/nav.xhtml": page(""),
    "OPS/i.xhtml": page("<p>Printed by Harbour Press.</p>").replace("<body>", `<body epub:type="copyright-page">`),
    "OPS/one.xhtml": page(`<h2>One</h2><p>${DAY}</p>`),
    "OPS/two.xhtml": page(`<h2>Two</h2><p>${DAY}</p>`),
    "OPS/cover.png": PNG,
  });
const preview = async (bytes: Uint8Array | string, filename?: string, as = client) =>
  as.call("previewImport", {
    query: filename === undefined ? {} : { filename },
    upload: { contentType: "application/octet-stream", bytes: new Uint8Array(Buffer.from(bytes as string)) } as Upload,
  });
const apply = (importId: string, body: object = {}) => client.call("applyImport", { params: { importId }, body });
const projects = async () => (await client.call("listProjects")).projects.length;

describe("a previewed book", () => {
  test("shows its metadata, cover and chapters, with reasons for those left out, and creates nothing", async () => {
    const before = await projects();
    const shown = await preview(await book());
    assert.deepEqual([shown.book.title, shown.book.author, shown.book.language], ["The Lamp", "Anna Wren", "en-GB"]);
    assert.deepEqual(
      shown.chapters.map(({ index, title, included, reason }) => [index, title, included, reason]),
      [
        [0, "Printed by Harbour Press.", false, "imprint"],
        [1, "One", true, null],
        [2, "Two", true, null],
      ],
    );
    const [imprint, one] = shown.chapters;
    assert.deepEqual([imprint?.words, imprint?.opening, one?.words], [4, "Printed by Harbour Press.", 101]);
    assert.deepEqual(
      shown.warnings.map((one) => one.code),
      ["matter_left_out"],
    );
    const { url } = await client.call("createMediaAccessUrl", { params: { assetId: shown.book.cover_asset_id ?? "" } });
    assert.equal((await fetch(url)).headers.get("content-type"), "image/jpeg");
    assert.equal(await projects(), before);
  });

  test("is imported with the chapters, titles and metadata that a person chose; again it is the same project", async () => {
    const { import_id, book: stated } = await preview(await book());
    const body = {
      title: "The Green Lamp",
      author: null,
      chapters: [{ index: 2, title: "Second" }, { index: 0 }],
    };
    const made = await apply(import_id, body);
    assert.deepEqual(
      [made.project.name, made.book.title, made.book.author, made.book.language, made.book.cover_asset_id],
      ["The Green Lamp", "The Green Lamp", null, "en-GB", stated.cover_asset_id],
    );
    assert.deepEqual(
      made.sections.map(({ title }) => title),
      ["Second", "Printed by Harbour Press."],
    );
    const { sections } = await client.call("readProjectSections", { params: { projectId: made.project.id } });
    assert.deepEqual(
      sections.map(({ title }) => title),
      ["Second", "Printed by Harbour Press."],
    );
    const { document } = await client.call("readDocument", { params: { sectionId: made.sections[0]!.section_id } });
    assert.deepEqual(
      document.blocks.map(({ content }) => (content.type === "text" ? content.text : "")),
      [`Two\n\n${DAY}`],
    );
    assert.deepEqual(await apply(import_id, body), { ...made, idempotent_replay: true });
    await refused(apply(import_id, { title: "Another" }), 409, "IDEMPOTENCY_CONFLICT");
  });

  test("without choices is imported like a direct import", async () => {
    const { import_id } = await preview("# One\n\nIt rained.\n\n# Two\n\nIt rained again.\n", "the_rain.md");
    const { project, sections, book: made } = await apply(import_id);
    assert.deepEqual(
      [project.name, made.format, sections.map((one) => one.title)],
      ["the rain", "markdown", ["One", "Two"]],
    );
  });

  test("refuses chapters that it does not have, and stays", async () => {
    const { import_id } = await preview(await book());
    const error = await refused(apply(import_id, { chapters: [{ index: 1 }, { index: 3 }] }), 400, "INVALID_REQUEST");
    assert.match(JSON.stringify(error.details), /chapters\.1\.index/u);
    await refused(apply(import_id, { chapters: [{ index: 1 }, { index: 1 }] }), 400, "INVALID_REQUEST");
    assert.equal((await apply(import_id)).sections.length, 2);
    await refused(apply(randomUUID()), 404, "NOT_FOUND");
  });

  test("is refused as an import is, and belongs to its account alone", async () => {
    await refused(preview(new Uint8Array([0x50, 0x4b, 3, 4, 0])), 400, "BOOK_UNREADABLE");
    const { raw_key } = await server.owner.call("createAccount", {
      body: { username: `reader-${randomUUID()}`, display_name: "Reader", plan: "free" },
    });
    const reader = server.withKey(raw_key);
    const own = await preview("Once.", "once.txt", reader);
    await refused(apply(own.import_id), 404, "NOT_FOUND");
    await reader.call("applyImport", { params: { importId: own.import_id }, body: {} });
  });

  test("goes after LIMITS.import_previews newer ones, with its cover; it names the end of its LIMITS.import_preview_hours", async () => {
    const first = await preview(await book());
    const hours = (Date.parse(first.expires_at) - Date.now()) / 3_600_000;
    assert.ok(hours > LIMITS.import_preview_hours - 1 && hours <= LIMITS.import_preview_hours);
    for (let count = 0; count < LIMITS.import_previews; count += 1) await preview("Once.", "once.txt");
    await refused(apply(first.import_id), 404, "NOT_FOUND");
    const cover = { params: { assetId: first.book.cover_asset_id ?? "" } };
    await refused(client.call("createMediaAccessUrl", cover), 404, "NOT_FOUND");
  });
});
