// Reads the files of a packed book (EPUB, DOCX) within limits, because an archive may lie about itself and unpack to any size.
// Nothing is ever written under its file names.

import yauzl from "yauzl";
import { MAX_BOOK_BYTES } from "./book-content.ts";
import { BookError } from "./book-error.ts";

/** Far more files than any book has. */
const MOST_FILES = 20_000;
/** The largest compression ratio. Markup compresses to a tenth, at most to a fortieth; more means a decompression bomb. */
const MOST_RATIO = 200;
const RATIO_FROM_BYTES = 1024 * 1024;

export interface Archive {
  readonly has: (path: string) => boolean;
  /** Returns null if the file does not exist. @throws BookError */
  readonly read: (path: string) => Promise<Buffer | null>;
}

/** @throws BookError damaged, encrypted */
export async function openArchive(bytes: Buffer): Promise<Archive> {
  const entries = new Map<string, yauzl.Entry>();
  const archive = await orDamaged(async () => {
    const opened = await yauzl.fromBufferPromise(bytes, {
      lazyEntries: true,
      strictFileNames: true,
      validateEntrySizes: true,
    });
    if (opened.entryCount > MOST_FILES) {
      throw new BookError("damaged", `The book's container holds more than ${MOST_FILES} files.`);
    }
    for await (const entry of opened.eachEntry()) {
      if (entry.isEncrypted()) throw encrypted();
      if (!entries.has(entry.fileName)) entries.set(entry.fileName, entry);
    }
    return opened;
  });
  let unpacked = 0;
  return {
    has: (path) => entries.has(path),
    read: async (path) => {
      const entry = entries.get(path);
      if (entry === undefined) return null;
      return orDamaged(async () => {
        const chunks: Buffer[] = [];
        let size = 0;
        for await (const chunk of await archive.openReadStreamPromise(entry)) {
          size += (chunk as Buffer).length;
          unpacked += (chunk as Buffer).length;
          if (size > RATIO_FROM_BYTES && size > entry.compressedSize * MOST_RATIO) {
            throw new BookError("too_long", `The book unpacks to more than ${MOST_RATIO} times its size.`);
          }
          if (unpacked > MAX_BOOK_BYTES) {
            throw new BookError("too_long", "The book unpacks to more than 64 MiB; split it.");
          }
          chunks.push(chunk as Buffer);
        }
        return Buffer.concat(chunks);
      });
    },
  };
}

export function encrypted(): BookError {
  return new BookError(
    "encrypted",
    "The book is encrypted (a shop's copy protection, or a password) and cannot be read.",
  );
}

async function orDamaged<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof BookError) throw error;
    throw new BookError("damaged", "The book is damaged: its container cannot be read.");
  }
}
