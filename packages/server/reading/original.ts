// Reads what an export needs of an original EPUB: its package and its pages in reading order.

import type { Original, OriginalPage } from "@fullcast/core/packaging";
import { openArchive } from "./archive.ts";
import { BookError } from "./book-error.ts";
import { decodeMarkup } from "./decode-markup.ts";
import { packageOf } from "./epub.ts";
import type { Item } from "./epub-items.ts";

/** @throws BookError */
export async function readOriginal(bytes: Buffer): Promise<Original> {
  const archive = await openArchive(bytes);
  const { packagePath, packageDocument, elements, items, spine } = await packageOf(archive);
  const read = async (from: Iterable<Item>): Promise<OriginalPage[]> => {
    const found = new Map<string, OriginalPage>();
    for (const { path } of from) {
      const content = found.has(path) ? null : await archive.read(path);
      if (content !== null) found.set(path, { path, markup: decodeMarkup(content) });
    }
    return [...found.values()];
  };
  const pages = await read(spine);
  if (pages.length === 0) throw new BookError("damaged", "The book is damaged: none of its documents is there.");
  const isOld = elements.find(({ name }) => name === "package")?.attributes.version?.startsWith("2") === true;
  if (!isOld) return { packagePath, packageDocument, pages };
  const paths = new Set(pages.map(({ path }) => path));
  const all = [...items.values()];
  const ncx = items.get(elements.find(({ name }) => name === "spine")?.attributes.toc ?? "");
  return {
    packagePath,
    packageDocument,
    pages,
    others: await read(all.filter(({ path, mediaType }) => mediaType === "application/xhtml+xml" && !paths.has(path))),
    contents: ncx === undefined ? null : ((await read([ncx]))[0] ?? null),
  };
}
