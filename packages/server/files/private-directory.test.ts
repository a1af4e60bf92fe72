import assert from "node:assert/strict";
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { LogFields } from "../log.ts";
import { keepDirectoryPrivate } from "./private-directory.ts";

const mode = (path: string) => lstatSync(path).mode & 0o777;

function scratch(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "fullcast-private-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A data directory as older versions made it: readable and with writable database files for every user. */
function oldDirectory(path: string): string {
  for (const folder of ["db/global", "objects/ab", "temp", "incoming"])
    mkdirSync(join(path, folder), { recursive: true });
  const files = ["lock", "owner-key", "server.json", "db/PG_VERSION", "db/postgresql.auto.conf", "objects/ab/abcd"];
  for (const file of files) {
    writeFileSync(join(path, file), "x");
    chmodSync(join(path, file), 0o666);
  }
  for (const folder of ["", "db", "db/global", "objects", "objects/ab", "temp", "incoming"])
    chmodSync(join(path, folder), 0o755);
  return path;
}

function run(dataDir: string) {
  const warnings: { message: string; fields: LogFields }[] = [];
  const ignore = () => {};
  const warn = (message: string, fields: LogFields = {}) => warnings.push({ message, fields });
  keepDirectoryPrivate(dataDir, { debug: ignore, info: ignore, warn, error: ignore });
  return warnings;
}

test("a new data directory is private from the start", (t) => {
  const dataDir = join(scratch(t), "below", "data");
  assert.deepEqual(run(dataDir), []);
  assert.equal(mode(dataDir), 0o700);
});

test("an old data directory becomes private as a whole, and one warning states what changed", (t) => {
  const dataDir = oldDirectory(join(scratch(t), "data"));
  const warnings = run(dataDir);
  for (const folder of [".", "db", "db/global", "objects", "objects/ab", "temp", "incoming"])
    assert.equal(mode(join(dataDir, folder)), 0o700, folder);
  for (const file of ["lock", "owner-key", "db/PG_VERSION", "db/postgresql.auto.conf", "objects/ab/abcd"])
    assert.equal(mode(join(dataDir, file)), 0o600, file);
  assert.equal(warnings.length, 1);
  const changed = warnings[0]?.fields.changed as readonly string[] | undefined;
  assert.deepEqual(changed?.toSorted(), [
    ".",
    "db (4 entries)",
    "incoming",
    "lock",
    "objects (3 entries)",
    "owner-key",
    "server.json",
    "temp",
  ]);
  assert.deepEqual(run(dataDir), [], "a second start finds nothing to change");
});

test("symbolic links and hard links are not changed", (t) => {
  const root = scratch(t);
  const dataDir = oldDirectory(join(root, "data"));
  for (const name of ["outside", "second"]) {
    writeFileSync(join(root, name), "x");
    chmodSync(join(root, name), 0o644);
  }
  mkdirSync(join(root, "folder"));
  chmodSync(join(root, "folder"), 0o755);
  symlinkSync(join(root, "outside"), join(dataDir, "objects", "link"));
  symlinkSync(join(root, "folder"), join(dataDir, "db", "pg_tblspc"));
  linkSync(join(root, "second"), join(dataDir, "objects", "second"));
  run(dataDir);
  assert.equal(mode(join(root, "outside")), 0o644);
  assert.equal(mode(join(root, "folder")), 0o755);
  assert.equal(mode(join(root, "second")), 0o644);
});

test("a data directory behind a symbolic link keeps its mode; a warning says what to do", (t) => {
  const root = scratch(t);
  const behind = oldDirectory(join(root, "behind"));
  symlinkSync(behind, join(root, "data"));
  const messages = run(join(root, "data")).map(({ message }) => message);
  assert.equal(mode(behind), 0o755);
  assert.match(messages.join("\n"), /symbolic link .* 0700/);
  assert.equal(mode(join(behind, "db")), 0o700, "the folders in it are private all the same");
});

test("a folder with files of other programs keeps its mode; Fullcast's entries in it become private", (t) => {
  const dataDir = oldDirectory(join(scratch(t), "home"));
  writeFileSync(join(dataDir, "letter.txt"), "x");
  chmodSync(join(dataDir, "letter.txt"), 0o644);
  const warnings = run(dataDir);
  assert.equal(mode(dataDir), 0o755);
  assert.equal(mode(join(dataDir, "letter.txt")), 0o644);
  assert.equal(mode(join(dataDir, "db")), 0o700);
  assert.equal(mode(join(dataDir, "owner-key")), 0o600);
  assert.match(warnings[0]?.message ?? "", /Set it to 0700 or move the other files away/);
});

test("a folder that Fullcast does not recognise is not touched", (t) => {
  const folder = join(scratch(t), "folder");
  mkdirSync(join(folder, "db"), { recursive: true });
  writeFileSync(join(folder, "lock"), "not ours");
  chmodSync(join(folder, "db"), 0o755);
  chmodSync(folder, 0o755);
  assert.deepEqual(run(folder), []);
  assert.equal(mode(folder), 0o755);
  assert.equal(mode(join(folder, "db")), 0o755);
  assert.equal(readFileSync(join(folder, "lock"), "utf8"), "not ours");
  assert.ok(statSync(join(folder, "lock")).isFile());
});
