// Errors for faults of the disk.

export type StorageErrorCode = "disk_full" | "read_only" | "io";

/** A fault of the disk. The message contains no path. */
export class StorageError extends Error {
  readonly code: StorageErrorCode;

  constructor(code: StorageErrorCode, options?: ErrorOptions) {
    super(MESSAGES[code], options);
    this.name = "StorageError";
    this.code = code;
  }
}

const MESSAGES: { readonly [code in StorageErrorCode]: string } = {
  disk_full: "The disk of the data directory is full.",
  read_only: "The data directory cannot be written.",
  io: "A stored file could not be read or written.",
};

const CODES: { readonly [errno: string]: StorageErrorCode } = {
  ENOSPC: "disk_full",
  EDQUOT: "disk_full",
  EFBIG: "disk_full",
  EROFS: "read_only",
  EACCES: "read_only",
  EPERM: "read_only",
};

/** Turns an error of the file system into a StorageError; returns any other error unchanged. */
export function storageError(error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return error;
  if (error instanceof StorageError || !("syscall" in error)) return error;
  return new StorageError(CODES[error.code] ?? "io", { cause: error });
}
