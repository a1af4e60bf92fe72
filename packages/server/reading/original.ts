// Reads what an export needs of an original EPUB: its package and its pages in reading order.

import type { Original } from "@fullcast/core/packaging";
import { openArchive } from "./archive.ts";
import { BookError } from "./book-error.ts";
import { decodeMarkup } from "./decode-markup.ts";
import { packageOf } from "./epub.ts";

/** @throws BookError */
export async function readOriginal(bytes: Buffer): Promise<Original> {
  const archive = await openArchive(bytes);
  const { packagePath, packageDocument, spine } = await packageOf(archive);
  const pages: { path: string; markup: string }[] = [];
  for (const { path } of spine) {
    const content = await archive.read(path);
    if (content !== null) pages.push({ path, markup: decodeMarkup(content) });
  }
  if (pages.length === 0) throw new BookError("damaged", "The book is damaged: none of its documents is there.");
  return { packagePath, packageDocument, pages };
}
