import assert from "node:assert/strict";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { directorySyncs, makeDirectory } from "./durable.ts";

test("directory syncs requested during a sync share one more sync", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "fullcast-sync-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const sync = directorySyncs();
  const first = sync(folder);
  const second = sync(folder);
  const third = sync(folder);
  assert.notEqual(first, second);
  assert.equal(second, third);
  await Promise.all([first, second, third]);
  const later = sync(folder);
  assert.notEqual(later, first);
  await later;
});

test("a failed directory sync fails its requests and not the next ones", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "fullcast-sync-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const sync = directorySyncs();
  const missing = join(folder, "missing");
  await assert.rejects(sync(missing), { code: "ENOENT" });
  await makeDirectory(missing, sync);
  await sync(missing);
});

test("every created parent directory is synced", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "fullcast-sync-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const synced: string[] = [];
  const remember = async (directory: string) => {
    synced.push(directory);
  };
  await makeDirectory(join(folder, "a", "b", "c"), remember);
  assert.deepEqual(synced, [join(folder, "a", "b"), join(folder, "a"), folder]);
  assert.ok(statSync(join(folder, "a", "b", "c")).isDirectory());
  synced.length = 0;
  await makeDirectory(join(folder, "a", "b", "c"), remember);
  assert.deepEqual(synced, []);
});
