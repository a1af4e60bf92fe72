import { z } from "zod";
import { LIMITS } from "../limits.ts";
import {
  exportFormat,
  exportManifest,
  exportStatus,
  masteringProfileResource,
  sectionExport,
} from "../schemas/exports.ts";
import { count, schemaVersion1, text, uuid, version } from "../schemas/primitives.ts";
import { endpoint } from "./endpoint.ts";

const exportParams = z.strictObject({ exportId: uuid });

export const exportEndpoints = {
  readMasteringProfile: endpoint({
    method: "GET",
    path: "/studio/projects/{projectId}/mastering-profile",
    scope: "studio:read",
    tag: "Exports",
    summary: "How a project's audio is mastered",
    params: z.strictObject({ projectId: uuid }),
    responses: { 200: masteringProfileResource },
    errors: ["NOT_FOUND"],
  }),
  createExport: endpoint({
    method: "POST",
    path: "/studio/exports",
    scope: "studio:write",
    tag: "Exports",
    summary: "Render a section to a file",
    description:
      "202 for new work, 200 when an identical unexpired file is reused. The same Idempotency-Key with the same request replays safely.",
    headers: z.object({ "idempotency-key": text({ min: 1, max: LIMITS.idempotency_key_units }) }),
    body: z.strictObject({
      schema_version: schemaVersion1,
      section_id: uuid,
      document_version: version,
      speaker_registry_version: version,
      mastering_version: version,
      format: exportFormat,
    }),
    responses: { 200: sectionExport, 202: sectionExport },
    errors: ["NOT_FOUND", "VERSION_CONFLICT", "IDEMPOTENCY_CONFLICT", "SERVICE_UNAVAILABLE", "STORAGE_FULL"],
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
  }),
  cancelExport: endpoint({
    method: "POST",
    path: "/studio/exports/{exportId}/cancel",
    scope: "studio:write",
    tag: "Exports",
    summary: "Cancel an export",
    description: "A queued export is cancelled at once, a running one is asked to stop. The body may be left out.",
    params: exportParams,
    body: z.strictObject({ schema_version: schemaVersion1.optional() }).optional(),
    responses: { 200: sectionExport },
    errors: ["NOT_FOUND", "EXPORT_NOT_CANCELLABLE"],
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
};
