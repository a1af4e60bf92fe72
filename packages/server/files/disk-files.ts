// The object store on disk: `<dataDir>/objects/ab/<sha256>`. Half-written bytes only ever live in `<dataDir>/temp`. Kept files
// are in `<dataDir>/incoming`. A file has an object's name only when its content is synced.

import { randomUUID } from "node:crypto";
import { createReadStream, mkdirSync, readdirSync, rmSync, type Stats, statSync } from "node:fs";
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { Readable } from "node:stream";
import { sha256 as hashOf } from "../hash.ts";
import { batchStore } from "./batches.ts";
import { directorySyncs, makeDirectory, syncFile, writeSynced } from "./durable.ts";
import type { ByteRange, Files } from "./file-store.ts";
import { checkHash, checkKeptName, isHash, isKeptName } from "./names.ts";
import { PRIVATE_FOLDER } from "./private-directory.ts";
import { storageError } from "./storage-error.ts";

/** Another process may still be writing newer files. */
const SWEEP_AFTER_MS = 24 * 60 * 60 * 1000;
const JUST_NOW_MS = 60_000;
/** put() touches an existing object that is older than this, so that removeIdle() keeps it. */
const TOUCH_AFTER_MS = 30_000;
/** Holds the id of the installation. */
const INSTALLATION = "installation";

/** @throws StorageError */
export function openDiskFiles({ dataDir, alone }: { readonly dataDir: string; readonly alone: boolean }): Files {
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
    checkHash(sha256);
    return join(objects, sha256.slice(0, 2), sha256);
  };
  const temporary = (extension: string) => join(temp, `${randomUUID()}${extension}`);
  const kept = (name: string) => {
    checkKeptName(name);
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
    temporary,
    local: async () => ({ path, [Symbol.asyncDispose]: async () => {} }),
    localKept: async (given) => ({ path: kept(given), [Symbol.asyncDispose]: async () => {} }),
    keep: (file, given) =>
      named(async () => {
        await syncFile(file);
        await rename(file, kept(given));
        await syncDirectory(incoming);
      }),
    drop: (given) => named(() => rm(kept(given), { force: true })),
    keptNames: () =>
      named(async () => {
        const names = (await readdir(incoming)).filter(isKeptName);
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
    address: async () => null,
    stat: (sha256) =>
      named(async () => {
        const found = await statOrNull(path(sha256));
        return found === null ? null : { size: found.size };
      }),
    async *hashes() {
      for (const part of await named(() => readdir(objects)))
        yield (await named(() => readdir(join(objects, part)))).filter(isHash);
    },
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
    installation: () =>
      named(async () => {
        try {
          return (await readFile(join(resolve(dataDir), INSTALLATION), "utf8")).trim() || null;
        } catch (error) {
          if (isMissing(error)) return null;
          throw error;
        }
      }),
    claim: (id) =>
      named(async () => {
        const file = temporary("");
        await writeSynced(file, Buffer.from(`${id}\n`, "utf8"));
        await rename(file, join(resolve(dataDir), INSTALLATION));
        await syncDirectory(resolve(dataDir));
      }),
    // An empty file takes no room, so a full disk is not seen here: reading and listening continue then.
    probe: () =>
      named(async () => {
        const file = temporary(".ready");
        await writeFile(file, "");
        await rm(file);
      }),
    [Symbol.asyncDispose]: async () => {},
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
