import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { type Files, openFiles, StorageError } from "./files.ts";
import { storageError } from "./storage-error.ts";

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), "fullcast-files-"));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Where an object lies on disk. */
const pathIn = (dataDir: string, sha256: string): string => join(dataDir, "objects", sha256.slice(0, 2), sha256);

async function pagesOf(files: Files): Promise<(readonly string[])[]> {
  const pages: (readonly string[])[] = [];
  for await (const page of files.hashes()) pages.push(page);
  return pages;
}

const bytes = (text: string) => new TextEncoder().encode(text);
const sha = (text: string) => createHash("sha256").update(text).digest("hex");

test("bytes are stored under their SHA-256 and read back, whole and in ranges", async (t) => {
  const dataDir = folder(t);
  const files = await openFiles({ dataDir, alone: true });
  const stored = await files.put(bytes("hello world"));
  assert.deepEqual(stored, { sha256: sha("hello world"), size: 11 });
  const { sha256 } = stored;
  await using local = await files.local([sha256]);
  assert.equal(local.path(sha256), pathIn(dataDir, sha256));
  assert.equal((await buffer(files.open(sha256))).toString(), "hello world");
  assert.equal((await buffer(files.open(sha256, { start: 6, end: 8 }))).toString(), "wor");
  assert.deepEqual(await files.stat(sha256), { size: 11 });
});

test("an empty object is an object", async (t) => {
  const files = await openFiles({ dataDir: folder(t), alone: true });
  const { sha256, size } = await files.put(new Uint8Array());
  assert.equal(size, 0);
  assert.equal((await buffer(files.open(sha256))).length, 0);
});

test("all objects are listed by their hashes, and nothing else", async (t) => {
  const dataDir = folder(t);
  const files = await openFiles({ dataDir, alone: true });
  assert.deepEqual((await pagesOf(files)).flat(), []);
  const stored = await Promise.all(Array.from({ length: 40 }, (_, index) => files.put(bytes(`text ${index}`))));
  const [first] = stored;
  writeFileSync(join(dirname(pathIn(dataDir, first?.sha256 ?? "")), "a note"), "not an object");
  const listed = (await pagesOf(files)).flat();
  assert.deepEqual(listed.sort(), stored.map(({ sha256 }) => sha256).sort());
});

test("the same bytes put concurrently are stored once and leave no temporary files", async (t) => {
  const dataDir = folder(t);
  const files = await openFiles({ dataDir, alone: true });
  const results = await Promise.all(Array.from({ length: 20 }, () => files.put(bytes("same"))));
  assert.equal(new Set(results.map(({ sha256 }) => sha256)).size, 1);
  assert.deepEqual(readdirSync(join(dataDir, "temp")), []);
  const names = readdirSync(join(dataDir, "objects"), { recursive: true, withFileTypes: true });
  assert.equal(names.filter((entry) => entry.isFile()).length, 1);
});

test("an object of the right name and the wrong size is replaced", async (t) => {
  const dataDir = folder(t);
  const files = await openFiles({ dataDir, alone: true });
  const { sha256 } = await files.put(bytes("whole"));
  writeFileSync(pathIn(dataDir, sha256), "who");
  await files.put(bytes("whole"));
  assert.equal(readFileSync(pathIn(dataDir, sha256), "utf8"), "whole");
});

test("a finished temporary file becomes an object and leaves its temporary path", async (t) => {
  const dataDir = folder(t);
  const files = await openFiles({ dataDir, alone: true });
  const path = files.temporary(".wav");
  assert.ok(path.startsWith(join(dataDir, "temp")) && path.endsWith(".wav"));
  writeFileSync(path, "audio");
  assert.deepEqual(await files.adopt(path, sha("audio")), { sha256: sha("audio"), size: 5 });
  assert.deepEqual(readdirSync(join(dataDir, "temp")), []);
  const again = files.temporary(".wav");
  writeFileSync(again, "audio");
  assert.deepEqual(await files.adopt(again, sha("audio")), { sha256: sha("audio"), size: 5 });
});

test("batches become objects, even with duplicate bytes and two batches at once; their memory is transferred", async (t) => {
  const dataDir = folder(t);
  const files = await openFiles({ dataDir, alone: true });
  const batch = (...texts: readonly string[]) =>
    texts.map((text) => ({ bytes: new TextEncoder().encode(text), sha256: sha(text) }));
  const first = batch("one", "two", "three", "two");
  await Promise.all([files.putAll(first), files.putAll(batch("three", "four")), files.putAll([])]);
  for (const text of ["one", "two", "three", "four"])
    assert.equal(readFileSync(pathIn(dataDir, sha(text)), "utf8"), text);
  assert.deepEqual(readdirSync(join(dataDir, "temp")), []);
  assert.ok(first.every(({ bytes }) => bytes.byteLength === 0));
});

test("a batch that cannot be stored is refused with the reason and leaves no partial file; the next one is stored", async (t) => {
  const dataDir = folder(t);
  const files = await openFiles({ dataDir, alone: true });
  const one = () => [{ bytes: new TextEncoder().encode("one"), sha256: sha("one") }];
  const directory = dirname(pathIn(dataDir, sha("one")));
  writeFileSync(directory, "in the way");
  await assert.rejects(files.putAll(one()), (error) => {
    assert.ok(error instanceof StorageError);
    assert.equal(error.code, "io");
    assert.ok(!error.message.includes(dataDir));
    return true;
  });
  assert.deepEqual(readdirSync(join(dataDir, "temp")), []);
  rmSync(directory);
  await files.putAll(one());
  assert.equal(readFileSync(pathIn(dataDir, sha("one")), "utf8"), "one");
});

test("a missing object has no stat, fails to open without naming its path, and can be removed without an error", async (t) => {
  const dataDir = folder(t);
  const files = await openFiles({ dataDir, alone: true });
  const none = sha("never stored");
  assert.equal(await files.stat(none), null);
  assert.equal(await files.removeIdle(none, 60_000), true);
  await assert.rejects(buffer(files.open(none)), (error) => {
    assert.ok(error instanceof StorageError);
    assert.equal(error.code, "io");
    assert.ok(!error.message.includes(dataDir));
    return true;
  });
});

test("a removed object is deleted and can be stored again", async (t) => {
  const files = await openFiles({ dataDir: folder(t), alone: true });
  const { sha256 } = await files.put(bytes("x"));
  assert.equal(await files.removeIdle(sha256, -1), true);
  assert.equal(await files.stat(sha256), null);
  await files.put(bytes("x"));
  assert.deepEqual(await files.stat(sha256), { size: 1 });
});

test("an object that was put again recently is not removed as idle", async (t) => {
  const dataDir = folder(t);
  const files = await openFiles({ dataDir, alone: true });
  const { sha256 } = await files.put(bytes("x"));
  const longAgo = new Date(Date.now() - 3_600_000);
  utimesSync(pathIn(dataDir, sha256), longAgo, longAgo);
  await files.put(bytes("x"));
  assert.equal(await files.removeIdle(sha256, 60_000), false);
  assert.deepEqual(await files.stat(sha256), { size: 1 });
  utimesSync(pathIn(dataDir, sha256), longAgo, longAgo);
  assert.equal(await files.removeIdle(sha256, 60_000), true);
  assert.deepEqual(readdirSync(join(dataDir, "temp")), []);
});

test("a name that is not a SHA-256 accesses no file", async (t) => {
  const files = await openFiles({ dataDir: folder(t), alone: true });
  for (const name of ["", "../../etc/passwd", "A".repeat(64), `${"a".repeat(63)}/`, "a".repeat(65)]) {
    await using local = await files.local([]);
    assert.throws(() => local.path(name), TypeError);
    assert.throws(() => files.open(name), TypeError);
    await assert.rejects(files.stat(name), TypeError);
  }
});

test("a start without other processes sweeps all temporary files, otherwise only old ones", async (t) => {
  const dataDir = folder(t);
  const beside = await openFiles({ dataDir, alone: false });
  const [young, old] = ["young", "old"].map((name) => {
    const path = beside.temporary(`.${name}`);
    writeFileSync(path, "");
    return path;
  });
  const twoDaysAgo = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000);
  utimesSync(old!, twoDaysAgo, twoDaysAgo);
  await openFiles({ dataDir, alone: false });
  assert.deepEqual(readdirSync(join(dataDir, "temp")), [young!.slice(join(dataDir, "temp").length + 1)]);
  await openFiles({ dataDir, alone: true });
  assert.deepEqual(readdirSync(join(dataDir, "temp")), []);
});

test("a kept file stays through restarts until it is dropped, and names are UUIDs only", async (t) => {
  const dataDir = folder(t);
  const files = await openFiles({ dataDir, alone: true });
  const path = files.temporary(".upload");
  writeFileSync(path, "arrived");
  const name = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
  await files.keep(path, name);
  const later = await openFiles({ dataDir, alone: true });
  assert.equal(readFileSync((await later.localKept(name)).path, "utf8"), "arrived");
  assert.deepEqual(
    (await later.keptNames()).map((one) => one.name),
    [name],
  );
  await later.drop(name);
  await later.drop(name);
  assert.deepEqual(await later.keptNames(), []);
  await assert.rejects(later.localKept("../objects"), TypeError);
});

test("a data directory that is a file is a storage error", async (t) => {
  const dataDir = join(folder(t), "file");
  writeFileSync(dataDir, "");
  await assert.rejects(openFiles({ dataDir, alone: true }), StorageError);
});

test("a failed put leaves no temporary file", async (t) => {
  const dataDir = folder(t);
  const files = await openFiles({ dataDir, alone: true });
  rmSync(join(dataDir, "objects"), { recursive: true });
  writeFileSync(join(dataDir, "objects"), "in the way");
  await assert.rejects(files.put(bytes("x")), StorageError);
  assert.deepEqual(readdirSync(join(dataDir, "temp")), []);
});

test("file system errors are distinguished: full, read-only, others", () => {
  const code = (errno: string) =>
    (storageError(Object.assign(new Error("at /secret/path"), { code: errno, syscall: "write" })) as StorageError).code;
  assert.equal(code("ENOSPC"), "disk_full");
  assert.equal(code("EDQUOT"), "disk_full");
  assert.equal(code("EROFS"), "read_only");
  assert.equal(code("EACCES"), "read_only");
  assert.equal(code("EIO"), "io");
  const other = new TypeError("no file system error");
  assert.equal(storageError(other), other);
});

test("the installation that claimed the store is recorded", async (t) => {
  const dataDir = folder(t);
  const files = await openFiles({ dataDir, alone: true });
  assert.equal(await files.installation(), null);
  await files.claim("first");
  assert.equal(await (await openFiles({ dataDir, alone: true })).installation(), "first");
  assert.deepEqual(readdirSync(join(dataDir, "temp")), []);
});
