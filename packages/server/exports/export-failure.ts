import type { FailureCode } from "@fullcast/contract";

/** The file could not be made, and why. */
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
  new ExportFailure("EXPORT_SUPERSEDED", "The section was changed before its export could be made.");
