// Where an account left a story, and its bookmarks: lines and offsets into them, never times alone.

import { ApiError, type Caller } from "@fullcast/contract";
import { type Selectable, sql } from "kysely";
import type { ListenedPlace, ListeningPlacesTable } from "../db/tables.ts";
import { findProject } from "../projects/projects.ts";
import type { Services } from "../services.ts";

type Db = Pick<Services, "db">;

export interface ListeningPlace {
  readonly section_id: string | null;
  readonly block_id: string | null;
  readonly offset_ms: number;
  /** Undefined: they stay. */
  readonly bookmarks?: readonly ListenedPlace[] | undefined;
}

const NOWHERE = { section_id: null, block_id: null, offset_ms: 0 } as const;

/** The place and the bookmarks whose lines exist. @throws ApiError NOT_FOUND */
export async function readListeningPlace(services: Db, caller: Caller, projectId: string) {
  const project = await findProject(services, caller, projectId);
  const row = await services.db.q
    .selectFrom("listening_places")
    .select(["section_id", "block_id", "offset_ms", "bookmarks", "updated_at"])
    .where("account_id", "=", caller.accountId)
    .where("project_id", "=", project.id)
    .executeTakeFirst();
  if (row === undefined) return { project_id: project.id, ...NOWHERE, bookmarks: [], updated_at: null };
  const exists = await existingLines(services, project.id, [...lineOf(row), ...row.bookmarks]);
  const isThere = lineOf(row).some(exists);
  return answer(project.id, { ...row, ...(isThere ? {} : NOWHERE) }, exists);
}

/**
 * Replaces the place, and the bookmarks if they are given.
 * @throws ApiError NOT_FOUND, also for a line that the project does not have
 */
export async function writeListeningPlace(
  services: Pick<Services, "db" | "clock">,
  caller: Caller,
  projectId: string,
  given: ListeningPlace,
) {
  const { db, clock } = services;
  const project = await findProject(services, caller, projectId);
  if ((given.section_id === null) !== (given.block_id === null)) throw new ApiError("NOT_FOUND", { resource: "block" });
  const { bookmarks = [] } = given;
  const exists = await existingLines(services, project.id, [...lineOf(given), ...bookmarks]);
  if (!lineOf(given).every(exists)) throw new ApiError("NOT_FOUND", { resource: "block" });
  const place = {
    section_id: given.section_id,
    block_id: given.block_id,
    offset_ms: Math.round(given.offset_ms),
    updated_at: clock(),
  };
  const kept = JSON.stringify(
    bookmarks.filter(exists).map((one) => ({ ...one, offset_ms: Math.round(one.offset_ms) })),
  );
  const row = await db.q
    .insertInto("listening_places")
    .values({ account_id: caller.accountId, project_id: project.id, ...place, bookmarks: kept })
    .onConflict((conflict) =>
      conflict
        .columns(["account_id", "project_id"])
        .doUpdateSet({ ...place, ...(given.bookmarks === undefined ? {} : { bookmarks: kept }) }),
    )
    .returning(["section_id", "block_id", "offset_ms", "bookmarks", "updated_at"])
    .executeTakeFirstOrThrow();
  return answer(project.id, row, await existingLines(services, project.id, row.bookmarks));
}

type StoredPlace = Pick<
  Selectable<ListeningPlacesTable>,
  "section_id" | "block_id" | "offset_ms" | "bookmarks" | "updated_at"
>;

const answer = (
  project_id: string,
  { section_id, block_id, offset_ms, bookmarks, updated_at }: StoredPlace,
  exists: (line: Line) => boolean,
) => ({
  ...{ project_id, section_id, block_id, offset_ms },
  bookmarks: bookmarks.filter(exists),
  updated_at: updated_at.toISOString(),
});

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
