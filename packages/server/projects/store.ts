// The SQL of projects.

import { ApiError, type Caller } from "@fullcast/contract";
import { type Selectable, sql } from "kysely";
import type { ProjectsTable } from "../db/tables.ts";
import type { Services } from "../services.ts";

export type ProjectRow = Selectable<ProjectsTable>;

/** @throws ApiError `refusal` when there is no such project of the caller's account. */
export async function findProject(
  { db }: Pick<Services, "db">,
  caller: Pick<Caller, "accountId">,
  projectId: string,
  refusal: "NOT_FOUND" | "FORBIDDEN" = "NOT_FOUND",
): Promise<ProjectRow> {
  const row = await db.q
    .selectFrom("projects")
    .selectAll()
    .where("id", "=", projectId)
    .where("account_id", "=", caller.accountId)
    .executeTakeFirst();
  if (row === undefined) throw new ApiError(refusal, { resource: "project" });
  return row;
}

/** Like findProject, and locks the row: other changes of the project wait until the caller's transaction ends. */
export async function lockProject(
  { db }: Pick<Services, "db">,
  caller: Pick<Caller, "accountId">,
  projectId: string,
): Promise<ProjectRow> {
  const row = await db.q
    .selectFrom("projects")
    .selectAll()
    .where("id", "=", projectId)
    .where("account_id", "=", caller.accountId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new ApiError("NOT_FOUND", { resource: "project" });
  return row;
}

/** Names a project. A standalone project becomes a named one. */
export async function nameProject(
  { db, clock }: Pick<Services, "db" | "clock">,
  projectId: string,
  name: string,
): Promise<void> {
  await db.q
    .updateTable("projects")
    .set({ project_kind: "named", name, updated_at: clock() })
    .where("id", "=", projectId)
    .execute();
}

/** Deletes the project with everything that belongs to it alone: sections, scripts, cast, runs. */
export async function projectsOfAccount({ db }: Pick<Services, "db">, accountId: string) {
  return db.q.selectFrom("projects").select(["id", "project_kind"]).where("account_id", "=", accountId).execute();
}

export async function deleteProjectRow({ db }: Pick<Services, "db">, projectId: string): Promise<void> {
  await db.q.deleteFrom("projects").where("id", "=", projectId).execute();
}

/**
 * Increases the order version of a project's sections. The updated row is also the lock of the order.
 * @throws ApiError VERSION_CONFLICT when the stored version is not `baseVersion`.
 */
export async function takeNextOrderVersion(
  { db, clock }: Pick<Services, "db" | "clock">,
  projectId: string,
  baseVersion: number | null,
): Promise<number> {
  const taken =
    baseVersion === null
      ? undefined
      : await db.q
          .updateTable("projects")
          .set({ section_order_version: sql`section_order_version + 1`, updated_at: clock() })
          .where("id", "=", projectId)
          // A version beyond the range of the column is stale too.
          .where(sql`section_order_version::bigint`, "=", baseVersion as number)
          .returning("section_order_version")
          .executeTakeFirst();
  if (taken !== undefined) return taken.section_order_version;
  const row = await db.q
    .selectFrom("projects")
    .select("section_order_version")
    .where("id", "=", projectId)
    .executeTakeFirstOrThrow();
  throw new ApiError("VERSION_CONFLICT", {
    field: "base_section_order_version",
    expected: baseVersion,
    current: row.section_order_version,
  });
}

export async function writeMastering(
  { db, clock }: Pick<Services, "db" | "clock">,
  projectId: string,
  version: number,
  profile: ProjectRow["mastering_profile"],
): Promise<void> {
  await db.q
    .updateTable("projects")
    .set({ mastering_version: version, mastering_profile: JSON.stringify(profile), updated_at: clock() })
    .where("id", "=", projectId)
    .execute();
}

export interface AdjustedSound {
  readonly section_id: string;
  readonly block_id: string;
  readonly gain_db: number;
}

/** Sound effect blocks of a project whose placement has a gain other than 0 dB. */
export async function adjustedSounds({ db }: Pick<Services, "db">, projectId: string): Promise<AdjustedSound[]> {
  const { rows } = await sql<AdjustedSound>`
    select b.section_id, b.id as block_id, (b.placement->>'gain_db')::float8 as gain_db
    from blocks b join sections s on s.id = b.section_id
    where s.project_id = ${projectId} and b.kind = 'sfx' and (b.placement->>'gain_db')::float8 <> 0
    order by b.section_id, b.id
  `.execute(db.q);
  return rows;
}
