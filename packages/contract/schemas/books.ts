// The metadata of a project's book, and imports of books.

import { z } from "zod";
import { isLanguageTag, LANGUAGE_TAG_SHAPE } from "../language-tag.ts";
import { LIMITS } from "../limits.ts";
import { count, text, timestamp, trimmedText, uuid, version } from "./primitives.ts";
import { projectSummary } from "./projects.ts";

/** The formats of imported books. */
export const BOOK_FORMATS = ["text", "markdown", "html", "epub", "docx"] as const;

export const bookTitle = trimmedText({ min: 1, max: LIMITS.book_title_units });
export const bookAuthor = trimmedText({ min: 1, max: LIMITS.book_author_units }).meta({
  description: "Several names are separated by commas.",
});
export const bookLanguage = z
  .string()
  .max(LIMITS.book_language_units)
  .refine(isLanguageTag, "must be a language tag (BCP 47), such as en or de-AT")
  .meta({ description: "A language tag (BCP 47).", pattern: LANGUAGE_TAG_SHAPE.source });

/** Metadata other than title, author and language. */
const contributor = z
  .strictObject({
    name: trimmedText({ min: 1, max: LIMITS.book_contributor_units }),
    role: z
      .string()
      .regex(/^[a-z]{3}$/, "must be a MARC relator code, such as aut, nrt, trl, ill or edt")
      .meta({
        description:
          "A MARC relator code: `aut` author, `nrt` narrator, `trl` translator, `ill` illustrator, `edt` editor.",
      }),
  })
  .meta({ id: "BookContributor" });

/** The fields of `details` of a stored book. */
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
    .regex(/^\d{4}(?:-\d{2}(?:-\d{2})?)?$/, "must be a year, a month or a day, such as 1902, 1902-04 or 1902-04-01")
    .nullable()
    .meta({ description: "Year, month or day of publication (ISO 8601)." }),
  isbn: z
    .string()
    .regex(/^(?:97[89]\d{10}|\d{9}[\dX])$/, "must be an ISBN of 10 or 13 digits without hyphens")
    .nullable()
    .meta({ description: "The ISBN of the text, 10 or 13 digits without hyphens." }),
  contributors: z.array(contributor).max(LIMITS.book_contributors).meta({
    description: "Every person that the book names, authors included, with one role each.",
  }),
};

export const bookLyrics = z.boolean().meta({
  description: "Whether MP3 files hold the spoken text as lyrics (ID3 frame `USLT`). False at first.",
});

export const undisclosedReason = trimmedText({ min: 10, max: LIMITS.undisclosed_reason_units }).nullable().meta({
  description:
    "Null, as at first: files, public page and feed state that machines speak. A text: they do not, for this reason. The law may demand the statement (docs/disclosure.md).",
});

export const book = z
  .strictObject({
    title: bookTitle.nullable(),
    author: bookAuthor.nullable(),
    language: bookLanguage.nullable(),
    ...bookDetails,
    lyrics: bookLyrics,
    undisclosed_reason: undisclosedReason,
    cover_asset_id: uuid.nullable().meta({
      description: "A JPEG; `POST /studio/media-assets/{assetId}/access-url` opens it.",
    }),
    format: z
      .enum(BOOK_FORMATS)
      .nullable()
      .meta({ description: "The format of the imported file. Null: the project was not imported." }),
  })
  .meta({ id: "Book" });

/** Content types of an upload and their formats. The last one states no format. */
export const BOOK_TYPES = [
  "text/plain",
  "text/markdown",
  "text/html",
  "application/xhtml+xml",
  "application/epub+zip",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "application/octet-stream",
] as const;

/** The values of details.reason of BOOK_UNREADABLE. */
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

/** Why a chapter is not included by default: its kind, as the book marks it. */
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
    words: count.meta({
      description: "The number of words. In writing systems without spaces each character counts as one.",
    }),
    source_text_length: count.meta({ description: "UTF-16 units." }),
    opening: z.string().meta({ description: "The first words of the chapter." }),
    included: z.boolean().meta({ description: "Whether the import includes the chapter by default." }),
    reason: z
      .enum(LEFT_OUT_REASONS)
      .nullable()
      .meta({ description: "The kind of a chapter that is not included, as the book marks it. Null: it is included." }),
  })
  .meta({ id: "PreviewedChapter", description: "A chapter of a previewed file." });

export const importPreview = z
  .strictObject({
    import_id: uuid.meta({ description: "The id of the preview, for POST /studio/imports/{importId}." }),
    expires_at: timestamp.meta({ description: "The end of the preview." }),
    book,
    chapters: z.array(previewedChapter).min(1).meta({ description: "All chapters in the order of the file." }),
    warnings: z.array(bookWarning),
  })
  .meta({ id: "ImportPreview", description: "The content of a book's file, before its import." });

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

const editionCounts = z
  .strictObject({
    lines_kept: count.meta({ description: "Lines that stay as they are, with their audio." }),
    lines_moved: count.meta({ description: "Those of `lines_kept` that move to another section, with their audio." }),
    lines_changed: count.meta({ description: "Lines with other words. They keep their speaker and direction." }),
    lines_gone: count.meta({ description: "Lines that the file no longer has." }),
    paragraphs_new: count.meta({ description: "Paragraphs that have to be prepared." }),
    paragraphs_kept_as_edited: count.meta({
      description: "Paragraphs that the file changed and a person had edited. The person's words stay.",
    }),
  })
  .meta({ id: "EditionCounts" });

const editionChapter = z
  .strictObject({
    chapter: count.nullable().meta({ description: "The chapter's place among those of the file. Null: it has none." }),
    section_id: uuid.nullable().meta({ description: "Null: a new section before the update, a deleted one after it." }),
    title: text({ max: LIMITS.section_title_units }),
    change: z.enum(["same", "changed", "new", "not_in_file", "deleted"]).meta({
      description:
        "`not_in_file`: the file does not have this section, which stays. `deleted`: most of its text moved to other chapters.",
    }),
    is_moved: z.boolean().meta({
      description:
        "Whether the section moves to another place among the sections that stay, also when its change is `same`. Of two that change places it is one.",
    }),
    counts: editionCounts.meta({ description: "What stays and changes in this section." }),
  })
  .meta({ id: "EditionChapter" });

const editionPassage = z
  .strictObject({
    chapter_index: count.meta({ description: "The place of its section in `chapters`." }),
    change: z.enum(["changed", "new", "gone"]).meta({
      description:
        "`changed`: a line has other words. `new`: text to prepare. `gone`: lines that the file no longer has.",
    }),
    before: z.string().nullable().meta({
      description: "What the story says now, on one line. `…` stands for words that are left out. Null: nothing.",
    }),
    after: z.string().nullable().meta({ description: "What it will say. Null: nothing." }),
  })
  .meta({ id: "EditionPassage" });

export const editionUpdate = z
  .strictObject({
    project_id: uuid,
    applied: z.boolean().meta({ description: "Whether the story was updated. False for a preview." }),
    comparison: z
      .string()
      .regex(/^[0-9a-f]{64}$/u)
      .meta({
        description: "Names the file and the state of the story. Send it with `apply` to apply exactly this preview.",
      }),
    is_other_book: z.boolean().meta({
      description:
        "Whether the file is probably another book: few of its lines stand in the story, and it would take lines away, or states another author or language. An update is made all the same.",
    }),
    section_order_version: version,
    counts: editionCounts.meta({ description: "What stays and changes in all sections." }),
    characters_to_speak: count.meta({ description: "UTF-16 units of changed lines and new paragraphs." }),
    snowcoins: count.meta({
      description: "The price of speaking them. New paragraphs are estimated with the narrator's voice.",
    }),
    chapters: z.array(editionChapter).meta({ description: "The sections in their new order." }),
    passages: z.array(editionPassage).max(LIMITS.edition_passages).meta({
      description:
        "The words that change, in the order of the new edition; the first ones of many. Empty with `apply`.",
    }),
    passages_left_out: count.meta({ description: "How many more passages change." }),
    idempotent_replay: z.boolean(),
  })
  .meta({ id: "EditionUpdate", description: "What a new edition of a book changes in its story." });
