// What every object store can do, on disk or in a bucket.

import type { Readable } from "node:stream";

export interface StoredObject {
  readonly sha256: string;
  /** In bytes. */
  readonly size: number;
}

/** Byte positions, both inclusive, as in an HTTP Range. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** What a store states about an object that it sends to a client itself. */
export interface AnswerHeaders {
  readonly contentType: string;
  /** Content-Disposition. */
  readonly disposition: string;
}

/** Objects as local files. They stay until it is disposed. */
export interface LocalObjects extends AsyncDisposable {
  /** Where one of the objects is. Never write there. @throws TypeError for an object that was not asked for */
  path(sha256: string): string;
}

/** A kept file as a local file, until it is disposed. */
export interface LocalFile extends AsyncDisposable {
  readonly path: string;
}

/** Every method throws StorageError for a fault of the store. A `sha256` is 64 lowercase hex digits. */
export interface Files extends AsyncDisposable {
  /** Stores bytes. Existing bytes are not written again. */
  put(bytes: Uint8Array): Promise<StoredObject>;
  /**
   * Stores many objects. When it resolves, all contents and names are durable. The memory of the bytes can move to a thread,
   * so the caller cannot use them afterwards. Each `sha256` must have been computed from its bytes.
   */
  putAll(objects: readonly { readonly bytes: Uint8Array<ArrayBuffer>; readonly sha256: string }[]): Promise<void>;
  /**
   * Turns a finished file from temporary() into an object and removes the temporary path. `sha256` must have been computed from
   * the written bytes.
   */
  adopt(path: string, sha256: string): Promise<StoredObject>;
  /** A stream of an object's bytes. It emits an error if the object does not exist; call stat() first. */
  open(sha256: string, range?: ByteRange): Readable;
  stat(sha256: string): Promise<{ readonly size: number } | null>;
  /**
   * An address at which the store itself sends an object, valid for a minute. Everyone who has it can read the object meanwhile.
   * Null for a store that clients cannot reach.
   */
  address(sha256: string, headers: AnswerHeaders): Promise<string | null>;
  /** Objects for programs that want files. A path of a missing object leads nowhere: the program reports it. */
  local(hashes: Iterable<string>, signal?: AbortSignal): Promise<LocalObjects>;
  /** The hashes of all objects, in pages. An object that is stored or removed meanwhile may be missing or listed. */
  hashes(): AsyncIterable<readonly string[]>;
  /**
   * Removes an object that no row names, unless it was put or adopted during the last `idleMs`: a row that names it may follow.
   * Returns whether the object no longer exists, which includes one that never existed.
   */
  removeIdle(sha256: string, idleMs: number): Promise<boolean>;
  /** A new path for a file in progress, for example temporary(".wav"). A later start removes leftover files. */
  temporary(extension: string): string;
  /** Keeps a finished file from temporary() under a name (a UUID) until drop(). For received files that are not objects yet. */
  keep(path: string, name: string): Promise<void>;
  localKept(name: string): Promise<LocalFile>;
  /** Removes a kept file. Does nothing if there is none. */
  drop(name: string): Promise<void>;
  /** The names of all kept files with the time of their last change. */
  keptNames(): Promise<readonly { readonly name: string; readonly changedAt: Date }[]>;
  /** The installation that the store belongs to; null when no installation has claimed it. */
  installation(): Promise<string | null>;
  /** Records the installation that the store belongs to. */
  claim(installation: string): Promise<void>;
  /** Resolves when the store answers. */
  probe(): Promise<void>;
}
