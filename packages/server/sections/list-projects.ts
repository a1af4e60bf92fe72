// Projects and stories in pages.

import type { Caller } from "@fullcast/contract";
import { sql } from "kysely";
import { jsonRows } from "../db/db.ts";
import { type Place, readCursor, writeCursor } from "../http/http.ts";
import { activityOfSections } from "../media/media.ts";
import type { ProjectRow } from "../projects/projects.ts";
import type { Services } from "../services.ts";

type Reader = Pick<Services, "db">;

/** A named project. */
interface Named {
  readonly kind: "named";
  readonly id: string;
  readonly at: string;
  readonly name: string;
}

/** A standalone story: its hidden project and its one section. */
interface Story {
  readonly kind: "standalone";
  readonly id: string;
  readonly at: string;
  readonly section_id: string;
  readonly title: string;
  readonly document_version: number;
  readonly source_text_length: number;
  readonly created_at: string;
  readonly updated_at: string;
}

const LISTS: readonly ProjectRow["project_kind"][] = ["named", "standalone"];

/**
 * Named projects and standalone stories, each newest first. With a `limit` a page of both, the named projects before the
 * stories, and the cursor of the next page.
 * @throws ApiError INVALID_REQUEST for an invalid cursor.
 */
export async function listProjects(
  services: Reader,
  caller: Caller,
  { limit, cursor }: { readonly limit?: number | undefined; readonly cursor?: string | undefined } = {},
) {
  const after = cursor === undefined ? null : readCursor(cursor, LISTS);
  const most = limit === undefined ? null : limit + 1;
  const named = after?.list === "standalone" ? [] : await namedProjects(services, caller, after, most);
  const isFull = most !== null && named.length >= most;
  const stories = isFull
    ? []
    : await standaloneStories(
        services,
        caller,
        after?.list === "standalone" ? after : null,
        most === null ? null : most - named.length,
      );
  const rows = [...named, ...stories].slice(0, limit);
  const shown = rows.flatMap((row) => (row.kind === "standalone" ? [row] : []));
  const activity = await activityOfSections(
    services,
    shown.map((story) => story.section_id),
  );
  const last = rows.at(-1);
  return {
    projects: rows.flatMap((row) =>
      row.kind === "named" ? [{ id: row.id, name: row.name, project_kind: "named" as const }] : [],
    ),
    unassigned_sections: shown.map((story) => ({
      project_id: story.id,
      section: {
        id: story.section_id,
        project_id: story.id,
        title: story.title,
        document_version: story.document_version,
        source_text_length: story.source_text_length,
        activity_status: activity.get(story.section_id) ?? ("blank" as const),
        created_at: story.created_at,
        updated_at: story.updated_at,
      },
    })),
    ...(limit === undefined
      ? {}
      : { next_cursor: last !== undefined && named.length + stories.length > limit ? cursorAfter(last) : null }),
  };
}

const cursorAfter = ({ kind, at, id }: Named | Story) => writeCursor({ at: new Date(at), id }, kind);

function namedProjects({ db }: Reader, { accountId }: Caller, after: Place | null, most: number | null) {
  return jsonRows(
    db,
    sql<Named>`(
      select 'named' as kind, id, ${wireTime("created_at")} as at, name from projects
      where account_id = ${accountId} and project_kind = 'named' ${beyond(after)}
      order by projects.created_at desc, id desc limit ${most}::int
    )`,
  );
}

function standaloneStories({ db }: Reader, { accountId }: Caller, after: Place | null, most: number | null) {
  return jsonRows(
    db,
    sql<Story>`(
      select 'standalone' as kind, projects.id, ${wireTime("projects.created_at")} as at, s.id as section_id, s.title,
        s.document_version, s.source_text_length, ${wireTime("s.created_at")} as created_at,
        ${wireTime("s.updated_at")} as updated_at
      from projects join sections s on s.project_id = projects.id
      where projects.account_id = ${accountId} and project_kind = 'standalone' ${beyond(after)}
      order by projects.created_at desc, projects.id desc limit ${most}::int
    )`,
  );
}

/** Projects after a position of their list. */
const beyond = (after: Place | null) =>
  after === null ? sql`` : sql`and (projects.created_at, projects.id) < (${after.at}::timestamptz, ${after.id}::uuid)`;

/** A time as Date's toISOString() writes it. */
const wireTime = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
