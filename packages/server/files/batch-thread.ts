// The thread that stores batches. It uses synchronous calls, one file after the other.

import {
  closeSync,
  fdatasyncSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statfsSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { answerJobs } from "../compute/thread-side.ts";
import type { BatchAnswer, BatchFile } from "./batches.ts";
import { LEFT_FREE } from "./durable.ts";
import { PRIVATE_FILE, PRIVATE_FOLDER } from "./private-directory.ts";
import { StorageError, storageError } from "./storage-error.ts";

answerJobs<readonly BatchFile[], BatchAnswer>((files) => answer(files));

function answer(files: readonly BatchFile[]): BatchAnswer {
  try {
    store(files);
    return null;
  } catch (error) {
    for (const { temporary } of files) rmSync(temporary, { force: true });
    const named = storageError(error);
    if (named instanceof StorageError) return named.code;
    throw error;
  }
}

function store(files: readonly BatchFile[]): void {
  const [first] = files;
  if (first === undefined) return;
  const { bavail, bsize } = statfsSync(dirname(first.temporary));
  const size = files.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
  if (bavail * bsize - size < LEFT_FREE) throw new StorageError("disk_full");
  const named = new Set<string>();
  for (const { bytes, temporary, target } of files) {
    withFile(temporary, "wx", (descriptor) => {
      for (let at = 0; at < bytes.byteLength; ) at += writeSync(descriptor, bytes, at);
      fdatasyncSync(descriptor);
    });
    // Frees the memory now: the garbage collector does not count these megabytes.
    bytes.buffer.transfer(0);
    const directory = dirname(target);
    if (mkdirSync(directory, { recursive: true, mode: PRIVATE_FOLDER }) !== undefined) named.add(dirname(directory));
    renameSync(temporary, target);
    named.add(directory);
  }
  for (const directory of named) withFile(directory, "r", fsyncSync);
}

function withFile(path: string, flags: string, use: (descriptor: number) => void): void {
  const descriptor = openSync(path, flags, PRIVATE_FILE);
  try {
    use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
