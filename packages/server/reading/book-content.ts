// The result of reading a book, and the messages of the reading process. Plain data, because it crosses a process boundary.

import type { BookDetails } from "@fullcast/contract";
import type { RubyReading } from "@fullcast/core/lexicon";
import type { BookFault } from "./book-error.ts";

export type BookFormat = "text" | "markdown" | "html" | "epub" | "docx";

export interface BookChapter {
  /** One line, at most 500 UTF-16 units, never empty. */
  readonly title: string;
  /** Well-formed, without NUL, at most MAX_CHAPTER_BYTES of UTF-8. */
  readonly text: string;
}

/** A part of the book that is left out by default. */
export interface LeftOutPart extends BookChapter {
  /** The kind of front or back matter, in plain words. */
  readonly matter: string;
  /** Whether it is before the first chapter. Otherwise it is after the last one. */
  readonly isFront: boolean;
}

/** A remark for the user about a book that was read. */
export interface BookWarning {
  readonly code: "chapters_split" | "cover_unreadable" | "document_missing" | "many_chapters" | "matter_left_out";
  /** One sentence. */
  readonly message: string;
}

export interface BookContent {
  readonly format: BookFormat;
  /** The encoding of a text file. Packed files are nearly always UTF-8. */
  readonly encoding: string;
  /** From the book's own metadata: trimmed, at most 500 UTF-16 units; the language is a BCP 47 tag. */
  readonly title: string | null;
  readonly author: string | null;
  readonly language: string | null;
  /** Series, publisher, contributors and so on. */
  readonly details: BookDetails;
  /** The bytes from the book. They are not checked and may not be an image. */
  readonly cover: Uint8Array | null;
  readonly chapters: readonly BookChapter[];
  /** Whole documents that the book marks as front or back matter. Absent if there are none. */
  readonly leftOut?: readonly LeftOutPart[];
  /** Characters of the chapters with the readings beside them. Absent if there are none. */
  readonly ruby?: readonly RubyReading[];
  readonly warnings: readonly BookWarning[];
}

/** The longest text that a section holds, bytes of UTF-8. */
export const MAX_CHAPTER_BYTES = 8 * 1024 * 1024;
/** The largest file of a book, and the largest text of a book in UTF-8, bytes. */
export const MAX_BOOK_BYTES = 64 * 1024 * 1024;
export const MAX_CHAPTERS = 5_000;

export interface ReadingJob {
  /** The bytes, or the path of a file. */
  readonly source: string | Uint8Array;
  /** The stated format of the file. Null: it is detected. */
  readonly format: BookFormat | null;
}

/** The job of the reading process. */
export interface ReadingRequest {
  /** Null if the file is the process's input. */
  readonly bytes: Uint8Array | null;
  readonly format: BookFormat | null;
}

export type ReadingAnswer =
  | { readonly kind: "read"; readonly book: BookContent }
  | { readonly kind: "refused"; readonly fault: BookFault; readonly message: string };

/** The whole text: the text from which the chapters of a plain text were cut, or all chapters as paragraphs. */
export const wholeText = (book: Pick<BookContent, "format" | "chapters">): string =>
  book.chapters.map(({ text }) => text).join(book.format === "text" ? "" : "\n\n");
