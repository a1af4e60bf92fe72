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

/**
 * Calls `heard` with the text of each message that a transaction sent to `channel` (pg_notify), in any process. Messages
 * can be lost while the connection is lost: `heard(null)` reports that it is there (again), and `isListening` reports the state.
 * The connection has the `presence` (presence.ts).
 */
export type Listen = (channel: string, heard: (text: string | null) => void, presence?: number) => Listener;

export interface Listener extends AsyncDisposable {
  isListening(): boolean;
}

/**
 * A transaction that conflicted with others several times runs alone: it waits until all others have ended, and others wait for
 * it. So it succeeds, however many there are.
 */
export interface Alone {
  /** How a transaction starts that runs beside others, but not beside one that runs alone. */
  readonly beginBeside: string;
  /** Waits until no other transaction is open, on a connection without one. False when that took too long. */
  take(connection: Connection): Promise<boolean>;
  leave(connection: Connection): Promise<void>;
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
  /** Present if transactions can conflict. */
  readonly alone?: Alone;
  /** Present if other processes can use the same database: calls `heard` for messages of all of them. */
  readonly listen?: Listen;
  close(): Promise<void>;
}
