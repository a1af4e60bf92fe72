// Reads the original EPUB of a story for an export that puts sound into its pages. Nothing is written under its file names, and
// every limit is checked before memory is spent.

import { readFile } from "node:fs/promises";
import { injectOverlays, type Original } from "@fullcast/core/packaging";
import yauzl from "yauzl";
import type { ZipFile } from "yazl";
import { BookError, readOriginal } from "../reading/reading.ts";
import { RenderError } from "./render-error.ts";

/** Of all files together when they are unpacked. */
const MOST_UNPACKED_BYTES = 2 ** 30;
const MOST_RATIO = 200;
const RATIO_FROM_BYTES = 1024 * 1024;

export interface OriginalBook {
  readonly bytes: Buffer;
  readonly original: Original;
}

/** @throws RenderError `original` when the book cannot be used */
export async function openOriginal(path: string): Promise<OriginalBook> {
  const bytes = await readFile(path);
  try {
    return { bytes, original: await readOriginal(bytes) };
  } catch (error) {
    throw error instanceof BookError ? new RenderError("original", error.message) : error;
  }
}

/** What is put into the original. @throws RenderError `original` when it has no place for sound */
export function inject(book: OriginalBook, ...rest: Tail<Parameters<typeof injectOverlays>>) {
  const injected = injectOverlays(book.original, ...rest);
  if (injected === null)
    throw new RenderError(
      "original",
      "Sound cannot be put into the original EPUB: it has a narration of its own, or is older than EPUB 2. Export the edition of Fullcast instead.",
    );
  if (injected.found === 0)
    throw new RenderError("original", "None of the spoken words stands in the pages of the original EPUB.");
  return injected;
}

type Tail<T extends readonly unknown[]> = T extends readonly [unknown, ...infer Rest] ? Rest : never;

/** Adds the files of the original in their order, except those of `replaced`. @throws RenderError `original` */
export async function copyOriginal(
  { bytes }: OriginalBook,
  zip: ZipFile,
  replaced: ReadonlySet<string>,
  options: { readonly mtime: Date; readonly mode: number; readonly forceDosTimestamp: boolean },
): Promise<void> {
  const archive = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: true });
  let unpacked = 0;
  const done = new Set(replaced);
  for await (const entry of archive.eachEntry()) {
    const { fileName, uncompressedSize, compressedSize } = entry;
    if (fileName === "mimetype" || fileName.endsWith("/") || done.has(fileName)) continue;
    done.add(fileName);
    unpacked += uncompressedSize;
    if (
      unpacked > MOST_UNPACKED_BYTES ||
      (uncompressedSize > RATIO_FROM_BYTES && uncompressedSize > compressedSize * MOST_RATIO)
    ) {
      throw new RenderError("original", "The original EPUB unpacks to too much.");
    }
    zip.addReadStreamLazy(fileName, { ...options, compress: entry.compressionMethod !== 0 }, (answer) => {
      archive.openReadStreamPromise(entry).then(
        (stream) => answer(null, stream),
        (error: unknown) => answer(error as Error, undefined as never),
      );
    });
  }
}
