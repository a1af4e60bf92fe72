// What a project's book says of itself, and what comes in as a book.

import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { count, text, trimmedText, uuid } from "./primitives.ts";
import { projectSummary } from "./projects.ts";

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

/** Content types of an upload and what they claim; the last one claims nothing. */
export const BOOK_TYPES = [
  "text/plain",
  "text/markdown",
  "text/html",
  "application/xhtml+xml",
  "application/epub+zip",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "application/octet-stream",
] as const;

/** What details.reason of BOOK_UNREADABLE says. */
export const BOOK_FAULTS = [
  "damaged",
  "encrypted",
  "empty",
  "blank",
  "too_long",
  "too_many_chapters",
  "binary",
  "not_text",
  "nul",
  "surrogate",
  "wrong_type",
  "limits",
] as const;

export const bookWarning = z
  .strictObject({
    code: z.enum(["chapters_split", "cover_unreadable", "document_missing", "many_chapters"]),
    message: z.string(),
  })
  .meta({ id: "BookWarning" });

export const importedSection = z
  .strictObject({
    section_id: uuid,
    title: text({ max: LIMITS.section_title_units }),
    source_text_length: count.meta({ description: "UTF-16 units." }),
  })
  .meta({ id: "ImportedSection" });

export const bookImport = z
  .strictObject({
    project: projectSummary,
    book,
    sections: z.array(importedSection).min(1).max(LIMITS.import_chapters),
    warnings: z.array(bookWarning),
    idempotent_replay: z.boolean(),
  })
  .meta({ id: "BookImport" });
