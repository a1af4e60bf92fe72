// What a project's book says of itself, and what comes in as a book.

import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { count, text, timestamp, trimmedText, uuid } from "./primitives.ts";
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

/** What a book says of itself beside title, author and language. */
const contributor = z
  .strictObject({
    name: trimmedText({ min: 1, max: LIMITS.book_contributor_units }),
    role: z
      .string()
      .regex(/^[a-z]{3}$/, "must be a MARC relator code like aut, nrt, trl, ill or edt")
      .meta({
        description:
          "A MARC relator code: `aut` author, `nrt` narrator, `trl` translator, `ill` illustrator, `edt` editor.",
      }),
  })
  .meta({ id: "BookContributor" });

/** Fields that `details` of a stored book holds. */
export const bookDetails = {
  series: trimmedText({ min: 1, max: LIMITS.book_series_units }).nullable().meta({
    description: "The series that the book belongs to.",
  }),
  series_number: trimmedText({ min: 1, max: LIMITS.book_series_number_units })
    .nullable()
    .meta({ description: "The book's place in its series, as its publisher writes it: `2`, `2.5`." }),
  description: trimmedText({ min: 1, max: LIMITS.book_description_units }).nullable().meta({
    description: "Plain text.",
  }),
  publisher: trimmedText({ min: 1, max: LIMITS.book_publisher_units }).nullable().meta({
    description: "The publisher of the text.",
  }),
  published: z
    .string()
    .regex(/^\d{4}(?:-\d{2}(?:-\d{2})?)?$/, "must be a year, a month or a day like 1902, 1902-04 or 1902-04-01")
    .nullable()
    .meta({ description: "Year, month or day of publication (ISO 8601)." }),
  isbn: z
    .string()
    .regex(/^(?:97[89]\d{10}|\d{9}[\dX])$/, "must be an ISBN of 10 or 13 digits without hyphens")
    .nullable()
    .meta({ description: "The ISBN of the text, 10 or 13 digits without hyphens." }),
  contributors: z.array(contributor).max(LIMITS.book_contributors).meta({
    description: "Every person whom the book names, with one role each; authors too.",
  }),
};

export const book = z
  .strictObject({
    title: bookTitle.nullable(),
    author: bookAuthor.nullable(),
    language: bookLanguage.nullable(),
    ...bookDetails,
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
    code: z.enum(["chapters_split", "cover_unreadable", "document_missing", "many_chapters", "matter_left_out"]),
    message: z.string(),
  })
  .meta({ id: "BookWarning" });

/** Why a chapter is left out unless a person asks for it: what the book itself calls it. */
export const LEFT_OUT_REASONS = [
  "bibliography",
  "colophon",
  "contents",
  "cover_page",
  "credits",
  "imprint",
  "index",
  "lists",
  "notes",
  "title_page",
] as const;

export const previewedChapter = z
  .strictObject({
    index: count.meta({ description: "The chapter's place in the file, from 0." }),
    title: text({ max: LIMITS.section_title_units }),
    words: count.meta({ description: "Words of the chapter. A character of a script without spaces counts as one." }),
    source_text_length: count.meta({ description: "UTF-16 units." }),
    opening: z.string().meta({ description: "The first words of the chapter." }),
    included: z.boolean().meta({ description: "Whether the import takes the chapter when nothing else is asked for." }),
    reason: z
      .enum(LEFT_OUT_REASONS)
      .nullable()
      .meta({ description: "What the book calls a chapter that is not included. Null: it is included." }),
  })
  .meta({ id: "PreviewedChapter", description: "A chapter of a file that was read and is not imported yet." });

export const importPreview = z
  .strictObject({
    import_id: uuid.meta({ description: "Names the preview in POST /studio/imports/{importId}." }),
    expires_at: timestamp.meta({ description: "Until when it can be imported." }),
    book,
    chapters: z.array(previewedChapter).min(1).meta({ description: "All chapters in the order of the file." }),
    warnings: z.array(bookWarning),
  })
  .meta({ id: "ImportPreview", description: "What a book's file holds, before anything is made of it." });

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
