import { ApiError, type Caller, type ExportPhase, type ExportStatus, LIMITS } from "@fullcast/contract";
import { findSection } from "../documents/documents.ts";
import { mediaUrl } from "../http/http.ts";
import type { Services } from "../services.ts";
import {
  type ArtifactRow,
  artifactsById,
  EXPORT_COLUMNS,
  type ExportRow,
  isOfSection,
  loadExport,
  type SectionExportRow,
} from "./store.ts";
import { readTimeline } from "./timeline-file.ts";

type Reader = Pick<Services, "db" | "clock" | "signer" | "publicUrl">;

const DOWNLOAD_URL_MS = LIMITS.export_url_hours * 3_600_000;

/** Exports in their wire shape. `is_current` compares with the current versions. */
export async function toWireExports(services: Reader, rows: readonly SectionExportRow[]) {
  const artifacts = await artifactsById(
    services,
    rows.flatMap((row) => (row.artifact_id === null ? [] : [row.artifact_id])),
  );
  const current = await savedVersions(services, rows);
  return rows.map((row) => {
    const artifact = row.artifact_id === null ? undefined : artifacts.get(row.artifact_id);
    return {
      schema_version: 1 as const,
      id: row.id,
      project_id: row.project_id,
      section_id: row.section_id,
      format: row.format,
      status: row.status as ExportStatus,
      phase: row.phase as ExportPhase,
      percent: row.percent,
      cache_result: row.cache_result,
      authority: {
        document_version: row.document_version,
        speaker_registry_version: row.speaker_registry_version,
        mastering_version: row.mastering_version,
        is_current: current.get(row.section_id) === versionKey(row),
      },
      created_at: row.created_at.toISOString(),
      started_at: row.started_at?.toISOString() ?? null,
      completed_at: row.completed_at?.toISOString() ?? null,
      error: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? "" },
      artifact: row.status === "completed" && artifact !== undefined ? toWireArtifact(services, artifact) : null,
    };
  });
}

export type WireExport = Awaited<ReturnType<typeof toWireExports>>[number];

export async function toWireExport(services: Reader, row: SectionExportRow): Promise<WireExport> {
  const [wire] = await toWireExports(services, [row]);
  if (wire === undefined) throw new ApiError("NOT_FOUND", { resource: "export" });
  return wire;
}

export function toWireArtifact(services: Reader, artifact: ArtifactRow) {
  const expires = new Date(Math.min(services.clock().getTime() + DOWNLOAD_URL_MS, artifact.expires_at.getTime()));
  return {
    asset_id: artifact.id,
    filename: artifact.filename,
    content_type: artifact.content_type,
    size_bytes: artifact.size_bytes,
    download_url: mediaUrl(services, { purpose: "export", object: artifact.id, expiresAt: expires }),
    download_url_expires_at: expires.toISOString(),
    artifact_expires_at: artifact.expires_at.toISOString(),
  };
}

const versionKey = (versions: {
  readonly document_version: number;
  readonly speaker_registry_version: number;
  readonly mastering_version: number;
}) => `${versions.document_version}/${versions.speaker_registry_version}/${versions.mastering_version}`;

async function savedVersions(
  { db }: Pick<Services, "db">,
  rows: readonly SectionExportRow[],
): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map();
  const saved = await db.q
    .selectFrom("sections")
    .innerJoin("projects", "projects.id", "sections.project_id")
    .select([
      "sections.id",
      "sections.document_version",
      "projects.speaker_registry_version",
      "projects.mastering_version",
    ])
    .where("sections.id", "in", [...new Set(rows.map((row) => row.section_id))])
    .execute();
  return new Map(saved.map((row) => [row.id, versionKey(row)]));
}

/** Of a section or of a book. @throws ApiError NOT_FOUND when there is no such export of the caller's account. */
export async function findAnyExport(
  services: Pick<Services, "db">,
  caller: Caller,
  exportId: string,
): Promise<ExportRow> {
  const row = await loadExport(services, exportId);
  if (row === undefined || row.account_id !== caller.accountId) throw new ApiError("NOT_FOUND", { resource: "export" });
  return row;
}

/** Of a section. @throws ApiError NOT_FOUND when there is no such export of the caller's account. */
export async function findExport(
  services: Pick<Services, "db">,
  caller: Caller,
  exportId: string,
): Promise<SectionExportRow> {
  const row = await findAnyExport(services, caller, exportId);
  if (!isOfSection(row)) throw new ApiError("NOT_FOUND", { resource: "export" });
  return row;
}

export async function getExport(services: Reader, caller: Caller, exportId: string) {
  return toWireExport(services, await findExport(services, caller, exportId));
}

export interface ExportListQuery {
  readonly section_id?: string | undefined;
  readonly format?: ExportRow["format"] | undefined;
  readonly status?: string | undefined;
  readonly cursor: number;
  readonly limit: number;
}

/** The account's exports, newest first; the cursor is an offset. */
export async function listExports(services: Reader, caller: Caller, query: ExportListQuery) {
  const ids = services.db.q
    .selectFrom("exports")
    .select("id")
    .$call((select) =>
      query.section_id === undefined
        ? select.where("account_id", "=", caller.accountId).where("section_id", "is not", null)
        : select.where("section_id", "=", query.section_id),
    )
    .$if(query.format !== undefined, (select) => select.where("format", "=", query.format as ExportRow["format"]))
    .$if(query.status !== undefined, (select) => select.where("status", "=", query.status as string))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .offset(query.cursor)
    .limit(query.limit + 1);
  // The offset is skipped in the index, without reading rows.
  const rows = await services.db.q
    .selectFrom("exports")
    .select(EXPORT_COLUMNS)
    .where("id", "in", ids)
    .where("account_id", "=", caller.accountId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  // The exports name the section's account; only an empty page needs a query for it.
  if (query.section_id !== undefined && rows.length === 0) await findSection(services, caller, query.section_id);
  return {
    schema_version: 1 as const,
    exports: await toWireExports(services, rows.slice(0, query.limit).filter(isOfSection)),
    next_cursor: rows.length > query.limit ? String(query.cursor + query.limit) : null,
  };
}

/** The timeline that the export was made from. It never changes. */
export async function getExportManifest(
  services: Pick<Services, "db" | "files">,
  caller: Caller,
  exportId: string,
  schemaVersion: 1 | 2,
) {
  const row = await findExport(services, caller, exportId);
  if (row.manifest_hash === null || row.timeline_sha256 === null) throw new ApiError("EXPORT_MANIFEST_UNAVAILABLE", {});
  const { manifest, unit_word_timings } = await readTimeline(services, row.timeline_sha256);
  return {
    schema_version: schemaVersion,
    export_id: exportId,
    manifest_hash: row.manifest_hash,
    manifest,
    ...(schemaVersion === 2 ? { unit_word_timings } : {}),
  };
}
