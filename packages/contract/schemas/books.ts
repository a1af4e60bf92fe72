// What a project's book says of itself, and what comes in as a book.

import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { trimmedText, uuid } from "./primitives.ts";

/** What a book can come in as. */
export const BOOK_FORMATS = ["text", "markdown", "html", "epub", "docx"] as const;

export const bookTitle = trimmedText({ min: 1, max: LIMITS.book_title_units });
export const bookAuthor = trimmedText({ min: 1, max: LIMITS.book_author_units }).meta({
  description: "Several are parted by commas.",
});
export const bookLanguage = z
  .string()
  .max(LIMITS.book_language_units)
  .regex(/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/, "must be a language tag (BCP 47) like en or de-AT")
  .meta({ description: "A language tag (BCP 47)." });

export const book = z
  .strictObject({
    title: bookTitle.nullable(),
    author: bookAuthor.nullable(),
    language: bookLanguage.nullable(),
    cover_asset_id: uuid.nullable().meta({
      description: "A JPEG; `POST /studio/media-assets/{assetId}/access-url` opens it.",
    }),
    format: z
      .enum(BOOK_FORMATS)
      .nullable()
      .meta({ description: "What the book came in as; null when it was written here." }),
  })
  .meta({ id: "Book" });
