// The object store in a bucket: `objects/ab/<sha256>`, and `incoming/<uuid>` for files that arrived and are not objects yet. An
// object appears whole or not at all, as S3 promises for every PUT and every completed upload in parts.

import { createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { sha256 as hashOf } from "../../hash.ts";
import type { S3Settings } from "../../settings.ts";
import type { Files } from "../file-store.ts";
import { type NamedLocks, ownLocks } from "../named-locks.ts";
import { checkHash, checkKeptName, isHash, isKeptName } from "../names.ts";
import { PRIVATE_FILE } from "../private-directory.ts";
import { openBucket } from "./bucket.ts";
import { openScratch } from "./scratch.ts";

export interface S3FilesOptions {
  readonly s3: S3Settings;
  readonly scratchDir?: string | null;
  readonly locks?: NamedLocks;
}

/** An existing object that is older than this is touched when it is stored again, so that removeIdle() keeps it. */
const TOUCH_AFTER_MS = 30_000;
const AT_ONCE = 16;
const ADDRESS_SECONDS = 60;
const PAGE = 500;
const INSTALLATION = "installation";

/** @throws the service's own error when the bucket cannot be used */
export async function openS3Files({ s3, scratchDir = null, locks = ownLocks() }: S3FilesOptions): Promise<Files> {
  const bucket = openBucket(s3);
  try {
    await bucket.reach();
  } catch (error) {
    bucket.close();
    throw error;
  }
  const scratch = openScratch(scratchDir);
  const keyOf = (sha256: string) => {
    checkHash(sha256);
    return `objects/${sha256.slice(0, 2)}/${sha256}`;
  };
  const keptKey = (name: string) => {
    checkKeptName(name);
    return `incoming/${name}`;
  };

  /**
   * Whether the object is there and stays there for the next minutes. Removal holds the same lock, so an object that is
   * found old is either touched before the removal looks, or gone before this looks.
   */
  const isStored = async (key: string, size: number): Promise<boolean> => {
    const found = await bucket.head(key);
    if (found?.size !== size) return false;
    if (Date.now() - found.changedAt.getTime() < TOUCH_AFTER_MS) return true;
    return locks.run(key, async () => (await bucket.head(key))?.size === size && (await bucket.touch(key)));
  };
  const store = async (sha256: string, bytes: Uint8Array): Promise<void> => {
    const key = keyOf(sha256);
    if (!(await isStored(key, bytes.byteLength))) await bucket.put(key, bytes);
  };

  return {
    put: async (bytes) => {
      const sha256 = hashOf(bytes);
      await store(sha256, bytes);
      return { sha256, size: bytes.byteLength };
    },
    putAll: (all) => eachOf(all, ({ sha256, bytes }) => store(sha256, bytes)),
    async adopt(file, sha256) {
      const key = keyOf(sha256);
      const { size } = await stat(file);
      if (!(await isStored(key, size))) await bucket.putFile(key, file);
      await scratch.take(file, sha256);
      return { sha256, size };
    },
    open: (sha256, range) => Readable.from(bucket.read(keyOf(sha256), range), { objectMode: false }),
    async stat(sha256) {
      const found = await bucket.head(keyOf(sha256));
      return found === null ? null : { size: found.size };
    },
    address: async (sha256, headers) => (s3.redirect ? bucket.address(keyOf(sha256), ADDRESS_SECONDS, headers) : null),
    async local(hashes, signal) {
      const wanted = [...new Set(hashes)];
      const borrowed = new Set<string>();
      const release = () => {
        for (const sha256 of borrowed) scratch.release(sha256);
        borrowed.clear();
      };
      try {
        await eachOf(wanted, async (sha256) => {
          signal?.throwIfAborted();
          try {
            await scratch.borrow(sha256, () => bucket.read(keyOf(sha256)));
            borrowed.add(sha256);
          } catch (error) {
            ignoreMissing(error);
          }
        });
      } catch (error) {
        release();
        throw error;
      }
      const known = new Set(wanted);
      return {
        path(sha256) {
          if (!known.has(sha256)) throw new TypeError("This object was not asked for.");
          return scratch.path(sha256);
        },
        async [Symbol.asyncDispose]() {
          release();
        },
      };
    },
    async *hashes() {
      let page: string[] = [];
      for await (const { key } of bucket.list("objects/")) {
        const sha256 = key.slice(key.lastIndexOf("/") + 1);
        if (isHash(sha256)) page.push(sha256);
        if (page.length < PAGE) continue;
        yield page;
        page = [];
      }
      yield page;
    },
    removeIdle: (sha256, idleMs) =>
      locks.run(keyOf(sha256), async () => {
        const key = keyOf(sha256);
        const found = await bucket.head(key);
        if (found === null) return true;
        if (Date.now() - found.changedAt.getTime() <= idleMs) return false;
        await bucket.remove(key);
        return true;
      }),
    temporary: (extension) => scratch.temporary(extension),
    async keep(file, name) {
      await bucket.putFile(keptKey(name), file);
      await rm(file, { force: true });
    },
    async localKept(name) {
      const path = scratch.temporary("");
      try {
        await pipeline(bucket.read(keptKey(name)), createWriteStream(path, { flags: "wx", mode: PRIVATE_FILE }));
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
      return {
        path,
        async [Symbol.asyncDispose]() {
          await rm(path, { force: true });
        },
      };
    },
    drop: (name) => bucket.remove(keptKey(name)),
    async keptNames() {
      const found: { readonly name: string; readonly changedAt: Date }[] = [];
      for await (const { key, changedAt } of bucket.list("incoming/")) {
        const name = key.slice("incoming/".length);
        if (isKeptName(name)) found.push({ name, changedAt });
      }
      return found;
    },
    async installation() {
      if ((await bucket.head(INSTALLATION)) === null) return null;
      return (await buffer(Readable.from(bucket.read(INSTALLATION)))).toString("utf8").trim() || null;
    },
    claim: (id) => bucket.put(INSTALLATION, Buffer.from(`${id}\n`, "utf8")),
    probe: async () => void (await bucket.head(INSTALLATION)),
    async [Symbol.asyncDispose]() {
      bucket.close();
      await scratch[Symbol.asyncDispose]();
    },
  };
}

/** The first error ends it: nothing new begins, what runs is awaited, and the error is thrown. */
async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  let failed: { readonly error: unknown } | null = null;
  const lane = async () => {
    for (let at = next++; at < items.length && failed === null; at = next++) {
      try {
        await work(items[at] as T);
      } catch (error) {
        failed ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  if (failed !== null) throw (failed as { error: unknown }).error;
}

/** A missing object has no copy: the program that wants the file reports it, as it does on a disk. */
function ignoreMissing(error: unknown): void {
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof Error && "code" in cause && cause.code === "ENOENT")) throw error;
}
