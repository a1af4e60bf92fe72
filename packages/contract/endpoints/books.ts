import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { book, bookAuthor, bookLanguage, bookTitle } from "../schemas/books.ts";
import { IMAGE_TYPES } from "../schemas/feedback.ts";
import { schemaVersion1, uuid } from "../schemas/primitives.ts";
import { endpoint } from "./endpoint.ts";

const projectParams = z.strictObject({ projectId: uuid });
const bookAnswer = z.strictObject({ book }).meta({ id: "BookAnswer" });
const COVER_ID = "5b2a0c1e-7d3f-4c7b-9d0e-2f6a8b1c4d33";
const BOOK = {
  title: "The Lighthouse",
  author: "Tobias Quill",
  language: "en",
  cover_asset_id: COVER_ID,
  format: "epub",
} as const;

export const bookEndpoints = {
  readBook: endpoint({
    method: "GET",
    path: "/studio/projects/{projectId}/book",
    scope: "studio:read",
    tag: "Books",
    summary: "What a project's book says of itself",
    description:
      "Title, author, language and cover, as the imported book told them or as they were set. null: not known.",
    params: projectParams,
    responses: { 200: bookAnswer },
    errors: ["NOT_FOUND"],
    examples: { responses: { 200: { book: BOOK } } },
  }),
  changeBook: endpoint({
    method: "PATCH",
    path: "/studio/projects/{projectId}/book",
    scope: "studio:write",
    tag: "Books",
    summary: "Correct title, author, language or cover",
    description:
      "Only what is given changes; null takes it away. A cover is one that the project was given before (404 otherwise). The project keeps its name.",
    params: projectParams,
    body: z.strictObject({
      schema_version: schemaVersion1,
      title: bookTitle.nullable().optional(),
      author: bookAuthor.nullable().optional(),
      language: bookLanguage.nullable().optional(),
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
    summary: "Give a book its cover",
    description: `The body is the image itself. It is decoded in a process of its own and drawn anew as a JPEG of at most ${LIMITS.book_cover_edge} pixels a side; what was see-through is white. The cover before it stays usable for exports that name it.`,
    params: projectParams,
    upload: { contentTypes: IMAGE_TYPES, limitBytes: LIMITS.book_cover_bytes },
    responses: { 200: bookAnswer },
    errors: ["NOT_FOUND", "IMAGE_UNREADABLE", "STORAGE_FULL"],
    examples: { responses: { 200: { book: { ...BOOK, format: null } } } },
  }),
};
