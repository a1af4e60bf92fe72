// The metadata of a project's book, and its cover.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { LIMITS } from "@fullcast/contract";
import { parseBuffer } from "music-metadata";
import { epub } from "../../packages/server/reading/sample-books.ts";
import { bookExporting } from "./book-exporting.ts";
import { GIF, greyPng, JPEG, PNG, WEBP } from "./images.ts";
import { refused, sharedAccount } from "./server.ts";
import { createBook, createStory, exportStory, spokenStory } from "./story.ts";

const server = await sharedAccount();
const { client } = server;

const NOTHING = {
  title: null,
  author: null,
  language: null,
  series: null,
  series_number: null,
  description: null,
  publisher: null,
  published: null,
  isbn: null,
  contributors: [],
  lyrics: false,
  undisclosed_reason: null,
  cover_asset_id: null,
  format: null,
};
type Change = Parameters<typeof client.call<"changeBook">>[1]["body"];

async function newProject(): Promise<string> {
  const { project } = await client.call("createProject", {
    body: { schema_version: 1, client_mutation_id: randomUUID(), name: "The Mill" },
  });
  return project.id;
}
const read = async (projectId: string) => ({
  book: (await client.call("readBook", { params: { projectId } })).book,
});
const change = (projectId: string, body: Omit<Change, "schema_version">) =>
  client.call("changeBook", { params: { projectId }, body: { schema_version: 1, ...body } });
const putCover = (
  projectId: string,
  bytes: Uint8Array<ArrayBuffer>,
  contentType: "image/png" | "image/jpeg" | "image/webp" | "image/gif",
) => client.call("putBookCover", { params: { projectId }, upload: { contentType, bytes } });

async function pictureOf(assetId: string | null) {
  const { url, content_type, size_bytes } = await client.call("createMediaAccessUrl", {
    params: { assetId: assetId ?? assert.fail("there is no cover") },
  });
  const response = await fetch(url);
  const bytes = Buffer.from(await response.arrayBuffer());
  assert.equal(bytes.length, size_bytes);
  return { bytes, content_type };
}

describe("a project's book", () => {
  test("has no metadata at first, and then exactly the given values", async () => {
    const projectId = await newProject();
    assert.deepEqual(await read(projectId), { book: NOTHING });
    const changed = await change(projectId, {
      title: "  The Mill  ",
      author: "Anna Wren, Tom Hale",
      language: "en-GB",
    });
    const book = { ...NOTHING, title: "The Mill", author: "Anna Wren, Tom Hale", language: "en-GB" };
    assert.deepEqual(changed, { book });
    assert.deepEqual(await read(projectId), { book });
    assert.deepEqual(await change(projectId, { author: null }), { book: { ...book, author: null } });
    assert.deepEqual(await change(projectId, {}), { book: { ...book, author: null } });
    const { projects } = await client.call("listProjects");
    assert.equal(projects.find(({ id }) => id === projectId)?.name, "The Mill");
  });
  test("keeps series, description, publisher, date, ISBN and contributors; each changes alone", async () => {
    const projectId = await newProject();
    const details = {
      series: "Tales of the Coast",
      series_number: "2",
      description: "Two keepers.\nOne lamp.",
      publisher: "Harbour Press",
      published: "2019-03",
      isbn: "9780306406157",
      contributors: [{ name: "Ida Marsh", role: "nrt" }],
    };
    assert.deepEqual(await change(projectId, details), { book: { ...NOTHING, ...details } });
    assert.deepEqual(await change(projectId, { series: null, contributors: [] }), {
      book: { ...NOTHING, ...details, series: null, contributors: [] },
    });
    for (const [body, path] of [
      [{ isbn: "978-0" }, "isbn"],
      [{ published: "March" }, "published"],
      [{ contributors: [{ name: "Ida Marsh", role: "Narrator" }] }, "contributors.0.role"],
    ] as const) {
      const refusal = await refused(change(projectId, body), 400, "INVALID_REQUEST");
      assert.equal((refusal.details.issues as { path: string }[])[0]?.path, path);
    }
  });
  test("has limits for series, description, publisher and contributors", async () => {
    const projectId = await newProject();
    const person = { name: "n".repeat(LIMITS.book_contributor_units), role: "aut" };
    const most = {
      series: "s".repeat(LIMITS.book_series_units),
      series_number: "1".repeat(LIMITS.book_series_number_units),
      description: "d".repeat(LIMITS.book_description_units),
      publisher: "p".repeat(LIMITS.book_publisher_units),
      contributors: Array.from({ length: LIMITS.book_contributors }, () => person),
    };
    assert.deepEqual(await change(projectId, most), { book: { ...NOTHING, ...most } });
    for (const [body, path] of [
      [{ series: `${most.series}s` }, "series"],
      [{ series_number: `${most.series_number}1` }, "series_number"],
      [{ description: `${most.description}d` }, "description"],
      [{ publisher: `${most.publisher}p` }, "publisher"],
      [{ contributors: [...most.contributors, person] }, "contributors"],
      [{ contributors: [{ ...person, name: `${person.name}n` }] }, "contributors.0.name"],
    ] as const) {
      const refusal = await refused(change(projectId, body), 400, "INVALID_REQUEST");
      assert.equal((refusal.details.issues as { path: string }[])[0]?.path, path);
    }
  });
  test("with lyrics has its text in the MP3 files of the book and of a section; without, none", async () => {
    const story = await spokenStory(client, '"The tide is out," said Mara.\n\nNobody answered.\n');
    const lyricsOf = async (url: string | undefined) => {
      const file = new Uint8Array(await (await fetch(url ?? assert.fail("no file"))).arrayBuffer());
      return (await parseBuffer(file, { mimeType: "audio/mpeg" })).common.lyrics?.map(({ text }) => text) ?? [];
    };
    const section = async () => lyricsOf((await exportStory(client, story, "mp3")).artifact?.download_url);
    const { bookEnded, askForBook } = bookExporting(server);
    const whole = async () => {
      const { body } = await askForBook(story.projectId, { format: "mp3" });
      return lyricsOf((await bookEnded(story.projectId, body.data.id)).artifact?.download_url);
    };
    assert.deepEqual([await section(), await whole()], [[], []]);
    assert.deepEqual(await change(story.projectId, { lyrics: true }), { book: { ...NOTHING, lyrics: true } });
    const text = "“The tide is out,”\nsaid Mara.\nNobody answered.".replaceAll(/[“”]/g, '"');
    assert.deepEqual([await section(), await whole()], [[text], [text]]);
    await change(story.projectId, { lyrics: false });
    assert.deepEqual(await section(), []);
  });
  test("is stored for a standalone story too", async () => {
    const { projectId } = await createStory(client);
    assert.deepEqual(await change(projectId, { title: "A Tale" }), { book: { ...NOTHING, title: "A Tale" } });
  });
  test("has limits: title and author 500 UTF-16 units, a language tag of 35", async () => {
    const projectId = await newProject();
    const most = {
      title: "t".repeat(LIMITS.book_title_units),
      author: "a".repeat(LIMITS.book_author_units),
      language: `en-${"x-aaaaaaa-".repeat(4)}`.slice(0, LIMITS.book_language_units - 1).replace(/-$/, "b"),
    };
    assert.deepEqual(await change(projectId, most), { book: { ...NOTHING, ...most } });
    for (const [body, path] of [
      [{ title: `${most.title}t` }, "title"],
      [{ title: " " }, "title"],
      [{ author: `${most.author}a` }, "author"],
      [{ language: `en-${"abcdefgh-".repeat(3)}abcdef` }, "language"],
      [{ language: "English please" }, "language"],
      [{ title: "half \ud83d" }, "title"],
    ] as const) {
      const refusal = await refused(change(projectId, body), 400, "INVALID_REQUEST");
      assert.equal((refusal.details.issues as { path: string }[])[0]?.path, path);
    }
  });
  test("of an unknown project is 404; reading needs studio:read, changing studio:write", async () => {
    await refused(read(randomUUID()), 404, "NOT_FOUND");
    await refused(change(randomUUID(), { title: "x" }), 404, "NOT_FOUND");
    await refused(putCover(randomUUID(), PNG, "image/png"), 404, "NOT_FOUND");
    const projectId = await newProject();
    const reader = await server.withScopes("studio:read");
    assert.deepEqual(await reader.call("readBook", { params: { projectId } }), { book: NOTHING, has_original: false });
    await refused(
      reader.call("changeBook", { params: { projectId }, body: { schema_version: 1, title: "x" } }),
      403,
      "INSUFFICIENT_SCOPE",
    );
  });
});

describe("a cover", () => {
  for (const [type, bytes] of Object.entries({
    "image/png": PNG,
    "image/jpeg": JPEG,
    "image/webp": WEBP,
    "image/gif": GIF,
  })) {
    test(`uploaded as ${type} becomes a JPEG`, async () => {
      const projectId = await newProject();
      const { book } = await putCover(projectId, bytes, type as "image/png");
      const picture = await pictureOf(book.cover_asset_id);
      assert.equal(picture.content_type, "image/jpeg");
      assert.equal(picture.bytes.toString("hex", 0, 3), "ffd8ff");
      assert.notDeepEqual(picture.bytes, Buffer.from(bytes));
      assert.deepEqual(sizeOf(picture.bytes), { width: 16, height: 12 });
      assert.deepEqual(await read(projectId), { book: { ...NOTHING, cover_asset_id: book.cover_asset_id } });
    });
  }
  test("larger than 3,000 pixels a side is scaled down", async () => {
    const edge = LIMITS.book_cover_edge;
    for (const [width, height, small] of [
      [edge, 40, { width: edge, height: 40 }],
      [100, edge * 2, { width: 50, height: edge }],
    ] as const) {
      const { book } = await putCover(await newProject(), greyPng(width, height), "image/png");
      assert.deepEqual(sizeOf((await pictureOf(book.cover_asset_id)).bytes), small);
    }
  });
  test("drops data after the end of the picture", async () => {
    const projectId = await newProject();
    const { book } = await putCover(
      projectId,
      new Uint8Array([...PNG, ...Buffer.from("<script>secret</script>")]),
      "image/png",
    );
    assert.doesNotMatch((await pictureOf(book.cover_asset_id)).bytes.toString("latin1"), /secret/);
  });
  test("with a wrong type, truncated or too large is 400 and changes nothing", async () => {
    const projectId = await newProject();
    await refused(putCover(projectId, JPEG, "image/png"), 400, "IMAGE_UNREADABLE");
    await refused(putCover(projectId, PNG.slice(0, -20), "image/png"), 400, "IMAGE_UNREADABLE");
    const large = new Uint8Array(LIMITS.book_cover_bytes + 1);
    large.set(PNG);
    await refused(putCover(projectId, large, "image/png"), 400, "REQUEST_TOO_LARGE");
    await putCover(projectId, large.slice(0, -1), "image/png");
    const answer = await server.request(`/studio/projects/${projectId}/book/cover`, {
      method: "PUT",
      headers: { "content-type": "image/svg+xml" },
      body: "<svg/>",
    });
    assert.equal(answer.status, 400);
  });
  test("must be one of the project's covers; it can be removed and restored, and is deleted with the project", async () => {
    const projectId = await newProject();
    const { book: first } = await putCover(projectId, PNG, "image/png");
    const { book: second } = await putCover(projectId, JPEG, "image/jpeg");
    assert.notEqual(first.cover_asset_id, second.cover_asset_id);
    // The same image again keeps its asset.
    assert.equal((await putCover(projectId, WEBP, "image/webp")).book.cover_asset_id, first.cover_asset_id);
    assert.equal((await change(projectId, { cover_asset_id: null })).book.cover_asset_id, null);
    assert.equal(
      (await change(projectId, { cover_asset_id: first.cover_asset_id })).book.cover_asset_id,
      first.cover_asset_id,
    );
    const other = await newProject();
    await refused(change(other, { cover_asset_id: first.cover_asset_id }), 404, "NOT_FOUND");
    await refused(change(other, { cover_asset_id: randomUUID() }), 404, "NOT_FOUND");
    assert.equal((await client.call("previewProjectDeletion", { params: { projectId } })).studio_media_count, 2);
    const gone = await client.call("deleteProject", {
      params: { projectId },
      body: { schema_version: 1, expected_project_kind: "named", delete_ai_designed_voices: false },
    });
    assert.equal(gone.studio_media_marked_for_deletion, 2);
    for (const assetId of [first.cover_asset_id, second.cover_asset_id]) {
      await refused(client.call("createMediaAccessUrl", { params: { assetId: assetId! } }), 404, "NOT_FOUND");
    }
  });
});

describe("the file of a section", () => {
  test("has the metadata of the book; after a change the next export is another file", async () => {
    const story = await spokenStory(client);
    const fileOf = async () => {
      const { artifact } = await exportStory(client, story, "mp3");
      const response = await fetch(artifact?.download_url ?? assert.fail("there is no file"));
      return Buffer.from(await response.arrayBuffer())
        .subarray(0, 100_000)
        .toString("latin1");
    };
    const plain = await fileOf();
    // Without a picture a cover is drawn from the title.
    assert.match(plain, /APIC.{6,8}image\/png/s);
    assert.doesNotMatch(plain.split("APIC")[0] ?? "", /TALB|TPE1|TLAN/);
    await change(story.projectId, { title: "The Mill", author: "Anna Wren", language: "en-GB" });
    await putCover(story.projectId, PNG, "image/png");
    const changed = await fileOf();
    assert.match(changed, /TALB.{6,8}The Mill/s);
    assert.match(changed, /TPE1.{6,8}Anna Wren/s);
    assert.match(changed, /TLAN.{6,8}eng/s);
    assert.match(changed, /APIC.{6,10}image\/jpeg/s);
    await change(story.projectId, { author: "Tom Hale" });
    assert.match(await fileOf(), /TPE1.{6,8}Tom Hale/s);
  });
});

/** Of the frame header of a JPEG (ITU-T T.81, B.2.2). */
function sizeOf(jpeg: Buffer): { width: number; height: number } {
  const at = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  return { height: jpeg.readUInt16BE(at + 5), width: jpeg.readUInt16BE(at + 7) };
}

describe("the original EPUB of a story", () => {
  const put = (projectId: string, bytes: Uint8Array) =>
    client.call("putBookOriginal", {
      params: { projectId },
      upload: { contentType: "application/epub+zip", bytes: new Uint8Array(bytes) },
    });
  const asked = (projectId: string, book: { readonly [field: string]: unknown }, format = "epub") =>
    server.request(`/studio/projects/${projectId}/book-exports`, {
      method: "POST",
      headers: { "idempotency-key": randomUUID() },
      body: JSON.stringify({ schema_version: 1, format, pin: "current", book }),
    });

  test("is set by a request; another file is refused, and an export without one, with credits or as MP3", async () => {
    const { projectId } = await createBook(client, "The lamp was not lit.");
    const without = await asked(projectId, { pages: "original" });
    assert.equal(without.status, 400);
    assert.match(JSON.stringify(without.body), /no EPUB is kept/);
    await refused(put(projectId, Buffer.from("A plain text.")), 400, "BOOK_UNREADABLE");
    await put(projectId, await epub());
    assert.equal((await asked(projectId, { pages: "original" })).status, 202);
    assert.equal((await asked(projectId, { pages: "original", credits: true })).status, 400);
    assert.equal((await asked(projectId, { pages: "original", part: "sample" })).status, 400);
    assert.equal((await asked(projectId, { highlight: "sentence" }, "mp3")).status, 400);
  });

  test("is kept by an import of an EPUB", async () => {
    const { project } = await client.call("importBook", {
      headers: { "idempotency-key": randomUUID() },
      upload: { contentType: "application/epub+zip", bytes: new Uint8Array(await epub()) },
    });
    const answer = await asked(project.id, { pages: "original", highlight: "sentence" });
    assert.equal(answer.status, 202);
    assert.deepEqual([answer.body.data.book.pages, answer.body.data.book.highlight], ["original", "sentence"]);
  });
});
