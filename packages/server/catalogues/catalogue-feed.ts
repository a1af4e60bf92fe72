// What a page of a catalogue shows, before it is written as Atom or JSON.

import type { FinishedBook } from "./finished-books.ts";

export const PAGE = 50;

export const VIEWS = ["new", "authors", "series", "search"] as const;
export type View = (typeof VIEWS)[number];

export interface Asked {
  /** Null: the start of the catalogue. */
  readonly view: View | null;
  /** The author, the series, or the words that are searched. */
  readonly of: string | null;
  /** From 1. */
  readonly page: number;
}

export interface Shelf {
  readonly title: string;
  readonly view: View;
  readonly of: string | null;
  readonly count: number;
}

export interface Feed {
  readonly asked: Asked;
  readonly title: string;
  readonly updated: Date;
  /** Lists to go to, or books. */
  readonly shelves: readonly Shelf[] | null;
  readonly books: readonly FinishedBook[];
  readonly total: number;
  readonly pages: number;
}

const folded = (text: string) => text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** Authors in the order of the book data: several stand apart by semicolons. */
export const authorsOf = ({ author }: Pick<FinishedBook, "author">): string[] =>
  (author ?? "")
    .split(";")
    .map((name) => name.trim())
    .filter((name) => name !== "");

const numberOf = ({ series_number }: FinishedBook) => {
  const number = Number.parseFloat(series_number ?? "");
  return Number.isFinite(number) ? number : Number.POSITIVE_INFINITY;
};

/**
 * @param books newest first
 * @param since The date of a catalogue without books.
 */
export function feedOf(books: readonly FinishedBook[], asked: Asked, since: Date): Feed {
  const { view, of, page } = asked;
  const updated = books[0]?.updated ?? since;
  const list = (title: string, shown: readonly FinishedBook[]): Feed => {
    const pages = Math.max(1, Math.ceil(shown.length / PAGE));
    const part = shown.slice((page - 1) * PAGE, page * PAGE);
    return { asked, title, updated, shelves: null, books: part, total: shown.length, pages };
  };
  const lists = (title: string, shelves: readonly Shelf[]): Feed => {
    const pages = Math.max(1, Math.ceil(shelves.length / PAGE));
    const part = shelves.slice((page - 1) * PAGE, page * PAGE);
    return { asked, title, updated, shelves: part, books: [], total: shelves.length, pages };
  };
  if (view === null) {
    return lists("Finished books", [
      { title: "Newest first", view: "new", of: null, count: books.length },
      { title: "By author", view: "authors", of: null, count: shelvesOf(books, "authors").length },
      { title: "By series", view: "series", of: null, count: shelvesOf(books, "series").length },
    ]);
  }
  if (view === "new") return list("Newest first", books);
  if (view === "search") {
    const words = folded(of ?? "")
      .split(/\s+/u)
      .filter((word) => word !== "");
    const found = books.filter((book) => {
      const text = folded([book.title, book.author, book.series, book.description].join(" "));
      return words.length > 0 && words.every((word) => text.includes(word));
    });
    return list(`Search: ${of ?? ""}`, found);
  }
  if (of === null) return lists(view === "authors" ? "By author" : "By series", shelvesOf(books, view));
  if (view === "authors")
    return list(
      of,
      books.filter((book) => authorsOf(book).includes(of)),
    );
  return list(
    of,
    books.filter(({ series }) => series === of).sort((a, b) => numberOf(a) - numberOf(b)),
  );
}

function shelvesOf(books: readonly FinishedBook[], view: "authors" | "series"): Shelf[] {
  const counts = new Map<string, number>();
  for (const book of books) {
    const names = view === "authors" ? authorsOf(book) : book.series === null ? [] : [book.series];
    for (const name of new Set(names)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .map(([title, count]) => ({ title, view, of: title, count }))
    .sort((a, b) => a.title.localeCompare(b.title, "en") || (a.title < b.title ? -1 : 1));
}
