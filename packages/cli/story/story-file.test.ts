import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { test } from "node:test";
import { readStory, titleOf } from "./story-file.ts";

const TALE = "“Är det du?” sade hon — “ja,” sade han.\r\n\r\nThe end.";
const NO_DETAILS = {
  series: null,
  series_number: null,
  description: null,
  publisher: null,
  published: null,
  isbn: null,
  contributors: [],
};
const NO_BOOK_DATA = { author: null, language: null, details: NO_DETAILS, cover: null, isBook: false, ruby: [] };

test("files, folders, missing files and standard input", async () => {
  const folder = mkdtempSync(join(tmpdir(), "fullcast-story-"));
  try {
    const path = join(folder, "the_black-cat.v2.txt");
    writeFileSync(path, TALE);
    const { chapters, ...story } = await readStory(path);
    assert.deepEqual(
      chapters.map(({ text }) => text),
      [TALE],
    );
    assert.deepEqual(story, {
      text: TALE,
      encoding: "UTF-8",
      title: "The black cat.v2",
      ...NO_BOOK_DATA,
    });
    await assert.rejects(readStory(join(folder, "none.txt")), { fault: "missing" });
    await assert.rejects(readStory(folder), { fault: "unreadable", message: /is a folder/ });
    const piped = Readable.from([Buffer.from("“Hi,” "), Buffer.from("he said.")]);
    const { chapters: _, ...read } = await readStory("-", piped);
    assert.deepEqual(read, {
      text: "“Hi,” he said.",
      encoding: "UTF-8",
      title: "Story",
      ...NO_BOOK_DATA,
    });
    const endless = Readable.from(repeat(Buffer.alloc(1 << 20, "a")));
    await assert.rejects(readStory("-", endless), { fault: "too_long" });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("titles come from file names", () => {
  assert.equal(titleOf("/a/b/chapter_01.txt"), "Chapter 01");
  assert.equal(titleOf("/a/b/.txt"), ".txt");
  assert.equal(titleOf("/a/b/---.txt"), "Story");
});

function* repeat(chunk: Uint8Array) {
  for (;;) yield chunk;
}
