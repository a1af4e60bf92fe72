// Where an account left a story, and its bookmarks: lines and offsets into them, never times alone.

import { ApiError, type Caller } from "@fullcast/contract";
import { sql } from "kysely";
import type { ListenedPlace } from "../db/tables.ts";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";

type Db = Pick<Services, "db">;

export interface ListeningPlace {
  readonly section_id: string | null;
  readonly block_id: string | null;
  readonly offset_ms: number;
  readonly bookmarks: readonly ListenedPlace[];
}

/** The place and the bookmarks whose lines exist. @throws ApiError NOT_FOUND */
export async function readListeningPlace(services: Db, caller: Caller, projectId: string) {
  const project = await findProject(services, caller, projectId);
  const row = await services.db.q
    .selectFrom("listening_places")
    .select(["section_id", "block_id", "offset_ms", "bookmarks"])
    .where("account_id", "=", caller.accountId)
    .where("project_id", "=", project.id)
    .executeTakeFirst();
  if (row === undefined) return answer(project.id, { section_id: null, block_id: null, offset_ms: 0, bookmarks: [] });
  const exists = await existingLines(services, project.id, [...lineOf(row), ...row.bookmarks]);
  const bookmarks = row.bookmarks.filter(exists);
  const isThere = lineOf(row).some(exists);
  return answer(
    project.id,
    isThere ? { ...row, bookmarks } : { section_id: null, block_id: null, offset_ms: 0, bookmarks },
  );
}

/** Replaces the place and the bookmarks. @throws ApiError NOT_FOUND, also for a line that the project does not have. */
export async function writeListeningPlace(
  services: Pick<Services, "db" | "clock">,
  caller: Caller,
  projectId: string,
  given: ListeningPlace,
) {
  const { db, clock } = services;
  const project = await findProject(services, caller, projectId);
  if ((given.section_id === null) !== (given.block_id === null)) throw new ApiError("NOT_FOUND", { resource: "block" });
  const exists = await existingLines(services, project.id, [...lineOf(given), ...given.bookmarks]);
  if (!lineOf(given).every(exists)) throw new ApiError("NOT_FOUND", { resource: "block" });
  const place: ListeningPlace = {
    section_id: given.section_id,
    block_id: given.block_id,
    offset_ms: Math.round(given.offset_ms),
    bookmarks: given.bookmarks.filter(exists).map((one) => ({ ...one, offset_ms: Math.round(one.offset_ms) })),
  };
  const row = { ...place, bookmarks: JSON.stringify(place.bookmarks), updated_at: clock() };
  await db.q
    .insertInto("listening_places")
    .values({ account_id: caller.accountId, project_id: project.id, ...row })
    .onConflict((conflict) => conflict.columns(["account_id", "project_id"]).doUpdateSet(row))
    .execute();
  return answer(project.id, place);
}

const answer = (projectId: string, place: ListeningPlace) => ({ project_id: projectId, ...place });

type Line = Pick<ListenedPlace, "section_id" | "block_id">;

const lineOf = ({ section_id, block_id }: Pick<ListeningPlace, "section_id" | "block_id">): readonly Line[] =>
  section_id === null || block_id === null ? [] : [{ section_id, block_id }];

/** Which of these lines the project has. */
async function existingLines({ db }: Db, projectId: string, lines: readonly Line[]): Promise<(line: Line) => boolean> {
  const { rows } = await sql<Line>`
    select b.section_id, b.id as block_id
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (section_id uuid, block_id uuid)
    join sections s on s.id = line.section_id and s.project_id = ${projectId}::uuid
    join blocks b on b.section_id = s.id and b.id = line.block_id
  `.execute(db.q);
  const found = new Set(rows.map((row) => `${row.section_id} ${row.block_id}`));
  return (line) => found.has(`${line.section_id} ${line.block_id}`);
}
