import { ApiError, type Caller, invalidField, LIMITS } from "@fullcast/contract";
import { canonicalRequest, once } from "../db/once.ts";
import { type SectionRow, sectionsOfProject } from "../documents/documents.ts";
import { findProject, lockProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { insertProjectExport, type ProjectExportRow } from "./project-store.ts";
import { queueExport } from "./queue-export.ts";
import { getProjectExport } from "./read-project-exports.ts";

export interface CreateProjectExportBody {
  readonly schema_version: 1;
  readonly format: ProjectExportRow["format"];
  readonly pin: "current";
  readonly sections?: readonly string[] | undefined;
}

type Creator = Pick<Services, "db" | "clock" | "newId" | "jobs" | "signer" | "publicUrl">;

/**
 * One export for each chosen section, in project order. Selection and versions are captured in one transaction, so that
 * they belong together.
 */
export async function createProjectExport(
  services: Creator,
  caller: Caller,
  projectId: string,
  idempotencyKey: string,
  body: CreateProjectExportBody,
) {
  await findProject(services, caller, projectId);
  const { result, replayed } = await once(
    services,
    {
      accountId: caller.accountId,
      key: `project-export:${idempotencyKey}`,
      operation: "createProjectExport",
      request: canonicalRequest({ ...body }, { projectId }),
    },
    async () => {
      const project = await lockProject(services, caller, projectId);
      const chosen = choose(await sectionsOfProject(services, projectId), body.sections);
      const id = services.newId();
      const captured = [];
      for (const [place, section] of chosen.entries()) {
        const child = await queueExport(services, caller, { section, project, format: body.format }, null);
        captured.push({
          project_export_id: id,
          place,
          section_id: section.id,
          title: section.title,
          export_id: child.id,
          document_version: child.document_version,
          speaker_registry_version: child.speaker_registry_version,
          mastering_version: child.mastering_version,
        });
      }
      const row: ProjectExportRow = {
        id,
        account_id: caller.accountId,
        project_id: projectId,
        format: body.format,
        final_status: null,
        created_at: services.clock(),
      };
      await insertProjectExport(services, row, captured);
      return { id };
    },
  );
  const data = await getProjectExport(services, caller, projectId, result.id);
  return replayed ? { status: 200 as const, data } : { status: 202 as const, data };
}

/** In project order, whatever the order of the request. */
function choose(sections: readonly SectionRow[], wanted: readonly string[] | undefined): readonly SectionRow[] {
  if (wanted === undefined) {
    if (sections.length === 0) {
      throw new ApiError("STUDIO_COMMAND_REJECTED", { reason: "the project has no sections to export" });
    }
    if (sections.length > LIMITS.project_export_sections) {
      throw invalidField(
        "sections",
        `must choose at most ${LIMITS.project_export_sections} of the project's ${sections.length} sections`,
      );
    }
    return sections;
  }
  const ids = new Set(wanted);
  const chosen = sections.filter((section) => ids.has(section.id));
  if (chosen.length < ids.size) throw new ApiError("NOT_FOUND", { resource: "section" });
  return chosen;
}
