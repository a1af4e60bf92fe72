// `fullcast narrate` of books: one file with chapters, cover and author, or a file for each chapter.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { strToU8, zipSync } from "fflate";
import { createFile, type MP4BoxBuffer } from "mp4box";
import { parseFile } from "music-metadata";
import { JPEG } from "../api/images.ts";
import { type Narrated, narrating } from "./narrating.ts";
import { runCli } from "./run-cli.ts";

const { at, env, serve, assertNothingLeft } = narrating();
before(serve);

const CHAPTERS = [
  ["The Storm", "“It is late,” said Mara. “Go home, Bram.”"],
  ["The Calm", "“It is over,” said Bram."],
] as const;

/** A book as EPUB 3 has them, with a cover. */
function epub(): Uint8Array {
  const page = ([title, text]: readonly [string, string]) =>
    `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>`;
  const items = CHAPTERS.map((_, i) => `<item id="c${i}" href="c${i}.xhtml" media-type="application/xhtml+xml"/>`);
  const refs = CHAPTERS.map((_, i) => `<itemref idref="c${i}"/>`);
  const links = CHAPTERS.map(([title], i) => `<li><a href="c${i}.xhtml">${title}</a></li>`);
  return zipSync({
    mimetype: [strToU8("application/epub+zip"), { level: 0 }],
    "META-INF/container.xml": strToU8(
      `<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
    ),
    "book.opf": strToU8(
      `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">x</dc:identifier><dc:title>The Tide</dc:title><dc:creator>Ann Ash</dc:creator><dc:language>en</dc:language></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="cover" href="cover.jpg" media-type="image/jpeg" properties="cover-image"/>${items.join("")}</manifest><spine>${refs.join("")}</spine></package>`,
    ),
    "nav.xhtml": strToU8(
      `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>x</title></head><body><nav epub:type="toc"><ol>${links.join("")}</ol></nav></body></html>`,
    ),
    "cover.jpg": new Uint8Array(JPEG),
    ...Object.fromEntries(CHAPTERS.map((chapter, i) => [`c${i}.xhtml`, strToU8(page(chapter))])),
  });
}

function chaptersOf(bytes: Buffer): string[] {
  const file = createFile();
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as MP4BoxBuffer;
  buffer.fileStart = 0;
  file.appendBuffer(buffer, true);
  file.flush();
  const track = file.getInfo().tracks[1] ?? assert.fail("there are no chapters");
  return file.getTrackSamplesInfo(track.id).map(({ offset, size }) => {
    const sample = bytes.subarray(offset, offset + size);
    return sample.toString("utf8", 2, 2 + sample.readUInt16BE(0));
  });
}

test("a book becomes one audiobook with its chapters, its cover and its author; again, everything is there", async () => {
  writeFileSync(at("tide.epub"), epub());
  const args = ["narrate", at("tide.epub"), "-o", at("tide.m4b"), "--credits", "--json"];
  const run = await runCli(args, { env });
  assert.equal(run.code, 0, run.stderr);
  const summary = JSON.parse(run.stdout) as Narrated & { readonly files: readonly Narrated[] };
  assert.deepEqual([summary.title, summary.files.length], ["The Tide", 1]);
  assert.deepEqual(summary.cast.map(({ speaker }) => speaker).sort(), ["Bram", "Mara", "Narrator"]);
  const bytes = readFileSync(at("tide.m4b"));
  assert.deepEqual(chaptersOf(bytes), ["Opening Credits", "The Storm", "The Calm", "Closing Credits"]);
  for (const tag of ["covr", "\xa9nam", "The Tide", "\xa9ART", "Ann Ash"]) {
    assert.ok(bytes.includes(Buffer.from(tag, "latin1")), tag);
  }
  const again = await runCli(args, { env });
  assert.equal(again.code, 0, again.stderr);
  assert.match(again.stderr, /This story is stored already/);
  assert.match(again.stderr, /^Speaking: .*already done$/m);
  assert.equal((JSON.parse(again.stdout) as Narrated).export_id, summary.export_id);
  assert.deepEqual(readFileSync(at("tide.m4b")), bytes);
  assertNothingLeft();
});

test("by chapter it becomes a file for each in a folder or by a pattern, named beforehand, with one cast", async () => {
  const folder = at("chapters");
  writeFileSync(
    at("tide.txt"),
    CHAPTERS.map(([title, text], i) => `CHAPTER ${i + 1}. ${title}\n\n${text}\n\n`).join(""),
  );
  const run = await runCli(["narrate", at("tide.txt"), "-o", folder, "--per-chapter", "--lyrics", "--json"], { env });
  assert.equal(run.code, 0, run.stderr);
  const names = readdirSync(folder).sort();
  assert.equal(names.length, 2);
  assert.match(names[0] ?? "", /^01 .*The Storm\.mp3$/i);
  assert.match(names[1] ?? "", /^02 .*The Calm\.mp3$/i);
  for (const [index, words] of ["It is late,", "It is over,"].entries()) {
    const { common } = await parseFile(join(folder, names[index] ?? ""));
    assert.match(common.lyrics?.[0]?.text ?? "", new RegExp(words));
  }
  const said = run.stderr.split("\n").findIndex((line) => names.every((name) => line.includes(name)));
  const spoken = run.stderr.split("\n").findIndex((line) => line.startsWith("Speaking"));
  assert.ok(said >= 0 && said < spoken, run.stderr);
  const summary = JSON.parse(run.stdout) as Narrated & { readonly files: readonly Narrated[] };
  assert.deepEqual(
    summary.files.map(({ file }) => file),
    names.map((name) => join(folder, name)),
  );
  assert.deepEqual(summary.cast.map(({ speaker }) => speaker).sort(), ["Bram", "Mara", "Narrator"]);

  const pattern = await runCli(["narrate", at("tide.txt"), "-o", at("part {n}.srt"), "--per-chapter", "-q"], { env });
  assert.equal(pattern.code, 0, pattern.stderr);
  assert.match(readFileSync(at("part 02.srt"), "utf8"), /It is over/);
  assertNothingLeft();
});

test("contradictory options are refused before any work", async () => {
  writeFileSync(at("one.txt"), "Once.\n");
  for (const [message, ...options] of [
    [/exclude each other/, "-o", at("x.mp3"), "--per-chapter", "--max-lines", "5"],
    [/no extension/, "-o", at(".")],
    [/--per-chapter/, "-o", at("{n}.mp3")],
  ] as const) {
    const run = await runCli(["narrate", at("one.txt"), ...options], { env });
    assert.equal(run.code, 2, run.stderr);
    assert.match(run.stderr, message);
  }
});
