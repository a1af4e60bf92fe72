// The object store: bytes under the SHA-256 of their content, on disk or in a bucket of an S3 service.
// Always true: an object is complete, has exactly the content of its name, and survives a crash when put or adopt returns. The
// same bytes are stored once. Complete files that are not objects yet are kept under UUIDs. Local paths of objects are valid
// until the loan ends.

import type { S3Settings } from "../settings.ts";
import { openDiskFiles } from "./disk-files.ts";
import type { Files } from "./file-store.ts";
import type { NamedLocks } from "./named-locks.ts";

export type { AnswerHeaders, ByteRange, Files, LocalFile, LocalObjects, StoredObject } from "./file-store.ts";
export { type NamedLocks, ownLocks } from "./named-locks.ts";
export { keepDirectoryPrivate } from "./private-directory.ts";
export { StorageError, type StorageErrorCode, storageError } from "./storage-error.ts";

export interface FilesOptions {
  readonly dataDir: string;
  /**
   * No other process uses this data directory (the embedded database's lock ensures this), so all temporary files are
   * removed.
   */
  readonly alone: boolean;
  /** Absent or null: files under the data directory. */
  readonly s3?: S3Settings | null;
  /** Where local copies of a bucket's objects lie; null: in the system's folder for temporary files. */
  readonly scratchDir?: string | null;
  /** Excludes other processes that use the same bucket. */
  readonly locks?: NamedLocks;
}

/**
 * Opens the store, creates its directories and removes partial files of earlier processes.
 * @throws StorageError; the S3 service's own error when the bucket cannot be used
 */
export async function openFiles(options: FilesOptions): Promise<Files> {
  if (options.s3 === undefined || options.s3 === null) return openDiskFiles(options);
  // Only an installation that uses S3 loads the client library.
  const { openS3Files } = await import("./s3/s3-files.ts");
  return openS3Files({ ...options, s3: options.s3 });
}
