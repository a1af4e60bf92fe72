import assert from "node:assert/strict";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { FolderAway, inboxAt } from "./inbox.ts";

const SETTLE_MS = 5_000;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fullcast-inbox-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const put = (name: string, text: string, seconds = 1_000) => {
  writeFileSync(join(folder, name), text);
  utimesSync(join(folder, name), seconds, seconds);
};

test("a file counts once it has not changed for a while", async () => {
  const inbox = inboxAt(folder, SETTLE_MS);
  put("book.txt", "half");
  assert.deepEqual(await inbox.look(0), { ready: [], remarks: [], isCopying: true });
  put("book.txt", "half and the rest", 1_001);
  assert.deepEqual((await inbox.look(5_000)).ready, []);
  // Equal in size, written again.
  put("book.txt", "HALF and the rest", 1_002);
  assert.deepEqual((await inbox.look(9_999)).ready, []);
  assert.deepEqual((await inbox.look(14_998)).ready, []);
  assert.deepEqual(await inbox.look(14_999), { ready: ["book.txt"], remarks: [], isCopying: false });
});

test("the oldest comes first; what is no book is left alone and stated once", async () => {
  const inbox = inboxAt(folder, 0);
  put("b.txt", "later", 2_000);
  put("c.epub", "first", 1_000);
  put("a.txt", "later too", 2_000);
  for (const name of [".hidden.txt", "x.epub.part", "y.crdownload", "~$z.docx", "Thumbs.db", "draft.txt~", "empty.txt"])
    put(name, name === "empty.txt" ? "" : "x");
  mkdirSync(join(folder, "Series"));
  symlinkSync("/etc/passwd", join(folder, "link.txt"));
  const { ready, remarks, isCopying } = await inbox.look(0);
  assert.deepEqual(ready, ["c.epub", "a.txt", "b.txt"]);
  assert.deepEqual(remarks.toSorted(), [
    "Series is a folder and is left alone. Put the book itself here.",
    "link.txt is a link and is left alone. Put the book itself here.",
  ]);
  assert.equal(isCopying, false);
  assert.deepEqual((await inbox.look(1)).remarks, []);
});

/** What a person without rights sees. The superuser may do everything. */
async function withoutRights<T>(work: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return work();
  process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

test("a folder without permission is reported before a book is spoken, and again when it loses the permission", async () => {
  put("book.txt", "whole");
  const inbox = inboxAt(folder, 0);
  chmodSync(folder, 0o777);
  assert.deepEqual((await withoutRights(() => inbox.look(0))).ready, ["book.txt"]);
  put("next.txt", "whole");
  chmodSync(folder, 0o555);
  const leave = /^CliError: Finished books cannot leave the folder .* \(no permission\)\.$/;
  await withoutRights(() => assert.rejects(inbox.look(1), leave));
  const move = /^CliError: .*book\.txt cannot be moved to .*Done \(no permission\)\.$/;
  await withoutRights(() => assert.rejects(inbox.done("book.txt"), move));
  chmodSync(folder, 0o000);
  await withoutRights(() =>
    assert.rejects(inbox.look(2), /^CliError: The folder .* cannot be read \(no permission\)\.$/),
  );
  chmodSync(folder, 0o777);
  assert.deepEqual(readdirSync(folder).toSorted(), ["book.txt", "next.txt"]);
});

test("a file that was dealt with leaves the folder and replaces no other", async () => {
  const inbox = inboxAt(folder, 0);
  for (let count = 1; count <= 2; count++) {
    put("book.txt", `edition ${count}`);
    await inbox.look(0);
    await inbox.done("book.txt");
  }
  put("bad.epub", "no zip");
  await inbox.failed("bad.epub", "The book is damaged.");
  await inbox.done("taken away.txt");
  assert.deepEqual((await inbox.look(0)).ready, []);
  assert.deepEqual(readdirSync(join(folder, "Done")).toSorted(), ["book (2).txt", "book.txt"]);
  assert.equal(readFileSync(join(folder, "Done", "book (2).txt"), "utf8"), "edition 2");
  assert.deepEqual(readdirSync(join(folder, "Failed")).toSorted(), ["bad.epub", "bad.epub.txt"]);
  assert.equal(readFileSync(join(folder, "Failed", "bad.epub.txt"), "utf8"), "The book is damaged.\n");
});

test("a folder that is away is reported as that, is not made again, and is read when it is back", async () => {
  const drive = join(folder, "drive");
  const inbox = inboxAt(drive, 0);
  mkdirSync(drive);
  put("drive/book.txt", "whole");
  assert.deepEqual((await inbox.look(0)).ready, ["book.txt"]);
  renameSync(drive, join(folder, "taken out"));
  await assert.rejects(
    inbox.look(1),
    (error) => error instanceof FolderAway && /not there: ENOENT/.test(error.message),
  );
  await inbox.done("book.txt");
  await inbox.failed("book.txt", "why");
  assert.deepEqual(readdirSync(folder), ["taken out"]);
  renameSync(join(folder, "taken out"), drive);
  assert.deepEqual((await inbox.look(2)).ready, ["book.txt"]);
});
