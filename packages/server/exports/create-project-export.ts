import type { Caller } from "@fullcast/contract";
import { canonicalRequest, once } from "../db/once.ts";
import { sectionsOfProject } from "../documents/documents.ts";
import { findProject, lockProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";
import { chooseSections } from "./choose-sections.ts";
import { insertProjectExport, type ProjectExportRow } from "./project-store.ts";
import { queueExport } from "./queue-export.ts";
import { getProjectExport } from "./read-project-exports.ts";

export interface CreateProjectExportBody {
  readonly schema_version: 1;
  readonly format: ProjectExportRow["format"];
  readonly pin: "current";
  readonly sections?: readonly string[] | undefined;
}

type Creator = Pick<Services, "db" | "clock" | "newId" | "jobs" | "signer" | "publicUrl" | "settings">;

/**
 * Creates one export for each chosen section, in project order. One transaction captures selection and versions.
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
      const chosen = chooseSections(await sectionsOfProject(services, projectId), body.sections);
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
