// What ended in an account, newest first: read from the rows of runs, exports and uploads, which other rooms write.

import { type Activity, type Caller, LIMITS } from "@fullcast/contract";
import { sql } from "kysely";
import { type Place, readCursor, writeCursor } from "../http/http.ts";
import type { Services } from "../services.ts";

interface Row {
  readonly event: Activity["event"];
  readonly id: string;
  readonly ended_at: Date;
  readonly project_id: string | null;
  readonly section_id: string | null;
  readonly subject_id: string | null;
  readonly kind: string;
  readonly status: string;
  readonly error_code: string | null;
}

/** @throws ApiError INVALID_REQUEST for a bad cursor */
export async function listActivity(
  services: Pick<Services, "db">,
  caller: Caller,
  {
    limit = LIMITS.activity_page,
    cursor,
  }: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
) {
  const after = cursor === undefined ? null : readCursor(cursor);
  const rows = await endedWork(services, caller.accountId, after, limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    activity: page.map(toWire),
    next_cursor: rows.length > limit && last !== undefined ? writeCursor({ at: last.ended_at, id: last.id }) : null,
  };
}

/** Times are compared in milliseconds, as a cursor holds them. */
async function endedWork(
  { db }: Pick<Services, "db">,
  accountId: string,
  after: Place | null,
  limit: number,
): Promise<readonly Row[]> {
  const isLater = after === null ? sql`true` : sql`(ended_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`;
  // By the project: neither runs nor exports have an index of all their rows by account.
  const { rows } = await sql<Row>`
    with own as (select id from projects where account_id = ${accountId}::uuid)
    select * from (
      select 'run.ended' as event, id, date_trunc('milliseconds', completed_at) as ended_at, project_id,
        null::uuid as section_id, null::uuid as subject_id, workflow_kind as kind, status, null as error_code
      from workflow_runs where project_id in (select id from own) and completed_at is not null
      union all
      select 'export.ended', id, date_trunc('milliseconds', completed_at), project_id, section_id, null, format, status,
        error_code
      from exports where project_id in (select id from own) and completed_at is not null
      union all
      select 'sound.ended', upload.id, date_trunc('milliseconds', upload.updated_at), null, null, sound.id, sound.name,
        upload.status, upload.error_code
      from sound_uploads upload join sounds sound on sound.id = upload.sound_id
      where sound.account_id = ${accountId}::uuid and upload.status in ('ready', 'failed', 'expired')
    ) ended
    where ${isLater} order by ended_at desc, id desc limit ${limit}
  `.execute(db.q);
  return rows;
}

function toWire(row: Row): Activity {
  const { id, event, kind, status, error_code } = row;
  const ended = { id, ended_at: row.ended_at.toISOString(), status };
  const fields =
    event === "run.ended"
      ? { event, ...ended, project_id: row.project_id, workflow_kind: kind }
      : event === "export.ended"
        ? { event, ...ended, project_id: row.project_id, section_id: row.section_id, format: kind, error_code }
        : { event, ...ended, sound_effect_id: row.subject_id, name: kind, error_code };
  // The columns come from tables whose constraints allow only these values.
  return fields as Activity;
}
