// Local copies of a bucket's objects, for programs that want files. A copy stays while it is borrowed; the least recently used
// others go when they take more than their share of the disk. The folder belongs to this process and goes with it.

import { randomUUID } from "node:crypto";
import { createWriteStream, mkdirSync, readdirSync, rmSync } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { byteSum } from "../../hash.ts";
import { PRIVATE_FILE, PRIVATE_FOLDER } from "../private-directory.ts";
import { StorageError } from "../storage-error.ts";

/** The most bytes of copies that are not in use: the lines of a novel. */
const MOST_BYTES = 4 * 1024 ** 3;
const PREFIX = "fullcast-scratch-";

export interface Scratch extends AsyncDisposable {
  /** A fresh path. */
  temporary(extension: string): string;
  /** Makes a local copy that stays until release() was called as often as borrow() succeeded. */
  borrow(sha256: string, read: () => AsyncIterable<Uint8Array>): Promise<void>;
  release(sha256: string): void;
  /** Where a borrowed copy is. */
  path(sha256: string): string;
  /** Moves a file here as the copy of an object. */
  take(file: string, sha256: string): Promise<void>;
}

interface Copy {
  readonly ready: Promise<number>;
  loans: number;
}

/** @param folder where the scratch folders lie; null: the system's folder for temporary files */
export function openScratch(folder: string | null): Scratch {
  const parent = folder ?? tmpdir();
  const own = join(parent, `${PREFIX}${hostname()}-${process.pid}-${randomUUID()}`);
  mkdirSync(parent, { recursive: true });
  removeAbandoned(parent);
  mkdirSync(own, { mode: PRIVATE_FOLDER });
  // In the order of their last use.
  const copies = new Map<string, Copy>();
  const path = (sha256: string) => join(own, sha256);

  async function makeRoom(): Promise<void> {
    let total = 0;
    for (const [sha256, copy] of [...copies].reverse()) {
      total += await copy.ready.catch(() => 0);
      if (total <= MOST_BYTES || copy.loans > 0 || copies.get(sha256) !== copy) continue;
      copies.delete(sha256);
      await rm(path(sha256), { force: true });
    }
  }

  const download = async (sha256: string, read: () => AsyncIterable<Uint8Array>): Promise<number> => {
    const file = join(own, randomUUID());
    const sum = byteSum();
    try {
      await pipeline(read(), sum.through, createWriteStream(file, { flags: "wx", mode: PRIVATE_FILE }));
      const found = sum.result();
      if (found.sha256 !== sha256) throw new StorageError("io", { cause: new Error("S3: damaged object") });
      await rename(file, path(sha256));
      return found.size;
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    }
  };

  return {
    path,
    temporary: (extension) => join(own, `${randomUUID()}${extension}`),
    async borrow(sha256, read) {
      const held = copies.get(sha256);
      const copy: Copy = held ?? { ready: download(sha256, read), loans: 0 };
      copy.loans++;
      copies.delete(sha256);
      copies.set(sha256, copy);
      try {
        await copy.ready;
      } catch (error) {
        // A failed copy has no loans: each of its borrowers comes here.
        if (copies.get(sha256) === copy) copies.delete(sha256);
        throw error;
      }
    },
    release(sha256) {
      const copy = copies.get(sha256);
      if (copy === undefined) return;
      copy.loans--;
      if (copy.loans === 0) void makeRoom().catch(() => undefined);
    },
    async take(file, sha256) {
      if (copies.has(sha256)) {
        await rm(file, { force: true });
        return;
      }
      const { size } = await stat(file);
      await rename(file, path(sha256));
      copies.set(sha256, { ready: Promise.resolve(size), loans: 0 });
      await makeRoom();
    },
    async [Symbol.asyncDispose]() {
      rmSync(own, { recursive: true, force: true });
    },
  };
}

/** Removes the folders of processes of this machine that ended without doing so. */
function removeAbandoned(parent: string): void {
  const ours = `${PREFIX}${hostname()}-`;
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(ours)) continue;
    const pid = Number(/^(\d+)-/.exec(name.slice(ours.length))?.[1]);
    if (Number.isInteger(pid) && pid > 0 && !isAlive(pid)) rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
