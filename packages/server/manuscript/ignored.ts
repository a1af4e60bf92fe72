// Findings of the check that a person does not want to see again. They belong to the project, so that every device sees them.

import { type Caller, LIMITS } from "@fullcast/contract";
import { type Ignorable, ignoreKey } from "@fullcast/core/manuscript";
import { sql } from "kysely";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";

type Db = Pick<Services, "db">;

export async function ignoredKeys({ db }: Db, projectId: string): Promise<ReadonlySet<string>> {
  const rows = await db.q.selectFrom("ignored_findings").select("key").where("project_id", "=", projectId).execute();
  return new Set(rows.map(({ key }) => key));
}

/** Idempotent. The oldest ones go when there are too many. @throws ApiError NOT_FOUND */
export async function ignoreFindings(services: Db, caller: Caller, projectId: string, findings: readonly Ignorable[]) {
  const { db } = services;
  await findProject(services, caller, projectId);
  const keys = [...new Set(findings.map(ignoreKey))];
  return db.transaction(async () => {
    // Two requests at once count one after the other.
    await db.q.selectFrom("projects").select("id").where("id", "=", projectId).forNoKeyUpdate().execute();
    await sql`
      insert into ignored_findings (project_id, key)
      select ${projectId}, value from jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb)
      on conflict do nothing
    `.execute(db.q);
    await sql`
      delete from ignored_findings where project_id = ${projectId} and place < (
        select min(place) from (select place from ignored_findings where project_id = ${projectId}
          order by place desc limit ${LIMITS.ignored_findings}) newest)
    `.execute(db.q);
    return counted(services, projectId);
  });
}

/** Idempotent. @throws ApiError NOT_FOUND */
export async function restoreFindings(services: Db, caller: Caller, projectId: string) {
  await findProject(services, caller, projectId);
  await services.db.q.deleteFrom("ignored_findings").where("project_id", "=", projectId).execute();
  return counted(services, projectId);
}

const counted = async (services: Db, projectId: string) => ({
  project_id: projectId,
  ignored_count: (await ignoredKeys(services, projectId)).size,
});
