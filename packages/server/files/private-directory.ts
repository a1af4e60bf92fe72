// Keeps the data directory private. It holds stories, the secret of signed URLs and the owner's key.
// Always true: symbolic links are never followed, and only entries that Fullcast recognises as its own change.

import {
  closeSync,
  constants,
  type Dirent,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import type { Log } from "../log.ts";

/** Modes of folders and files in the data directory. */
export const PRIVATE_FOLDER = 0o700;
export const PRIVATE_FILE = 0o600;

const OTHERS = 0o077;

/** The entries of a data directory. SQLite makes lock-journal beside lock. */
const FOLDERS = ["db", "db.new", "objects", "temp", "incoming"];
const FILES = ["lock", "lock-journal", "owner-key", "server.json", "engines.json", "installation"];
const OWN = new Set([...FOLDERS, ...FILES]);

/**
 * Creates the data directory with mode 0700, or removes the rights of group and others from one that exists already.
 * A folder that also holds other files (a home directory, /tmp) keeps its mode; only Fullcast's entries in it change. Logs one
 * warning with the changes, and one for modes that a person must change. Does nothing on Windows, which has no modes. Ignores
 * faults of the file system: the store reports them when it opens.
 */
export function keepDirectoryPrivate(dataDir: string, log: Log): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: PRIVATE_FOLDER });
    if (process.platform === "win32") return;
    tighten(dataDir, log);
  } catch {
    // Opening the database or the store fails with the same error and reports it.
  }
}

function tighten(dataDir: string, log: Log): void {
  const found = lstatSync(dataDir);
  const entries = readdirSync(dataDir, { withFileTypes: true });
  const strange = entries.filter(({ name }) => !OWN.has(name));
  const isOpen = (found.mode & OTHERS) !== 0;
  if (!isRecognised(dataDir, entries)) return;
  const changed: string[] = [];
  if (found.isSymbolicLink()) {
    const target = statSync(dataDir);
    if ((target.mode & OTHERS) !== 0) {
      log.warn("the data directory is a symbolic link to a folder that other users can enter; set that folder to 0700");
    }
  } else if (isOpen && strange.length === 0) {
    // The folder comes first. Afterwards no other user can enter it.
    if (restrict(dataDir, PRIVATE_FOLDER)) changed.push(".");
  } else if (isOpen) {
    log.warn(
      "the data directory can be entered by other users and also holds files that are not Fullcast's; its mode stays. Set it to 0700 or move the other files away.",
      { not_fullcast: strange.length },
    );
  }
  for (const entry of entries) {
    if (!OWN.has(entry.name)) continue;
    const count = tightenEntry(join(dataDir, entry.name), entry);
    if (count > 0) changed.push(count === 1 ? entry.name : `${entry.name} (${count} entries)`);
  }
  if (changed.length > 0) {
    log.warn("other users had rights in the data directory; they were removed", { changed });
  }
}

/** Whether these are the entries of a data directory: an empty folder, or one with Fullcast's lock and store. */
function isRecognised(dataDir: string, entries: readonly Dirent[]): boolean {
  if (entries.length === 0) return false;
  const isOurs = (name: string, kind: "file" | "folder") =>
    entries.some((entry) => entry.name === name && (kind === "file" ? entry.isFile() : entry.isDirectory()));
  const hasDatabase = isOurs("db", "folder") && lstatOrNull(join(dataDir, "db", "PG_VERSION"))?.isFile() === true;
  return hasDatabase || (isOurs("objects", "folder") && isOurs("incoming", "folder") && isOurs("temp", "folder"));
}

/** @returns the number of changed entries. A private folder is not searched, because other users cannot reach its content. */
function tightenEntry(path: string, entry: Dirent): number {
  if (entry.isFile()) return restrict(path, PRIVATE_FILE) ? 1 : 0;
  if (!entry.isDirectory()) return 0;
  const found = lstatOrNull(path);
  if (found === null || (found.mode & OTHERS) === 0) return 0;
  let changed = 0;
  for (const inner of readdirSync(path, { withFileTypes: true }))
    changed += tightenEntry(join(path, inner.name), inner);
  // The folder itself comes last, so that an interrupted run starts again here.
  return restrict(path, PRIVATE_FOLDER) ? changed + 1 : changed;
}

/** Sets the mode through a descriptor, so that a link that replaces the entry in the meantime is not followed. */
function restrict(path: string, mode: number): boolean {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const found = fstatSync(descriptor);
    // A file with a hard link may also be outside of the data directory.
    if ((found.mode & OTHERS) === 0 || (found.isFile() && found.nlink > 1)) return false;
    fchmodSync(descriptor, mode);
    return true;
  } catch {
    return false;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function lstatOrNull(path: string) {
  return lstatSync(path, { throwIfNoEntry: false }) ?? null;
}
