// The SQL of projects' export jobs.

import type { ChildExportStatus } from "@fullcast/core/workflow";
import { type Selectable, sql } from "kysely";
import { insertMany } from "../db/db.ts";
import type { ProjectExportSectionsTable, ProjectExportsTable } from "../db/tables.ts";
import type { Services } from "../services.ts";

type Db = Pick<Services, "db">;
export type ProjectExportRow = Selectable<ProjectExportsTable>;
export type ProjectExportSectionRow = Selectable<ProjectExportSectionsTable>;

export async function insertProjectExport(
  { db }: Db,
  row: ProjectExportRow,
  sections: readonly ProjectExportSectionRow[],
): Promise<void> {
  await db.q.insertInto("project_exports").values(row).execute();
  await insertMany(db, "project_export_sections", sections);
}

export async function loadProjectExport({ db }: Db, id: string): Promise<ProjectExportRow | undefined> {
  return db.q.selectFrom("project_exports").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Newest first. */
export async function projectExportPage(
  { db }: Db,
  page: {
    readonly projectId: string;
    readonly format: ProjectExportRow["format"] | undefined;
    readonly offset: number;
    readonly limit: number;
  },
): Promise<ProjectExportRow[]> {
  let select = db.q.selectFrom("project_exports").selectAll().where("project_id", "=", page.projectId);
  if (page.format !== undefined) select = select.where("format", "=", page.format);
  return select.orderBy("created_at", "desc").orderBy("id", "desc").offset(page.offset).limit(page.limit).execute();
}

/** The captured children of jobs, in captured order. */
export async function capturedSections({ db }: Db, ids: readonly string[]): Promise<ProjectExportSectionRow[]> {
  if (ids.length === 0) return [];
  return db.q
    .selectFrom("project_export_sections")
    .selectAll()
    .where("project_export_id", "in", ids)
    .orderBy("project_export_id")
    .orderBy("place")
    .execute();
}

export interface ChildState {
  readonly project_export_id: string;
  /** Null when the child was removed. */
  readonly status: ChildExportStatus | null;
  readonly percent: number | null;
}

/** The children of all unfinished jobs that one of these exports belongs to. */
export async function siblingsOf({ db }: Db, exportIds: readonly string[]): Promise<ChildState[]> {
  if (exportIds.length === 0) return [];
  const { rows } = await sql<ChildState>`
    select s.project_export_id, e.status, e.percent
    from project_export_sections s
    join project_exports p on p.id = s.project_export_id and p.final_status is null
    left join exports e on e.id = s.export_id
    where s.project_export_id in (
      select project_export_id from project_export_sections where export_id in (${sql.join(exportIds)}))
  `.execute(db.q);
  return rows;
}

export async function finishProjectExport(
  { db }: Db,
  id: string,
  status: NonNullable<ProjectExportRow["final_status"]>,
): Promise<void> {
  await db.q
    .updateTable("project_exports")
    .set({ final_status: status })
    .where("id", "=", id)
    .where("final_status", "is", null)
    .execute();
}

export interface FreshnessRow {
  readonly id: string;
  readonly section_id: string;
  readonly format: ProjectExportRow["format"];
  readonly status: string;
  readonly document_version: number;
  readonly speaker_registry_version: number;
  readonly mastering_version: number;
}

/**
 * The newest export of each section, format and status of a project, newest first. Each step looks up the next combination
 * in the index `exports_newest`, so the cost depends on the result, not on the number of all exports. The row comparison and
 * the order fit no other index, so the planner cannot choose one.
 */
export async function newestExports({ db }: Db, projectId: string): Promise<FreshnessRow[]> {
  const columns = sql`e.id, e.section_id, e.format, e.status, e.document_version, e.speaker_registry_version,
    e.mastering_version, e.created_at`;
  const { rows } = await sql<FreshnessRow>`
    with recursive newest as (
      select first.* from sections cross join lateral (
        select ${columns} from exports e where e.section_id = sections.id
        order by e.format, e.status, e.created_at desc, e.id desc limit 1
      ) first
      where sections.project_id = ${projectId}
      union all
      select next.* from newest cross join lateral (
        select ${columns} from exports e
        where e.section_id = newest.section_id and (e.format, e.status) > (newest.format, newest.status)
        order by e.format, e.status, e.created_at desc, e.id desc limit 1
      ) next
    )
    select * from newest order by created_at desc, id desc
  `.execute(db.q);
  return rows;
}
