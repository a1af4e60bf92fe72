// Loaded with --import before anything else, in every thread: records what the threads of this process do to the files
// below one folder, in order, with the bytes. The record is what a disk may or may not hold after a power loss.
// Each record is a line of JSON; a write's bytes follow it. Data of `FULLCAST_TEST_RECORD`: {"folder": …, "file": …}.

import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { relative, resolve } from "node:path";

/** One operation on files. Paths are relative to the recorded folder. */
export type FileOperation =
  | { readonly kind: "create" | "unlink" | "mkdir" | "rmdir"; readonly path: string }
  | { readonly kind: "rename"; readonly path: string; readonly to: string }
  | { readonly kind: "truncate"; readonly path: string; readonly size: number }
  | { readonly kind: "write"; readonly path: string; readonly at: number; readonly length: number }
  | { readonly kind: "sync" | "sync_folder"; readonly path: string }
  /** Not of the files: a promise that the program gave to its user. */
  | { readonly kind: "acknowledged"; readonly number: number };

const wanted = JSON.parse(process.env.FULLCAST_TEST_RECORD ?? "null") as { folder: string; file: string } | null;
if (wanted !== null) start(resolve(wanted.folder), wanted.file);

/** Adds a line to the record. The file is opened for appending, so lines of several threads keep their order. */
export function acknowledge(number: number): void {
  if (wanted === null) throw new Error("Nothing is recorded.");
  fs.appendFileSync(wanted.file, `${JSON.stringify({ kind: "acknowledged", number } satisfies FileOperation)}\n`);
}

function start(folder: string, file: string): void {
  const { openSync, closeSync, writeSync, fsyncSync, ftruncateSync, truncateSync } = fs;
  const { renameSync, unlinkSync, mkdirSync, rmdirSync, existsSync, fstatSync, writevSync } = fs;
  const record = openSync(file, "a");
  const open = new Map<number, string>();

  const inside = (path: unknown): string | null => {
    const name = relative(folder, resolve(String(path)));
    return name.startsWith("..") ? null : name;
  };
  const say = (operation: FileOperation, bytes?: Uint8Array) => {
    const line = Buffer.from(`${JSON.stringify(operation)}\n`);
    writeSync(record, bytes === undefined ? line : Buffer.concat([line, bytes]));
  };

  const patched: Partial<typeof fs> = {
    openSync(path, flags, mode) {
      const name = inside(path);
      const isNew = name !== null && !existsSync(path);
      const fd = openSync(path, flags, mode);
      if (name === null) return fd;
      open.set(fd, name);
      const truncates =
        typeof flags === "number" ? (flags & fs.constants.O_TRUNC) !== 0 : String(flags ?? "r").startsWith("w");
      if (isNew) say({ kind: "create", path: name });
      else if (truncates) say({ kind: "truncate", path: name, size: 0 });
      return fd;
    },
    closeSync(fd) {
      open.delete(fd);
      closeSync(fd);
    },
    writeSync: ((fd: number, bytes: Uint8Array, offset: number, length: number, position: number | null) => {
      const written = writeSync(fd, bytes, offset, length, position);
      const name = open.get(fd);
      if (name !== undefined) {
        if (typeof position !== "number") throw new Error(`A write to ${name} has no position.`);
        const part = new Uint8Array(bytes.buffer, bytes.byteOffset + offset, written);
        say({ kind: "write", path: name, at: position, length: written }, part);
      }
      return written;
    }) as typeof fs.writeSync,
    writevSync: ((fd: number, ...rest: [never]) => {
      if (open.has(fd)) throw new Error("writev is not recorded.");
      return writevSync(fd, ...rest);
    }) as typeof fs.writevSync,
    ftruncateSync(fd, size) {
      ftruncateSync(fd, size);
      const name = open.get(fd);
      if (name !== undefined) say({ kind: "truncate", path: name, size: size ?? 0 });
    },
    truncateSync(path, size) {
      truncateSync(path, size);
      const name = inside(path);
      if (name !== null) say({ kind: "truncate", path: name, size: size ?? 0 });
    },
    fsyncSync(fd) {
      fsyncSync(fd);
      const name = open.get(fd);
      if (name !== undefined) say({ kind: fstatSync(fd).isDirectory() ? "sync_folder" : "sync", path: name });
    },
    renameSync(from, to) {
      renameSync(from, to);
      const [name, target] = [inside(from), inside(to)];
      if ((name === null) !== (target === null)) throw new Error("A rename leaves the recorded folder.");
      if (name !== null && target !== null) say({ kind: "rename", path: name, to: target });
    },
    unlinkSync(path) {
      unlinkSync(path);
      const name = inside(path);
      if (name !== null) say({ kind: "unlink", path: name });
    },
    mkdirSync: ((path: string, options: never) => {
      const made = mkdirSync(path, options);
      const name = inside(path);
      if (name !== null) say({ kind: "mkdir", path: name });
      return made;
    }) as typeof fs.mkdirSync,
    rmdirSync(path, options) {
      rmdirSync(path, options);
      const name = inside(path);
      if (name !== null) say({ kind: "rmdir", path: name });
    },
  };
  Object.assign(fs, patched);
  syncBuiltinESMExports();
}

/** Reads a record: its operations, and the bytes of each write. */
export function readRecord(file: string): {
  readonly operations: readonly FileOperation[];
  readonly bytesOf: Map<FileOperation, Uint8Array>;
} {
  const all = fs.readFileSync(file);
  const operations: FileOperation[] = [];
  const bytesOf = new Map<FileOperation, Uint8Array>();
  let at = 0;
  while (at < all.length) {
    const end = all.indexOf(10, at);
    const operation = JSON.parse(all.toString("utf8", at, end)) as FileOperation;
    at = end + 1;
    operations.push(operation);
    if (operation.kind !== "write") continue;
    bytesOf.set(operation, all.subarray(at, at + operation.length));
    at += operation.length;
  }
  return { operations, bytesOf };
}
