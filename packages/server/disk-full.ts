import { StorageError } from "./files/files.ts";

/** What the operating system says, and PostgreSQL (SQLSTATE disk_full). */
const DISK_FULL: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", "53100"]);

/** There was no room on a disk: of the files, or of the database. What was stored before is safe. */
export function isDiskFull(error: unknown): boolean {
  if (error instanceof StorageError) return error.code === "disk_full";
  return error instanceof Error && "code" in error && DISK_FULL.has(error.code);
}
