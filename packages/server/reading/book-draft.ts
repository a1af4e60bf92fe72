// The result of every reader. finish-book.ts then applies the shape and the limits of a book.

import type { BookDetails } from "@fullcast/contract";
import type { RubyReading } from "@fullcast/core/lexicon";
import type { BookFormat, BookWarning } from "./book-content.ts";

export interface BookDraft {
  readonly format: BookFormat;
  readonly encoding: string;
  readonly title: string | null;
  readonly author: string | null;
  readonly language: string | null;
  readonly details: BookDetails;
  readonly cover: Uint8Array | null;
  readonly chapters: readonly { readonly title: string | null; readonly text: string }[];
  readonly leftOut?: readonly {
    readonly title: string | null;
    readonly text: string;
    readonly matter: string;
    readonly isFront: boolean;
  }[];
  /** Absent without any. */
  readonly ruby?: readonly RubyReading[];
  readonly warnings: readonly BookWarning[];
}

/** Paragraphs as a text: a blank line between them. */
export const textOf = (paragraphs: readonly string[]): string => paragraphs.join("\n\n");
