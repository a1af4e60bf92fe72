// The SQL of exports and their artifacts.

import type { ExportStatus } from "@fullcast/contract";
import { type Selectable, sql } from "kysely";
import type { ExportArtifactsTable, ExportsTable } from "../db/tables.ts";
import type { Services } from "../services.ts";

type Db = Pick<Services, "db">;
export type ExportRow = Selectable<ExportsTable>;
export type ArtifactRow = Selectable<ExportArtifactsTable>;

/** The export of a section. A book's export has neither field. */
export type SectionExportRow = ExportRow & { readonly section_id: string; readonly document_version: number };

export function isOfSection(row: ExportRow): row is SectionExportRow {
  return row.section_id !== null && row.document_version !== null;
}

export const EXPORT_COLUMNS = [
  "id",
  "account_id",
  "project_id",
  "section_id",
  "format",
  "status",
  "phase",
  "percent",
  "cache_result",
  "document_version",
  "speaker_registry_version",
  "mastering_version",
  "manifest_hash",
  "timeline_sha256",
  "duration_ms",
  "artifact_id",
  "error_code",
  "error_message",
  "attempts",
  "created_at",
  "started_at",
  "completed_at",
] as const;

/** States in which an export has yet to make its file. */
export const UNFINISHED = ["queued", "running", "retry_wait"] as const satisfies readonly ExportStatus[];

/** The fields of an export that no job has begun. */
export const QUEUED = {
  status: "queued",
  phase: "queued",
  percent: 0,
  manifest_hash: null,
  timeline_sha256: null,
  duration_ms: null,
  artifact_id: null,
  error_code: null,
  error_message: null,
  attempts: 0,
  started_at: null,
  completed_at: null,
} as const;

export async function loadExport({ db }: Db, exportId: string): Promise<ExportRow | undefined> {
  return db.q.selectFrom("exports").select(EXPORT_COLUMNS).where("id", "=", exportId).executeTakeFirst();
}

/** Locks the export's row until the caller's transaction ends. */
export async function lockExport({ db }: Db, exportId: string): Promise<ExportRow | undefined> {
  return db.q.selectFrom("exports").select(EXPORT_COLUMNS).where("id", "=", exportId).forUpdate().executeTakeFirst();
}

/** Exports of sections by id; exports of books are left out. */
export async function exportsById({ db }: Db, ids: readonly string[]): Promise<SectionExportRow[]> {
  if (ids.length === 0) return [];
  const rows = await db.q.selectFrom("exports").select(EXPORT_COLUMNS).where("id", "in", ids).execute();
  return rows.filter(isOfSection);
}

export async function insertExport({ db }: Db, row: ExportRow): Promise<void> {
  await db.q.insertInto("exports").values(row).execute();
}

export async function updateExport(
  { db }: Db,
  exportId: string,
  change: Partial<Omit<ExportRow, "id">>,
): Promise<void> {
  await db.q.updateTable("exports").set(change).where("id", "=", exportId).execute();
}

/** The fields in which exports of the same file are equal. */
export type ExportSubject = Pick<
  SectionExportRow,
  "section_id" | "format" | "document_version" | "speaker_registry_version" | "mastering_version"
>;

/** Exports of the same subject, newest first. */
export async function exportsOfSubject({ db }: Db, subject: ExportSubject): Promise<ExportRow[]> {
  return db.q
    .selectFrom("exports")
    .select(EXPORT_COLUMNS)
    .where("section_id", "=", subject.section_id)
    .where("format", "=", subject.format)
    .where("document_version", "=", subject.document_version)
    .where("speaker_registry_version", "=", subject.speaker_registry_version)
    .where("mastering_version", "=", subject.mastering_version)
    .orderBy("created_at", "desc")
    .execute();
}

/** Waiting exports of the section and format for other versions. */
export async function outdatedWaiting({ db }: Db, subject: ExportSubject): Promise<string[]> {
  const rows = await db.q
    .selectFrom("exports")
    .select("id")
    .where("section_id", "=", subject.section_id)
    .where("format", "=", subject.format)
    .where("status", "in", ["queued", "retry_wait"])
    .where((e) =>
      e.or([
        e("document_version", "!=", subject.document_version),
        e("speaker_registry_version", "!=", subject.speaker_registry_version),
        e("mastering_version", "!=", subject.mastering_version),
      ]),
    )
    .execute();
  return rows.map((row) => row.id);
}

export async function unfinishedExports({ db }: Db): Promise<readonly { id: string; account_id: string }[]> {
  return db.q
    .selectFrom("exports")
    .select(["id", "account_id"])
    .where("completed_at", "is", null)
    .orderBy("created_at")
    .execute();
}

/** An unexpired artifact with this key. */
export async function findArtifact(
  { db, clock }: Pick<Services, "db" | "clock">,
  accountId: string,
  artifactKey: string,
): Promise<ArtifactRow | undefined> {
  return db.q
    .selectFrom("export_artifacts")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("artifact_key", "=", artifactKey)
    .where("expires_at", ">", clock())
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

export async function artifactsById({ db }: Db, ids: readonly string[]): Promise<Map<string, ArtifactRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db.q.selectFrom("export_artifacts").selectAll().where("id", "in", ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** With its JSON as text. */
export type NewArtifact = Omit<ArtifactRow, "report" | "recorded"> & {
  readonly report: string;
  readonly recorded: string;
};

export async function insertArtifact({ db }: Db, row: NewArtifact): Promise<void> {
  await db.q.insertInto("export_artifacts").values(row).execute();
}

/** Hashes of the objects of expired artifacts whose files are not yet removed. */
export async function expiredObjects({ db, clock }: Pick<Services, "db" | "clock">): Promise<string[]> {
  const rows = await db.q
    .selectFrom("export_artifacts")
    .select("sha256")
    .distinct()
    .where("expires_at", "<=", clock())
    .where("file_removed", "=", false)
    .execute();
  return rows.map((row) => row.sha256);
}

export async function forgetFiles({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  await db.q
    .updateTable("export_artifacts")
    .set({ file_removed: true })
    .where("expires_at", "<=", clock())
    .where("file_removed", "=", false)
    .execute();
}

const REMOVAL_COLUMNS = ["id", "artifact_id", "timeline_sha256", "completed_at"] as const;

/** The fields of sections' exports that deletions need: state and objects. */
export async function exportsOfSections({ db }: Db, sectionIds: readonly string[]) {
  if (sectionIds.length === 0) return [];
  return db.q.selectFrom("exports").select(REMOVAL_COLUMNS).where("section_id", "in", sectionIds).execute();
}

/** The same for the book exports of a project. */
export async function booksOfProject({ db }: Db, projectId: string) {
  return db.q
    .selectFrom("exports")
    .select(REMOVAL_COLUMNS)
    .where("project_id", "=", projectId)
    .where("section_id", "is", null)
    .execute();
}

/** Removes artifacts that no export refers to. @returns the hashes of their objects, one for each artifact. */
export async function deleteUnusedArtifacts({ db }: Db, artifactIds: readonly string[]): Promise<string[]> {
  if (artifactIds.length === 0) return [];
  const { rows } = await sql<{ sha256: string }>`
    delete from export_artifacts a where a.id in (${sql.join(artifactIds)})
      and not exists (select 1 from exports e where e.artifact_id = a.id)
    returning a.sha256
  `.execute(db.q);
  return rows.map((row) => row.sha256);
}

export async function deleteExports({ db }: Db, exportIds: readonly string[]): Promise<void> {
  if (exportIds.length === 0) return;
  await db.q.deleteFrom("exports").where("id", "in", exportIds).execute();
}

/** Stores an artifact's report. */
export async function writeReport({ db }: Db, artifactId: string, report: string): Promise<void> {
  await db.q.updateTable("export_artifacts").set({ report }).where("id", "=", artifactId).execute();
}

export async function unfinishedExportsOfAccount({ db }: Db, accountId: string): Promise<string[]> {
  const rows = await db.q
    .selectFrom("exports")
    .select("id")
    .where("account_id", "=", accountId)
    .where("completed_at", "is", null)
    .execute();
  return rows.map((row) => row.id);
}

/** @returns the objects of the artifacts that are gone now. */
export async function deleteArtifactsOfAccount({ db }: Db, accountId: string): Promise<string[]> {
  const rows = await db.q
    .deleteFrom("export_artifacts")
    .where("account_id", "=", accountId)
    .returning("sha256")
    .execute();
  return rows.map((row) => row.sha256);
}
