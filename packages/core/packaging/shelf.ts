// The folders in which library programs expect an audiobook: Author/Series/Vol 2 - 1994 - Title, or Author/Title. Audiobookshelf
// reads author, series, number, year and title out of these names (its "Book Library Structure" page and server/utils/scandir.js);
// Plex, Emby and Jellyfin expect a folder for each author and each book as well.

import { safeFolderName } from "./file-name.ts";

export interface ShelvedBook {
  readonly title: string;
  readonly author: string | null;
  readonly series: string | null;
  readonly seriesNumber: string | null;
  /** Starts with a year of four digits. */
  readonly published: string | null;
}

const NO_AUTHOR = "Unknown Author";
/** The numbers that Audiobookshelf recognises in the name of a folder. */
const NUMBER = /^\d{1,3}(?:\.\d{1,2})?$/u;

/** The folders of a book from the root of the shelf: of the author, of the series if there is one, of the book. */
export function shelfFolders({ title, author, series, seriesNumber, published }: ShelvedBook): readonly string[] {
  const number = series !== null && seriesNumber !== null && NUMBER.test(seriesNumber) ? [`Vol ${seriesNumber}`] : [];
  const year = published === null ? [] : [published.slice(0, 4)];
  const name = [...number, ...year, plainTitle(title)].join(" - ");
  return [author ?? NO_AUTHOR, ...(series === null ? [] : [series]), name].map(safeFolderName);
}

/** Spaced hyphens and braces separate number, year, subtitle and narrator in such names, so the title has none. */
function plainTitle(title: string): string {
  return title
    .replaceAll(/\s+-+\s+/gu, " – ")
    .replaceAll("{", "(")
    .replaceAll("}", ")");
}
