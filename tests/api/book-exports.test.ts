// Books: sections of a project as one file, with chapters, tags and credits.

import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, test } from "node:test";
import { EpubCheck } from "@likecoin/epubcheck-ts";
import { unzipSync } from "fflate";
import { createFile, type MP4BoxBuffer } from "mp4box";
import { bookExporting } from "./book-exporting.ts";
import { JPEG } from "./images.ts";
import { refused, sharedAccount } from "./server.ts";
import { createAudio, createBook, readDocument, spokenStory } from "./story.ts";

const server = await sharedAccount();
const { client } = server;

const { askForBook, bookEnded, madeBook, bookBytes } = bookExporting(server);
const hashOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

interface Mp4 {
  readonly chapters: readonly string[];
  readonly starts_ms: readonly number[];
  readonly seconds: number;
  /** The item list's texts by the names of their boxes. */
  tag(name: string): string | null;
}

/** The metadata that an independent parser reads from an audiobook. */
function mp4Of(bytes: Buffer): Mp4 {
  const file = createFile();
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as MP4BoxBuffer;
  buffer.fileStart = 0;
  file.appendBuffer(buffer);
  file.flush();
  const info = file.getInfo();
  const track = info.tracks.find((one) => one.id !== info.audioTracks[0]?.id) ?? assert.fail("no chapters");
  const samples = file.getTrackSamplesInfo(track.id);
  const chapters = samples.map(({ offset, size }) => {
    const sample = bytes.subarray(offset, offset + size);
    return sample.toString("utf8", 2, 2 + sample.readUInt16BE(0));
  });
  const scale = track.timescale;
  return {
    chapters,
    starts_ms: samples.map(({ dts }) => Math.round((dts * 1_000) / scale)),
    seconds: info.duration / info.timescale,
    tag: (name) => {
      const list = bytes.indexOf("ilst", 0, "latin1");
      const at = bytes.indexOf(name, list, "latin1");
      if (list < 0 || at < 0) return null;
      const size = bytes.readUInt32BE(at + 4);
      return bytes.toString("utf8", at + 4 + 16, at + 4 + size);
    },
  };
}

const book = await createBook(client, 'The tide was out. "One," said Mara.', "Two boats came.", "Three were lost.");
await createAudio(client, book.projectId, ...book.sectionIds);
const [one = "", two = "", three = ""] = book.sectionIds;

describe("a book export", () => {
  test("to M4B is one file with a chapter for each section, and the book's metadata", async () => {
    const about = { title: "The Tide", author: "Ann Ash", narrator: "Old Edmund" };
    const over = await madeBook(book.projectId, { format: "m4b", book: about });
    assert.deepEqual(over.book, {
      ...about,
      language: null,
      cover_asset_id: null,
      credits: false,
      chapters: "sections",
      part: "whole",
      pages: "own",
      highlight: "word",
    });
    assert.deepEqual(
      over.sections.map((section) => [section.section_id, section.title]),
      [
        [one, "Chapter 1"],
        [two, "Chapter 2"],
        [three, "Chapter 3"],
      ],
    );
    for (const { section_id, authority } of over.sections) {
      const { document, speaker_registry_version } = await readDocument(client, section_id);
      const versions = { document_version: document.document_version, speaker_registry_version, mastering_version: 1 };
      assert.deepEqual(authority, versions);
    }
    assert.equal(over.artifact?.filename, "The Tide.m4b");
    const file = mp4Of(await bookBytes(over));
    assert.deepEqual(file.chapters, ["Chapter 1", "Chapter 2", "Chapter 3"]);
    assert.ok(Math.abs(file.seconds * 1_000 - (over.duration_ms ?? 0)) < 50, `${file.seconds} ${over.duration_ms}`);
    assert.deepEqual(
      [file.tag("\xa9nam"), file.tag("\xa9ART"), file.tag("\xa9nrt")],
      [about.title, about.author, about.narrator],
    );
  });
  test("to every other format is one file", async () => {
    const opening: { readonly [format: string]: RegExp } = { mp3: /^ID3/, wav: /^RIFF/, srt: /^1\n/ };
    for (const [format, head] of Object.entries(opening)) {
      const bytes = await bookBytes(await madeBook(book.projectId, { format }));
      assert.match(bytes.toString("latin1", 0, 16), head, format);
    }
    const srt = (await bookBytes(await madeBook(book.projectId, { format: "srt" }))).toString("utf8");
    assert.deepEqual(
      ["tide was out", "Two boats", "Three were"].map((words) => srt.indexOf(words) > 0),
      [true, true, true],
    );
    const times = [...srt.matchAll(/^(\S+) -->/gm)].map(([, time]) => time ?? "");
    assert.deepEqual(times, times.toSorted());
  });
  test("of a part is a credit alone, or the beginning of the book", async () => {
    const about = { title: "The Tide", author: "Ann Ash", narrator: "Old Edmund" };
    const partOf = async (part: string) => {
      const made = await madeBook(book.projectId, { format: "srt", book: { ...about, part } });
      const words = (await bookBytes(made))
        .toString("utf8")
        .replaceAll(/^\d.*$/gm, "")
        .replaceAll(/\s+/g, " ")
        .trim();
      return [made.artifact?.filename, made.book.part, words];
    };
    const credit = "The Tide, by Ann Ash. Narrated by Old Edmund.";
    assert.deepEqual(await partOf("opening_credits"), ["The Tide – Opening Credits.srt", "opening_credits", credit]);
    assert.deepEqual(await partOf("closing_credits"), [
      "The Tide – Closing Credits.srt",
      "closing_credits",
      `The end. ${credit}`,
    ]);
    const [name, , sample = ""] = await partOf("sample");
    assert.equal(name, "The Tide – Retail Sample.srt");
    assert.ok(sample.includes("tide was out") && !sample.includes("Narrated by"), sample);
  });
  test("with credits begins and ends with credits in the narrator's voice", async () => {
    const plain = await madeBook(book.projectId, { format: "m4b", book: { title: "The Tide", author: "Ann Ash" } });
    const asked = { format: "m4b", book: { title: "The Tide", author: "Ann Ash", credits: true } };
    const over = await madeBook(book.projectId, asked);
    const file = mp4Of(await bookBytes(over));
    assert.deepEqual(file.chapters, ["Opening Credits", "Chapter 1", "Chapter 2", "Chapter 3", "Closing Credits"]);
    assert.ok((over.duration_ms ?? 0) > (plain.duration_ms ?? 0) + 4_000);
    const srt = (await bookBytes(await madeBook(book.projectId, { ...asked, format: "srt" }))).toString("utf8");
    const words = srt.replaceAll(/^\d+\n.* --> .*\n/gm, "").replaceAll(/\s+/g, " ");
    assert.match(words, /^The Tide, by Ann Ash\. Narrated by \p{L}+\. The tide was out\./u);
    assert.match(words, /The end\. The Tide, by Ann Ash\. Narrated by \p{L}+\. $/u);
  });
  test("to EPUB is a valid read-along book of its sections and credits", async () => {
    const over = await madeBook(book.projectId, {
      format: "epub",
      book: { title: "The Tide", author: "Ann Ash", credits: true },
    });
    const bytes = await bookBytes(over);
    const { messages } = await EpubCheck.validate(new Uint8Array(bytes));
    assert.deepEqual(messages, []);
    const names = Object.keys(unzipSync(new Uint8Array(bytes)));
    assert.equal(names.filter((name) => name.endsWith(".mp3")).length, 5, names.join(" "));
  });
  test("of the same sections and the same book has the same bytes, even if it is rendered again", async () => {
    const body = { format: "mp3", book: { title: "The Tide", credits: true } };
    const first = await madeBook(book.projectId, body);
    const reused = await madeBook(book.projectId, body);
    assert.deepEqual([reused.cache_result, reused.artifact?.asset_id], ["reused", first.artifact?.asset_id]);
    const other = await madeBook(book.projectId, { ...body, book: { ...body.book, author: "Ann Ash" } });
    assert.notEqual(hashOf(await bookBytes(other)), hashOf(await bookBytes(first)));
    // Without its file it has to be rendered again.
    const sha256 = hashOf(await bookBytes(first));
    const objects = readdirSync(server.dataDir, { recursive: true, encoding: "utf8" });
    const object =
      objects.find((path) => basename(path) === sha256) ?? assert.fail("the file is not among the objects");
    rmSync(join(server.dataDir, object));
    const anew = await madeBook(book.projectId, body);
    assert.equal(anew.cache_result, "miss");
    assert.equal(hashOf(await bookBytes(anew)), sha256);
  });
  test("has a pause between its sections, and their own length", async () => {
    const lengths = [];
    for (const sections of [[one], [two], [one, two]]) {
      lengths.push((await madeBook(book.projectId, { format: "srt", sections })).duration_ms ?? 0);
    }
    const [first = 0, second = 0, both = 0] = lengths;
    assert.equal(both, first + second + 2_500);
  });
  test("of chosen sections has them in project order, and metadata of the project if the request has none", async () => {
    const { body } = await askForBook(book.projectId, { sections: [three, one] });
    const over = await bookEnded(book.projectId, body.data.id);
    assert.deepEqual(
      over.sections.map((section) => section.section_id),
      [one, three],
    );
    assert.match(over.book.title, /^Book /);
    assert.deepEqual([over.book.author, over.book.narrator, over.book.credits], [null, null, false]);
  });
  test("has the metadata of the project's book, with cover and language, if the request has none", async () => {
    const { projectId, sectionIds } = await createBook(client, "Es war einmal.");
    await createAudio(client, projectId, ...sectionIds);
    const upload = await server.request(`/studio/projects/${projectId}/book/cover`, {
      method: "PUT",
      headers: { "content-type": "image/jpeg" },
      body: JPEG,
    });
    assert.equal(upload.status, 200, JSON.stringify(upload.body));
    const given = { title: "Die Flut", author: "Anna Esch", language: "de" };
    const { book: known } = await client.call("changeBook", {
      params: { projectId },
      body: { schema_version: 1, ...given },
    });
    const over = await madeBook(projectId, { format: "m4b", book: { credits: true } });
    assert.deepEqual(
      [over.book.title, over.book.author, over.book.language, over.book.cover_asset_id],
      [given.title, given.author, given.language, known.cover_asset_id],
    );
    const bytes = await bookBytes(over);
    const file = mp4Of(bytes);
    assert.deepEqual([file.tag("\xa9nam"), file.tag("\xa9ART")], [given.title, given.author]);
    assert.deepEqual(file.chapters, ["Vorspann", "Chapter 1", "Abspann"]);
    const picture = bytes.indexOf("covr", 0, "latin1") + 4 + 16;
    assert.deepEqual([...bytes.subarray(picture, picture + 3)], [0xff, 0xd8, 0xff]);
    const bare = await madeBook(projectId, { format: "m4b", book: { author: null, cover_asset_id: null } });
    const plain = await bookBytes(bare);
    // Without a picture a cover is drawn: a PNG.
    const drawn = plain.indexOf("covr", 0, "latin1") + 4 + 16;
    assert.deepEqual([plain.toString("latin1", drawn + 1, drawn + 4), mp4Of(plain).tag("\xa9ART")], ["PNG", null]);
    // A picture of another account or project is not found.
    const other = await askForBook(book.projectId, { book: { cover_asset_id: known.cover_asset_id } });
    assert.equal(other.status, 404);
    assert.equal((await askForBook(projectId, { book: { cover_asset_id: randomUUID() } })).status, 404);
  });
  test("of a standalone story has its title, and the headings as chapters when that is requested", async () => {
    const text = "CHAPTER ONE\n\nIt rained.\n\nCHAPTER TWO\n\nIt stopped.\n";
    const story = await spokenStory(client, text, "The Rain");
    const over = await madeBook(story.projectId, { format: "m4b", book: { chapters: "headings" } });
    assert.equal(over.book.title, "The Rain");
    assert.deepEqual(mp4Of(await bookBytes(over)).chapters, ["CHAPTER ONE", "CHAPTER TWO"]);
  });
  test("is measured for a shop by its id", async () => {
    const over = await madeBook(book.projectId, { format: "mp3" });
    const report = await client.call("readExportReport", { params: { exportId: over.id } });
    assert.equal(report.export_id, over.id);
    assert.ok(report.rules.length > 5);
    // It is not an export of a section.
    for (const operation of ["readExport", "readExportManifest", "cancelExport"] as const) {
      await refused(client.call(operation, { params: { exportId: over.id } }), 404, "NOT_FOUND");
    }
    const { exports } = await client.call("listExports", { query: { limit: 100 } });
    assert.ok(exports.every((other) => other.id !== over.id));
  });
});
