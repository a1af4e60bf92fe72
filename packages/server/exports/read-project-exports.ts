import { ApiError, type Caller, failures } from "@fullcast/contract";
import { projectExportState } from "@fullcast/core/workflow";
import { sectionsOfProject } from "../documents/documents.ts";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import {
  capturedSections,
  loadProjectExport,
  newestExports,
  type ProjectExportRow,
  type ProjectExportSectionRow,
  projectExportPage,
} from "./project-store.ts";
import { toWireExports, type WireExport } from "./read-exports.ts";
import { exportsById } from "./store.ts";

type Reader = Pick<Services, "db" | "clock" | "signer" | "publicUrl">;

const UNAVAILABLE = "STUDIO_PROJECT_EXPORT_SECTION_UNAVAILABLE";

/** @throws ApiError NOT_FOUND when there is no such job of this project. */
export async function getProjectExport(services: Reader, caller: Caller, projectId: string, id: string) {
  await findProject(services, caller, projectId);
  const row = await loadProjectExport(services, id);
  const [wire] = row?.project_id === projectId ? await toWireProjectExports(services, [row]) : [];
  if (wire === undefined) throw new ApiError("NOT_FOUND", { resource: "project export" });
  return wire;
}

export interface ProjectExportQuery {
  readonly format?: ProjectExportRow["format"] | undefined;
  readonly cursor: number;
  readonly limit: number;
}

/** Newest first; the cursor is an offset. */
export async function listProjectExports(
  services: Reader,
  caller: Caller,
  projectId: string,
  query: ProjectExportQuery,
) {
  await findProject(services, caller, projectId);
  const rows = await projectExportPage(services, {
    projectId,
    format: query.format,
    offset: query.cursor,
    limit: query.limit + 1,
  });
  return {
    schema_version: 1 as const,
    exports: await toWireProjectExports(services, rows.slice(0, query.limit)),
    next_cursor: rows.length > query.limit ? String(query.cursor + query.limit) : null,
  };
}

async function toWireProjectExports(services: Reader, rows: readonly ProjectExportRow[]) {
  const captured = await capturedSections(
    services,
    rows.map((row) => row.id),
  );
  const children = await exportsById(
    services,
    captured.map((section) => section.export_id),
  );
  const wires = new Map((await toWireExports(services, children)).map((wire) => [wire.id, wire]));
  return rows.map((row) =>
    toWireProjectExport(
      row,
      captured.filter((section) => section.project_export_id === row.id),
      wires,
    ),
  );
}

function toWireProjectExport(
  row: ProjectExportRow,
  captured: readonly ProjectExportSectionRow[],
  wires: ReadonlyMap<string, WireExport>,
) {
  // A section that was moved belongs to its new project.
  const childOf = ({ export_id }: ProjectExportSectionRow) => {
    const wire = wires.get(export_id);
    return wire?.project_id === row.project_id ? wire : null;
  };
  const state = projectExportState(captured.map(childOf));
  return {
    schema_version: 1 as const,
    id: row.id,
    project_id: row.project_id,
    format: row.format,
    status: row.final_status ?? state.status,
    percent: row.final_status === null ? state.percent : 100,
    created_at: row.created_at.toISOString(),
    sections: captured.map((section) => {
      const child = childOf(section);
      return {
        section_id: section.section_id,
        title: section.title,
        export_id: section.export_id,
        authority: {
          document_version: section.document_version,
          speaker_registry_version: section.speaker_registry_version,
          mastering_version: section.mastering_version,
        },
        export: child,
        error: child === null ? { code: UNAVAILABLE, message: failures[UNAVAILABLE].sentence } : child.error,
      };
    }),
    archive: null,
  };
}

/** Compares exports with the current versions. */
export async function getExportFreshness(services: Pick<Services, "db">, caller: Caller, projectId: string) {
  const project = await findProject(services, caller, projectId);
  const exports = Map.groupBy(await newestExports(services, projectId), (row) => row.section_id);
  const { mastering_version, speaker_registry_version } = project;
  const sections = await sectionsOfProject(services, projectId);
  return {
    project_id: projectId,
    mastering_version,
    speaker_registry_version,
    sections: sections.map(({ id, document_version }) => ({
      section_id: id,
      document_version,
      exports: (exports.get(id) ?? []).map((row) => ({
        export_id: row.id,
        format: row.format,
        status: row.status as WireExport["status"],
        authority: {
          document_version: row.document_version,
          speaker_registry_version: row.speaker_registry_version,
          mastering_version: row.mastering_version,
          is_current:
            row.document_version === document_version &&
            row.speaker_registry_version === speaker_registry_version &&
            row.mastering_version === mastering_version,
        },
      })),
    })),
  };
}
