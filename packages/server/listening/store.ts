// The SQL of mixes that are played while they are made.

import { type Selectable, sql } from "kysely";
import { insertMany } from "../db/db.ts";
import type { MixPreviewsTable, MixSegmentsTable } from "../db/tables.ts";
import type { Services } from "../services.ts";

type Db = Pick<Services, "db">;
export type PreviewRow = Selectable<MixPreviewsTable>;
export type SegmentRow = Selectable<MixSegmentsTable>;
export type PlayedLine = SegmentRow["lines"][number];

export async function insertPreview({ db }: Db, row: PreviewRow): Promise<void> {
  await db.q
    .insertInto("mix_previews")
    .values({ ...row, unmade: JSON.stringify(row.unmade) })
    .execute();
}

export async function loadPreview({ db }: Db, id: string): Promise<PreviewRow | undefined> {
  return db.q.selectFrom("mix_previews").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Changes a preview unless it was ended meanwhile; returns whether it was changed. */
export async function updatePreview(
  { db }: Db,
  id: string,
  change: Partial<Omit<PreviewRow, "id" | "unmade">> & { readonly unmade?: PreviewRow["unmade"] },
): Promise<boolean> {
  const { unmade, ...rest } = change;
  const result = await db.q
    .updateTable("mix_previews")
    .set({ ...rest, ...(unmade === undefined ? {} : { unmade: JSON.stringify(unmade) }) })
    .where("id", "=", id)
    .where("state", "<>", "ended")
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Ends the previews of an account beyond the newest `kept`. */
export async function endOlderPreviews({ db }: Db, accountId: string, kept: number): Promise<void> {
  await sql`
    update mix_previews set state = 'ended' where state <> 'ended' and id in (
      select id from mix_previews where account_id = ${accountId}::uuid and state <> 'ended'
      order by created_at desc, id offset ${kept})
  `.execute(db.q);
}

export async function addSegments({ db }: Db, rows: readonly SegmentRow[]): Promise<void> {
  await insertMany(
    db,
    "mix_segments",
    rows.map((row) => ({ ...row, lines: JSON.stringify(row.lines) })),
  );
}

export async function segmentsAfter(
  { db }: Db,
  previewId: string,
  after: number,
  limit: number,
): Promise<readonly SegmentRow[]> {
  return db.q
    .selectFrom("mix_segments")
    .selectAll()
    .where("preview_id", "=", previewId)
    .where("index", ">", after)
    .orderBy("index")
    .limit(limit)
    .execute();
}

/** Segments that a listener has left behind. */
export async function dropSegmentsBefore({ db }: Db, previewId: string, index: number): Promise<void> {
  await db.q.deleteFrom("mix_segments").where("preview_id", "=", previewId).where("index", "<", index).execute();
}

/** Deletes previews that no client requested since `before`; returns how many. */
export async function deletePreviewsBefore({ db }: Db, before: Date): Promise<number> {
  const result = await db.q.deleteFrom("mix_previews").where("wanted_until", "<", before).executeTakeFirst();
  return Number(result.numDeletedRows);
}
