// Imports of books: POST /studio/imports.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { describe, test } from "node:test";
import { type endpoints, LIMITS } from "@fullcast/contract";
import { docx, EPUB_FILES, epub, packed, page } from "../../packages/server/reading/sample-books.ts";
import { PNG } from "./images.ts";
import { refused, sharedAccount } from "./server.ts";

const server = await sharedAccount();
const { client } = server;

type ContentType = (typeof endpoints.importBook.upload.contentTypes)[number];
const EPUB: ContentType = "application/epub+zip";
const DOCX: ContentType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

const importBook = (
  content: string | Uint8Array,
  contentType: ContentType = "application/octet-stream",
  given: { readonly filename?: string; readonly key?: string; readonly as?: typeof client } = {},
) =>
  (given.as ?? client).call("importBook", {
    headers: { "idempotency-key": given.key ?? randomUUID() },
    query: given.filename === undefined ? {} : { filename: given.filename },
    upload: { contentType, bytes: new Uint8Array(Buffer.from(content as string)) },
  });
const textOf = async (sectionId: string) => {
  const { document } = await client.call("readDocument", { params: { sectionId } });
  return document.blocks.map((block) => ("text" in block.content ? block.content.text : "")).join("");
};
const projectCount = async () => (await client.call("listProjects")).projects.length;

test("readings beside characters become entries of the lexicon, from a request and from a preview", async () => {
  const text = "<p><ruby>灯台<rt>とうだい</rt></ruby>が見えた。</p>".repeat(3);
  const html = `<html lang="ja"><body><h1>一</h1>${text}</body></html>`;
  const lexicon = async (projectId: string) => {
    const { entries, lexicon_version } = await client.call("readLexicon", { params: { projectId } });
    return [lexicon_version, ...entries.map(({ term, alphabet, value }) => `${term} ${alphabet} ${value}`)];
  };
  const expected = [2, "灯台 alias とうだい"];
  const { project, sections } = await importBook(html, "text/html");
  assert.equal(await textOf(sections[0]?.section_id ?? ""), "一\n\n灯台が見えた。\n\n灯台が見えた。\n\n灯台が見えた。");
  assert.deepEqual(await lexicon(project.id), expected);
  const { import_id } = await client.call("previewImport", {
    query: { filename: "light.html" },
    upload: { contentType: "text/html", bytes: new Uint8Array(Buffer.from(html)) },
  });
  const applied = await client.call("applyImport", {
    params: { importId: import_id },
    body: {},
  });
  assert.deepEqual(await lexicon(applied.project.id), expected);
});

describe("an imported EPUB", () => {
  test("is a named project with a section per chapter, and knows title, author, language and cover", async () => {
    const { project, book, sections, warnings, idempotent_replay } = await importBook(
      await epub({ "OPS/cover.png": PNG }),
      EPUB,
    );
    assert.deepEqual([project.name, project.project_kind], ["The Lamp & the Sea", "named"]);
    const { cover_asset_id, ...stated } = book;
    assert.deepEqual(stated, {
      title: "The Lamp & the Sea",
      author: "Anna Wren, Tom Hale",
      language: "en-GB",
      series: "Tales of the Coast",
      series_number: "2",
      description: null,
      publisher: "Harbour Press",
      published: "2019-03",
      isbn: null,
      contributors: [
        { name: "Anna Wren", role: "aut" },
        { name: "Tom Hale", role: "aut" },
      ],
      lyrics: false,
      undisclosed_reason: null,
      format: "epub",
    });
    assert.deepEqual([warnings, idempotent_replay], [[], false]);
    const stored = await client.call("readProjectSections", { params: { projectId: project.id } });
    assert.deepEqual(
      stored.sections.map(({ id, title, source_text_length }) => ({ section_id: id, title, source_text_length })),
      sections,
    );
    assert.deepEqual(
      sections.map(({ title }) => title),
      ["One: The Lamp", "Two: The Sea"],
    );
    assert.equal(await textOf(sections[0]!.section_id), "Chapter One\n\nTom & Mara went.\n\nFar.");
    assert.deepEqual((await client.call("readBook", { params: { projectId: project.id } })).book, book);
    const { url, content_type } = await client.call("createMediaAccessUrl", { params: { assetId: cover_asset_id! } });
    assert.equal(content_type, "image/jpeg");
    assert.equal((await fetch(url)).status, 200);
  });
  test("can be prepared as any project", async () => {
    const { project, sections } = await importBook(await epub(), EPUB);
    const { run } = await client.call("startWorkflow", {
      params: { projectId: project.id },
      body: {
        schema_version: 1,
        actor_session_id: randomUUID(),
        client_mutation_id: randomUUID(),
        workflow_kind: "prepare_sections",
        section_ids: sections.map(({ section_id }) => section_id),
      },
    });
    for (let status: string = run.status; status !== "completed"; ) {
      assert.ok(["queued", "running"].includes(status), status);
      status = (await client.call("readWorkflow", { params: { workflowRunId: run.id } })).run.status;
    }
    const { document } = await client.call("readDocument", { params: { sectionId: sections[0]!.section_id } });
    assert.ok(document.blocks.every(({ kind }) => kind !== "unparsed"));
  });
  test("whose cover is an SVG has it drawn", async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 800"><rect width="600" height="800" fill="#246"/></svg>`;
    const { book, warnings } = await importBook(await epub({ "OPS/cover.png": svg }), EPUB);
    assert.deepEqual(warnings, []);
    const { content_type } = await client.call("createMediaAccessUrl", { params: { assetId: book.cover_asset_id! } });
    assert.equal(content_type, "image/jpeg");
  });
  test("whose cover is no picture is imported without it, with a warning", async () => {
    for (const cover of ["<svg onload='x()'/>", "<svg", Buffer.concat([PNG.slice(0, 40), Buffer.alloc(60)])]) {
      const { book, warnings } = await importBook(await epub({ "OPS/cover.png": cover }), EPUB);
      assert.equal(book.cover_asset_id, null);
      assert.deepEqual(
        warnings.map(({ code }) => code),
        ["cover_unreadable"],
      );
    }
  });
});

describe("other kinds of books", () => {
  test("are recognised by content type or by content", async () => {
    for (const [content, type, filename, format, title] of [
      [await docx(), DOCX, undefined, "docx", "The Mill"],
      [await docx(), "application/octet-stream", undefined, "docx", "The Mill"],
      ["# One\n\nText.\n\n# Two\n\nText.", "text/markdown", "The_Sea.md", "markdown", "The Sea"],
      ["# One\n\nText.", "text/plain", "sea.md", "markdown", "sea"],
      ["<!doctype html><title>Rain</title><p>It rained.", "text/html", undefined, "html", "Rain"],
      [page("<h1>Rain</h1><p>It rained.</p>"), "application/xhtml+xml", undefined, "html", "No"],
      ["<!doctype html><p>It rained.", "application/octet-stream", "../../rain.html", "html", "rain"],
      ["Chapter One\n\nIt rained.\n", "text/plain", undefined, "text", "Chapter One"],
    ] as const) {
      const { book, project } = await importBook(content, type, filename === undefined ? {} : { filename });
      assert.deepEqual([book.format, book.title, project.name], [format, title, title]);
    }
  });
  test("keep a plain text unit by unit over its sections", async () => {
    const text = "The Mill\r\n\r\nChapter One\r\n\r\n“Is it you?” she said. 😀\r\n\r\nChapter Two\r\n\r\nIt was.\r\n";
    const { sections } = await importBook(text, "text/plain");
    assert.equal(sections.length, 2);
    const texts = await Promise.all(sections.map(({ section_id }) => textOf(section_id)));
    assert.equal(texts.join(""), text);
  });
  test("have a project name of 120 units and a title of 500 at most", async () => {
    const { book, project } = await importBook(`---\ntitle: A${"😀".repeat(300)}\n---\n\nText.`, "text/markdown");
    // Neither ends within a pair.
    assert.equal(book.title, `A${"😀".repeat(LIMITS.book_title_units / 2 - 1)}`);
    assert.equal(project.name, `A${"😀".repeat(LIMITS.project_name_units / 2 - 1)}`);
  });
  test("of more than 100 chapters are imported with a warning; of more than 5,000 are refused", async () => {
    const chapters = (count: number) => Array.from({ length: count }, (_, at) => `# C${at}\n\nText.\n\n`).join("");
    const { sections, warnings } = await importBook(chapters(101), "text/markdown");
    assert.equal(sections.length, 101);
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ["many_chapters"],
    );
    await unreadable(importBook(chapters(LIMITS.import_chapters + 1), "text/markdown"), "too_many_chapters");
  });
});

describe("sent again", () => {
  test("with the same key and bytes an import answers 200 with the same project", async () => {
    const key = randomUUID();
    const bytes = await epub({ "OPS/cover.png": PNG });
    const before = await projectCount();
    const answers = await Promise.all([1, 2, 3].map(() => importBook(bytes, EPUB, { key })));
    assert.equal(await projectCount(), before + 1);
    assert.equal(answers.filter(({ idempotent_replay }) => !idempotent_replay).length, 1);
    const again = await importBook(bytes, EPUB, { key });
    for (const answer of answers) assert.deepEqual({ ...answer, idempotent_replay: true }, again);
  });
  test("with the same key and other bytes, type or name it conflicts; a refused one is no effect", async () => {
    const key = randomUUID();
    await unreadable(importBook("…", "text/plain", { key }), "blank");
    await importBook("It rained.", "text/plain", { key });
    await refused(importBook("It snowed.", "text/plain", { key }), 409, "IDEMPOTENCY_CONFLICT");
    await refused(importBook("It rained.", "text/markdown", { key }), 409, "IDEMPOTENCY_CONFLICT");
    await refused(importBook("It rained.", "text/plain", { key, filename: "a.txt" }), 409, "IDEMPOTENCY_CONFLICT");
  });
});

describe("imports of several accounts", () => {
  test("take turns: one account's many large files do not keep another's small one waiting", async () => {
    const created = await server.owner.call("createAccount", {
      body: { username: "imports-reader", display_name: "Reader", plan: "free" },
    });
    const other = server.withKey(created.raw_key);
    const large = `<!doctype html>${"<p>It <i>rained</i> all day, and the sluice was open.</p>\n".repeat(60_000)}`;
    const ends: string[] = [];
    const slow = Promise.all([1, 2, 3].map(() => importBook(large, "text/html").then(() => ends.push("large"))));
    await importBook("It rained.", "text/plain", { as: other }).then(() => ends.push("small"));
    await slow;
    // One of the large ones may have begun before it.
    assert.ok(ends.indexOf("small") <= 1, ends.join());
  });
});

describe("a file that is not a book", () => {
  test("is 400 BOOK_UNREADABLE with its reason, and nothing is stored", async () => {
    const before = await projectCount();
    const bomb = await epub({ "OPS/c.xhtml": page(`<p>${"a".repeat(3 * 1024 * 1024)}</p>`) });
    const locked = await epub({
      "META-INF/encryption.xml": `<encryption><EncryptedData><EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/></EncryptedData></encryption>`,
    });
    const whole = await epub();
    for (const [content, type, reason] of [
      [whole.subarray(0, whole.length - 30), EPUB, "damaged"],
      [locked, EPUB, "encrypted"],
      [bomb, EPUB, "too_long"],
      [await packed({ ...EPUB_FILES, "OPS/c.xhtml": "", "OPS/a b.xhtml": "" }), EPUB, "blank"],
      [whole, DOCX, "wrong_type"],
      [PNG, "application/octet-stream", "wrong_type"],
      [Buffer.from("\x01\x02\0\0\0\rdata\0\0", "latin1"), "application/octet-stream", "binary"],
      [Buffer.from("\ufeffA line.\nAnd \ud800 half", "utf16le"), "text/plain", "surrogate"],
      [`${"A line of words.\n".repeat(9)}Ab\0c`, "text/plain", "nul"],
    ] as const) {
      await unreadable(importBook(content, type), reason);
    }
    assert.equal(await projectCount(), before);
    const temporary = readdirSync(server.dataDir, { recursive: true }).filter((name) => /\.book$/.test(String(name)));
    assert.deepEqual(temporary, []);
  });
  test("contains nothing of the text in its refusal", async () => {
    const refusal = await unreadable(importBook(`Secret words. ${"x".repeat(40)}\0`, "text/plain"), "nul");
    assert.doesNotMatch(JSON.stringify(refusal.details), /Secret|xxx/);
  });
  test("one byte more than 64 MiB is 400 REQUEST_TOO_LARGE, with or without a stated length", async () => {
    const large = new Uint8Array(LIMITS.import_bytes + 1).fill(0x61);
    await refused(importBook(large, "text/plain"), 400, "REQUEST_TOO_LARGE");
    const chunked = await server.request("/studio/imports", {
      method: "POST",
      headers: { "content-type": "text/plain", "idempotency-key": randomUUID() },
      body: new Blob([large]).stream(),
      duplex: "half",
    } as RequestInit);
    assert.deepEqual([chunked.status, chunked.body.error?.code], [400, "REQUEST_TOO_LARGE"]);
  });
  test("another Content-Type, a missing key or name too long is 400; a missing scope 403", async () => {
    const send = (headers: { [name: string]: string }, query = "") =>
      server.request(`/studio/imports${query}`, { method: "POST", headers, body: "It rained." });
    const key = { "idempotency-key": randomUUID() };
    assert.equal((await send({ ...key, "content-type": "application/pdf" })).status, 400);
    assert.equal((await send({ "content-type": "text/plain" })).status, 400);
    const long = `?filename=${"f".repeat(LIMITS.import_filename_units + 1)}`;
    assert.equal((await send({ ...key, "content-type": "text/plain" }, long)).status, 400);
    const reader = await server.withScopes("studio:read");
    await refused(importBook("It rained.", "text/plain", { as: reader }), 403, "INSUFFICIENT_SCOPE");
  });
});

async function unreadable(call: Promise<unknown>, reason: string) {
  const refusal = await refused(call, 400, "BOOK_UNREADABLE");
  assert.equal(refusal.details.reason, reason);
  assert.equal(typeof refusal.details.explanation, "string");
  return refusal;
}
