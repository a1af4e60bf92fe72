import type { Caller } from "@fullcast/contract";
import type { Services } from "../services.ts";
import { lockProject, nameProject } from "./store.ts";

/** Names a project. A standalone story becomes a named project and keeps all its contents. */
export async function changeProject(
  services: Pick<Services, "db" | "clock">,
  caller: Caller,
  projectId: string,
  body: { readonly schema_version: 1; readonly name: string },
) {
  const name = body.name.trim();
  await services.db.transaction(async () => {
    const project = await lockProject(services, caller, projectId);
    if (project.name !== name) await nameProject(services, projectId, name);
  });
  return { project: { id: projectId, name, project_kind: "named" as const } };
}
