// The files of an EPUB's container, read with bounds: an archive may say anything about itself and unpack to anything.

import yauzl from "yauzl";
import { StoryError } from "../story-error.ts";

/** Files looked at, and bytes that all that are read may unpack to; far more than any book's text. */
const MOST_FILES = 20_000;
const MOST_BYTES = 64 * 1024 * 1024;

/** Texts of the files that `wanted` names, by path. Throws StoryError. */
export async function readArchive(bytes: Uint8Array, wanted: (path: string) => boolean): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  let unpacked = 0;
  try {
    const archive = await yauzl.fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      lazyEntries: true,
      strictFileNames: true,
      validateEntrySizes: true,
    });
    if (archive.entryCount > MOST_FILES) throw new StoryError("unreadable", "The book holds too many files.");
    for await (const entry of archive.eachEntry()) {
      if (entry.isEncrypted()) throw new StoryError("unreadable", "The book is encrypted and cannot be read.");
      if (!wanted(entry.fileName)) continue;
      const chunks: Buffer[] = [];
      for await (const chunk of await archive.openReadStreamPromise(entry)) {
        unpacked += (chunk as Buffer).length;
        if (unpacked > MOST_BYTES) {
          throw new StoryError("too-long", "The book's text unpacks to more than 64 MiB; split it.");
        }
        chunks.push(chunk as Buffer);
      }
      files.set(
        entry.fileName,
        Buffer.concat(chunks)
          .toString("utf8")
          .replace(/^\ufeff/, ""),
      );
    }
  } catch (error) {
    if (error instanceof StoryError) throw error;
    throw new StoryError("unreadable", "The book is damaged: its container cannot be read.");
  }
  return files;
}
