// What reading a book gives, and what the reading process receives and answers. Plain data: it crosses a process boundary.

import type { BookDetails } from "@fullcast/contract";
import type { BookFault } from "./book-error.ts";

export type BookFormat = "text" | "markdown" | "html" | "epub" | "docx";

export interface BookChapter {
  /** On one line, at most 500 UTF-16 units, never empty. */
  readonly title: string;
  /** Well-formed, without NUL, at most MAX_CHAPTER_BYTES of UTF-8. */
  readonly text: string;
}

/** A part of the book that is not read unless a person asks for it. */
export interface LeftOutPart extends BookChapter {
  /** The plain name of the front or back matter that the book calls it. */
  readonly matter: string;
  /** Whether it stands before the first chapter. Otherwise it stands behind the last one. */
  readonly isFront: boolean;
}

/** Something that a person should know of a book that was read all the same. */
export interface BookWarning {
  readonly code: "chapters_split" | "cover_unreadable" | "document_missing" | "many_chapters" | "matter_left_out";
  /** One sentence. */
  readonly message: string;
}

export interface BookContent {
  readonly format: BookFormat;
  /** Of a text file; what is packed is UTF-8 nearly always. */
  readonly encoding: string;
  /** From the book's own metadata: trimmed, at most 500 UTF-16 units; the language is a BCP 47 tag. */
  readonly title: string | null;
  readonly author: string | null;
  readonly language: string | null;
  /** Series, publisher, contributors and the like. */
  readonly details: BookDetails;
  /** The bytes as the book holds them; nothing has checked yet that they are an image. */
  readonly cover: Uint8Array | null;
  readonly chapters: readonly BookChapter[];
  /** Whole documents that the book calls front or back matter; absent when there are none. */
  readonly leftOut?: readonly LeftOutPart[];
  readonly warnings: readonly BookWarning[];
}

/** The longest text that a section holds, bytes of UTF-8. */
export const MAX_CHAPTER_BYTES = 8 * 1024 * 1024;
/** What a book may have in all, bytes of its file, and of its text in UTF-8. */
export const MAX_BOOK_BYTES = 64 * 1024 * 1024;
export const MAX_CHAPTERS = 5_000;

export interface ReadingJob {
  /** The bytes, or the path of a file that holds them. */
  readonly source: string | Uint8Array;
  /** What the file claims to be; null: found out. */
  readonly format: BookFormat | null;
}

/** What the reading process gets. */
export interface ReadingRequest {
  /** Null when the file is the process's input. */
  readonly bytes: Uint8Array | null;
  readonly format: BookFormat | null;
}

export type ReadingAnswer =
  | { readonly kind: "read"; readonly book: BookContent }
  | { readonly kind: "refused"; readonly fault: BookFault; readonly message: string };

/** The whole text as one: what the chapters of a plain text were cut from, or all chapters as paragraphs. */
export const wholeText = (book: Pick<BookContent, "format" | "chapters">): string =>
  book.chapters.map(({ text }) => text).join(book.format === "text" ? "" : "\n\n");
