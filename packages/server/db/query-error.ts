/**
 * The error of a statement that the database refused, the same on both databases. `code` is the SQLSTATE
 * (https://www.postgresql.org/docs/15/errcodes-appendix.html). The message never contains a stored or sent value: PostgreSQL's
 * detail is dropped, and so is its message for class 22, which quotes the input.
 */
export class QueryError extends Error {
  readonly code: string;
  readonly constraint: string | null;
  readonly table: string | null;

  constructor(code: string, message: string, constraint: string | null, table: string | null) {
    super(code.startsWith("22") ? `A value does not fit where it was put (SQLSTATE ${code}).` : message);
    this.name = "QueryError";
    this.code = code;
    this.constraint = constraint;
    this.table = table;
  }
}

/** The database cannot be reached, or the connection was lost. The outcome of the statement is unknown. */
export class DatabaseUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "DatabaseUnavailable";
  }
}

/** The violated unique constraint or index; null for any other error. */
export function uniqueViolation(error: unknown): string | null {
  return error instanceof QueryError && error.code === "23505" ? (error.constraint ?? "") : null;
}

/** Whether the transaction conflicted with another one (serialization failure or deadlock) and can run again. */
export function isRepeatable(error: unknown): boolean {
  return error instanceof QueryError && (error.code === "40001" || error.code === "40P01");
}
