// The object store: bytes on disk by the SHA-256 of their content, `<dataDir>/objects/ab/<sha256>`.
// Always true: a file with an object's name is complete, has exactly that content, and is synced when put or adopt returns. The
// same bytes are stored once. Partial files exist only in `<dataDir>/temp`. Complete files that are not objects yet are in
// `<dataDir>/incoming`.

import { randomUUID } from "node:crypto";
import { createReadStream, mkdirSync, readdirSync, rmSync, type Stats, statSync } from "node:fs";
import { readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { Readable } from "node:stream";
import { sha256 as hashOf } from "../hash.ts";
import { batchStore } from "./batches.ts";
import { directorySyncs, makeDirectory, syncFile, writeSynced } from "./durable.ts";
import { PRIVATE_FOLDER } from "./private-directory.ts";
import { storageError } from "./storage-error.ts";

export { keepDirectoryPrivate } from "./private-directory.ts";
export { StorageError, type StorageErrorCode, storageError } from "./storage-error.ts";

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

/** Every method throws StorageError for a fault of the disk. A `sha256` is 64 lowercase hex digits. */
export interface Files {
  /** Stores bytes. Existing bytes are not written again. */
  put(bytes: Uint8Array): Promise<StoredObject>;
  /**
   * Stores many objects in a separate thread. When it resolves, all contents and names are on disk. The memory of the bytes
   * moves to the thread, so the caller cannot use them afterwards. Each `sha256` must have been computed from its bytes.
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
  /** The path of an object, for programs that need a file. The object may not exist. Never write to it. */
  path(sha256: string): string;
  /**
   * Removes an object that no row names, unless it was put or adopted during the last `idleMs`: a row that names it may follow.
   * Returns whether the object no longer exists, which includes one that never existed.
   */
  removeIdle(sha256: string, idleMs: number): Promise<boolean>;
  /** A new path for a file in progress, for example temporary(".wav"). A later start removes leftover files. */
  temporary(extension: string): string;
  /**
   * Keeps a finished file from temporary() under a name (a UUID), synced, until drop(). For received files that are not objects
   * yet.
   */
  keep(path: string, name: string): Promise<void>;
  /** The path of a kept file, which may not exist. */
  kept(name: string): string;
  /** Removes a kept file. Does nothing if there is none. */
  drop(name: string): Promise<void>;
  /** The names of all kept files with the time of their last change. */
  keptNames(): Promise<readonly { readonly name: string; readonly changedAt: Date }[]>;
}

export interface FilesOptions {
  readonly dataDir: string;
  /**
   * No other process uses this data directory (the embedded database's lock ensures this), so all temporary files are
   * removed.
   */
  readonly alone: boolean;
}

/** Another process may still be writing newer files. */
const SWEEP_AFTER_MS = 24 * 60 * 60 * 1000;
const JUST_NOW_MS = 60_000;
/** put() touches an existing object that is older than this, so that removeIdle() keeps it. */
const TOUCH_AFTER_MS = 30_000;
const SHA256 = /^[0-9a-f]{64}$/;
const KEPT_NAME = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Opens the store, creates its directories and removes partial files of earlier processes. @throws StorageError */
export function openFiles({ dataDir, alone }: FilesOptions): Files {
  const objects = join(resolve(dataDir), "objects");
  const temp = join(resolve(dataDir), "temp");
  const incoming = join(resolve(dataDir), "incoming");
  const syncDirectory = directorySyncs();
  const known = new Set<string>();
  const storeBatch = batchStore();
  try {
    for (const folder of [objects, temp, incoming]) mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
    sweep(temp, alone);
  } catch (error) {
    throw storageError(error);
  }

  const path = (sha256: string) => {
    if (!SHA256.test(sha256)) throw new TypeError("Not a SHA-256 in lowercase hex.");
    return join(objects, sha256.slice(0, 2), sha256);
  };
  const temporary = (extension: string) => join(temp, `${randomUUID()}${extension}`);
  const kept = (name: string) => {
    if (!KEPT_NAME.test(name)) throw new TypeError("Not a UUID.");
    return join(incoming, name);
  };
  const statOrNull = async (file: string): Promise<Stats | null> => {
    try {
      return await stat(file);
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  };
  /** Whether the object exists and its name is on disk. Another put() may still be syncing a new object. */
  const isStored = async (sha256: string, expectedSize: number): Promise<boolean> => {
    const found = await statOrNull(path(sha256));
    if (found?.size !== expectedSize) return false;
    if (Date.now() - found.mtimeMs > TOUCH_AFTER_MS && !(await touch(path(sha256)))) return false;
    if (Date.now() - found.ctimeMs < JUST_NOW_MS) await syncDirectory(dirname(path(sha256)));
    return true;
  };
  const makeDirectoryOnce = async (directory: string) => {
    if (known.has(directory)) return;
    await makeDirectory(directory, syncDirectory);
    known.add(directory);
  };
  /** Gives a synced temporary file its name. */
  const name = async (file: string, sha256: string) => {
    const target = path(sha256);
    await makeDirectoryOnce(dirname(target));
    await rename(file, target);
    await syncDirectory(dirname(target));
  };

  return {
    path,
    temporary,
    kept,
    keep: (file, given) =>
      named(async () => {
        await syncFile(file);
        await rename(file, kept(given));
        await syncDirectory(incoming);
      }),
    drop: (given) => named(() => rm(kept(given), { force: true })),
    keptNames: () =>
      named(async () => {
        const names = (await readdir(incoming)).filter((one) => KEPT_NAME.test(one));
        const found = await Promise.all(names.map(async (one) => ({ name: one, stats: await statOrNull(kept(one)) })));
        return found.flatMap(({ name: one, stats }) => (stats === null ? [] : { name: one, changedAt: stats.mtime }));
      }),
    put: (bytes) =>
      named(async () => {
        const sha256 = hashOf(bytes);
        if (await isStored(sha256, bytes.byteLength)) return { sha256, size: bytes.byteLength };
        const file = temporary("");
        try {
          await writeSynced(file, bytes);
          await name(file, sha256);
        } catch (error) {
          await rm(file, { force: true });
          throw error;
        }
        return { sha256, size: bytes.byteLength };
      }),
    putAll: (all) =>
      storeBatch(all.map(({ bytes, sha256 }) => ({ bytes, temporary: temporary(""), target: path(sha256) }))),
    adopt: (file, sha256) =>
      named(async () => {
        await syncFile(file);
        const { size } = await stat(file);
        await name(file, sha256);
        return { sha256, size };
      }),
    open: (sha256, range) => Readable.from(chunks(path(sha256), range), { objectMode: false }),
    stat: (sha256) =>
      named(async () => {
        const found = await statOrNull(path(sha256));
        return found === null ? null : { size: found.size };
      }),
    removeIdle: (sha256, idleMs) =>
      named(async () => {
        const isIdle = ({ mtimeMs }: Stats) => Date.now() - mtimeMs > idleMs;
        const found = await statOrNull(path(sha256));
        if (found === null) return true;
        if (!isIdle(found)) return false;
        // The file is moved aside, then checked again. A later put() stores the bytes again. A put() that found the object
        // before the move has touched it.
        const aside = temporary("");
        await rename(path(sha256), aside);
        if (isIdle(await stat(aside))) {
          await rm(aside);
          return true;
        }
        await rename(aside, path(sha256));
        return false;
      }),
  };
}

/** The file's bytes. The errors of a plain file stream would contain the path. */
async function* chunks(file: string, range: ByteRange | undefined): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(file, { ...range, highWaterMark: 256 * 1024 });
  } catch (error) {
    throw storageError(error);
  }
}

/** Returns false if the file no longer exists. */
async function touch(file: string): Promise<boolean> {
  try {
    const now = new Date();
    await utimes(file, now, now);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

async function named<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw storageError(error);
  }
}

function sweep(temp: string, all: boolean): void {
  const oldest = Date.now() - SWEEP_AFTER_MS;
  for (const name of readdirSync(temp)) {
    const file = join(temp, name);
    const found = statSync(file, { throwIfNoEntry: false });
    if (found === undefined || (!all && found.mtimeMs > oldest)) continue;
    rmSync(file, { recursive: true, force: true });
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
