// The SQL of certificates: their rows, what was heard, and the takes of a project.

import type { TextContent } from "@fullcast/core/document";
import type { BlockIntentParts, SourceWord } from "@fullcast/core/media";
import { type Selectable, sql } from "kysely";
import { jsonRows } from "../db/db.ts";
import type { CertificatesTable } from "../db/tables.ts";
import { PLAYED_TAKE, PLAYED_TAKE_OF_EACH } from "../documents/documents.ts";
import type { Services } from "../services.ts";

type Db = Pick<Services, "db">;
export type CertificateRow = Selectable<CertificatesTable>;

export const CERTIFICATE_QUEUE = "certificate";

export async function certificateOf({ db }: Db, projectId: string): Promise<CertificateRow | undefined> {
  return db.q.selectFrom("certificates").selectAll().where("project_id", "=", projectId).executeTakeFirst();
}

export async function writeCertificate({ db }: Db, row: CertificateRow): Promise<void> {
  const { project_id: _, ...rest } = row;
  await db.q
    .insertInto("certificates")
    .values(row)
    .onConflict((conflict) => conflict.column("project_id").doUpdateSet(rest))
    .execute();
}

/** Ends a certificate that runs; one that ended meanwhile stays as it is. */
export async function endCertificate(
  { db, clock }: Pick<Services, "db" | "clock">,
  projectId: string,
  state: "done" | "failed" | "cancelled",
  fault: string | null = null,
): Promise<void> {
  await db.q
    .updateTable("certificates")
    .set({ state, fault, ended_at: clock() })
    .where("project_id", "=", projectId)
    .where("state", "=", "running")
    .execute();
}

export async function runningCertificates({ db }: Db): Promise<readonly string[]> {
  const rows = await db.q.selectFrom("certificates").select("project_id").where("state", "=", "running").execute();
  return rows.map(({ project_id }) => project_id);
}

export interface UnheardTake {
  readonly sha256: string;
  readonly duration_ms: number;
}

/** Takes that lines play and that this recogniser was not asked about, in the order of the story; each file once. */
export async function unheardTakes(
  { db }: Db,
  { project_id, account_id, recogniser_key }: CertificateRow,
  limit: number,
): Promise<readonly UnheardTake[]> {
  const { rows } = await sql<UnheardTake>`
    select sha256, duration_ms from (
      select distinct on (r.asset_sha256) r.asset_sha256 as sha256, r.duration_ms, s.section_index as chapter, b.position as line
      from sections s join blocks b on b.section_id = s.id ${PLAYED_TAKE}
      where s.project_id = ${project_id} and b.kind in ('speech', 'narration') and r.id is not null
        and not exists (select 1 from heard_texts h where h.account_id = ${account_id}
          and h.sha256 = r.asset_sha256 and h.recogniser_key = ${recogniser_key})
      order by r.asset_sha256, s.section_index, b.position
    ) takes order by chapter, line limit ${limit}
  `.execute(db.q);
  return rows;
}

export async function writeHeard(
  { db, clock }: Pick<Services, "db" | "clock">,
  { account_id, recogniser_key }: CertificateRow,
  sha256: string,
  text: string | null,
): Promise<void> {
  const heard_at = clock();
  await db.q
    .insertInto("heard_texts")
    .values({ account_id, recogniser_key, sha256, text, heard_at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Takes without a usable answer are asked about again. */
export async function forgetUnusable({ db }: Db, accountId: string, key: string): Promise<void> {
  await db.q
    .deleteFrom("heard_texts")
    .where("account_id", "=", accountId)
    .where("recogniser_key", "=", key)
    .where("text", "is", null)
    .execute();
}

export interface TakeCounts {
  readonly lines: number;
  readonly heard: number;
}

/** Lines of the project that play a take, and those whose take was heard. */
export async function takeCounts({ db }: Db, projectId: string, key: string | null): Promise<TakeCounts> {
  const { rows } = await sql<TakeCounts>`
    select count(*)::int as lines, count(h.text)::int as heard
    from sections s join blocks b on b.section_id = s.id ${PLAYED_TAKE}
    left join heard_texts h on h.account_id = s.account_id and h.sha256 = r.asset_sha256 and h.recogniser_key = ${key}
    where s.project_id = ${projectId} and b.kind in ('speech', 'narration') and r.id is not null
  `.execute(db.q);
  return rows[0] ?? { lines: 0, heard: 0 };
}

export interface HeardLine {
  readonly block_id: string;
  readonly position: number;
  readonly content: TextContent;
  readonly parts: BlockIntentParts;
  readonly provider: string;
  readonly duration_ms: number;
  readonly words: readonly SourceWord[] | null;
  /** Null: the take was not heard. */
  readonly heard: string | null;
}

/** The lines of a section that play a take, after a position, in order. */
export async function heardLines(
  { db }: Db,
  sectionId: string,
  accountId: string,
  key: string,
  after: number,
  limit: number,
): Promise<readonly HeardLine[]> {
  return jsonRows<HeardLine>(
    db,
    sql<HeardLine>`(
      select b.id as block_id, b.position, b.content, r.intent_parts as parts, r.provider, r.duration_ms, r.words, h.text as heard
      from blocks b ${PLAYED_TAKE_OF_EACH}
      left join heard_texts h on h.account_id = ${accountId} and h.sha256 = r.asset_sha256 and h.recogniser_key = ${key}
      where b.section_id = ${sectionId} and b.position > ${after} and b.kind in ('speech', 'narration') and r.id is not null
      order by b.position limit ${limit})`,
  );
}

/** Texts of files that no line has any more, after a day. */
export async function removeOldHeard({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const before = new Date(clock().getTime() - 24 * 3_600_000);
  await sql`
    delete from heard_texts h where h.heard_at < ${before}
      and not exists (select 1 from media_assets a join renditions r on r.asset_id = a.id
        where a.account_id = h.account_id and a.sha256 = h.sha256)
  `.execute(db.q);
}
