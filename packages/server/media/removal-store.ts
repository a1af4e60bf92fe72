// The SQL of deletions: renditions, assets, and the marks of objects that lost a row.

import { type RawBuilder, sql } from "kysely";
import type { Services } from "../services.ts";

type Db = Pick<Services, "db">;

/** Every column that names an object of the store, and which of its rows count. Every table with files must be listed. */
export const OBJECT_NAMES: readonly {
  readonly table: string;
  readonly column: string;
  readonly only?: RawBuilder<unknown>;
}[] = [
  { table: "media_assets", column: "sha256" },
  // The row of an expired file stays, because its exports still refer to it.
  { table: "export_artifacts", column: "sha256", only: sql`n.expires_at > now()` },
  { table: "voice_previews", column: "sha256" },
  { table: "mix_segments", column: "sha256" },
  { table: "exports", column: "timeline_sha256" },
  { table: "held_sections", column: "text_sha256" },
  { table: "feedback_attachments", column: "sha256" },
  { table: "guest_recordings", column: "sha256" },
];

/** Marks objects whose rows are deleted. Runs in the transaction that deletes the rows. */
export async function markObjects(
  { db, clock }: Pick<Services, "db" | "clock">,
  causeId: string,
  sha256s: readonly string[],
): Promise<void> {
  if (sha256s.length === 0) return;
  await sql`
    insert into object_removals (sha256, cause_id, marked_at)
    select distinct value, ${causeId}::uuid, ${clock()}::timestamptz from jsonb_array_elements_text(${JSON.stringify(sha256s)}::jsonb)
    on conflict (sha256) do update set cause_id = excluded.cause_id, marked_at = excluded.marked_at
  `.execute(db.q);
}

/** Removes all takes of sections with their assets, and marks the objects. Runs in the caller's transaction. */
export async function removeTakes(
  { db, clock }: Pick<Services, "db" | "clock">,
  causeId: string,
  sectionIds: readonly string[],
): Promise<{ assets: number }> {
  if (sectionIds.length === 0) return { assets: 0 };
  const ids = sql.join(sectionIds);
  const { rows } = await sql<{ assets: number }>`
    with gone_renditions as (delete from renditions where section_id in (${ids}) returning asset_id),
    gone_assets as (
      delete from media_assets a where a.id in (select asset_id from gone_renditions)
        and not exists (select 1 from renditions r where r.asset_id = a.id and r.section_id not in (${ids}))
      returning a.sha256
    ),
    marked as (
      insert into object_removals (sha256, cause_id, marked_at)
      select distinct sha256, ${causeId}::uuid, ${clock()}::timestamptz from gone_assets
      on conflict (sha256) do update set cause_id = excluded.cause_id, marked_at = excluded.marked_at
    )
    select count(*)::int as assets from gone_assets
  `.execute(db.q);
  return { assets: rows[0]?.assets ?? 0 };
}

/** Removes assets that no take uses, and marks their objects. Runs in the caller's transaction. */
export async function removeAssets(
  services: Pick<Services, "db" | "clock">,
  causeId: string,
  assetIds: readonly string[],
): Promise<void> {
  if (assetIds.length === 0) return;
  const gone = await services.db.q.deleteFrom("media_assets").where("id", "in", assetIds).returning("sha256").execute();
  await markObjects(
    services,
    causeId,
    gone.map((row) => row.sha256),
  );
}

/**
 * Removes the assets of an account whose projects are gone, except those of sounds that stay for others. Marks their
 * objects. Runs in the caller's transaction.
 */
export async function removeAssetsOfAccount(
  services: Pick<Services, "db" | "clock">,
  accountId: string,
): Promise<void> {
  const { rows } = await sql<{ sha256: string }>`
    delete from media_assets a where a.account_id = ${accountId}::uuid
      and not exists (select 1 from sound_revisions r where r.asset_id = a.id)
    returning a.sha256
  `.execute(services.db.q);
  await markObjects(
    services,
    accountId,
    rows.map((row) => row.sha256),
  );
}

/**
 * Marks those of the objects that no row names and that are not marked yet. A row that names one of them may follow, so they
 * are not removed before they are idle.
 */
export async function markUnnamed(
  { db, clock }: Pick<Services, "db" | "clock">,
  causeId: string,
  sha256s: readonly string[],
): Promise<number> {
  if (sha256s.length === 0) return 0;
  const { rows } = await sql<{ sha256: string }>`
    insert into object_removals (sha256, cause_id, marked_at)
    select o.sha256, ${causeId}::uuid, ${clock()}::timestamptz
    from (select distinct value as sha256 from jsonb_array_elements_text(${JSON.stringify(sha256s)}::jsonb)) o
    where not (${isNamed()})
    on conflict (sha256) do nothing
    returning sha256
  `.execute(db.q);
  return rows.length;
}

/** Whether a row names the object `o.sha256`. */
function isNamed(): RawBuilder<unknown> {
  const names = OBJECT_NAMES.map(
    ({ table, column, only = sql`true` }) =>
      sql`exists (select 1 from ${sql.table(table)} n where n.${sql.ref(column)} = o.sha256 and ${only})`,
  );
  return sql.join(names, sql` or `);
}

export interface MarkedObject {
  readonly sha256: string;
  /** A row names it, still or again. */
  readonly named: boolean;
  readonly marked_at: Date;
}

/** Marked objects in the order of their hashes, after `after`. */
export async function markedObjects(
  { db }: Db,
  page: { readonly causeId: string | null; readonly after: string; readonly limit: number },
): Promise<MarkedObject[]> {
  const { rows } = await sql<MarkedObject>`
    select o.sha256, o.marked_at, (${isNamed()}) as named from object_removals o
    where o.sha256 > ${page.after} ${page.causeId === null ? sql`` : sql`and o.cause_id = ${page.causeId}::uuid`}
    order by o.sha256 limit ${page.limit}
  `.execute(db.q);
  return rows;
}

export async function unmarkObjects({ db }: Db, sha256s: readonly string[]): Promise<void> {
  if (sha256s.length === 0) return;
  await db.q.deleteFrom("object_removals").where("sha256", "in", sha256s).execute();
}

/**
 * All objects that rows name, in the order of their hashes.
 * @param tables those that the database has; all of them in a database of this version
 */
export async function namedObjects({ db }: Db, tables?: ReadonlySet<string>): Promise<readonly string[]> {
  const each = OBJECT_NAMES.filter(({ table }) => tables?.has(table) !== false).map(
    ({ table, column, only = sql`true` }) => sql`
      select n.${sql.ref(column)} as sha256 from ${sql.table(table)} n where n.${sql.ref(column)} is not null and ${only}`,
  );
  const { rows } = await sql<{ sha256: string }>`${sql.join(each, sql` union `)} order by 1`.execute(db.q);
  return rows.map(({ sha256 }) => sha256);
}
