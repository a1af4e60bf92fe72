import { z } from "zod";
import { LIMITS } from "../limits.ts";
import {
  BOOK_FAULTS,
  BOOK_TYPES,
  book,
  bookAuthor,
  bookDetails,
  bookImport,
  bookLanguage,
  bookLyrics,
  bookTitle,
  editionUpdate,
  importPreview,
  undisclosedReason,
} from "../schemas/books.ts";
import { IMAGE_TYPES } from "../schemas/feedback.ts";
import { mutationBody } from "../schemas/mutation-body.ts";
import { count, schemaVersion1, text, trimmedText, uuid } from "../schemas/primitives.ts";
import { endpoint } from "./endpoint.ts";

const projectParams = z.strictObject({ projectId: uuid });
const bookAnswer = z.strictObject({ book }).meta({ id: "BookAnswer" });
const readBookAnswer = z
  .strictObject({
    book,
    has_original: z.boolean().meta({
      description: "Whether the server keeps an EPUB into whose pages a book export can put the narration.",
    }),
  })
  .meta({ id: "ReadBookAnswer", description: "The metadata of a book, and whether its original EPUB is kept." });
const COVER_ID = "5b2a0c1e-7d3f-4c7b-9d0e-2f6a8b1c4d33";
const BOOK = {
  title: "The Lighthouse",
  author: "Tobias Quill",
  language: "en",
  series: "Tales of the Coast",
  series_number: "2",
  description: "Two keepers, one lamp, and a winter without ships.",
  publisher: "Harbour Press",
  published: "2019-03",
  isbn: null,
  contributors: [
    { name: "Tobias Quill", role: "aut" },
    { name: "Ida Marsh", role: "ill" },
  ],
  lyrics: false,
  undisclosed_reason: null,
  cover_asset_id: COVER_ID,
  format: "epub",
} as const;

const IMPORT_ID = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";

const IMPORT = {
  project: { id: "16fd2706-8baf-433b-82eb-8c7fada847da", name: "The Lighthouse", project_kind: "named" },
  book: BOOK,
  sections: [
    { section_id: "0c7e2c1a-4a55-4a0e-8f39-7d7c1a2b3c44", title: "Chapter One", source_text_length: 11_204 },
    { section_id: "9b1d7f02-1b6e-4c0d-9f63-5a0e2d4b6c77", title: "Chapter Two", source_text_length: 9_731 },
  ],
  warnings: [],
  idempotent_replay: false,
} as const;

const EDITION_COUNTS = {
  lines_kept: 131,
  lines_moved: 0,
  lines_changed: 2,
  lines_gone: 1,
  paragraphs_new: 1,
  paragraphs_kept_as_edited: 0,
};
const EDITION = {
  project_id: "16fd2706-8baf-433b-82eb-8c7fada847da",
  applied: false,
  is_other_book: false,
  comparison: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  section_order_version: 1,
  counts: EDITION_COUNTS,
  characters_to_speak: 412,
  snowcoins: 0,
  chapters: [
    {
      chapter: 0,
      section_id: "0c7e2c1a-4a55-4a0e-8f39-7d7c1a2b3c44",
      title: "Chapter One",
      change: "changed" as const,
      is_moved: false,
      counts: EDITION_COUNTS,
    },
  ],
  passages: [
    {
      chapter_index: 0,
      change: "changed" as const,
      before: "The lamp was lit.",
      after: "The lamp was lit, and the door was open.",
    },
  ],
  passages_left_out: 3,
  idempotent_replay: false,
};

export const bookEndpoints = {
  importBook: endpoint({
    method: "POST",
    path: "/studio/imports",
    scope: "studio:write",
    tag: "Books",
    summary: "Import a book: a named project with a section for each chapter",
    description: [
      "The body is the file itself: plain text, Markdown, HTML, EPUB (2 or 3) or DOCX, at most 64 MiB. `Content-Type` is its type or `application/octet-stream`. A separate process with limits reads it.",
      "Chapters come from the navigation of an EPUB, from headings of the first and second level, or from the headings of a plain text. A chapter that is too long for one section becomes several sections, with a warning. The import also reads title, author, language and cover. It leaves out footnotes, tables of contents, scripts and deleted revisions. Each section holds its text unparsed: prepare the sections next, at most 100 in one request.",
      `A file that cannot be read is 400 \`BOOK_UNREADABLE\`, and nothing is stored. \`details.reason\` is one of ${BOOK_FAULTS.map((fault) => `\`${fault}\``).join(", ")}.`,
      "201 for a new project, 200 when the same bytes are sent again with the same `Idempotency-Key`.",
    ].join("\n\n"),
    headers: z.object({ "idempotency-key": text({ min: 1, max: LIMITS.idempotency_key_units }) }),
    query: z.object({
      filename: text({ min: 1, max: LIMITS.import_filename_units })
        .optional()
        .meta({ description: "The title of a book that states none. The ending `.md` marks a text file as Markdown." }),
    }),
    upload: { contentTypes: BOOK_TYPES, limitBytes: LIMITS.import_bytes },
    responses: { 200: bookImport, 201: bookImport },
    errors: ["BOOK_UNREADABLE", "IDEMPOTENCY_CONFLICT", "STORAGE_FULL", "STORAGE_QUOTA_EXCEEDED"],
    examples: { responses: { 200: { ...IMPORT, idempotent_replay: true }, 201: IMPORT } },
  }),
  previewImport: endpoint({
    method: "POST",
    path: "/studio/imports/preview",
    scope: "studio:write",
    tag: "Books",
    summary: "Preview the import of a book",
    description: [
      "The body is the file, as in `POST /studio/imports`. The answer has the book's metadata and every chapter. Documents that the book marks as front or back matter are not included by default; `reason` states what they are. `book.cover_asset_id` is a media asset like any other.",
      `No project is created; \`POST /studio/imports/{importId}\` creates it. A preview is kept for ${LIMITS.import_preview_hours} hours. An account keeps its newest ${LIMITS.import_previews} previews.`,
    ].join("\n\n"),
    query: z.object({
      filename: text({ min: 1, max: LIMITS.import_filename_units })
        .optional()
        .meta({ description: "The file's name. It becomes the title of a book that states none." }),
    }),
    upload: { contentTypes: BOOK_TYPES, limitBytes: LIMITS.import_bytes },
    responses: { 201: importPreview },
    errors: ["BOOK_UNREADABLE", "STORAGE_FULL", "STORAGE_QUOTA_EXCEEDED"],
    examples: {
      responses: {
        201: {
          import_id: IMPORT_ID,
          expires_at: "2026-11-25T15:00:00.000Z",
          book: BOOK,
          chapters: [
            {
              index: 0,
              title: "Imprint",
              words: 48,
              source_text_length: 311,
              opening: "Harbour Press, 2019",
              included: false,
              reason: "imprint",
            },
            {
              index: 1,
              title: "Chapter One",
              words: 2_110,
              source_text_length: 11_204,
              opening: "The lamp had been dark for three nights.",
              included: true,
              reason: null,
            },
          ],
          warnings: [],
        },
      },
    },
  }),
  applyImport: endpoint({
    method: "POST",
    path: "/studio/imports/{importId}",
    scope: "studio:write",
    tag: "Books",
    summary: "Import a book that was previewed",
    description:
      "Creates a named project with one section for each chapter in `chapters`, in that order. Without `chapters` it imports the included ones. An absent field keeps the file's value; null clears it. The import ends the preview. The same request again answers 200 with the same project; a different request for the same preview is 409.",
    params: z.strictObject({ importId: uuid }),
    body: mutationBody({
      title: bookTitle.optional(),
      author: bookAuthor.nullable().optional(),
      language: bookLanguage.nullable().optional(),
      chapters: z
        .array(
          z.strictObject({
            index: count.meta({ description: "A chapter of the preview." }),
            title: trimmedText({ min: 1, max: LIMITS.section_title_units })
              .optional()
              .meta({ description: "The section's title. Absent: the chapter's." }),
          }),
        )
        .min(1)
        .max(LIMITS.import_chapters)
        .refine((all) => new Set(all.map((one) => one.index)).size === all.length, "must not name a chapter twice")
        .optional()
        .meta({ description: "The chapters to import." }),
    }),
    responses: { 200: bookImport, 201: bookImport },
    errors: ["NOT_FOUND", "IDEMPOTENCY_CONFLICT", "STORAGE_QUOTA_EXCEEDED"],
    examples: {
      body: { title: "The Lighthouse", chapters: [{ index: 1, title: "One" }] },
      responses: { 200: { ...IMPORT, idempotent_replay: true }, 201: IMPORT },
    },
  }),
  updateFromBook: endpoint({
    method: "POST",
    path: "/studio/projects/{projectId}/imports",
    scope: "studio:write",
    tag: "Books",
    summary: "Update a story from a new edition of its book",
    description: [
      "The body is the file, as in `POST /studio/imports`: the book with corrections, moved or split chapters, or only the next chapters. With `mode=preview` the answer states what would change, and nothing changes. With `mode=apply` the story is updated.",
      "Chapters and paragraphs are compared with what the file had before. A line that did not change keeps its speaker, direction, sounds, notes and takes, also when it moves to another section. A line with other words keeps its speaker and direction. New paragraphs become unparsed text: prepare the sections next. What a person edited stays. A section that the file does not have stays too, except when most of its text moved to other chapters. Each section that changes gets one new version.",
      "`comparison` of a preview names the file and the state of the story. An update with it is 409 `VERSION_CONFLICT` if either is another one now. The cover and the metadata of the book stay as they are.",
    ].join("\n\n"),
    params: projectParams,
    headers: z.object({ "idempotency-key": text({ min: 1, max: LIMITS.idempotency_key_units }).optional() }),
    query: z.object({
      mode: z.enum(["preview", "apply"]).meta({ description: "Whether to state the changes or to make them." }),
      filename: text({ min: 1, max: LIMITS.import_filename_units })
        .optional()
        .meta({ description: "The file's name. The ending `.md` marks a text file as Markdown." }),
      chapters: text({ min: 1, max: 2_000 })
        .regex(/^\d{1,4}(-\d{1,4})?(,\d{1,4}(-\d{1,4})?)*$/u)
        .optional()
        .meta({
          description:
            'The chapters to use, counted from 0 among those that are read: numbers and ranges, as in "0-11,13". Default: all.',
        }),
      comparison: z
        .string()
        .regex(/^[0-9a-f]{64}$/u)
        .optional()
        .meta({ description: "The `comparison` of a preview." }),
    }),
    upload: { contentTypes: BOOK_TYPES, limitBytes: LIMITS.import_bytes },
    responses: { 200: editionUpdate },
    errors: [
      "NOT_FOUND",
      "BOOK_UNREADABLE",
      "VERSION_CONFLICT",
      "STUDIO_COMMAND_REJECTED",
      "IDEMPOTENCY_CONFLICT",
      "STORAGE_FULL",
      "STORAGE_QUOTA_EXCEEDED",
    ],
    examples: { responses: { 200: EDITION } },
  }),
  readBook: endpoint({
    method: "GET",
    path: "/studio/projects/{projectId}/book",
    scope: "studio:read",
    tag: "Books",
    summary: "The metadata of a project's book",
    description:
      "Title, author, language, series, description, publisher, date, ISBN, contributors and cover: from the imported file or as set later. null: unknown.",
    params: projectParams,
    responses: { 200: readBookAnswer },
    errors: ["NOT_FOUND"],
    examples: { responses: { 200: { book: BOOK, has_original: true } } },
  }),
  changeBook: endpoint({
    method: "PATCH",
    path: "/studio/projects/{projectId}/book",
    scope: "studio:write",
    tag: "Books",
    summary: "Change the metadata of a project's book",
    description:
      "Only the fields in the request change; null clears a field. `contributors` replaces the whole list. The cover must be one that the project already has (404 otherwise). The project keeps its name.",
    params: projectParams,
    body: mutationBody({
      schema_version: schemaVersion1,
      title: bookTitle.nullable().optional(),
      author: bookAuthor.nullable().optional(),
      language: bookLanguage.nullable().optional(),
      series: bookDetails.series.optional(),
      series_number: bookDetails.series_number.optional(),
      description: bookDetails.description.optional(),
      publisher: bookDetails.publisher.optional(),
      published: bookDetails.published.optional(),
      isbn: bookDetails.isbn.optional(),
      contributors: bookDetails.contributors.optional(),
      lyrics: bookLyrics.optional(),
      undisclosed_reason: undisclosedReason.optional(),
      cover_asset_id: uuid.nullable().optional(),
    }),
    responses: { 200: bookAnswer },
    errors: ["NOT_FOUND"],
    examples: {
      body: { schema_version: 1, author: "Tobias Quill" },
      responses: { 200: { book: BOOK } },
    },
  }),
  putBookCover: endpoint({
    method: "PUT",
    path: "/studio/projects/{projectId}/book/cover",
    scope: "studio:write",
    tag: "Books",
    summary: "Set the cover of a book",
    description: `The body is the image itself. A separate process decodes it and writes a JPEG of at most ${LIMITS.book_cover_edge} pixels a side; transparent parts become white. Exports that name the previous cover can still use it.`,
    params: projectParams,
    upload: { contentTypes: IMAGE_TYPES, limitBytes: LIMITS.book_cover_bytes },
    responses: { 200: bookAnswer },
    errors: ["NOT_FOUND", "IMAGE_UNREADABLE", "STORAGE_FULL", "STORAGE_QUOTA_EXCEEDED"],
    examples: { responses: { 200: { book: { ...BOOK, format: null } } } },
  }),
  putBookOriginal: endpoint({
    method: "PUT",
    path: "/studio/projects/{projectId}/book/original",
    scope: "studio:write",
    tag: "Books",
    summary: "Set the original EPUB of a book",
    description:
      "The body is an EPUB of at most 64 MiB, of which a separate process reads the text. A book export with `pages` of `original` puts the narration into its pages. An import of an EPUB sets it, and so does an update from an EPUB that holds every chapter of the story. This request is for stories that came another way. Another file than an EPUB is 400 `BOOK_UNREADABLE`.",
    params: projectParams,
    upload: { contentTypes: ["application/epub+zip"], limitBytes: LIMITS.import_bytes },
    responses: { 200: bookAnswer },
    errors: ["NOT_FOUND", "BOOK_UNREADABLE", "STORAGE_FULL", "STORAGE_QUOTA_EXCEEDED"],
    examples: { responses: { 200: { book: BOOK } } },
  }),
};
