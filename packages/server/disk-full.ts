import { StorageError } from "./files/files.ts";

/** What the operating system says, and PostgreSQL (SQLSTATE disk_full). */
const DISK_FULL: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", "53100"]);

/** There was no room on a disk: of the files, or of the database. What was stored before is safe. */
export function isDiskFull(error: unknown): boolean {
  if (error instanceof StorageError) return error.code === "disk_full";
  if (!(error instanceof Error)) return false;
  // A codec's process reports a full disk by the kind or the fault of its error.
  if (("kind" in error && error.kind === "disk_full") || ("fault" in error && error.fault === "disk_full")) return true;
  return "code" in error && DISK_FULL.has(error.code);
}
