import type { Caller } from "@fullcast/contract";
import { canonicalRequest, once } from "../db/once.ts";
import type { Services } from "../services.ts";
import { addNarrator } from "../speakers/speakers.ts";
import { DEFAULT_MASTERING_PROFILE } from "./mastering.ts";

/** Writes a project with its narrator, in the caller's transaction. A null name creates the project of a standalone story. */
export async function addProject(
  services: Pick<Services, "db" | "clock" | "newId">,
  project: { readonly id: string; readonly accountId: string; readonly name: string | null },
): Promise<void> {
  const at = services.clock();
  await services.db.q
    .insertInto("projects")
    .values({
      id: project.id,
      account_id: project.accountId,
      project_kind: project.name === null ? "standalone" : "named",
      name: project.name,
      mastering_profile: JSON.stringify(DEFAULT_MASTERING_PROFILE),
      created_at: at,
      updated_at: at,
    })
    .execute();
  await addNarrator(services, project.id);
}

export async function createNamedProject(
  services: Pick<Services, "db" | "clock" | "newId">,
  caller: Caller,
  body: { readonly schema_version: 1; readonly client_mutation_id: string; readonly name: string },
) {
  const name = body.name.trim();
  const { result, replayed } = await once(
    services,
    {
      accountId: caller.accountId,
      key: body.client_mutation_id,
      operation: "createProject",
      request: canonicalRequest({ ...body, name }),
    },
    async () => {
      const id = services.newId();
      await addProject(services, { id, accountId: caller.accountId, name });
      return { id };
    },
  );
  return { project: { id: result.id, name, project_kind: "named" as const }, idempotent_replay: replayed };
}
