import { z } from "zod";
import { LIMITS } from "../limits.ts";
import {
  bookDescription,
  bookExport,
  exportFormat,
  exportFreshness,
  exportManifest,
  exportReport,
  exportStatus,
  masteringChange,
  masteringProfileResource,
  projectExport,
  sectionExport,
  shopId,
} from "../schemas/exports.ts";
import { mutationBody } from "../schemas/mutation-body.ts";
import { count, schemaVersion1, text, uniqueUuids, uuid, version } from "../schemas/primitives.ts";
import { studioMutation } from "../schemas/projects.ts";
import { endpoint } from "./endpoint.ts";

const projectParams = z.strictObject({ projectId: uuid });
const exportParams = z.strictObject({ exportId: uuid });
const bookParams = z.strictObject({ projectId: uuid, exportId: uuid });
const projectExportKey = z.object({
  "idempotency-key": z
    .string()
    .regex(/^[\x21-\x7e]{8,128}$/, "must be 8 to 128 printable ASCII characters without spaces"),
});
const jobPageQuery = z.object({
  format: exportFormat.optional(),
  cursor: count.default(0).meta({ description: "An offset." }),
  limit: z.int().min(1).max(LIMITS.project_export_page).default(1),
});
const jobPage = <Job extends z.ZodType>(job: Job) =>
  z.strictObject({
    schema_version: schemaVersion1,
    exports: z.array(job).max(LIMITS.project_export_page),
    next_cursor: z.string().nullable(),
  });
const BOOK_EXAMPLE = {
  schema_version: 1 as const,
  id: "3d6f0a52-0f0e-4b7b-9a43-6f6f6c3f9b11",
  project_id: "16fd2706-8baf-433b-82eb-8c7fada847da",
  format: "m4b" as const,
  status: "queued" as const,
  phase: "queued" as const,
  percent: 0,
  cache_result: "miss" as const,
  book: {
    title: "The Lighthouse",
    author: "Ann Ash",
    language: "en",
    narrator: null,
    cover_asset_id: null,
    credits: true,
    chapters: "sections" as const,
    part: "whole" as const,
    pages: "own" as const,
    highlight: "word" as const,
  },
  sections: [
    {
      section_id: "7c9e6679-7425-40de-944b-e07fc1f90ae7",
      title: "The Storm",
      authority: { document_version: 2, speaker_registry_version: 3, mastering_version: 1 },
    },
  ],
  duration_ms: null,
  created_at: "2026-11-21T20:15:00.000Z",
  started_at: null,
  completed_at: null,
  error: null,
  artifact: null,
};

export const exportEndpoints = {
  readMasteringProfile: endpoint({
    method: "GET",
    path: "/studio/projects/{projectId}/mastering-profile",
    scope: "studio:read",
    tag: "Exports",
    summary: "The mastering profile of a project",
    params: z.strictObject({ projectId: uuid }),
    responses: { 200: masteringProfileResource },
    errors: ["NOT_FOUND"],
    reservedStatuses: [409],
  }),
  changeMasteringProfile: endpoint({
    method: "PATCH",
    path: "/studio/projects/{projectId}/mastering-profile",
    scope: "studio:write",
    tag: "Exports",
    summary: "Change the mastering profile of a project",
    description:
      "Only the fields in the request change. speaker_adjustments_db is replaced as a whole, and its keys must be speakers of the project. Speech is not generated again: manifests and later exports use the new profile. spoken_tags omit changes the spoken text of some narration: those blocks are stale (excluded_text) until their audio is created, and current again when it is set back to keep.",
    params: z.strictObject({ projectId: uuid }),
    body: mutationBody({
      ...studioMutation,
      base_mastering_version: version,
      profile: masteringChange,
      preset: z
        .enum(["default", "acx"])
        .meta({
          description: "Fills in fields before those of profile: acx: the requirements of the audiobook shop ACX.",
        })
        .optional(),
    }),
    responses: { 200: masteringProfileResource },
    errors: ["NOT_FOUND", "VERSION_CONFLICT", "IDEMPOTENCY_CONFLICT"],
    examples: {
      body: {
        schema_version: 1,
        actor_session_id: "0f3a5a34-52ab-4a39-9a5d-6f2d7a1f7b10",
        client_mutation_id: "1d9d1c0b-6a26-4e62-8b5e-0f6f2b7a9c33",
        base_mastering_version: 1,
        profile: { target_lufs: -16, peak_ceiling_db: -1 },
      },
    },
  }),
  createExport: endpoint({
    method: "POST",
    path: "/studio/exports",
    scope: "studio:write",
    tag: "Exports",
    summary: "Render a section to a file",
    description:
      "202 for new work, 200 when an identical unexpired file is reused (cache_result reused) or the request is repeated. Work that joins an identical running export is coalesced. A queued export of the same section and format with older versions is superseded. An export with missing audio is accepted and fails when it compiles (EXPORT_AUDIO_INCOMPLETE).",
    headers: z.object({ "idempotency-key": text({ min: 1, max: LIMITS.idempotency_key_units }) }),
    body: mutationBody({
      schema_version: schemaVersion1,
      section_id: uuid,
      document_version: version,
      speaker_registry_version: version,
      mastering_version: version,
      format: exportFormat,
    }),
    responses: { 200: sectionExport, 202: sectionExport },
    errors: [
      "NOT_FOUND",
      "VERSION_CONFLICT",
      "IDEMPOTENCY_CONFLICT",
      "STORAGE_QUOTA_EXCEEDED",
      "SERVICE_UNAVAILABLE",
      "STORAGE_FULL",
    ],
    reservedStatuses: [502],
    examples: {
      body: {
        schema_version: 1,
        section_id: "7c9e6679-7425-40de-944b-e07fc1f90ae7",
        document_version: 2,
        speaker_registry_version: 3,
        mastering_version: 1,
        format: "m4b",
      },
    },
  }),
  listExports: endpoint({
    method: "GET",
    path: "/studio/exports",
    scope: "studio:read",
    tag: "Exports",
    summary: "The account's exports, newest first",
    description:
      "The cursor is an offset from the newest item: an export that is created between two requests shifts the pages by one, so the next page repeats one item. Another account's section_id is 404.",
    query: z.object({
      section_id: uuid.optional(),
      format: exportFormat.optional(),
      status: exportStatus.optional(),
      cursor: count.default(0).meta({ description: "An offset." }),
      limit: z.int().min(1).max(LIMITS.export_page).default(25),
    }),
    responses: {
      200: z
        .strictObject({
          schema_version: schemaVersion1,
          exports: z.array(sectionExport),
          next_cursor: z.string().nullable(),
        })
        .meta({ id: "ExportPage" }),
    },
    errors: ["NOT_FOUND", "SERVICE_UNAVAILABLE"],
    reservedStatuses: [409],
  }),
  readExport: endpoint({
    method: "GET",
    path: "/studio/exports/{exportId}",
    scope: "studio:read",
    tag: "Exports",
    summary: "One export",
    description: "Poll about once per second while it runs.",
    params: exportParams,
    responses: { 200: sectionExport },
    errors: ["NOT_FOUND", "SERVICE_UNAVAILABLE"],
    reservedStatuses: [409],
  }),
  cancelExport: endpoint({
    method: "POST",
    path: "/studio/exports/{exportId}/cancel",
    scope: "studio:write",
    tag: "Exports",
    summary: "Cancel an export",
    description: "A queued export is cancelled at once; a running one stops soon afterwards. The body is optional.",
    params: exportParams,
    body: mutationBody({}).optional(),
    responses: { 200: sectionExport },
    errors: ["NOT_FOUND", "EXPORT_NOT_CANCELLABLE"],
  }),
  readExportReport: endpoint({
    method: "GET",
    path: "/studio/exports/{exportId}/report",
    scope: "studio:read",
    tag: "Exports",
    summary: "Measure a file against a shop's rules",
    description:
      "The rules of a shop, each with a measured value and a verdict, for the encoded file of a section export or a book export. The first call decodes the whole file, which takes some seconds for a long one. Rules change: read_on states when they were read.",
    params: exportParams,
    query: z.object({ shop: shopId.default("acx").meta({ description: "Whose rules; ACX by default." }) }),
    responses: { 200: exportReport },
    errors: ["NOT_FOUND", "EXPORT_REPORT_UNAVAILABLE"],
  }),
  readExportManifest: endpoint({
    method: "GET",
    path: "/studio/exports/{exportId}/manifest",
    scope: "studio:read",
    tag: "Exports",
    summary: "The immutable timeline of an export",
    description: "schema_version=2 adds unit_word_timings.",
    params: exportParams,
    query: z.object({ schema_version: z.literal([1, 2]).default(1) }),
    responses: { 200: exportManifest },
    errors: ["NOT_FOUND", "EXPORT_MANIFEST_UNAVAILABLE"],
  }),
  createProjectExport: endpoint({
    method: "POST",
    path: "/studio/projects/{projectId}/exports",
    scope: "studio:write",
    tag: "Exports",
    summary: "Render sections of a project, one file each",
    description:
      "Captures the selection and the saved versions together and creates one export for each section, in project order. Audio takes are chosen when each export compiles. 202 for a new job, 200 when the same request is repeated. Without sections the job covers all sections of the project, at most 100. It generates no speech and no combined archive.",
    params: projectParams,
    headers: projectExportKey,
    body: mutationBody({
      schema_version: schemaVersion1,
      format: exportFormat,
      pin: z.literal("current"),
      sections: uniqueUuids({ min: 1, max: LIMITS.project_export_sections }).optional(),
    }),
    responses: { 200: projectExport, 202: projectExport },
    errors: ["NOT_FOUND", "STUDIO_COMMAND_REJECTED", "IDEMPOTENCY_CONFLICT", "STORAGE_QUOTA_EXCEEDED"],
    examples: { body: { schema_version: 1, format: "mp3", pin: "current" } },
  }),
  listProjectExports: endpoint({
    method: "GET",
    path: "/studio/projects/{projectId}/exports",
    scope: "studio:read",
    tag: "Exports",
    summary: "The export jobs of a project, newest first",
    description:
      "The cursor is an offset from the newest item: a job that is created between two requests shifts the pages by one, so the next page repeats one item.",
    params: projectParams,
    query: jobPageQuery,
    responses: { 200: jobPage(projectExport).meta({ id: "ProjectExportPage" }) },
    errors: ["NOT_FOUND"],
  }),
  readProjectExport: endpoint({
    method: "GET",
    path: "/studio/projects/{projectId}/exports/{exportId}",
    scope: "studio:read",
    tag: "Exports",
    summary: "One export job of a project",
    description: "exportId is the id of the job, not of a section export. Poll while it is queued or running.",
    params: z.strictObject({ projectId: uuid, exportId: uuid }),
    responses: { 200: projectExport },
    errors: ["NOT_FOUND"],
  }),
  createBookExport: endpoint({
    method: "POST",
    path: "/studio/projects/{projectId}/book-exports",
    scope: "studio:write",
    tag: "Exports",
    summary: "Render sections of a project to one file: a book",
    description:
      "Body and header are those of a project export, with the metadata of the book. An absent field of book comes from PATCH /studio/projects/{projectId}/book or from the import. The file has the sections in project order with a pause between them: M4B, MP3 and Opus with chapters and tags, WAV with tags, EPUB with a page for each section, SRT with one timeline. Selection and versions are captured together. A section that changes before its turn fails the export with EXPORT_SUPERSEDED; a section without complete audio, or a deleted one, fails it with EXPORT_AUDIO_INCOMPLETE, and the error names the section and the gap. The same sections and the same book give the same bytes. credits adds spoken credits; the narrator speaks them once, at the usual price. pages=original puts the narration into the EPUB that the story was imported from, or last updated from as a whole; a story without one is INVALID_REQUEST, an EPUB of version 2 goes out as one of version 3, and one with a narration of its own fails the export with EXPORT_FAILED.",
    params: projectParams,
    headers: projectExportKey,
    body: mutationBody({
      schema_version: schemaVersion1,
      format: exportFormat,
      pin: z.literal("current"),
      sections: uniqueUuids({ min: 1, max: LIMITS.project_export_sections }).optional(),
      book: bookDescription.optional(),
    }),
    responses: { 200: bookExport, 202: bookExport },
    errors: ["NOT_FOUND", "STUDIO_COMMAND_REJECTED", "IDEMPOTENCY_CONFLICT", "STORAGE_QUOTA_EXCEEDED"],
    examples: {
      body: {
        schema_version: 1,
        format: "m4b",
        pin: "current",
        book: { title: "The Lighthouse", author: "Ann Ash", credits: true },
      },
      responses: { 202: BOOK_EXAMPLE },
    },
  }),
  listBookExports: endpoint({
    method: "GET",
    path: "/studio/projects/{projectId}/book-exports",
    scope: "studio:read",
    tag: "Exports",
    summary: "The book exports of a project, newest first",
    description:
      "The cursor is an offset from the newest item: an export that is created between two requests shifts the pages by one, so the next page repeats one item.",
    params: projectParams,
    query: jobPageQuery,
    responses: { 200: jobPage(bookExport).meta({ id: "BookExportPage" }) },
    errors: ["NOT_FOUND"],
  }),
  readBookExport: endpoint({
    method: "GET",
    path: "/studio/projects/{projectId}/book-exports/{exportId}",
    scope: "studio:read",
    tag: "Exports",
    summary: "One book export of a project",
    description:
      "Poll about once per second while it is queued or running. Its report is GET /studio/exports/{exportId}/report.",
    params: bookParams,
    responses: { 200: bookExport },
    errors: ["NOT_FOUND"],
    examples: { responses: { 200: BOOK_EXAMPLE } },
  }),
  cancelBookExport: endpoint({
    method: "POST",
    path: "/studio/projects/{projectId}/book-exports/{exportId}/cancel",
    scope: "studio:write",
    tag: "Exports",
    summary: "Cancel a book export",
    description: "A queued export is cancelled at once; a running one stops soon afterwards. The body is optional.",
    params: bookParams,
    body: mutationBody({}).optional(),
    responses: { 200: bookExport },
    errors: ["NOT_FOUND", "EXPORT_NOT_CANCELLABLE"],
  }),
  readExportFreshness: endpoint({
    method: "GET",
    path: "/studio/projects/{projectId}/export-freshness",
    scope: "studio:read",
    tag: "Exports",
    summary: "Compare exports with the saved versions",
    params: projectParams,
    responses: { 200: exportFreshness },
    errors: ["NOT_FOUND"],
  }),
};
