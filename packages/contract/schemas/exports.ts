// Exports and the mastering profile they follow.

import { z } from "zod";
import { masteringProfile, renderManifest, unitWordTimings } from "./manifest.ts";
import { count, hash, timestamp, url, uuid, version } from "./primitives.ts";

export const exportFormat = z.enum(["mp3", "wav", "m4b", "epub", "srt"]).meta({ id: "ExportFormat" });

export const exportStatus = z
  .enum(["queued", "running", "retry_wait", "canceling", "completed", "failed", "cancelled", "superseded"])
  .meta({ id: "ExportStatus" });

export const exportPhase = z.enum([
  "queued",
  "compiling",
  "claiming_artifact",
  "downloading",
  "mixing",
  "encoding",
  "packaging",
  "uploading",
  "complete",
  "failed",
  "cancelled",
]);

const authority = {
  document_version: version,
  speaker_registry_version: version,
  mastering_version: version,
};

export const sectionExport = z
  .strictObject({
    schema_version: z.literal(1),
    id: uuid,
    project_id: uuid,
    section_id: uuid,
    format: exportFormat,
    status: exportStatus,
    phase: exportPhase,
    percent: z.int().min(0).max(100),
    cache_result: z.enum(["miss", "reused", "coalesced"]),
    authority: z.strictObject({ ...authority, is_current: z.boolean() }),
    created_at: timestamp,
    started_at: timestamp.nullable(),
    completed_at: timestamp.nullable(),
    error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
    artifact: z
      .strictObject({
        asset_id: uuid,
        filename: z.string().min(1).max(255),
        content_type: z.string(),
        size_bytes: z.int().min(1),
        download_url: url,
        download_url_expires_at: timestamp,
        artifact_expires_at: timestamp,
      })
      .nullable(),
  })
  .meta({ id: "Export", description: "The artifact is present when the status is completed." });

export const exportManifest = z
  .strictObject({
    schema_version: z.literal([1, 2]),
    export_id: uuid,
    manifest_hash: hash,
    manifest: renderManifest,
    unit_word_timings: z.array(unitWordTimings).exactOptional(),
  })
  .meta({ id: "ExportManifest" });

export const masteringProfileResource = z
  .strictObject({
    schema_version: z.literal(1),
    project_id: uuid,
    project_kind: z.enum(["standalone", "named"]),
    mastering_version: version,
    scope: z.enum(["document", "project"]),
    profile: masteringProfile,
    sfx_adjustments: z
      .strictObject({ nonzero_count: count, nonzero_section_count: count, fingerprint: hash })
      .exactOptional(),
  })
  .meta({ id: "MasteringProfileResource" });
