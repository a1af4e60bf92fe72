// The lock of a data directory. Two processes on one embedded database would corrupt it silently, so one process holds the lock
// for its whole life. It is a SQLite lock on a file: the kernel releases it when the process ends in any way, including
// kill -9.

import { closeSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StartError } from "../start-error.ts";

export interface DirectoryLock {
  release(): void;
}

/**
 * Takes `<dataDir>/lock`, and creates the directory if it does not exist.
 * @throws StartError DataDirectoryLocked | DataDirectoryUnwritable
 */
export function lockDirectory(dataDir: string): DirectoryLock {
  let file: DatabaseSync | undefined;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    // SQLite would create the file with the permissions of the umask.
    closeSync(openSync(join(dataDir, "lock"), "a", 0o600));
    file = new DatabaseSync(join(dataDir, "lock"));
    file.exec("pragma busy_timeout = 0; begin exclusive");
  } catch (error) {
    file?.close();
    throw refusal(error);
  }
  const held = file;
  return { release: () => held.close() };
}

const SQLITE_BUSY = 5;

function refusal(error: unknown): StartError {
  if (error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY) {
    return new StartError(
      "DataDirectoryLocked",
      "Another Fullcast process is using this data directory. Stop it first, or choose another directory with FULLCAST_DATA_DIR.",
      { cause: error },
    );
  }
  return unwritable(error);
}

/** The error for a data directory in which no file can be created. */
export function unwritable(cause: unknown): StartError {
  return new StartError(
    "DataDirectoryUnwritable",
    `The data directory cannot be written (${reason(cause)}). Make it writable for this user and check the free space, or choose another directory with FULLCAST_DATA_DIR.`,
    { cause },
  );
}

function reason(cause: unknown): string {
  return cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : "unknown reason";
}
