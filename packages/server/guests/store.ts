// The SQL of guest links, consents and recordings.

import { ApiError, type Caller } from "@fullcast/contract";
import { type Selectable, sql } from "kysely";
import type { GuestConsentsTable, GuestLinksTable, GuestRecordingsTable } from "../db/tables.ts";
import { markObjects } from "../media/media.ts";
import type { Services } from "../services.ts";
import { presentSpeakers, speakerRows } from "../speakers/speakers.ts";

type Db = Pick<Services, "db">;
export type LinkRow = Selectable<GuestLinksTable>;
export type ConsentRow = Selectable<GuestConsentsTable>;
export type RecordingRow = Selectable<GuestRecordingsTable>;

export interface LinkCounts {
  readonly drafts: number;
  readonly waiting: number;
  readonly used: number;
  readonly stored_bytes: number;
}

/** @throws ApiError NOT_FOUND when there is no such link of the caller's account */
export async function findLink({ db }: Db, caller: Pick<Caller, "accountId">, id: string): Promise<LinkRow> {
  const row = await db.q
    .selectFrom("guest_links")
    .selectAll()
    .where("id", "=", id)
    .where("account_id", "=", caller.accountId)
    .executeTakeFirst();
  if (row === undefined) throw new ApiError("NOT_FOUND", { resource: "guest_link" });
  return row;
}

/** Keeps other changes of the link waiting until the caller's transaction ends. @returns the link as it is now */
export async function lockLink({ db }: Db, id: string): Promise<LinkRow> {
  const row = await db.q.selectFrom("guest_links").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (row === undefined) throw new ApiError("NOT_FOUND", { resource: "guest_link" });
  return row;
}

export async function consentOf({ db }: Db, linkId: string): Promise<ConsentRow | null> {
  const row = await db.q
    .selectFrom("guest_consents")
    .selectAll()
    .where("guest_link_id", "=", linkId)
    .executeTakeFirst();
  return row ?? null;
}

export async function countsOf({ db }: Db, linkId: string): Promise<LinkCounts> {
  const { rows } = await sql<{ [name in keyof LinkCounts]: number | string }>`
    select count(*) filter (where state = 'draft') as drafts, count(*) filter (where state = 'sent') as waiting,
      count(*) filter (where state = 'used') as used, coalesce(sum(size_bytes), 0) as stored_bytes
    from guest_recordings where guest_link_id = ${linkId}::uuid
  `.execute(db.q);
  const [counts] = rows;
  return {
    drafts: Number(counts?.drafts ?? 0),
    waiting: Number(counts?.waiting ?? 0),
    used: Number(counts?.used ?? 0),
    stored_bytes: Number(counts?.stored_bytes ?? 0),
  };
}

/** The speaker who has the link's lines now: merged speakers are followed. Null when the speaker was deleted. */
export async function speakerOfLink(services: Db, link: LinkRow): Promise<string | null> {
  const speakers = await speakerRows(services, link.project_id);
  const speakerIds = new Set(speakers.map(({ id }) => id));
  return (await presentSpeakers(services, link.project_id, { speakerIds }))(link.speaker_id);
}

/** Lines that a speaker speaks. */
export async function lineCount({ db }: Db, projectId: string, speakerId: string | null): Promise<number> {
  if (speakerId === null) return 0;
  const { rows } = await sql<{ count: number | string }>`
    select count(*) as count from blocks b join sections s on s.id = b.section_id
    where s.project_id = ${projectId}::uuid and b.speaker_id = ${speakerId}::uuid
      and b.kind in ('speech', 'narration') and b.generatable
  `.execute(db.q);
  return Number(rows[0]?.count ?? 0);
}

/** Deletes recordings and marks their objects. Runs in the caller's transaction. */
export async function deleteRecordings(
  services: Pick<Services, "db" | "clock">,
  causeId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const gone = await services.db.q
    .deleteFrom("guest_recordings")
    .where(sql<boolean>`id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::uuid)`)
    .returning("sha256")
    .execute();
  await markObjects(
    services,
    causeId,
    gone.map(({ sha256 }) => sha256),
  );
}

/** The ids of a link's recordings in one state, or of all. */
export async function recordingIds({ db }: Db, linkId: string, state?: RecordingRow["state"]): Promise<string[]> {
  const rows = await db.q
    .selectFrom("guest_recordings")
    .select("id")
    .where("guest_link_id", "=", linkId)
    .$if(state !== undefined, (query) => query.where("state", "=", state ?? "draft"))
    .execute();
  return rows.map(({ id }) => id);
}
