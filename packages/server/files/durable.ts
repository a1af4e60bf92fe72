// Files that survive a power cut: the content is synced before the file gets its final name, and the directory that
// holds the name is synced after.

import { type FileHandle, mkdir, open, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { PRIVATE_FILE, PRIVATE_FOLDER } from "./private-directory.ts";
import { StorageError } from "./storage-error.ts";

/**
 * The free space that objects leave on the disk, bytes. The embedded database is usually on the same disk, and it must still be
 * able to record that the disk is full.
 */
export const LEFT_FREE = 4 * 1024 * 1024;

/**
 * Writes a new file and syncs its content.
 * @throws EEXIST if the file exists; StorageError disk_full if less than LEFT_FREE would remain.
 */
export async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(path));
  if (bavail * bsize - bytes.byteLength < LEFT_FREE) throw new StorageError("disk_full");
  await withFile(path, "wx", async (file) => {
    await file.writeFile(bytes);
    await file.datasync();
  });
}

/** Syncs the content of an existing file and makes it private, because child processes write with their own umask. */
export async function syncFile(path: string): Promise<void> {
  await withFile(path, "r+", async (file) => {
    await file.chmod(PRIVATE_FILE);
    await file.datasync();
  });
}

/**
 * Returns a function that syncs directories. Calls during a sync share the next sync, which starts after their files got their
 * names. This makes many small files cheap.
 */
export function directorySyncs(): (directory: string) => Promise<void> {
  const pending = new Map<string, { running: Promise<void>; next: Promise<void> | null }>();
  const start = (directory: string): Promise<void> =>
    withFile(directory, "r", (file) => file.sync()).finally(() => {
      if (pending.get(directory)?.next === null) pending.delete(directory);
    });
  return (directory) => {
    const entry = pending.get(directory);
    if (entry === undefined) {
      const running = start(directory);
      pending.set(directory, { running, next: null });
      return running;
    }
    entry.next ??= entry.running
      .catch(() => {})
      .then(() => {
        const running = start(directory);
        pending.set(directory, { running, next: null });
        return running;
      });
    return entry.next;
  };
}

/** Creates `directory` and its parents, and syncs the names of the created ones. */
export async function makeDirectory(directory: string, sync: (directory: string) => Promise<void>): Promise<void> {
  const first = await mkdir(directory, { recursive: true, mode: PRIVATE_FOLDER });
  if (first === undefined) return;
  for (let made = directory; ; made = dirname(made)) {
    await sync(dirname(made));
    if (made === first) return;
  }
}

async function withFile(path: string, flags: string, use: (file: FileHandle) => Promise<unknown>): Promise<void> {
  const file = await open(path, flags, PRIVATE_FILE);
  try {
    await use(file);
  } finally {
    await file.close();
  }
}
