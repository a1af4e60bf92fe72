// What the book that a project holds says of itself, as the file of one of its sections tells it.

import { type BookData, bookOf, coverAsset } from "../books/books.ts";
import type { RenderTags } from "../codec/codec.ts";
import type { Services } from "../services.ts";

export interface SaidOfBook {
  readonly book: Pick<BookData, "title" | "author" | "language">;
  readonly cover: { readonly sha256: string } | null;
}

/** Null when nothing is said. */
export async function saidOfBook(services: Pick<Services, "db">, projectId: string): Promise<SaidOfBook | null> {
  const known = await bookOf(services, projectId);
  if (known === null) return null;
  const { title, author, language, coverAssetId } = known;
  const cover = coverAssetId === null ? null : ((await coverAsset(services, projectId, coverAssetId)) ?? null);
  if (title === null && author === null && language === null && cover === null) return null;
  return { book: { title, author, language }, cover };
}

/** A chapter's file names the book as its album. */
export function tagsOfBook(
  { files }: Pick<Services, "files">,
  said: SaidOfBook | null,
): Pick<RenderTags, "album" | "artist" | "language" | "cover"> {
  if (said === null) return { album: null, artist: null, language: null };
  const { book, cover } = said;
  return {
    album: book.title,
    artist: book.author,
    language: book.language,
    cover: cover === null ? null : { path: files.path(cover.sha256), content_type: "image/jpeg" },
  };
}
