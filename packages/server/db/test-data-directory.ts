// For tests: a temporary data directory with an empty, migrated database. Creating one takes about a second, copying it a tenth
// of a second. It is therefore created once for each state of the code and kept in the system's temporary folder.

import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createLog } from "../log.ts";
import { type Database, openDatabase } from "./db.ts";
import { type DirectoryLock, lockDirectory } from "./embedded/directory-lock.ts";
import { MIGRATIONS } from "./migrate.ts";
import { StartError } from "./start-error.ts";

export const silentLog = createLog("error", process.stderr);

const OLD_MS = 24 * 60 * 60 * 1000;

/** A test's context. For something that all tests of a file share, collect the actions and run them in one `after`. */
interface Cleanup {
  after(action: () => Promise<void> | void): void;
}

/** An open embedded database with the product's schema and no data, closed and removed after the test. */
export async function openTestDatabase(t: Cleanup): Promise<{ db: Database; dataDir: string }> {
  const directories: (() => Promise<void> | void)[] = [];
  const dataDir = await testDataDirectory({ after: (action) => directories.push(action) });
  const db = await openDatabase({ dataDir, url: null, log: silentLog });
  t.after(async () => {
    await db[Symbol.asyncDispose]();
    for (const remove of directories) await remove();
  });
  return { db, dataDir };
}

/**
 * A fresh data directory, removed after the test. Hooks run in the order they were added, so close the database inside
 * the test (`await using`), or use openTestDatabase.
 */
export async function testDataDirectory(t: Cleanup): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), "fullcast-test-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  await prepareDatabase(directory);
  return directory;
}

/** Copies the prepared database into a data directory, which is then in the state after a first start. */
export async function prepareDatabase(dataDir: string): Promise<void> {
  cpSync(join(await template(), "db"), join(dataDir, "db"), { recursive: true });
}

async function template(): Promise<string> {
  const root = join(tmpdir(), `fullcast-templates-${userInfo().uid}`);
  mkdirSync(root, { recursive: true, mode: 0o700 });
  const path = join(root, codeState());
  if (existsSync(path)) return path;
  // Test files run in several processes: one makes the database, the others wait.
  const lock = await waitForLock(root);
  try {
    if (!existsSync(path)) await make(root, path);
    return path;
  } finally {
    lock.release();
  }
}

async function make(root: string, path: string): Promise<void> {
  for (const name of readdirSync(root)) {
    const other = join(root, name);
    const found = statSync(other, { throwIfNoEntry: false });
    if (found?.isDirectory() && found.mtimeMs < Date.now() - OLD_MS) rmSync(other, { recursive: true, force: true });
  }
  const unfinished = `${path}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  await (await openDatabase({ dataDir: unfinished, url: null, log: silentLog }))[Symbol.asyncDispose]();
  renameSync(unfinished, path);
}

async function waitForLock(root: string): Promise<DirectoryLock> {
  for (;;) {
    try {
      return lockDirectory(root);
    } catch (error) {
      if (!(error instanceof StartError) || error.code !== "DataDirectoryLocked") throw error;
      await delay(100);
    }
  }
}

/** A hash of the code that creates the prepared database. */
function codeState(): string {
  const hash = createHash("sha256");
  hash.update(readFileSync(new URL("../package.json", import.meta.resolve("@electric-sql/pglite"))));
  hash.update(readFileSync(new URL("./embedded/database-worker.ts", import.meta.url)));
  for (const name of readdirSync(MIGRATIONS).sort()) hash.update(name).update(readFileSync(join(MIGRATIONS, name)));
  return hash.digest("hex").slice(0, 16);
}
