// What a disk may hold after a power loss, as a journalling file system such as ext4 promises it:
// - Bytes that were written before a sync of their file are there. Each later write is there, is missing, or is there in
//   part, sector by sector, independently of the others.
// - Names and sizes change in the order in which they were changed. A sync of a file makes every change up to the last
//   one of that file's name or size durable, a sync of a folder every change up to the last one of a name in it. Later
//   changes are there up to any point.

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Random } from "./random.ts";
import type { FileOperation } from "./record-files.ts";

const SECTOR = 512;
const CHANGES_NAMES: ReadonlySet<FileOperation["kind"]> = new Set(["create", "unlink", "mkdir", "rmdir", "rename"]);

export interface Recorded {
  readonly operations: readonly FileOperation[];
  readonly bytesOf: ReadonlyMap<FileOperation, Uint8Array>;
}

/** "none": nothing that was not synced is on the disk. "some": each unsynced change is there, is torn, or is missing. */
export type Unsynced = "none" | "some";

interface File {
  /** Its path in the base folder; null for a file that was created later. */
  readonly from: string | null;
  /** Indexes of its writes and truncations, in order. */
  readonly changes: number[];
  /** Operations before this index are durable as far as they wrote to this file. */
  synced: number;
  /** Index of the last operation that changed its name or its size; -1 if there is none. */
  renamed: number;
}

interface Names {
  readonly files: Map<string, File | "gone">;
  readonly folders: Map<string, "made" | "gone">;
}

/**
 * Makes `target` the folder that is on the disk when the power fails after the first `count` operations.
 * @param base The folder before the first operation, all of it synced.
 */
export function diskAfter(
  recorded: Recorded,
  count: number,
  unsynced: Unsynced,
  random: Random,
  base: string,
  target: string,
): void {
  const { durableNames } = follow(recorded.operations, count, count);
  const kept = unsynced === "none" ? durableNames : durableNames + random.below(count - durableNames + 1);
  const { names, all } = follow(recorded.operations, count, kept);

  const contentOf = (file: File): Buffer => {
    const content = new Content(file.from === null ? Buffer.alloc(0) : readFileSync(join(base, file.from)));
    for (const index of file.changes) {
      const operation = recorded.operations[index] as FileOperation;
      if (operation.kind === "truncate" && index < kept) content.resize(operation.size);
      if (operation.kind !== "write") continue;
      const bytes = recorded.bytesOf.get(operation) as Uint8Array;
      if (index < file.synced) content.write(operation.at, bytes);
      else if (unsynced === "some") writePart(content, operation.at, bytes, random);
    }
    return content.bytes();
  };

  rmSync(target, { recursive: true, force: true });
  cpSync(base, target, { recursive: true });
  for (const [path, state] of names.folders) {
    if (state === "made") mkdirSync(join(target, path), { recursive: true });
    else rmSync(join(target, path), { recursive: true, force: true });
  }
  for (const file of all) {
    if (file.from !== null && file.changes.length > 0 && !names.files.has(file.from)) names.files.set(file.from, file);
  }
  for (const [path, file] of names.files) {
    const place = join(target, path);
    if (file === "gone") {
      rmSync(place, { force: true });
    } else if (names.folders.get(dirname(path)) !== "gone") {
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, contentOf(file), { mode: 0o600 });
    }
  }
}

/** Follows the first `count` operations; the names are those after the first `kept` of them. */
function follow(operations: readonly FileOperation[], count: number, kept: number) {
  const files = new Map<string, File | "gone">();
  const folders = new Map<string, "made" | "gone">();
  const all: File[] = [];
  const add = (from: string | null): File => {
    const file = { from, changes: [], synced: 0, renamed: -1 };
    all.push(file);
    return file;
  };
  const at = (path: string): File => {
    const found = files.get(path);
    if (found === "gone") throw new Error(`${path} is used after it was removed.`);
    const file = found ?? add(path);
    files.set(path, file);
    return file;
  };
  let names: Names = { files: new Map(), folders: new Map() };
  let durableNames = 0;
  /** The index of the last change of a name in each folder. */
  const renamedIn = new Map<string, number>();
  for (let index = 0; index <= count; index += 1) {
    if (index === kept) names = { files: new Map(files), folders: new Map(folders) };
    if (index === count) break;
    const operation = operations[index] as FileOperation;
    if (CHANGES_NAMES.has(operation.kind)) {
      for (const path of [
        ...("path" in operation ? [operation.path] : []),
        ...("to" in operation ? [operation.to] : []),
      ]) {
        renamedIn.set(dirname(path), index);
      }
    }
    switch (operation.kind) {
      case "create": {
        const file = add(null);
        file.renamed = index;
        files.set(operation.path, file);
        break;
      }
      case "rename": {
        const file = at(operation.path);
        file.renamed = index;
        files.set(operation.path, "gone");
        files.set(operation.to, file);
        break;
      }
      case "unlink":
        files.set(operation.path, "gone");
        break;
      case "mkdir":
        folders.set(operation.path, "made");
        break;
      case "rmdir":
        folders.set(operation.path, "gone");
        break;
      case "write":
        at(operation.path).changes.push(index);
        break;
      case "truncate": {
        const file = at(operation.path);
        file.changes.push(index);
        file.renamed = index;
        break;
      }
      case "sync": {
        const file = at(operation.path);
        file.synced = index;
        durableNames = Math.max(durableNames, file.renamed + 1);
        break;
      }
      case "sync_folder":
        durableNames = Math.max(durableNames, (renamedIn.get(operation.path) ?? -1) + 1);
        break;
      case "acknowledged":
        break;
    }
  }
  return { names, all, durableNames };
}

/** A disk writes sectors. A write that the power loss interrupts leaves any of its sectors old. */
function writePart(content: Content, at: number, bytes: Uint8Array, random: Random): void {
  const fate = random.below(3);
  if (fate === 0) return;
  if (fate === 1) {
    content.write(at, bytes);
    return;
  }
  for (let from = 0; from < bytes.length; ) {
    const to = Math.min(bytes.length, from + SECTOR - ((at + from) % SECTOR));
    if (random.below(2) === 0) content.write(at + from, bytes.subarray(from, to));
    from = to;
  }
}

/** The bytes of a file. What lies between its end and a later write reads as zeros. */
class Content {
  #bytes: Buffer;
  #length: number;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#length = bytes.length;
  }

  write(at: number, bytes: Uint8Array): void {
    if (at + bytes.length > this.#length) this.resize(at + bytes.length);
    this.#bytes.set(bytes, at);
  }

  resize(length: number): void {
    if (length > this.#bytes.length) {
      const larger = Buffer.alloc(Math.max(length, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    if (length < this.#length) this.#bytes.fill(0, length, this.#length);
    this.#length = length;
  }

  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }
}
