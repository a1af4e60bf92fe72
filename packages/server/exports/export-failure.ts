import type { FailureCode } from "@fullcast/contract";

/** The reason why a file could not be made. */
export class ExportFailure extends Error {
  override readonly name = "ExportFailure";
  readonly code: FailureCode;
  readonly retry: boolean;
  constructor(code: FailureCode, message: string, retry = false) {
    super(message);
    this.code = code;
    this.retry = retry;
  }
}

export const superseded = (): ExportFailure =>
  new ExportFailure("EXPORT_SUPERSEDED", "The section changed before its export was made. Export it again.");
