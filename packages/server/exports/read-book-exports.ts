import { ApiError, type BookExport, type Caller, type ExportPhase } from "@fullcast/contract";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { type Book, bookExportPage, booksById } from "./book-store.ts";
import { toWireArtifact } from "./read-exports.ts";
import { type ArtifactRow, artifactsById, type ExportRow, loadExport } from "./store.ts";

type Reader = Pick<Services, "db" | "clock" | "signer" | "publicUrl">;

/** @throws ApiError NOT_FOUND when there is no such book export of this project. */
export async function getBookExport(services: Reader, caller: Caller, projectId: string, id: string) {
  await findProject(services, caller, projectId);
  const row = await loadExport(services, id);
  const isHere = row !== undefined && row.section_id === null && row.project_id === projectId;
  const [wire] = isHere ? await toWireBooks(services, [row]) : [];
  if (wire === undefined) throw new ApiError("NOT_FOUND", { resource: "book export" });
  return wire;
}

export interface BookExportQuery {
  readonly format?: ExportRow["format"] | undefined;
  readonly cursor: number;
  readonly limit: number;
}

/** Newest first; the cursor is an offset. */
export async function listBookExports(services: Reader, caller: Caller, projectId: string, query: BookExportQuery) {
  await findProject(services, caller, projectId);
  const rows = await bookExportPage(services, {
    projectId,
    format: query.format,
    offset: query.cursor,
    limit: query.limit + 1,
  });
  return {
    schema_version: 1 as const,
    exports: await toWireBooks(services, rows.slice(0, query.limit)),
    next_cursor: rows.length > query.limit ? String(query.cursor + query.limit) : null,
  };
}

async function toWireBooks(services: Reader, rows: readonly ExportRow[]): Promise<BookExport[]> {
  const books = await booksById(
    services,
    rows.map((row) => row.id),
  );
  const artifacts = await artifactsById(
    services,
    rows.flatMap((row) => row.artifact_id ?? []),
  );
  return rows.flatMap((row) => {
    const book = books.get(row.id);
    const artifact = row.artifact_id === null ? undefined : artifacts.get(row.artifact_id);
    return book === undefined ? [] : [toWireBook(services, row, book, artifact)];
  });
}

function toWireBook(
  services: Reader,
  row: ExportRow,
  { book: { details, ...book }, sections }: Book,
  artifact: ArtifactRow | undefined,
): BookExport {
  const { speaker_registry_version, mastering_version } = row;
  return {
    schema_version: 1,
    id: row.id,
    project_id: row.project_id,
    format: row.format,
    status: statusOf(row.status),
    phase: row.phase as ExportPhase,
    percent: row.percent,
    cache_result: row.cache_result,
    book: {
      ...book,
      part: book.part ?? "whole",
      pages: book.pages ?? "own",
      highlight: book.highlight ?? "word",
    },
    sections: sections.map(({ section_id, title, document_version }) => ({
      section_id,
      title,
      authority: { document_version, speaker_registry_version, mastering_version },
    })),
    duration_ms: row.duration_ms,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    completed_at: row.completed_at?.toISOString() ?? null,
    error: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? "" },
    artifact: row.status === "completed" && artifact !== undefined ? toWireArtifact(services, artifact) : null,
  };
}

/** The states of a project's export job, so that clients poll both alike. */
function statusOf(status: string): BookExport["status"] {
  switch (status) {
    case "queued":
    case "completed":
    case "cancelled":
      return status;
    case "failed":
    case "superseded":
      return "failed";
    default:
      return "running";
  }
}
