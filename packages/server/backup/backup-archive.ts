// A backup as one file: a ZIP archive (ZIP64) of the same files as backup-folder.ts, stored without further compression.

import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import yauzl from "yauzl";
import { ZipFile } from "yazl";
import { BackupError, type BackupManifest, type BackupSource } from "./backup-folder.ts";

/** Packs a backup that lies in a folder into a file, which has its name when it is whole. @throws system errors */
export async function packBackup(
  folder: string,
  manifest: BackupManifest,
  objects: readonly string[],
  file: string,
): Promise<void> {
  const zip = new ZipFile();
  const add = (name: string) => zip.addFile(join(folder, name), name, { compress: false, mode: 0o100_600 });
  add("backup.json");
  add(manifest.database.name);
  for (const { name } of manifest.files) add(name);
  for (const { name } of manifest.incoming) add(`incoming/${name}`);
  for (const sha256 of objects) add(`objects/${sha256.slice(0, 2)}/${sha256}`);
  zip.end();
  const temporary = `${file}.tmp`;
  try {
    const output = zip.outputStream as Readable;
    zip.on("error", (error: Error) => output.destroy(error));
    await pipeline(output, createWriteStream(temporary, { flags: "wx", mode: 0o600, flush: true }));
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** @throws BackupError when the file is no ZIP archive; system errors */
export async function archiveSource(file: string): Promise<BackupSource> {
  const zip = await yauzl
    .openPromise(file, { autoClose: false, lazyEntries: true })
    .catch((error: NodeJS.ErrnoException) => {
      throw error.syscall === undefined ? new BackupError(`${file} is no backup: it is not a ZIP archive.`) : error;
    });
  const entries = new Map<string, yauzl.Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  return {
    path: file,
    async read(name) {
      const entry = entries.get(name);
      return entry === undefined ? null : zip.openReadStreamPromise(entry, {});
    },
    [Symbol.asyncDispose]: async () => zip.close(),
  };
}
