// Expected ends of a command and their exit codes.

/** "failed": the work could not be done. "usage": wrong arguments or a refused start. "interrupted": Ctrl-C. */
export type CliErrorKind = "failed" | "usage" | "interrupted";

/** The exit code of each kind. */
export const EXIT_CODES: Readonly<Record<CliErrorKind, number>> = { failed: 1, usage: 2, interrupted: 130 };

/** An expected end of a command; the message is for people and says what to do. */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly kind: CliErrorKind;
  constructor(kind: CliErrorKind, message: string) {
    super(message);
    this.kind = kind;
  }
}
