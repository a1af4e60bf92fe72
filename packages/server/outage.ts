// Faults of the surroundings: the database or the storage cannot be used now. They are no faults of a request or of a job,
// and they end: a request answers 503, and a job waits and is tried again, which does not count as an attempt.

import { ApiError, type ErrorCode } from "@fullcast/contract";
import { DatabaseUnavailable, QueryError } from "./db/db.ts";
import { isDiskFull } from "./disk-full.ts";
import { StorageError } from "./files/files.ts";
import { firstError } from "./then-always.ts";

export type Outage = "database" | "storage" | "storage_full";

/** What a request answers during an outage. */
export const OUTAGE_CODES = {
  database: "DATABASE_UNAVAILABLE",
  storage: "STORAGE_UNAVAILABLE",
  storage_full: "STORAGE_FULL",
} as const satisfies { readonly [outage in Outage]: ErrorCode };
const OUTAGES = Object.keys(OUTAGE_CODES) as Outage[];

/** Time until the next try, s: of a client (Retry-After), and of a job. */
export const RETRY_AFTER_SECONDS: { readonly [outage in Outage]: number } = {
  database: 2,
  storage: 5,
  storage_full: 10,
};

/**
 * SQLSTATE classes and codes of a server that stops, starts, has no room for another connection, or became a standby, and
 * of a disk that fails (https://www.postgresql.org/docs/15/errcodes-appendix.html).
 */
const AWAY = /^(?:08|53|58|57P0|25006)/;

/** The outage that an error reports, or null for every other error. What caused the error is looked at as well. */
export function outageOf(thrown: unknown): Outage | null {
  const error = firstError(thrown);
  if (isDiskFull(error)) return "storage_full";
  if (error instanceof ApiError) return OUTAGES.find((one) => OUTAGE_CODES[one] === error.code) ?? null;
  if (error instanceof StorageError) return isLasting(error) ? null : "storage";
  if (error instanceof DatabaseUnavailable) return "database";
  if (error instanceof QueryError && AWAY.test(error.code)) return "database";
  return error instanceof Error && error.cause !== undefined ? outageOf(error.cause) : null;
}

/** Faults of one name, which waiting does not mend: a file that is not there. */
const LASTING: ReadonlySet<unknown> = new Set(["ENOENT", "ENOTDIR", "EISDIR", "EEXIST", "ENAMETOOLONG", "ELOOP"]);

function isLasting({ cause }: StorageError): boolean {
  return cause instanceof Error && "code" in cause && LASTING.has(cause.code);
}

/** Another transaction changed the same rows at the same time. It was repeated for long, and others were always faster. */
export function isOvertaken(error: unknown): boolean {
  return hasState(error, /^(?:40001|40P01)$/);
}

/**
 * As isOvertaken, or another transaction deleted what a new row refers to, or wrote the same row. A job reads its rows
 * again and then succeeds, or ends with the reason.
 */
export function isOutdated(error: unknown): boolean {
  return hasState(error, /^(?:40001|40P01|23503|23505)$/);
}

function hasState(thrown: unknown, states: RegExp): boolean {
  const error = firstError(thrown);
  if (error instanceof QueryError) return states.test(error.code);
  return error instanceof Error && error.cause !== undefined && hasState(error.cause, states);
}
