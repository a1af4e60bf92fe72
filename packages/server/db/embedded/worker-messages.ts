// The messages between the database's worker thread and the main thread.

export type DatabaseOrigin = "template" | "initdb";

export interface WorkerStart {
  /** The PostgreSQL data directory. It is created if it does not exist. */
  readonly directory: string;
  /** How to create it: from the prepared database, or with PostgreSQL's initialisation, which takes several seconds. */
  readonly origin: DatabaseOrigin;
  /** The compiled PostgreSQL, of `pgliteModule`. */
  readonly module: object;
}

export type WorkerRequest =
  | {
      readonly id: number;
      readonly kind: "query";
      readonly sql: string;
      readonly parameters: readonly unknown[];
      /** As in Connection.query. */
      readonly opening: string | undefined;
    }
  | { readonly id: number; readonly kind: "script"; readonly sql: string }
  | { readonly id: number; readonly kind: "count_fsyncs" }
  | { readonly id: number; readonly kind: "close" };

export interface WorkerFailure {
  /** SQLSTATE; null if the error is not from the database. */
  readonly code: string | null;
  readonly message: string;
  readonly constraint: string | null;
  readonly table: string | null;
}

export type WorkerAnswer =
  | { readonly kind: "started" }
  | { readonly kind: "not_started"; readonly message: string }
  | {
      readonly kind: "result";
      readonly id: number;
      readonly rows: readonly unknown[];
      readonly affected: number | null;
    }
  | { readonly kind: "failed"; readonly id: number; readonly failure: WorkerFailure };
