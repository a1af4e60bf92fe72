// The interface of both databases: connections on which statements run one after the other.

export interface Rows {
  readonly rows: readonly unknown[];
  /** Rows that an insert, update, delete or merge touched; null for other statements. */
  readonly affected: number | null;
}

export interface Connection {
  /**
   * @param opening a statement that runs first, sent in the same message. If it fails, `sql` does not run.
   * @throws QueryError when the database refuses the statement.
   */
  query(sql: string, parameters: readonly unknown[], opening?: string): Promise<Rows>;
  /** Several statements in one text, without parameters or results. */
  script(sql: string): Promise<void>;
}

export interface ConnectionSource {
  /** Waits for its turn, first come first served. Every acquired connection must be released. */
  acquire(): Promise<Connection>;
  /** For a single statement outside of any transaction. Other callers may use the connection at the same time. */
  acquireShared(): Promise<Connection>;
  /** @param broken the connection is in an unknown state and must not be used again. */
  release(connection: Connection, broken?: boolean): void;
  /** How a transaction starts here. */
  readonly begin: string;
  close(): Promise<void>;
}
