import type { Caller } from "@fullcast/contract";
import { addProjectEntry, NO_CHANGES } from "../documents/documents.ts";
import type { Services } from "../services.ts";
import { lockProject, nameProject } from "./store.ts";

/**
 * Names a project. A standalone story becomes a named project and keeps all its contents; that is not in the history, because
 * the chapters that it may get afterwards need the name.
 */
export async function changeProject(
  services: Pick<Services, "db" | "clock">,
  caller: Caller,
  projectId: string,
  body: { readonly schema_version: 1; readonly name: string },
) {
  const name = body.name.trim();
  await services.db.transaction(async () => {
    const project = await lockProject(services, caller, projectId);
    if (project.name === name) return;
    await nameProject(services, projectId, name);
    if (project.name === null) return;
    await addProjectEntry(
      services,
      { projectId, actorSessionId: null, summary: "Renamed the story" },
      { ...NO_CHANGES, name: { before: project.name, after: name } },
    );
  });
  return { project: { id: projectId, name, project_kind: "named" as const } };
}
